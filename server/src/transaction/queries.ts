/** All SQL on payments that reads. Every table reference repeats the merchant (scale-out rules). */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Output } from '@dasbor/contract/route';
import type { SETTLEMENT_STATUSES, Transaction, TransactionStatus, getTransaction } from '@dasbor/contract/transaction';
import { countedPayments } from './roll-up-queries.ts';
import { SEARCH_FOUND_MAX } from './filter.ts';
import type { TransactionFilter, TransactionPlace } from './filter.ts';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx } from '../db/tx.ts';

/** Names of the fields of a payment, as the contract has them. */
export type TransactionField = keyof Transaction;

type TransactionBuilder = ExpressionBuilder<DB & { t: DB['transaction'] }, 't'>;

/** `r***@example.com`: enough for support to recognise an address that is read to them. */
export const masked_email = sql<
  string | null
>`left(t.customer_email, 1) || '***@' || split_part(t.customer_email, '@', 2)`;

/** The last four digits. */
export const masked_phone = sql<string | null>`'***' || right(t.customer_phone, 4)`;
const plain_phone = sql<string | null>`t.customer_phone`;

const plain_email = sql<string | null>`t.customer_email`;

const PLAIN_FIELDS = [
  't.id',
  't.created_at',
  't.merchant_reference',
  't.customer_name',
  't.channel_code',
  't.amount',
  't.tip_amount',
  't.fee_amount',
  't.fee_vat_amount',
  't.net_amount',
  't.description',
  't.issuer',
  't.payer_name',
  't.approval_code',
  't.rrn',
  't.provider_reference',
  't.failure_code',
  't.failure_message',
  't.late_payment',
  't.duplicate_payment',
  't.settlement_date',
  't.refunded_amount',
  't.qris_payment_id',
  't.virtual_account_id',
  't.va_number',
  't.payment_link_id',
  't.expires_at',
  't.paid_at',
  't.updated_at',
] as const;

/** What a reader may see of a payment. */
export interface Reading {
  masks_email: boolean;
}

const chosenFields =
  ({ masks_email }: Reading) =>
  (eb: TransactionBuilder) =>
    [
      ...PLAIN_FIELDS,
      eb.ref('t.status').$castTo<TransactionStatus>().as('status'),
      eb.ref('t.method').$castTo<Transaction['method']>().as('method'),
      eb.ref('t.source').$castTo<Transaction['source']>().as('source'),
      eb.ref('t.currency').$castTo<'IDR'>().as('currency'),
      eb.ref('t.settlement_status').$castTo<(typeof SETTLEMENT_STATUSES)[number] | null>().as('settlement_status'),
      (masks_email ? masked_email : plain_email).as('customer_email'),
      (masks_email ? masked_phone : plain_phone).as('customer_phone'),
      eb.ref('t.refund_status').$castTo<Transaction['refund_status']>().as('refund_status'),
    ] as const;

/** The payments of a filter, as `t`, not yet selected, ordered or limited. */
export function filtered(tx: MerchantTx, filter: TransactionFilter) {
  const { date_field, from, to, status, settlement_status, method, source, amount_min, amount_max, q } = filter;
  const date = `t.${date_field}` as const;
  let rows = tx.sql.selectFrom('transaction as t').where('t.merchant_id', '=', tx.merchant_id);
  if (from !== undefined) rows = rows.where(date, '>=', from);
  if (to !== undefined) rows = rows.where(date, '<', to);
  if (status?.length) rows = rows.where('t.status', 'in', status);
  if (settlement_status?.length) rows = rows.where('t.settlement_status', 'in', settlement_status);
  if (method?.length) rows = rows.where('t.method', 'in', method);
  if (source?.length) rows = rows.where('t.source', 'in', source);
  if (amount_min !== undefined) rows = rows.where('t.amount', '>=', amount_min);
  if (amount_max !== undefined) rows = rows.where('t.amount', '<=', amount_max);
  if (q) {
    const found = sql<string>`(select found.id from app.search_transactions(${q}, ${SEARCH_FOUND_MAX}) as found(id))`;
    rows = rows.where('t.id', 'in', found);
  }
  return rows;
}

/** Orders by the sort and, with equal values, by id. */
export function sorted<O>(
  rows: SelectQueryBuilder<DB & { t: DB['transaction'] }, 't', O>,
  { column, direction }: Pick<TransactionPlace, 'column' | 'direction'>,
) {
  return rows.orderBy(`t.${column}`, direction).orderBy('t.id', direction);
}

