/** SQL on deposits. Every table reference repeats the merchant (scale-out rules). */
import { type OperationNodeSource, sql } from 'kysely';
import type { VaBank } from '@dasbor/contract/bank';
import {
  type Deposit,
  type DepositStatus,
  type ReviewReason,
  type listDeposits,
  deposit,
} from '@dasbor/contract/deposit-va';
import type { Rupiah } from '@dasbor/contract/money';
import type { Query } from '@dasbor/contract/route';
import { buildColumns } from '../db/columns.ts';
import { type FoundIds, findSearchIds } from '../db/search-ids.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { AccountIds } from '../ledger/payment.ts';
import { buildAccountIdsJson, buildFeeRulesJson } from '../transaction/fee-queries.ts';
import type { DatedFeeRule } from '../transaction/rules.ts';

export type DepositFilter = Omit<Query<typeof listDeposits>, 'cursor' | 'limit'>;

const COLUMNS = buildColumns('d', deposit.shape);

/** The deposits that match a filter, as `d`; `found`: the matches of its text. */
export function buildFilteredDepositQuery(
  tx: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  filter: DepositFilter,
  found: FoundIds,
) {
  const { from, to, status, bank, deposit_va_id, amount_min, amount_max } = filter;
  let rows = tx.sql.selectFrom('deposit as d').where('d.merchant_id', '=', tx.merchant_id);
  if (from !== undefined) rows = rows.where('d.received_at', '>=', from);
  if (to !== undefined) rows = rows.where('d.received_at', '<', to);
  if (status?.length) rows = rows.where('d.status', 'in', status);
  if (bank?.length) rows = rows.where('d.bank', 'in', bank);
  if (deposit_va_id !== undefined) rows = rows.where('d.deposit_va_id', '=', deposit_va_id);
  if (amount_min !== undefined) rows = rows.where('d.amount', '>=', amount_min);
  if (amount_max !== undefined) rows = rows.where('d.amount', '<=', amount_max);
  if (found !== null) rows = rows.where(sql<boolean>`d.id = any (${found}::text[])`);
  return rows;
}

const buildFieldQuery = (rows: ReturnType<typeof buildFilteredDepositQuery>) => rows.select(COLUMNS);

