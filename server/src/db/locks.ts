/** Row locks, until the end of the transaction, that serialise changes of what has no single row of its own. */
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.gen.ts';
import type { MerchantTx } from './tx.ts';

/** Serialises changes of one merchant. Payments do not wait: their foreign keys lock no more than the key of the row. */
export const lockMerchant = async (tx: MerchantTx): Promise<void> =>
  void (await sql`select 1 from app.merchant where merchant_id = ${tx.merchant_id} for no key update`.execute(tx.sql));

/** Serialises changes that concern the provider as a whole: one of them at a time per name. */
export const lockName = async (
  tx: { readonly sql: Kysely<DB> },
  name:
    | 'account_group_tree'
    | 'bank_statement_match'
    | 'consolidated_settlement'
    | 'create_admin'
    | 'standard_fee_rule',
): Promise<void> =>
  void (await sql`select 1 from app.named_lock where name = ${name} for no key update`.execute(tx.sql));
