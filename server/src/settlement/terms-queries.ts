/** SQL of the inputs of a settlement run: merchants, terms, holidays, settings and ledger accounts. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { DatedTerm } from './due.ts';

export const listMerchantIds = async (tx: PlatformTx): Promise<string[]> =>
  (
    await tx.sql
      .selectFrom('merchant')
      .select('merchant_id')
      .where('status', 'in', ['active', 'suspended'])
      .orderBy('merchant_id')
      .execute()
  ).map(({ merchant_id }) => merchant_id);

/** Standard terms and the merchant's own, of every date. */
export async function listTerms(tx: MerchantTx): Promise<DatedTerm[]> {
  const { rows } = await sql<DatedTerm>`
    select method, channel_code, days, basis, cut_off_hour, effective_from, false as is_own from app.settlement_term
    union all
    select method, channel_code, days, basis, cut_off_hour, effective_from, true from app.merchant_settlement_term
      where merchant_id = ${tx.merchant_id}
    order by method, channel_code nulls first, effective_from`.execute(tx.sql);
  return rows;
}

/** Bank holidays. */
export async function listHolidays(tx: MerchantTx | PlatformTx): Promise<Set<string>> {
  const rows = await tx.sql.selectFrom('holiday').select('day').execute();
  return new Set(rows.map(({ day }) => day));
}

export interface Setting {
  bank_account_id: string | null;
  /** Waits for approval or for the end of its cooling-off period. */
  next_bank_account_id: string | null;
  destination: 'bank' | 'balance';
  approval: 'auto' | 'manual';
  schedule: 'daily' | 'weekly' | 'monthly';
  weekday: number | null;
  month_day: number | null;
  minimum_amount: Rupiah;
  is_held: boolean;
  held_reason: string | null;
}

/** Default settings: daily, to the available balance, without a minimum. */
export const DEFAULT_SETTING: Setting = {
  bank_account_id: null,
  next_bank_account_id: null,
  destination: 'balance',
  approval: 'auto',
  schedule: 'daily',
  weekday: null,
  month_day: null,
  minimum_amount: 0,
  is_held: false,
  held_reason: null,
};

export async function getSetting(tx: MerchantTx): Promise<Setting> {
  const row = await tx.sql
    .selectFrom('settlement_setting')
    .select(['bank_account_id', 'next_bank_account_id', 'destination', 'approval', 'schedule', 'weekday', 'month_day'])
    .select(['minimum_amount', 'is_held', 'held_reason'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return row ?? DEFAULT_SETTING;
}
