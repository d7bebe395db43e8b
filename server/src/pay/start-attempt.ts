/** Begins a payment on a link: one code or number per choice, however often and by however many taps it is asked for. */
import type { VaBank } from '@dasbor/contract/bank';
import { type PayAttempt, startPayAttempt } from '@dasbor/contract/pay';
import type { Body } from '@dasbor/contract/route';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { hashToken } from '../http/opaque-token.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { countLinkPayments, listLiveAttempts, lockLink, recordLinkEvent } from '../payment-link/queries.ts';
import { getAttemptAvailability } from '../payment-link/rules.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { type AttemptRow, findAttempt, getTransactionId, storeAnswers } from './queries.ts';
import {
  type Answers,
  getMethodDetails,
  formatHolderName,
  isWithinLimits,
  getExpiry,
  calculatePayerAmount,
  parseAnswers,
} from './rules.ts';
import { type OpenedLink, buildPayAttempt, getLinkState } from './view.ts';

type IssueResult = 'done' | 'refused' | 'unreachable';
type Origin = { source: 'payment_link'; payment_link_id: string };
type IssueDeps = Pick<Deps, 'db' | 'clock' | 'bank' | 'log'>;

interface CustomerInput {
  customer_name?: string;
  customer_email?: string;
}

/** How the application asks for codes and numbers, and asks the bank how they stand. */
export interface PaymentMethods {
  qris: {
    create: (
      tx: MerchantTx,
      actor: Actor,
      wish: CustomerInput & { amount: number; description?: string; expires_in_minutes: number },
      now: Date,
      origin: Origin,
    ) => Promise<string>;
    issue: (deps: IssueDeps, merchant_id: string, id: string) => Promise<IssueResult>;
    sync: (deps: IssueDeps, merchant_id: string, id: string) => Promise<unknown>;
  };
  virtual_account: {
    create: (
      tx: MerchantTx,
      actor: Actor,
      wish: CustomerInput & {
        bank: VaBank;
        holder_name: string;
        type: 'single';
        amount_type: 'closed';
        expected_amount: number;
        expires_in_s: number;
        description?: string;
      },
      now: Date,
      origin: Origin,
    ) => Promise<string>;
    issue: (deps: IssueDeps, merchant_id: string, id: string) => Promise<IssueResult>;
    sync: (deps: IssueDeps, merchant_id: string, id: string) => Promise<unknown>;
  };
}

/** Nobody of ours caused it: a visitor did. */
const CUSTOMER_ACTOR: Actor = { actor_type: 'system', actor_name: 'Customer on the pay page' };

type StartCtx = RequestContext<typeof startPayAttempt>;

/** Makes the payment once per key, has the bank issue its code or number, and answers what the customer is to pay. */
export async function startAttempt(
  ways: PaymentMethods,
  ctx: StartCtx,
  opened: OpenedLink,
): Promise<{ data: PayAttempt }> {
  const { merchant_id, link } = opened;
  const scoped: StartCtx = Object.create(ctx, {
    merchant_id: { value: merchant_id },
    tx: { value: <T>(work: (tx: MerchantTx) => Promise<T>) => asMerchant(ctx.deps.db, merchant_id, work) },
    // Keys are chosen by strangers: one link's never meet another's.
    idempotency_key: { value: hashToken(`${link.id}:${ctx.idempotency_key}`) },
  }) as StartCtx;
  return runIdempotent(startPayAttempt, scoped, {
    begin: (tx) => beginAttempt(ways, tx, opened, ctx.body, ctx.now),
    finish: (transaction_id) => finishAttempt(ways, ctx, opened, transaction_id),
  });
}

/** Our own rows, under the lock of the link: two visitors cannot both take its last place. Answers the payment's id. */
async function beginAttempt(
  ways: PaymentMethods,
  tx: MerchantTx,
  opened: OpenedLink,
  wish: Body<typeof startPayAttempt>,
  now: Date,
): Promise<string> {
  const link = await lockLink(tx, opened.link.id);
  if (link === undefined) throw notFound();
  const counts = await countLinkPayments(tx, link.id, now);
  const state = getLinkState(link, opened.merchant, counts.paid, now);
  if (state !== 'payable') throw new Problem(409, 'link_not_payable', `This link is ${state.replace('_', ' ')}.`);
  if (!link.channels.includes(wish.channel)) {
    throw new Problem(422, 'channel_not_offered', 'This link does not offer this way to pay.');
  }
  const amount = getPayableAmount({ ...opened, link }, wish, now);
  const read = parseAnswers(link, wish.answers);
  if ('faults' in read) throw buildAnswersProblem(read.faults);
  // A single-use link has one payer, who may come back to a channel: there is one number of each.
  if (link.type === 'single_use') {
    const live = await listLiveAttempts(tx, link.id, now);
    const same = live.find((each) => toChannel(each) === wish.channel && each.amount === amount);
    if (same !== undefined) return same.id;
  }
  if (getAttemptAvailability(link, counts, now) === 'full') {
    throw new Problem(409, 'link_busy', 'Others are paying the last of it now. Try again in a while.');
  }
  const transaction_id = await createPayment(
    ways,
    tx,
    { ...opened, link },
    { channel: wish.channel, amount },
    read.answers,
    now,
  );
  await storeAnswers(tx, transaction_id, read.answers);
  await recordLinkEvent(tx, link.id, { at: now, kind: 'attempted', actor_type: 'visitor', channel: wish.channel });
  return transaction_id;
}

