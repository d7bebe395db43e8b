/** SQL of the codes and national ids of merchants, which are unique over all of them. */
import type { PlatformTx } from '../db/tx.ts';

export interface Identifier {
  kind: 'code' | 'nmid';
  value: string;
  merchant_of: string;
}

/** Assigns a code or national id to a merchant in place of its former one; false when another merchant has it. */
export async function claimIdentifier(tx: PlatformTx, { kind, value, merchant_of }: Identifier): Promise<boolean> {
  const holder = await tx.sql
    .selectFrom('merchant_identifier')
    .select('merchant_of')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  if (holder !== undefined) return holder.merchant_of === merchant_of;
  const claimed = await tx.sql
    .insertInto('merchant_identifier')
    .values({ kind, value, merchant_of })
    .onConflict((conflict) => conflict.columns(['merchant_of', 'kind']).doUpdateSet({ value }))
    .returning('merchant_of')
    .executeTakeFirst();
  return claimed !== undefined;
}
