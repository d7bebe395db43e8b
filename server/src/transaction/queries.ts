/** Read queries of payments. Every table reference repeats the merchant (scale-out rules). */
import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { FeeRule } from '@dasbor/contract/fee-rule';
import {
  type Transaction,
  type TransactionFlag,
  type TransactionStatus,
  transaction,
} from '@dasbor/contract/transaction';
import { IS_OFFERED } from './day-roll-up-queries.ts';
import { buildFeeRulesTable } from './fee-queries.ts';
import { findFilterIds } from './filter-ids.ts';
import { buildNetAmount } from './net-queries.ts';
import { buildCountsTable, buildHourCondition } from './roll-up-queries.ts';
import type { TransactionFilter, TransactionCursor } from './filter-rules.ts';
import { buildColumns } from '../db/columns.ts';
import type { DB } from '../db/schema.gen.ts';
import type { FoundIds } from '../db/search-ids.ts';
import type { MerchantTx, QueryScope } from '../db/tx.ts';
import { buildValueCondition } from '../db/value-condition.ts';

export type TransactionField = keyof Transaction;

/** `r***@example.com`: enough for support to confirm an address. */
export const masked_email = sql<
  string | null
>`left(t.customer_email, 1) || '***@' || split_part(t.customer_email, '@', 2)`;

/** The last four digits. */
export const masked_phone = sql<string | null>`'***' || right(t.customer_phone, 4)`;
const plain_phone = sql<string | null>`t.customer_phone`;

const plain_email = sql<string | null>`t.customer_email`;

const COLUMNS = buildColumns(
  't',
  transaction.omit({ net_amount: true, customer_email: true, customer_phone: true }).shape,
);

/** What the principal may see of a payment. */
export interface ReadOptions {
  masks_email: boolean;
}

const buildSelection = (merchant_id: QueryScope['merchant_id'], { masks_email }: ReadOptions) => [
  ...COLUMNS,
  buildNetAmount(merchant_id).as('net_amount'),
  (masks_email ? masked_email : plain_email).as('customer_email'),
  (masks_email ? masked_phone : plain_phone).as('customer_phone'),
];

/** Filters by values of a column. */
const VALUE_FILTERS = [
  ['status', 't.status'],
  ['settlement_status', 't.settlement_status'],
  ['method', 't.method'],
  ['source', 't.source'],
  ['refund_status', 't.refund_status'],
] as const;
/** Filters by values that a payment may lack. */
const OPTIONAL_FILTERS = [
  ['channel', 't.channel_code'],
  ['issuer', 't.issuer'],
  ['failure_code', 't.failure_code'],
] as const;
/** Filters by the object that was paid. */
const OBJECT_FILTERS = ['qris_payment_id', 'virtual_account_id'] as const;

/** The payments of a filter, as `t`, without select, order and limit; `found`: the matches of its text. */
export function buildFilteredQuery(tx: QueryScope, filter: TransactionFilter, found: FoundIds) {
  const { date_field, from, to, hour, amount_min, amount_max, flags, ids } = filter;
  const { payment_link_id, customer_email, is_shown_to_payer } = filter;
  const date = `t.${date_field}` as const;
  let rows = tx.sql.selectFrom('transaction as t').where('t.merchant_id', '=', tx.merchant_id);
  if (from !== undefined) rows = rows.where(date, '>=', from);
  if (to !== undefined) rows = rows.where(date, '<', to);
  if (hour?.length) rows = rows.where(buildHourCondition('t.created_at', hour));
  for (const [name, column] of VALUE_FILTERS) {
    const values: readonly string[] | undefined = filter[name];
    if (values?.length) rows = rows.where(sql.ref<string>(column), 'in', values);
  }
  for (const [name, column] of OPTIONAL_FILTERS) {
    const values = filter[name];
    if (values?.length) rows = rows.where(buildValueCondition(column, values));
  }
  if (payment_link_id !== undefined) rows = rows.where(buildValueCondition('t.payment_link_id', [payment_link_id]));
  if (customer_email) rows = rows.where(sql<boolean>`lower(t.customer_email) = lower(${customer_email})`);
  for (const name of OBJECT_FILTERS) {
    const id = filter[name];
    if (id !== undefined) rows = rows.where(`t.${name}`, '=', id);
  }
  if (amount_min !== undefined) rows = rows.where('t.amount', '>=', amount_min);
  if (amount_max !== undefined) rows = rows.where('t.amount', '<=', amount_max);
  if (is_shown_to_payer !== undefined) rows = rows.where(sql<boolean>`${sql.raw(IS_OFFERED)}`);
  if (flags?.length) rows = rows.where((eb) => eb.or(flags.map((flag) => buildFlag(tx.merchant_id, flag, eb))));
  if (ids?.length) rows = rows.where((eb) => eb.or(EXACT_COLUMNS.map((column) => eb(column, 'in', ids))));
  if (found !== null) rows = rows.where(sql<boolean>`t.id = any (${found}::text[])`);
  return rows;
}