const toChannel = ({ method, channel_code }: { method: string; channel_code: string | null }): string | null =>
  method === 'qris' ? 'QRIS' : channel_code;

function getPayableAmount({ link, prices }: OpenedLink, wish: Body<typeof startPayAttempt>, now: Date): number {
  const wanted = link.amount ?? wish.amount ?? null;
  if (wanted === null || !isWithinLimits(link, wanted)) throw buildAmountProblem();
  const amount = calculatePayerAmount(link, wish.channel, prices, wanted, now);
  const { amount_min, amount_max } = getMethodDetails(wish.channel);
  if (amount < amount_min || amount > amount_max) throw buildAmountProblem();
  return amount;
}

const buildAmountProblem = () =>
  new Problem(422, 'amount_invalid', 'Enter an amount within the limits.', {
    errors: [{ field: 'amount', detail: 'Enter an amount within the limits.' }],
  });

const buildAnswersProblem = (errors: { field: string; detail: string }[]) =>
  new Problem(422, 'answer_invalid', errors[0]?.detail ?? 'Please fill everything in.', { errors });

async function createPayment(
  ways: PaymentMethods,
  tx: MerchantTx,
  { link, merchant }: OpenedLink,
  wish: { channel: Body<typeof startPayAttempt>['channel']; amount: number },
  answers: Answers,
  now: Date,
): Promise<string> {
  const { channel, amount } = wish;
  const origin: Origin = { source: 'payment_link', payment_link_id: link.id };
  const about = {
    description: link.title,
    customer_name: answers.customer_name ?? undefined,
    customer_email: answers.customer_email ?? undefined,
    metadata: answers.metadata,
  };
  const life = getExpiry(channel, link, now);
  if (channel === 'QRIS') {
    const { expires_in_minutes = 1 } = life;
    const id = await ways.qris.create(tx, CUSTOMER_ACTOR, { ...about, amount, expires_in_minutes }, now, origin);
    return getTransactionId(tx, 'qris_payment_id', id);
  }
  const number = {
    bank: channel,
    holder_name: formatHolderName(merchant.brand_name, channel),
    type: 'single',
    amount_type: 'closed',
    expected_amount: amount,
    expires_in_s: life.expires_in_s ?? 60,
  } as const;
  const id = await ways.virtual_account.create(tx, CUSTOMER_ACTOR, { ...about, ...number }, now, origin);
  return getTransactionId(tx, 'virtual_account_id', id);
}

async function finishAttempt(
  ways: PaymentMethods,
  ctx: StartCtx,
  opened: OpenedLink,
  transaction_id: string,
): Promise<{ data: PayAttempt }> {
  const { merchant_id, link } = opened;
  const read = () => asMerchant(ctx.deps.db, merchant_id, (tx) => findAttempt(tx, link.id, transaction_id));
  const begun = await read();
  if (begun === undefined) throw notFound();
  if (begun.status === 'created') {
    const issued = await issuePayment(ways, ctx.deps, merchant_id, begun);
    // The payment stays: the same key asks again, and the jobs do so while there is time.
    if (issued === 'unreachable') throw buildChannelDownProblem();
    if (issued === 'refused') throw buildChannelRefusedProblem();
  }
  const row = begun.status === 'created' ? await read() : begun;
  if (row === undefined) throw notFound();
  if (row.status === 'failed') throw buildChannelRefusedProblem();
  return { data: buildPayAttempt(ctx.deps, opened, row, ctx.now) };
}

const buildChannelDownProblem = () =>
  new Problem(503, 'channel_down', 'This way to pay is not available right now. Please choose another.', {
    retry_after_s: 5,
  });
const buildChannelRefusedProblem = () =>
  new Problem(422, 'channel_refused', 'The bank cannot take this payment. Please choose another way to pay.');

function issuePayment(
  ways: PaymentMethods,
  deps: IssueDeps,
  merchant_id: string,
  row: AttemptRow,
): Promise<IssueResult> {
  if (row.qris_payment_id !== null) return ways.qris.issue(deps, merchant_id, row.qris_payment_id);
  return ways.virtual_account.issue(deps, merchant_id, row.virtual_account_id ?? '');
}

/** Asks the bank whether it has been paid. Answers when the bank has, or cannot be asked. */
export async function syncAttempt(
  ways: PaymentMethods,
  deps: IssueDeps,
  merchant_id: string,
  row: AttemptRow,
): Promise<void> {
  if (row.qris_payment_id !== null) await ways.qris.sync(deps, merchant_id, row.qris_payment_id);
  else await ways.virtual_account.sync(deps, merchant_id, row.virtual_account_id ?? '');
}
