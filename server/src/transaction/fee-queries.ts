/** SQL of fee rules that can apply to a merchant: its own and the standard ones (rules.ts selects one). */
import { type RawBuilder, sql } from 'kysely';
import type { FeeClass, FeeRule } from '@dasbor/contract/fee-rule';
import type { MerchantTx } from '../db/tx.ts';
import type { AccountIds } from '../ledger/payment.ts';
import type { DatedFeeRule } from './rules.ts';

/** All fee rules of a merchant, of every method and date, as a table expression. */
export const buildFeeRulesTable = (merchant_id: string): RawBuilder<FeeRule> => sql<FeeRule>`
  select id, name, method, channel_code, criteria, amount_from, amount_to, rate_bps, flat_amount, fee_min, fee_max,
    vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from, effective_to, version, false as is_own
  from app.fee_rule
  union all
  select id, name, method, channel_code, criteria, amount_from, amount_to, rate_bps, flat_amount, fee_min, fee_max,
    vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from, effective_to, version, true
  from app.merchant_fee_rule where merchant_id = ${merchant_id}`;

/** Fee rules of a method, of every date, as a JSON array expression. */
export const buildFeeRulesJson = (merchant_id: string, method: string): RawBuilder<DatedFeeRule[]> => sql<
  DatedFeeRule[]
>`
  (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (${buildFeeRulesTable(merchant_id)}) f where f.method = ${method})`;

/** QRIS category that determines the fee of a merchant (`m`): its special class, or its size. */
export const fee_class = sql<FeeClass>`coalesce(m.fee_class, m.qris_criteria)`;

/** Ledger account ids of the merchant by type, as a JSON object expression. */
export const buildAccountIdsJson = (merchant_id: string): RawBuilder<AccountIds> => sql<AccountIds>`
  (select jsonb_object_agg(a.type, a.id) from app.ledger_account a
    where a.merchant_id = ${merchant_id} and a.currency = 'IDR')`;

/** Fee rules of a method and the ledger accounts. */
export async function getPricing(
  tx: MerchantTx,
  method: string,
): Promise<{ fee_rules: DatedFeeRule[]; account_ids: AccountIds; fee_class: FeeClass }> {
  const { rows } = await sql<{ fee_rules: DatedFeeRule[]; account_ids: AccountIds; fee_class: FeeClass }>`
    select ${buildFeeRulesJson(tx.merchant_id, method)} as fee_rules, ${buildAccountIdsJson(tx.merchant_id)} as account_ids,
      ${fee_class} as fee_class
    from app.merchant m where m.merchant_id = ${tx.merchant_id}`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no merchant ${tx.merchant_id}`);
  return row;
}
