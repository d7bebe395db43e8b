/** Payments: the list with its totals and its CSV, one payment with everything about it, and asking the bank again. */
import type { Transaction } from '@dasbor/contract/transaction';
import type * as contract from '@dasbor/contract/transaction';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Principal, isMasked } from '../http/principal.ts';
import { createFileResponse } from '../http/list-file.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { listRailLog } from '../rails/queries.ts';
import { transactionFile } from './csv-queries.ts';
import { assertRange, formatTransactionCursor, parseTransactionCursor } from './filter.ts';
import { buildReceipt } from './receipt.ts';
import { type CancelOutcome, hasReceipt, isCancellable, calculateFeeSteps } from './rules.ts';
import type { Actor } from './write-queries.ts';
import {
  type ReadOptions,
  findTransactionFeeRule,
  findReceiptMerchant,
  findTransaction,
  findTransactionOrigin,
  listTransactionEvents,
  listTransactionRows,
  summariseTransactionRows,
} from './queries.ts';

/** What only the noun behind a payment can do with it at the bank. */
export interface MethodPort {
  /** Asks the bank how it stands and takes the answer over; false when the bank could not be asked. */
  syncStatus: (deps: Deps, merchant_id: string, object_id: string) => Promise<boolean>;
  /**
   * Ends a waiting payment at the bank and here, and does `also` in the transaction that ends it. Absent: it cannot be
   * cancelled.
   */
  cancel?: (
    deps: Deps,
    merchant_id: string,
    object_id: string,
    actor: Actor,
    also: (tx: MerchantTx) => Promise<void>,
  ) => Promise<CancelOutcome>;
}

/** By method: the noun behind it. */
export interface MethodPorts {
  qris?: MethodPort;
  virtual_account?: MethodPort;
}

/** `ports`: handed in by the application, for a payment's method is another noun's matter. */
export const transactionHandlers = (ports: MethodPorts): Handlers<typeof contract> => ({
  listTransactions: async (ctx) => {
    assertRange(ctx.query);
    if (ctx.file_format !== null) return createFileResponse(ctx, transactionFile);
    const { query, tx } = ctx;
    const place = parseTransactionCursor(query.sort, query.cursor);
    const reading = { ...toReadOptions(ctx.principal), limit: query.limit };
    const rows = await tx((merchant) => listTransactionRows(merchant, query, place, reading));
    const data = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? data.at(-1) : undefined;
    return { data, next_cursor: last ? formatTransactionCursor(query.sort, last) : null };
  },

  summariseTransactions: async ({ query, tx }) => {
    assertRange(query);
    const data = await tx((merchant) => summariseTransactionRows(merchant, query));
    const order = (status: Transaction['status']) => TRANSACTION_STATUSES.indexOf(status);
    return { data: data.toSorted((a, b) => order(a.status) - order(b.status)) };
  },

  getTransaction: async (ctx) => {
    const { id } = ctx.params;
    return ctx.tx(async (tx) => {
      const found = await findTransaction(tx, id, toReadOptions(ctx.principal));
      if (found === undefined) throw notFound();
      const behind = [found.qris_payment_id, found.virtual_account_id].filter((object) => object !== null);
      const objects = [id, ...behind];
      const events = await listTransactionEvents(tx, id);
      const fee_rule = (await findTransactionFeeRule(tx, id)) ?? null;
      const fee_working = fee_rule === null ? null : calculateFeeSteps(found.amount, fee_rule);
      const rail_log = await listRailLog(tx, objects);
      const { provider = '', ip = null, user_agent = null } = (await findTransactionOrigin(tx, id)) ?? {};
      return { data: { ...found, provider, ip, user_agent, fee_rule, fee_working, events, rail_log } };
    });
  },

  syncTransaction: async (ctx) => {
    const read = () => ctx.tx((tx) => findTransaction(tx, ctx.params.id, toReadOptions(ctx.principal)));
    const found = await read();
    if (found === undefined) throw notFound();
    const behind = findPort(ports, found);
    if (behind && !(await behind.port.syncStatus(ctx.deps, ctx.merchant_id, behind.object_id))) throw bankUnreachable();
    return { data: (await read()) ?? found };
  },

  cancelTransaction: async (ctx) => {
    const { principal, deps, merchant_id, params } = ctx;
    const read = () => ctx.tx((tx) => findTransaction(tx, params.id, toReadOptions(principal)));
    const found = await read();
    if (found === undefined) throw notFound();
    const behind = findPort(ports, found);
    if (!isCancellable(found.status) || behind?.port.cancel === undefined) throw notCancellable();
    const actor: Actor = { actor_type: principal.type, actor_name: principal.name };
    const witness = (tx: MerchantTx) => auditCancel(tx, ctx, found);
    const outcome = await behind.port.cancel(deps, merchant_id, behind.object_id, actor, witness);
    if (outcome === 'not_cancellable') throw notCancellable();
    if (outcome === 'unreachable') throw bankUnreachable();
    return { data: (await read()) ?? found };
  },

  getTransactionReceipt: async (ctx) => {
    const { now, params } = ctx;
    const [payment, merchant] = await ctx.tx(async (tx) => [
      await findTransaction(tx, params.id, toReadOptions(ctx.principal)),
      await findReceiptMerchant(tx),
    ]);
    if (payment === undefined) throw notFound();
    if (!hasReceipt(payment.status)) {
      throw new Problem(409, 'not_paid', 'There is a receipt once the payment is paid.');
    }
    return new StreamResponse(buildReceipt(payment, merchant, now), 'application/pdf', `receipt-${payment.id}.pdf`);
  },
});

const bankUnreachable = () => new Problem(502, 'bank_unreachable', 'The bank does not answer. Please try again later.');
const notCancellable = () =>
  new Problem(409, 'not_cancellable', 'Only a payment that waits for its payer can be cancelled.');

const auditCancel = (
  tx: MerchantTx,
  ctx: RequestContext<typeof contract.cancelTransaction>,
  before: Transaction,
): Promise<void> =>
  recordAudit(tx, {
    at: ctx.now,
    actor: toAuditActor(ctx.principal),
    ip: ctx.request.ip,
    action: 'transaction.cancelled',
    object_type: 'transaction',
    object_id: before.id,
    before: { status: before.status },
    after: { status: 'cancelled' },
  });

/** The noun behind a payment and its id there; undefined when nothing at the bank belongs to it. */
function findPort(
  { qris, virtual_account }: MethodPorts,
  payment: Pick<Transaction, 'qris_payment_id' | 'virtual_account_id'>,
): { port: MethodPort; object_id: string } | undefined {
  const { qris_payment_id, virtual_account_id } = payment;
  if (qris_payment_id !== null && qris) return { port: qris, object_id: qris_payment_id };
  if (virtual_account_id !== null && virtual_account) return { port: virtual_account, object_id: virtual_account_id };
  return undefined;
}

const toReadOptions = (principal: Principal): ReadOptions => ({ masks_email: isMasked(principal) });