/** One page after the cursor, newest first, plus one row when there is a next page. */
export async function listDepositRows(
  tx: MerchantTx,
  filter: DepositFilter,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<Deposit[]> {
  let rows = buildFieldQuery(
    buildFilteredDepositQuery(tx, filter, await findSearchIds(tx, 'search_deposits', filter.q)),
  );
  if (after !== null) rows = rows.where(sql<boolean>`(d.received_at, d.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('d.received_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Oldest first, for statements. */
export const listStatementRows = async (tx: MerchantTx, filter: DepositFilter, limit: number): Promise<Deposit[]> =>
  buildFieldQuery(buildFilteredDepositQuery(tx, filter, await findSearchIds(tx, 'search_deposits', filter.q)))
    .orderBy('d.received_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();

export const findDeposit = (tx: MerchantTx, id: string): Promise<Deposit | undefined> =>
  buildFieldQuery(buildFilteredDepositQuery(tx, {}, null))
    .where('d.id', '=', id)
    .executeTakeFirst();

export const summariseDepositRows = async (tx: MerchantTx, filter: DepositFilter) =>
  buildFilteredDepositQuery(tx, filter, await findSearchIds(tx, 'search_deposits', filter.q))
    .select(['d.status', sql<number>`count(*)::int`.as('count'), sql<number>`sum(d.amount)::bigint`.as('amount')])
    .groupBy('d.status')
    .execute();

export const listDepositEvents = (tx: MerchantTx, deposit_id: string) =>
  tx.sql
    .selectFrom('deposit_event as e')
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.deposit_id', '=', deposit_id)
    .select([...(['e.seq', 'e.at', 'e.actor_name', 'e.reason'] as const), 'e.from_status', 'e.to_status'])
    .orderBy('e.seq')
    .execute();

/** Prices, accounts and review limit of a merchant, needed to receive a deposit. */
export interface DepositTerms {
  fee_rules: DatedFeeRule[];
  account_ids: AccountIds;
  criteria: string;
  review_above: Rupiah | null;
}

export async function getTerms(tx: MerchantTx): Promise<DepositTerms> {
  const { merchant_id } = tx;
  const { rows } = await sql<DepositTerms>`
    select ${buildFeeRulesJson(merchant_id, 'deposit')} as fee_rules, ${buildAccountIdsJson(merchant_id)} as account_ids,
      coalesce(m.fee_class, m.qris_criteria) as criteria,
      (select l.review_above from app.deposit_review_limit l where l.merchant_id = ${merchant_id}) as review_above
    from app.merchant m where m.merchant_id = ${merchant_id}`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('Merchant not found');
  return row;
}

/** The deposit of the same payment, by the payment request id of the bank or by its receipt number. */
export async function findRecordedDeposit(
  tx: MerchantTx,
  bank: VaBank,
  payment: { payment_request_id: string; reference_no: string | null; paid_at: Date },
): Promise<{ id: string; amount: Rupiah } | undefined> {
  const { rows } = await sql<{ id: string; amount: Rupiah }>`
    select d.id, d.amount from app.deposit d
    where d.merchant_id = ${tx.merchant_id} and d.bank = ${bank}
      and (d.payment_request_id = ${payment.payment_request_id} or (d.bank_reference = ${payment.reference_no}
        and date_trunc('second', d.paid_at) = date_trunc('second', ${payment.paid_at}::timestamptz)))
    limit 1`.execute(tx.sql);
  return rows[0];
}

export interface NewDeposit {
  id: string;
  deposit_va_id: string;
  bank: VaBank;
  va_number: string;
  amount: Rupiah;
  fee_rule_id: string;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  net_amount: Rupiah;
  sender_name: string | null;
  sender_bank: string | null;
  bank_reference: string | null;
  payment_request_id: string;
  status: DepositStatus;
  review_reason: ReviewReason | null;
  last_event_seq: number;
  paid_at: Date;
  received_at: Date;
  ended_at: Date | null;
}

export const buildDepositInsert = (tx: MerchantTx, deposit: NewDeposit): OperationNodeSource =>
  tx.sql
    .insertInto('deposit')
    .values({ merchant_id: tx.merchant_id, ...deposit })
    .returning('id');

export interface NewDepositEvent {
  seq: number;
  at: Date;
  from_status: DepositStatus | null;
  to_status: DepositStatus;
  actor_type: 'system' | 'user' | 'provider';
  actor_name: string | null;
  reason: string | null;
}

export const buildDepositEventsInsert = (
  tx: MerchantTx,
  deposit_id: string,
  events: NewDepositEvent[],
): OperationNodeSource =>
  tx.sql
    .insertInto('deposit_event')
    .values(events.map((event) => ({ merchant_id: tx.merchant_id, deposit_id, ...event })))
    .returning('seq');

/** Locks a deposit of the merchant. */
export const lockDeposit = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('deposit as d')
    .where('d.merchant_id', '=', tx.merchant_id)
    .where('d.id', '=', id)
    .select([
      ...(['d.id', 'd.amount', 'd.fee_amount', 'd.fee_vat_amount', 'd.net_amount', 'd.last_event_seq'] as const),
      ...(['d.deposit_va_id', 'd.bank', 'd.sender_name', 'd.review_reason'] as const),
      'd.status',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Deposits of every merchant in review, oldest first, plus one row when there is a next page. */
export async function listReviewRows(
  tx: PlatformTx,
  { after, limit }: { after: { at: string; id: string } | null; limit: number },
): Promise<(Deposit & { merchant_id: string; brand_name: string })[]> {
  let rows = tx.sql
    .selectFrom('deposit as d')
    .innerJoin('merchant as m', 'm.merchant_id', 'd.merchant_id')
    .where('d.status', '=', 'under_review');
  if (after !== null) rows = rows.where(sql<boolean>`(d.received_at, d.id) > (${after.at}, ${after.id})`);
  return rows
    .select(COLUMNS)
    .select(['d.merchant_id', 'm.brand_name'])
    .orderBy('d.received_at')
    .orderBy('d.id')
    .limit(limit + 1)
    .execute();
}

/** Sets the review limit of the merchant; null: the default limit. */
export async function upsertReviewLimit(
  tx: MerchantTx,
  review_above: Rupiah | null,
  { now, by }: { now: Date; by: string },
): Promise<void> {
  const { merchant_id } = tx;
  if (review_above === null) {
    await tx.sql.deleteFrom('deposit_review_limit').where('merchant_id', '=', merchant_id).execute();
    return;
  }
  const values = { review_above, updated_at: now, updated_by: by };
  await tx.sql
    .insertInto('deposit_review_limit')
    .values({ merchant_id, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute();
}
