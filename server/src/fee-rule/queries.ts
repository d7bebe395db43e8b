/** SQL of fee rules for display and changes. Pricing of payments reads them through transaction/fee-queries.ts. */
import { sql } from 'kysely';
import type { FeeClass, FeeRule } from '@dasbor/contract/fee-rule';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { fee_class, buildFeeRulesTable } from '../transaction/fee-queries.ts';

/** A transaction of the merchant itself, or of the provider on one merchant. */
type OneMerchant = Pick<MerchantTx, 'merchant_id' | 'sql'>;

export interface MerchantFeeRules {
  rules: FeeRule[];
  fee_class: FeeClass;
}

/**
 * All fee rules that can apply to a merchant, of every date: by method, bank and amount, newest first. Undefined if the
 * merchant does not exist.
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

/** Locks the merchant, so that concurrent fee rule changes are serialised. */
export async function lockMerchant(tx: PlatformTx, merchant_id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('merchant')
    .select('merchant_id')
    .where('merchant_id', '=', merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type NewFeeRule = Omit<FeeRule, 'is_own'> & { created_by: string; created_at: Date };

export const insertOwnRule = (tx: PlatformTx, merchant_id: string, rule: NewFeeRule) =>
  tx.sql
    .insertInto('merchant_fee_rule')
    .values({ merchant_id, ...rule })
    .execute();