/** One page from a place on, and one row more when there is a next page. */
export async function listTransactionRows(
  tx: MerchantTx,
  filter: TransactionFilter,
  place: TransactionPlace,
  reading: Reading & { limit: number },
): Promise<Transaction[]> {
  let rows = filtered(tx, filter);
  if (place.after !== null) {
    const beyond = place.direction === 'desc' ? sql`<` : sql`>`;
    const { value, id } = place.after;
    rows = rows.where(sql<boolean>`(${sql.ref(`t.${place.column}`)}, t.id) ${beyond} (${value}, ${id})`);
  }
  return sorted(rows, place)
    .select(chosenFields(reading))
    .limit(reading.limit + 1)
    .execute();
}

interface StatusSum {
  status: TransactionStatus;
  count: number;
  amount: number;
}

/** Count and sum per state: out of the counted hours where the filter asks for nothing else than they know. */
export async function summariseTransactionRows(tx: MerchantTx, filter: TransactionFilter): Promise<StatusSum[]> {
  const { from, to, status, method, source, date_field, ...rest } = filter;
  const is_counted = date_field === 'created_at' && Object.values(rest).every((each) => each === undefined || each === '');
  if (!is_counted) return summariseOneByOne(tx, filter);
  const range = { from: dateOf(from), to: dateOf(to) };
  const { rows } = await sql<StatusSum>`
    select c.status, sum(c.count)::bigint as count, sum(c.amount)::bigint as amount
    from ${countedPayments(tx.merchant_id, range, { status, method, source })} c
    group by c.status`.execute(tx.sql);
  return rows;
}

const dateOf = (instant: string | undefined): Date | undefined =>
  instant === undefined ? undefined : new Date(instant);

const summariseOneByOne = (tx: MerchantTx, filter: TransactionFilter): Promise<StatusSum[]> =>
  filtered(tx, filter)
    .select((eb) => [
      eb.ref('t.status').$castTo<TransactionStatus>().as('status'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(t.amount)::bigint`.as('amount'),
    ])
    .groupBy('t.status')
    .execute();

export const findTransaction = (tx: MerchantTx, id: string, reading: Reading): Promise<Transaction | undefined> =>
  tx.sql
    .selectFrom('transaction as t')
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('t.id', '=', id)
    .select(chosenFields(reading))
    .executeTakeFirst();

export const listTransactionEvents = (tx: MerchantTx, transaction_id: string) =>
  tx.sql
    .selectFrom('transaction_event as e')
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.transaction_id', '=', transaction_id)
    .select((eb) => [
      'e.seq',
      'e.at',
      'e.actor_name',
      'e.reason',
      eb.ref('e.from_status').$castTo<TransactionStatus | null>().as('from_status'),
      eb.ref('e.to_status').$castTo<TransactionStatus>().as('to_status'),
      eb.ref('e.actor_type').$castTo<'system' | 'user' | 'provider' | 'api_key'>().as('actor_type'),
    ])
    .orderBy('e.seq')
    .execute();

/** The rule that a payment's fee was worked by, if it is paid: the merchant's own or the one for everybody. */
export async function findFeeRuleOf(tx: MerchantTx, transaction_id: string) {
  const { rows } = await sql<NonNullable<Output<typeof getTransaction>['data']['fee_rule']>>`
    select f.id, f.name, f.rate_bps, f.flat_amount, f.fee_min, f.fee_max, f.vat_rate_bps, f.vat_base_numerator,
      f.vat_base_denominator, f.effective_from, f.version
    from app.transaction t
    join (
      select id, name, rate_bps, flat_amount, fee_min, fee_max, vat_rate_bps, vat_base_numerator, vat_base_denominator,
        effective_from, version from app.fee_rule
      union all
      select id, name, rate_bps, flat_amount, fee_min, fee_max, vat_rate_bps, vat_base_numerator, vat_base_denominator,
        effective_from, version from app.merchant_fee_rule where merchant_id = ${tx.merchant_id}
    ) f on f.id = t.fee_rule_id
    where t.merchant_id = ${tx.merchant_id} and t.id = ${transaction_id}`.execute(tx.sql);
  return rows[0];
}
