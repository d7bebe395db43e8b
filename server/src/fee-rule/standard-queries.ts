/** SQL of the provider's standard fee rules, and of withdrawn versions. */
import { sql } from 'kysely';
import type { FeeRule } from '@dasbor/contract/fee-rule';
import { lockName } from '../db/locks.ts';
import type { PlatformTx } from '../db/tx.ts';

const COLUMNS = [
  'id',
  'name',
  'method',
  'channel_code',
  'criteria',
  'amount_from',
  'amount_to',
  'rate_bps',
  'flat_amount',
  'fee_min',
  'fee_max',
  'vat_rate_bps',
  'vat_base_numerator',
  'vat_base_denominator',
  'effective_from',
  'effective_to',
  'version',
] as const;

/** By method, bank, category and amount, newest first. */
export async function listStandardRules(tx: PlatformTx): Promise<FeeRule[]> {
  const rows = await tx.sql
    .selectFrom('fee_rule')
    .select(COLUMNS)
    .orderBy('method')
    .orderBy(sql`channel_code nulls first`)
    .orderBy(sql`criteria nulls first`)
    .orderBy('amount_from')
    .orderBy('effective_from', 'desc')
    .orderBy('version', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, is_own: false }));
}

/** Changes of standard fee rules run one after the other, so that versions do not overlap. */
export const lockStandardRules = (tx: PlatformTx) => lockName(tx, 'standard_fee_rule');

export const insertStandardRule = (
  tx: PlatformTx,
  rule: Omit<FeeRule, 'is_own'> & { created_by: string; created_at: Date },
) => tx.sql.insertInto('fee_rule').values(rule).execute();

export const deleteStandardRule = (tx: PlatformTx, id: string) =>
  tx.sql.deleteFrom('fee_rule').where('id', '=', id).execute();

export const deleteOwnRule = (tx: PlatformTx, merchant_id: string, id: string) =>
  tx.sql.deleteFrom('merchant_fee_rule').where('merchant_id', '=', merchant_id).where('id', '=', id).execute();
