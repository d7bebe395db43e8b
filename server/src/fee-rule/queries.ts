/** SQL of prices, as people read and agree on them. What a payment costs is read by transaction/fee-queries.ts. */
import { sql } from 'kysely';
import type { FeeClass, FeeRule } from '@dasbor/contract/fee-rule';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { fee_class, buildFeeRulesTable } from '../transaction/fee-queries.ts';

/** Either door: the merchant's own, or the provider's to one merchant. */
type OneMerchant = Pick<MerchantTx, 'merchant_id' | 'sql'>;

export interface MerchantFeeRules {
  rules: FeeRule[];
  fee_class: FeeClass;
}

/**
 * Every price that can apply to a merchant, of every date: by method, bank, amount, newest first. Undefined when there
 * is no such merchant.
 */
export async function findMerchantFeeRules({
  merchant_id,
  sql: db,
}: OneMerchant): Promise<MerchantFeeRules | undefined> {
  const { rows } = await sql<MerchantFeeRules>`
    select ${fee_class} as fee_class,
      (select coalesce(jsonb_agg(to_jsonb(f) order by f.method, f.channel_code nulls first, f.is_own desc, f.criteria,
          f.amount_from, f.effective_from desc, f.version desc), '[]')
        from (${buildFeeRulesTable(merchant_id)}) f
        where f.criteria is null or f.criteria = ${fee_class}) as rules
    from app.merchant m where m.merchant_id = ${merchant_id}`.execute(db);
  return rows[0];
}

/** Locks the merchant, so that two people who price it at once come one after the other. */
export async function lockMerchant(tx: PlatformTx, merchant_id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('merchant')
    .select('merchant_id')
    .where('merchant_id', '=', merchant_id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type NewFeeRule = Omit<FeeRule, 'is_own'> & { created_by: string; created_at: Date };

export const insertOwnRule = (tx: PlatformTx, merchant_id: string, rule: NewFeeRule) =>
  tx.sql
    .insertInto('merchant_fee_rule')
    .values({ merchant_id, ...rule })
    .execute();
