/** Payments: list, totals, details, status sync, cancellation and receipt. */
import { buffer } from 'node:stream/consumers';
import type { Language } from '@dasbor/contract/language';
import { translateReason } from '@dasbor/contract/payment-reasons';
import type { Output } from '@dasbor/contract/route';
import type { Transaction } from '@dasbor/contract/transaction';
import type * as contract from '@dasbor/contract/transaction';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { recordAudit } from '../audit/record.ts';
import { isSearched } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Principal, isMasked } from '../http/principal.ts';
import { buildPage, isIndexOrder } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import { notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { assertRange } from '../http/range.ts';
import { bankUnreachable } from '../rails/problems.ts';
import { listRailLog } from '../rails/queries.ts';
import { transactionFile } from './csv-queries.ts';
import { findFilterIds } from './filter-ids.ts';
import { findPaymentSettlement, sumMerchantCommission, sumRefundFees } from './detail-queries.ts';
import { toTransactionCursor, parseTransactionCursor } from './filter-rules.ts';
import { assertFilterAllowed, notCancellable, notPaid } from './problems.ts';
import { findStoredFile, readStoredFile } from '../storage/stored-file.ts';
import { buildReceipt } from './receipt.ts';
import { type CancelOutcome, hasReceipt, isCancellable, calculateFeeSteps, translateFailure } from './rules.ts';
import type { Actor } from './write-queries.ts';
import {
  type ReadOptions,
  buildTransactionRows,
  findTransactionFeeRule,
  findReceiptMerchant,
  findTransaction,
  findTransactionOrigin,
  listTransactionEvents,
  summariseTransactionRows,
} from './queries.ts';
import { sortByStatus } from '../http/totals.ts';

/** Operations at the bank that depend on the payment method. */
export interface MethodPort {
  /** Queries the status at the bank and applies it; false when the bank did not respond. */
  syncStatus: (deps: Deps, merchant_id: string, object_id: string) => Promise<boolean>;
  /** Cancels a pending payment at the bank and here, and runs `onCancelled` in the same transaction. Absent: not cancellable. */
  cancel?: (
    deps: Deps,
    merchant_id: string,
    object_id: string,
    options: { actor: Actor; onCancelled: (tx: MerchantTx) => Promise<void> },
  ) => Promise<CancelOutcome>;
}

/** Operations by payment method. */
export interface MethodPorts {
  qris?: MethodPort;
  virtual_account?: MethodPort;
}

/** `ports` come from the application: other features implement the payment methods. */
export const transactionHandlers = (ports: MethodPorts): Handlers<typeof contract> => ({
  listTransactions: async (ctx) => {
    assertRange(ctx.query);
    assertFilterAllowed(isMasked(ctx.principal), ctx.query);
    if (ctx.file_format !== null) return createFileResponse(ctx, transactionFile);
    const { query } = ctx;
    const cursor = parseTransactionCursor(query.sort, query.cursor);
    const is_searched = isSearched(query.q, query.customer_email);
    const found = is_searched ? await ctx.tx((tx) => findFilterIds(tx, query)) : null;
    const options = { ...toReadOptions(ctx.principal), limit: query.limit + 1, found };
    const rows = await ctx.read((merchant) => buildTransactionRows(merchant, query, cursor, options), {
      is_index_order: isIndexOrder(query),
    });
    const { data, next_cursor } = buildPage(rows, query.limit, (row) => toTransactionCursor(query.sort, row));
    return { data: data.map((row) => translateFailure(row, ctx.language)), next_cursor };
  },

  summariseTransactions: async ({ query, tx, principal }) => {
    assertRange(query);
    assertFilterAllowed(isMasked(principal), query);
    const data = await tx((merchant) => summariseTransactionRows(merchant, query));
    return { data: sortByStatus(TRANSACTION_STATUSES, data) };
  },

  getTransaction: async (ctx) => ({ data: await getDetail(ctx) }),

  syncTransaction: async (ctx) => {
    const read = () => ctx.tx((tx) => findTransaction(tx, ctx.params.id, toReadOptions(ctx.principal)));
    const found = await read();
    if (found === undefined) throw notFound();
    const method = findPort(ports, found);
    if (method && !(await method.port.syncStatus(ctx.deps, ctx.merchant_id, method.object_id))) throw bankUnreachable();
    return { data: (await read()) ?? found };
  },

  cancelTransaction: async (ctx) => {
    const { principal, deps, merchant_id, params } = ctx;
    const read = () => ctx.tx((tx) => findTransaction(tx, params.id, toReadOptions(principal)));
    const found = await read();
    if (found === undefined) throw notFound();
    const method = findPort(ports, found);
    if (!isCancellable(found.status) || method?.port.cancel === undefined) throw notCancellable();
    const actor: Actor = { actor_type: principal.type, actor_name: principal.name };
    const onCancelled = (tx: MerchantTx) => auditCancel(tx, ctx, found);
    const outcome = await method.port.cancel(deps, merchant_id, method.object_id, { actor, onCancelled });
    if (outcome === 'not_cancellable') throw notCancellable();
    if (outcome === 'unreachable') throw bankUnreachable();
    return { data: (await read()) ?? found };
  },

  getTransactionReceipt: async (ctx) => {
    const { deps, merchant_id, now, params } = ctx;
    const [payment, { logo_file_id, ...merchant }] = await ctx.tx(async (tx) => [
      await findTransaction(tx, params.id, toReadOptions(ctx.principal)),
      await findReceiptMerchant(tx),
    ]);
    if (payment === undefined) throw notFound();
    if (!hasReceipt(payment.status)) throw notPaid();
    const file = logo_file_id === null ? null : await findStoredFile(deps, merchant_id, logo_file_id);
    const logo = file && (await buffer(readStoredFile(deps.db, merchant_id, file)));
    const receipt = buildReceipt(payment, { ...merchant, logo }, now);
    return new StreamResponse(receipt, 'application/pdf', `receipt-${payment.id}.pdf`);
  },
});

async function getDetail(
  ctx: RequestContext<typeof contract.getTransaction>,
): Promise<Output<typeof contract.getTransaction>['data']> {
  const { id } = ctx.params;
  return ctx.tx(async (tx) => {
    const found = await findTransaction(tx, id, toReadOptions(ctx.principal));
    if (found === undefined) throw notFound();
    const object_ids = [found.qris_payment_id, found.virtual_account_id].filter((object) => object !== null);
    const events = (await listTransactionEvents(tx, id)).map((event) => translateEvent(event, ctx.language));
    const fee_rule = (await findTransactionFeeRule(tx, id)) ?? null;
    const fee_working = fee_rule === null ? null : calculateFeeSteps(found.amount, fee_rule);
    const rail_log = await listRailLog(tx, [id, ...object_ids]);
    const { provider = '', ip = null, user_agent = null } = (await findTransactionOrigin(tx, id)) ?? {};
    const origin = { provider, ip, user_agent };
    const settlement = (await findPaymentSettlement(tx, id)) ?? null;
    const commission_amount = await sumMerchantCommission(tx, id);
    const refund_fee_amount = found.refunded_amount === 0 ? 0 : await sumRefundFees(tx, id);
    const amounts = { commission_amount, refund_fee_amount };
    const payment = { ...translateFailure(found, ctx.language), ...origin };
    return { ...payment, ...amounts, fee_rule, fee_working, settlement, events, rail_log };
  });
}

type Event = Awaited<ReturnType<typeof listTransactionEvents>>[number];

/** Texts of the system and of banks in the language of the reader; what people wrote stays as it is. */
const translateEvent = (event: Event, language: Language): Event => ({
  ...event,
  reason: event.reason && translateReason(event.reason, language),
  note: event.note && event.actor_type !== 'user' ? translateReason(event.note, language) : event.note,
});

const auditCancel = (
  tx: MerchantTx,
  ctx: RequestContext<typeof contract.cancelTransaction>,
  before: Transaction,
): Promise<void> =>
  recordAudit(ctx, tx, {
    action: 'transaction.cancelled',
    object_type: 'transaction',
    object_id: before.id,
    before: { status: before.status },
    after: { status: 'cancelled' },
  });

/** The operations of a payment's method and the id of its object; undefined when there is none at the bank. */
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
