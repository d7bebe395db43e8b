/** SQL on deposit VAs. Every table reference repeats the merchant (scale-out rules). */
import { type RawBuilder, sql } from 'kysely';
import { type VaBank, getVaBank } from '@dasbor/contract/bank';
import type { DepositVa, DepositVaStatus } from '@dasbor/contract/deposit-va';
import { startOfBusinessDay, TIME_ZONE } from '@dasbor/contract/time';
import { ACTIVITY_COLUMNS } from '../db/merchant-activity.ts';
import { executeTransition } from '../db/status-transition.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

/** A deposit VA with the fields that requests to the bank need. */
export interface VaRow {
  id: string;
  bank: VaBank;
  va_number: string;
  holder_name: string;
  status: DepositVaStatus;
  trx_id: string;
  opening_no: number;
  is_closed_at_bank: boolean;
  /** Bank credential that the number was opened under; null: that of the provider. */
  bank_credential_id: string | null;
}

type VaKey = { id: string } | { bank: VaBank } | { va_number: string };

const buildKeyCondition = (key: VaKey): RawBuilder<unknown> =>
  'id' in key ? sql`v.id = ${key.id}` : 'bank' in key ? sql`v.bank = ${key.bank}` : sql`v.va_number = ${key.va_number}`;

const VA_COLUMNS = sql`v.id, v.bank, v.va_number, v.holder_name, v.status, v.trx_id, v.opening_no, v.is_closed_at_bank,
  v.bank_credential_id`;

/** A deposit VA of the merchant. */
export async function findVa(tx: MerchantTx, key: VaKey): Promise<VaRow | undefined> {
  const { rows } = await sql<VaRow>`
    select ${VA_COLUMNS} from app.deposit_va v
    where v.merchant_id = ${tx.merchant_id} and ${buildKeyCondition(key)}`.execute(tx.sql);
  return rows[0];
}

export async function lockVa(tx: MerchantTx, key: VaKey): Promise<VaRow | undefined> {
  const { rows } = await sql<VaRow>`
    select ${VA_COLUMNS} from app.deposit_va v
    where v.merchant_id = ${tx.merchant_id} and ${buildKeyCondition(key)} for no key update of v`.execute(tx.sql);
  return rows[0];
}

export async function insertVa(
  tx: MerchantTx,
  va: Pick<VaRow, 'id' | 'bank' | 'va_number' | 'holder_name' | 'trx_id' | 'bank_credential_id'>,
  now: Date,
): Promise<void> {
  const { merchant_id } = tx;
  const times = { last_checked_at: now, created_at: now, updated_at: now };
  await tx.sql
    .insertInto('deposit_va')
    .values({ merchant_id, status: 'opening', ...va, ...times })
    .execute();
}

/** Changes the status. Throws if the status changed meanwhile, which rolls the transaction back. */
export async function transitionVa(
  tx: MerchantTx,
  { id, status: from }: Pick<VaRow, 'id' | 'status'>,
  change: {
    status: DepositVaStatus;
    updated_at: Date;
    trx_id?: string;
    opening_no?: number;
    holder_name?: string;
    failure_message?: string | null;
    is_closed_at_bank?: boolean;
    bank_credential_id?: string | null;
  },
): Promise<void> {
  await executeTransition(tx, { table: 'deposit_va', id, from, change });
}

export const findMerchant = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select([...ACTIVITY_COLUMNS, 'brand_name', 'va_part'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();

/** Deposit VAs as the contract returns them, oldest first. `day`: the current business day. */
export async function listVas(tx: MerchantTx, day: string, id?: string): Promise<DepositVa[]> {
  const { merchant_id } = tx;
  const month = startOfBusinessDay(`${day.slice(0, 8)}01`).toISOString();
  type Row = Omit<DepositVa, 'amount_min' | 'amount_max' | 'from_any_bank'>;
  const { rows } = await sql<Row>`
    select v.id, v.bank, v.va_number, v.holder_name, v.status, v.failure_message, v.created_at,
      (select a.id from app.ledger_account a
        where a.merchant_id = ${merchant_id} and a.type = 'payout' and a.currency = 'IDR') as ledger_account_id,
      (select coalesce(sum(d.net_amount), 0)::bigint from app.deposit d
        where d.merchant_id = ${merchant_id} and d.deposit_va_id = v.id and d.status = 'credited'
          and d.ended_at >= ${month}::timestamptz) as topped_up_this_month,
      (select max(d.ended_at) from app.deposit d
        where d.merchant_id = ${merchant_id} and d.deposit_va_id = v.id and d.status = 'credited') as last_top_up_at
    from app.deposit_va v
    where v.merchant_id = ${merchant_id} ${id === undefined ? sql`` : sql`and v.id = ${id}`}
    order by v.created_at, v.id`.execute(tx.sql);
  return rows.map((row) => {
    const { amount_min, amount_max, from_any_bank } = getVaBank(row.bank);
    return { ...row, amount_min, amount_max, from_any_bank };
  });
}

/** Credited amount per business day, both ends included; days without deposits are zero. */
export async function listDays(tx: MerchantTx, deposit_va_id: string, first_day: string, last_day: string) {
  const { merchant_id } = tx;
  const { rows } = await sql<{ day: string; net_amount: number; count: number }>`
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(sum(d.net_amount), 0)::bigint as net_amount,
      count(d.id)::int as count
    from generate_series(${first_day}::timestamp, ${last_day}::timestamp, interval '1 day') as g(day)
    left join app.deposit d on d.merchant_id = ${merchant_id} and d.deposit_va_id = ${deposit_va_id}
      and d.status = 'credited' and d.ended_at >= g.day at time zone ${TIME_ZONE}
      and d.ended_at < (g.day + interval '1 day') at time zone ${TIME_ZONE}
    group by g.day
    order by g.day`.execute(tx.sql);
  return rows;
}

export interface DueVa {
  merchant_id: string;
  id: string;
}

/** Deposit VAs of every merchant that are not opened or closed at the bank yet. */
export const listUnfinishedVas = (tx: PlatformTx, limit: number): Promise<DueVa[]> =>
  tx.sql
    .selectFrom('deposit_va')
    .select(['merchant_id', 'id'])
    .where((eb) =>
      eb.or([eb('status', '=', 'opening'), eb.and([eb('status', '=', 'closed'), eb('is_closed_at_bank', '=', false)])]),
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute();

/** Deposit VAs of every merchant that were last synced before an instant, oldest first. */
export const listVasDueForSync = (tx: PlatformTx, before: Date, limit: number): Promise<DueVa[]> =>
  tx.sql
    .selectFrom('deposit_va')
    .select(['merchant_id', 'id'])
    .where('status', 'in', ['active', 'inactive', 'closed'])
    .where('last_checked_at', '<', before.toISOString())
    .orderBy('last_checked_at')
    .limit(limit)
    .execute();
