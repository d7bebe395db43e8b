/** SQL of prices: the rules that can apply to a merchant, its own before those for everybody (rules.ts picks one). */
import { type RawBuilder, sql } from 'kysely';
import type { FeeClass, FeeRule } from '@dasbor/contract/fee-rule';
import type { MerchantTx } from '../db/tx.ts';
import type { AccountIds } from '../ledger/payment.ts';
import type { DatedFeeRule } from './rules.ts';

/** Every rule that can apply to a merchant, of every method and date: for use as a table inside a larger statement. */
export const buildFeeRulesTable = (merchant_id: string): RawBuilder<FeeRule> => sql<FeeRule>`
  select id, name, method, channel_code, criteria, amount_from, amount_to, rate_bps, flat_amount, fee_min, fee_max,
    vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from, effective_to, version, false as is_own
  from app.fee_rule
  union all
  select id, name, method, channel_code, criteria, amount_from, amount_to, rate_bps, flat_amount, fee_min, fee_max,
    vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from, effective_to, version, true
  from app.merchant_fee_rule where merchant_id = ${merchant_id}`;

/** Rules of a method, of every date, as a JSON array: for use inside a larger statement. */
export const buildFeeRulesJson = (merchant_id: string, method: string): RawBuilder<DatedFeeRule[]> => sql<
  DatedFeeRule[]
>`
  (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (${buildFeeRulesTable(merchant_id)}) f where f.method = ${method})`;

/** The QRIS category that a merchant (`m`) is priced as: its special class, or its size. */
export const fee_class = sql<FeeClass>`coalesce(m.fee_class, m.qris_criteria)`;

/** Ids of the merchant's ledger accounts by type, as a JSON object: for use inside a larger statement. */
export const buildAccountIdsJson = (merchant_id: string): RawBuilder<AccountIds> => sql<AccountIds>`
  (select jsonb_object_agg(a.type, a.id) from app.ledger_account a
    where a.merchant_id = ${merchant_id} and a.currency = 'IDR')`;

/** Rules of a method and the ledger accounts, by themselves. */
export async function getPricing(
  tx: MerchantTx,
  method: string,
): Promise<{ fee_rules: DatedFeeRule[]; account_ids: AccountIds; fee_class: FeeClass }> {
  const { rows } = await sql<{ fee_rules: DatedFeeRule[]; account_ids: AccountIds; fee_class: FeeClass }>`
    select ${buildFeeRulesJson(tx.merchant_id, method)} as fee_rules, ${buildAccountIdsJson(tx.merchant_id)} as account_ids,
      ${fee_class} as fee_class
    from app.merchant m where m.merchant_id = ${tx.merchant_id}`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('A transaction is entered for a merchant that exists');
  return row;
}
