/** Begins a payment on a link: one code or number per choice, however often and by however many taps it is asked for. */
import type { VaBank } from '@dasbor/contract/bank';
import { type PayAttempt, startPayAttempt } from '@dasbor/contract/pay';
import type { Body } from '@dasbor/contract/route';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { oncePerKey } from '../http/idempotency.ts';
import { hashToken } from '../http/opaque-token.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Ctx } from '../http/serve.ts';
import { countLinkPayments, listLiveAttempts, lockLink, recordLinkEvent } from '../payment-link/queries.ts';
import { attemptOf } from '../payment-link/rules.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { type AttemptRow, findAttempt, findPaymentOf, keepAnswers } from './queries.ts';
import { type Answers, factsOf, holderNameOf, isWithin, lifeOf, payerAmountOf, readAnswers } from './rules.ts';
import { type Opened, attemptView, stateOf } from './shown.ts';

type Issued = 'done' | 'refused' | 'unreachable';
type Origin = { source: 'payment_link'; payment_link_id: string };
type IssueDeps = Pick<Deps, 'db' | 'clock' | 'bank' | 'log'>;

interface Customer {
  customer_name?: string;
  customer_email?: string;
}

/** How the application asks for codes and numbers, and asks the bank how they stand. */
export interface PayWays {
  qris: {
    begin: (
      tx: MerchantTx,
      actor: Actor,
      wish: Customer & { amount: number; description?: string; expires_in_minutes: number },
      now: Date,
      origin: Origin,
    ) => Promise<string>;
    issue: (deps: IssueDeps, merchant_id: string, id: string) => Promise<Issued>;
    follow: (deps: IssueDeps, merchant_id: string, id: string) => Promise<unknown>;
  };
  virtual_account: {
    begin: (
      tx: MerchantTx,
      actor: Actor,
      wish: Customer & {
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
    issue: (deps: IssueDeps, merchant_id: string, id: string) => Promise<Issued>;
    follow: (deps: IssueDeps, merchant_id: string, id: string) => Promise<unknown>;
  };
}

/** Nobody of ours caused it: a visitor did. */
const CUSTOMER: Actor = { actor_type: 'system', actor_name: 'Customer on the pay page' };

type StartCtx = Ctx<typeof startPayAttempt>;

/** Makes the payment once per key, has the bank issue its code or number, and answers what the customer is to pay. */
export async function startAttempt(ways: PayWays, ctx: StartCtx, opened: Opened): Promise<{ data: PayAttempt }> {
  const { merchant_id, link } = opened;
  const scoped: StartCtx = Object.create(ctx, {
    merchant_id: { value: merchant_id },
    tx: { value: <T>(work: (tx: MerchantTx) => Promise<T>) => asMerchant(ctx.deps.db, merchant_id, work) },
    // Keys are chosen by strangers: one link's never meet another's.
    idempotency_key: { value: hashToken(`${link.id}:${ctx.idempotency_key}`) },
  }) as StartCtx;
  return oncePerKey(startPayAttempt, scoped, {
    begin: (tx) => begin(ways, tx, opened, ctx.body, ctx.now),
    finish: (transaction_id) => finish(ways, ctx, opened, transaction_id),
  });
}

/** Our own rows, under the lock of the link: two visitors cannot both take its last place. Answers the payment's id. */
async function begin(
  ways: PayWays,
  tx: MerchantTx,
  opened: Opened,
  wish: Body<typeof startPayAttempt>,
  now: Date,
): Promise<string> {
  const link = await lockLink(tx, opened.link.id);
  if (link === undefined) throw notFound();
  const counts = await countLinkPayments(tx, link.id, now);
  const state = stateOf(link, opened.merchant, counts.paid, now);
  if (state !== 'payable') throw new Problem(409, 'link_not_payable', `This link is ${state.replace('_', ' ')}.`);
  if (!link.channels.includes(wish.channel)) {
    throw new Problem(422, 'channel_not_offered', 'This link does not offer this way to pay.');
  }
  const amount = amountOf({ ...opened, link }, wish, now);
  const read = readAnswers(link, wish.answers);
  if ('faults' in read) throw answersInvalid(read.faults);
  // A single-use link has one payer, who may come back to a channel: there is one number of each.
  if (link.type === 'single_use') {
    const live = await listLiveAttempts(tx, link.id, now);
    const same = live.find((each) => channelOf(each) === wish.channel && each.amount === amount);
    if (same !== undefined) return same.id;
  }
  if (attemptOf(link, counts, now) === 'full') {
    throw new Problem(409, 'link_busy', 'Others are paying the last of it now. Try again in a while.');
  }
  const transaction_id = await ask(ways, tx, { ...opened, link }, { channel: wish.channel, amount }, read.answers, now);
  await keepAnswers(tx, transaction_id, read.answers);
  await recordLinkEvent(tx, link.id, { at: now, kind: 'attempted', actor_type: 'visitor', channel: wish.channel });
  return transaction_id;
}

const channelOf = ({ method, channel_code }: { method: string; channel_code: string | null }): string | null =>
  method === 'qris' ? 'QRIS' : channel_code;

function amountOf({ link, prices }: Opened, wish: Body<typeof startPayAttempt>, now: Date): number {
  const wanted = link.amount ?? wish.amount ?? null;
  if (wanted === null || !isWithin(link, wanted)) throw amountInvalid();
  const amount = payerAmountOf(link, wish.channel, prices, wanted, now);
  const { amount_min, amount_max } = factsOf(wish.channel);
  if (amount < amount_min || amount > amount_max) throw amountInvalid();
  return amount;
}

const amountInvalid = () =>
  new Problem(422, 'amount_invalid', 'Enter an amount within the limits.', {
    errors: [{ field: 'amount', detail: 'Enter an amount within the limits.' }],
  });

const answersInvalid = (errors: { field: string; detail: string }[]) =>
  new Problem(422, 'answer_invalid', errors[0]?.detail ?? 'Please fill everything in.', { errors });

async function ask(
  ways: PayWays,
  tx: MerchantTx,
  { link, merchant }: Opened,
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
  const life = lifeOf(channel, link, now);
  if (channel === 'QRIS') {
    const { expires_in_minutes = 1 } = life;
    const id = await ways.qris.begin(tx, CUSTOMER, { ...about, amount, expires_in_minutes }, now, origin);
    return findPaymentOf(tx, 'qris_payment_id', id);
  }
  const number = {
    bank: channel,
    holder_name: holderNameOf(merchant.brand_name, channel),
    type: 'single',
    amount_type: 'closed',
    expected_amount: amount,
    expires_in_s: life.expires_in_s ?? 60,
  } as const;
  const id = await ways.virtual_account.begin(tx, CUSTOMER, { ...about, ...number }, now, origin);
  return findPaymentOf(tx, 'virtual_account_id', id);
}

async function finish(
  ways: PayWays,
  ctx: StartCtx,
  opened: Opened,
  transaction_id: string,
): Promise<{ data: PayAttempt }> {
  const { merchant_id, link } = opened;
  const read = () => asMerchant(ctx.deps.db, merchant_id, (tx) => findAttempt(tx, link.id, transaction_id));
  const begun = await read();
  if (begun === undefined) throw notFound();
  if (begun.status === 'created') {
    const issued = await issue(ways, ctx.deps, merchant_id, begun);
    // The payment stays: the same key asks again, and the jobs do so while there is time.
    if (issued === 'unreachable') throw channelDown();
    if (issued === 'refused') throw channelRefused();
  }
  const row = begun.status === 'created' ? await read() : begun;
  if (row === undefined) throw notFound();
  if (row.status === 'failed') throw channelRefused();
  return { data: attemptView(ctx.deps, opened, row, ctx.now) };
}

const channelDown = () =>
  new Problem(503, 'channel_down', 'This way to pay is not available right now. Please choose another.', {
    retry_after_s: 5,
  });
const channelRefused = () =>
  new Problem(422, 'channel_refused', 'The bank cannot take this payment. Please choose another way to pay.');

function issue(ways: PayWays, deps: IssueDeps, merchant_id: string, row: AttemptRow): Promise<Issued> {
  if (row.qris_payment_id !== null) return ways.qris.issue(deps, merchant_id, row.qris_payment_id);
  return ways.virtual_account.issue(deps, merchant_id, row.virtual_account_id ?? '');
}

/** Asks the bank whether it has been paid. Answers when the bank has, or cannot be asked. */
export async function followAttempt(
  ways: PayWays,
  deps: IssueDeps,
  merchant_id: string,
  row: AttemptRow,
): Promise<void> {
  if (row.qris_payment_id !== null) await ways.qris.follow(deps, merchant_id, row.qris_payment_id);
  else await ways.virtual_account.follow(deps, merchant_id, row.virtual_account_id ?? '');
}
