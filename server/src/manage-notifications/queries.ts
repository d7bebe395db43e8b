/** SQL of notification preferences. */
import type { MerchantTx } from '../db/tx.ts';
import type { PreferenceUpdate } from './rules.ts';

/** The catalogue with the merchant's preferences; `stored` is null where the merchant has none. */
export const listPreferences = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('notification_action as a')
    .leftJoin('notification_preference as p', (join) =>
      join.onRef('p.notification_action', '=', 'a.code').on('p.merchant_id', '=', tx.merchant_id),
    )
    .select([
      'a.code',
      'a.group_name',
      'a.label',
      'a.label_indonesian',
      'a.description',
      'a.description_indonesian',
      'a.is_editable',
      'a.is_security',
      'a.default_active',
      'p.is_active as stored',
    ])
    .orderBy('a.code')
    .execute();
export type PreferenceRow = Awaited<ReturnType<typeof listPreferences>>[number];

export async function upsertPreferences(
  tx: MerchantTx,
  updates: PreferenceUpdate[],
  now: Date,
  by: string,
): Promise<void> {
  await tx.sql
    .insertInto('notification_preference')
    .values(updates.map((update) => ({ merchant_id: tx.merchant_id, ...update, updated_at: now, updated_by: by })))
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'notification_action']).doUpdateSet((eb) => ({
        is_active: eb.ref('excluded.is_active'),
        updated_at: eb.ref('excluded.updated_at'),
        updated_by: eb.ref('excluded.updated_by'),
      })),
    )
    .execute();
}
