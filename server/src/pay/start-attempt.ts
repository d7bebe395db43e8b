/** Starts a payment attempt of a link. Idempotent: repeated requests return the same code or number. */
import type { VaBank } from '@dasbor/contract/bank';
import { type PayAttempt, startPayAttempt } from '@dasbor/contract/pay';
import type { Body } from '@dasbor/contract/route';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { hashToken } from '../http/opaque-token.ts';
import { type Origin as RequestOrigin, getOrigin } from '../http/origin.ts';
import { localized } from '@dasbor/contract/language';
import { type FieldError, Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { countLinkPayments, listPayableAttempts, lockLink, recordLinkEvent } from '../payment-link/queries.ts';
import type { Actor } from '../transaction/write-queries.ts';
import {
  buildChannelDownProblem,
  buildChannelRefusedProblem,
  buildNotPayableProblem,
  hideMerchantTerms,
} from './problems.ts';
import { type AttemptRow, findAttempt, getTransactionId, storeAnswers } from './queries.ts';
import {
  type Answers,
  buildMethodDetails,
  formatHolderName,
  isWithinLimits,
  calculateExpiry,
  calculatePayerAmount,
  parseAnswers,
} from './rules.ts';
import { type OpenedLink, buildPayAttempt, toLinkState } from './view.ts';

type IssueResult = 'done' | 'refused' | 'unreachable';
type Origin = { source: 'payment_link'; payment_link_id: string };
type IssueDeps = Pick<Deps, 'db' | 'clock' | 'bank' | 'collection_clients' | 'log'>;

interface CreateOptions {
  actor: Actor;
  now: Date;
  origin: Origin;
}

interface CustomerInput {
  customer_name?: string;
  customer_email?: string;
}

/** Creates, issues and syncs payments of each method; wired in app.ts. */
export interface PaymentMethods {
  qris: {
    create: (
      tx: MerchantTx,
      input: CustomerInput & { amount: number; description?: string; expires_in_minutes: number },
      options: CreateOptions,
    ) => Promise<string>;
    issue: (deps: IssueDeps, merchant_id: string, id: string) => Promise<IssueResult>;
    sync: (deps: IssueDeps, merchant_id: string, id: string) => Promise<unknown>;
  };
  virtual_account: {
    create: (
      tx: MerchantTx,
      input: CustomerInput & {
        bank: VaBank;
        holder_name: string;
        type: 'single';
        amount_type: 'closed';
        expected_amount: number;
        expires_in_s: number;
        description?: string;
      },
      options: CreateOptions,
    ) => Promise<string>;
    issue: (deps: IssueDeps, merchant_id: string, id: string) => Promise<IssueResult>;
    sync: (deps: IssueDeps, merchant_id: string, id: string) => Promise<unknown>;
  };
}

/** Visitors are not users: their actions are recorded as the system's. */
const CUSTOMER_ACTOR: Actor = { actor_type: 'system', actor_name: 'Customer on the pay page' };

type StartCtx = RequestContext<typeof startPayAttempt>;

/** Creates the payment once per idempotency key, has the bank issue its code or number, and returns the attempt. */
export async function startAttempt(
  methods: PaymentMethods,
  ctx: StartCtx,
  opened: OpenedLink,
): Promise<{ data: PayAttempt }> {
  const { merchant_id, link } = opened;
  const scoped: StartCtx = Object.create(ctx, {
    merchant_id: { value: merchant_id },
    tx: { value: <T>(work: (tx: MerchantTx) => Promise<T>) => asMerchant(ctx.deps.db, merchant_id, work) },
    // Clients are anonymous, so keys are scoped to the link.
    idempotency_key: { value: hashToken(`${link.id}:${ctx.idempotency_key}`) },
  }) as StartCtx;
  return runIdempotent(startPayAttempt, scoped, {
    begin: (tx) =>
      beginAttempt({ methods, tx, opened, payer: getOrigin(ctx.request), now: ctx.now }, ctx.body).catch(
        (error: unknown) => {
          throw hideMerchantTerms(ctx.deps, { merchant_id, link_id: link.id }, error);
        },
      ),
    finish: (transaction_id) => finishAttempt(methods, ctx, opened, transaction_id),
  });
}

export interface AttemptContext {
  methods: PaymentMethods;
  tx: MerchantTx;
  opened: OpenedLink;
  /** Address and browser of the visitor. */
  payer: RequestOrigin;
  now: Date;
}

/** Inserts the payment and returns its id. Holds the lock of the link, so that its payer gets one number per channel. */
export async function beginAttempt(context: AttemptContext, input: Body<typeof startPayAttempt>): Promise<string> {
  const { tx, opened, payer, now } = context;
  const link = await lockLink(tx, opened.link.id);
  if (link === undefined) throw notFound();
  const counts = await countLinkPayments(tx, link.id, now);
  const state = toLinkState(link, opened.merchant, counts.paid, now);
  if (state !== 'payable') throw buildNotPayableProblem(state);
  if (!link.channels.includes(input.channel)) {
    throw new Problem(
      422,
      'channel_not_offered',
      localized(
        'This link does not accept this payment method. Choose another one.',
        'Tautan ini tidak menerima metode pembayaran ini. Pilih metode lain.',
      ),
    );
  }
  const amount = calculatePayableAmount({ ...opened, link }, input, now);
  const parsed = parseAnswers(link, input.answers);
  if ('errors' in parsed) throw buildAnswersProblem(parsed.errors);
  // A single-use link has one payer, who may return to a channel: reuse its number or code.
  if (link.type === 'single_use') {
    const live = await listPayableAttempts(tx, link.id, now);
    const same = live.find((each) => toChannel(each) === input.channel && each.amount === amount);
    if (same !== undefined) return same.id;
  }
  const payment = { channel: input.channel, amount };
  const transaction_id = await createPayment({ ...context, opened: { ...opened, link } }, payment, parsed.answers);
  await storeAnswers(tx, transaction_id, parsed.answers, payer);
  await recordLinkEvent(tx, link.id, { at: now, kind: 'attempted', actor_type: 'visitor', channel: input.channel });
  return transaction_id;
}

const toChannel = ({ method, channel_code }: { method: string; channel_code: string | null }): string | null =>
  method === 'qris' ? 'QRIS' : channel_code;

function calculatePayableAmount({ link, prices }: OpenedLink, input: Body<typeof startPayAttempt>, now: Date): number {
  const net_amount = link.amount ?? input.amount ?? null;
  if (net_amount === null || !isWithinLimits(link, net_amount)) throw buildAmountProblem();
  const amount = calculatePayerAmount({ link, channel: input.channel, net_amount }, prices, now);
  const { amount_min, amount_max } = buildMethodDetails(input.channel);
  if (amount < amount_min || amount > amount_max) throw buildAmountProblem();
  return amount;
}

const AMOUNT_INVALID = localized('Enter an amount within the limits.', 'Masukkan jumlah sesuai batas.');
const ANSWERS_MISSING = localized('Fill in all required fields.', 'Isi semua kolom wajib.');

const buildAmountProblem = () =>
  new Problem(422, 'amount_invalid', AMOUNT_INVALID, {
    errors: [{ field: 'amount', detail: AMOUNT_INVALID }],
  });

const buildAnswersProblem = (errors: FieldError[]) =>
  new Problem(422, 'answer_invalid', errors[0]?.detail ?? ANSWERS_MISSING, { errors });

async function createPayment(
  { methods, tx, opened: { link, merchant }, now }: AttemptContext,
  { channel, amount }: { channel: Body<typeof startPayAttempt>['channel']; amount: number },
  answers: Answers,
): Promise<string> {
  const origin: Origin = { source: 'payment_link', payment_link_id: link.id };
  const options: CreateOptions = { actor: CUSTOMER_ACTOR, now, origin };
  const details = {
    description: link.title,
    customer_name: answers.customer_name ?? undefined,
    customer_email: answers.customer_email ?? undefined,
    metadata: answers.metadata,
  };
  const expiry = calculateExpiry(channel, link, now);
  if (channel === 'QRIS') {
    const { expires_in_minutes = 1 } = expiry;
    const id = await methods.qris.create(tx, { ...details, amount, expires_in_minutes }, options);
    return getTransactionId(tx, 'qris_payment_id', id);
  }
  const number = {
    bank: channel,
    holder_name: formatHolderName(merchant.brand_name, channel),
    type: 'single',
    amount_type: 'closed',
    expected_amount: amount,
    expires_in_s: expiry.expires_in_s ?? 60,
  } as const;
  const id = await methods.virtual_account.create(tx, { ...details, ...number }, options);
  return getTransactionId(tx, 'virtual_account_id', id);
}

async function finishAttempt(
  methods: PaymentMethods,
  ctx: StartCtx,
  opened: OpenedLink,
  transaction_id: string,
): Promise<{ data: PayAttempt }> {
  const { merchant_id, link } = opened;
  const read = () => asMerchant(ctx.deps.db, merchant_id, (tx) => findAttempt(tx, link.id, transaction_id));
  const started = await read();
  if (started === undefined) throw notFound();
  if (started.status === 'created') {
    const issued = await issuePayment(methods, ctx.deps, merchant_id, started);
    // The payment is kept: a retry with the same key and the background jobs inquire again.
    if (issued === 'unreachable') throw buildChannelDownProblem();
    if (issued === 'refused') throw buildChannelRefusedProblem();
  }
  const row = started.status === 'created' ? await read() : started;
  if (row === undefined) throw notFound();
  if (row.status === 'failed') throw buildChannelRefusedProblem();
  return { data: buildPayAttempt(ctx.deps, opened, row, ctx.now) };
}

function issuePayment(
  methods: PaymentMethods,
  deps: IssueDeps,
  merchant_id: string,
  row: AttemptRow,
): Promise<IssueResult> {
  if (row.qris_payment_id !== null) return methods.qris.issue(deps, merchant_id, row.qris_payment_id);
  return methods.virtual_account.issue(deps, merchant_id, row.virtual_account_id ?? '');
}

/** Syncs the status of the payment with the bank. Does not throw when the bank is unreachable. */
export async function syncAttempt(
  methods: PaymentMethods,
  deps: IssueDeps,
  merchant_id: string,
  row: AttemptRow,
): Promise<void> {
  if (row.qris_payment_id !== null) await methods.qris.sync(deps, merchant_id, row.qris_payment_id);
  else await methods.virtual_account.sync(deps, merchant_id, row.virtual_account_id ?? '');
}