function buildFlag(
  merchant_id: QueryScope['merchant_id'],
  flag: TransactionFlag,
  eb: ExpressionBuilder<DB & { t: DB['transaction'] }, 't'>,
): Expression<SqlBool> {
  if (flag !== 'failed_webhook') return eb(`t.${flag}`, 'is', true);
  // Failed deliveries are few, so they are found first.
  return sql<SqlBool>`t.id in (select e.object_id from app.webhook_delivery d
    join app.webhook_event e on e.merchant_id = d.merchant_id and e.id = d.event_id
    where d.merchant_id = ${merchant_id} and e.merchant_id = ${merchant_id} and e.object_id is not null
      and d.status in ('retrying', 'failed', 'exhausted'))`;
}

/** Columns of an exact lookup. */
const EXACT_COLUMNS = ['t.id', 't.merchant_reference', 't.rrn', 't.provider_reference'] as const;

/** Orders by the sort and, with equal values, by id. */
export function applySort<O>(
  rows: SelectQueryBuilder<DB & { t: DB['transaction'] }, 't', O>,
  { column, direction }: Pick<TransactionCursor, 'column' | 'direction'>,
) {
  return rows.orderBy(`t.${column}`, direction).orderBy('t.id', direction);
}

/** The first rows after a cursor. */
export function buildTransactionRows(
  tx: QueryScope,
  filter: TransactionFilter,
  cursor: TransactionCursor,
  { found, limit, ...options }: ReadOptions & { limit: number; found: FoundIds },
) {
  let rows = buildFilteredQuery(tx, filter, found);
  if (cursor.after !== null) {
    const beyond = cursor.direction === 'desc' ? sql`<` : sql`>`;
    const { value, id } = cursor.after;
    rows = rows.where(sql<boolean>`(${sql.ref(`t.${cursor.column}`)}, t.id) ${beyond} (${value}, ${id})`);
  }
  return applySort(rows, cursor).select(buildSelection(tx.merchant_id, options)).limit(limit);
}

export interface StatusSum {
  status: TransactionStatus;
  count: number;
  amount: number;
}

/** Count and sum per status: from the hourly counts where they can answer the filter. */
export async function summariseTransactionRows(tx: MerchantTx, filter: TransactionFilter): Promise<StatusSum[]> {
  const found = await findFilterIds(tx, filter);
  const { rows } = await sql<StatusSum>`
    select s.status, s.count, s.amount from (${buildTransactionSums(tx, filter, found)}) s`.execute(tx.sql);
  return rows;
}

/** Rows of status, count and amount. */
export function buildTransactionSums(tx: QueryScope, filter: TransactionFilter, found: FoundIds): RawBuilder<unknown> {
  const { from, to, hour, status, method, source, date_field, ...rest } = filter;
  const is_counted =
    date_field === 'created_at' && Object.values(rest).every((each) => each === undefined || each === '');
  if (!is_counted) return sql`${buildRowSums(tx, filter, found)}`;
  const range = { from: toDate(from), to: toDate(to) };
  return sql`
    select c.status, sum(c.count)::bigint as count, sum(c.amount)::bigint as amount
    from ${buildCountsTable(tx.merchant_id, range, { hour, status, method, source })} c
    group by c.status`;
}

const toDate = (instant: string | undefined): Date | undefined =>
  instant === undefined ? undefined : new Date(instant);

const buildRowSums = (tx: QueryScope, filter: TransactionFilter, found: FoundIds) =>
  buildFilteredQuery(tx, filter, found)
    .select(['t.status', sql<number>`count(*)`.as('count'), sql<number>`sum(t.amount)::bigint`.as('amount')])
    .groupBy('t.status');

export const findTransaction = (tx: MerchantTx, id: string, options: ReadOptions): Promise<Transaction | undefined> =>
  tx.sql
    .selectFrom('transaction as t')
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('t.id', '=', id)
    .select(buildSelection(tx.merchant_id, options))
    .executeTakeFirst();

export const listTransactionEvents = (tx: MerchantTx, transaction_id: string) =>
  tx.sql
    .selectFrom('transaction_event as e')
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.transaction_id', '=', transaction_id)
    .select([
      'e.seq',
      'e.at',
      'e.actor_name',
      'e.reason',
      'e.refund_id',
      'e.refund_amount',
      'e.note',
      'e.code',
      'e.from_status',
      'e.to_status',
      'e.actor_type',
    ])
    .orderBy('e.seq')
    .execute();

/** Fields of the transaction details only. */
export const findTransactionOrigin = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('transaction as t')
    .select(['t.provider', 't.ip', 't.user_agent'])
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('t.id', '=', id)
    .executeTakeFirst();

/** Fee rule of a paid payment: the merchant's own or the standard one. */
export async function findTransactionFeeRule(tx: MerchantTx, transaction_id: string): Promise<FeeRule | undefined> {
  const { rows } = await sql<FeeRule>`
    select f.* from app.transaction t
    join (${buildFeeRulesTable(tx.merchant_id)}) f on f.id = t.fee_rule_id
    where t.merchant_id = ${tx.merchant_id} and t.id = ${transaction_id}`.execute(tx.sql);
  return rows[0];
}

export async function hasTransaction(tx: MerchantTx, id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export const findReceiptMerchant = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['brand_name', 'legal_name', 'city', 'brand_color', 'logo_file_id'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
