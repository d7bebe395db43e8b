/** SQL of the timeline of a merchant: its status, its verification and what the provider allows. */
import type { AuditActor } from '../audit/record.ts';
import { lockMerchant } from '../db/locks.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { MerchantEvent } from '../db/schema.gen.ts';

export interface NewMerchantEvent {
  kind: MerchantEvent['kind'];
  from_status: string | null;
  to_status: string | null;
  /** In the words of the person who changed it; shown to the merchant. */
  reason?: string | null;
}

/**
 * Appends an event, in the transaction of the change, and returns its number. Concurrent changes are serialised by the row
 * lock of the merchant.
 */
export async function insertMerchantEvent(
  tx: MerchantTx,
  { at, actor }: { at: Date; actor: AuditActor },
  event: NewMerchantEvent,
): Promise<number> {
  await lockMerchant(tx);
  const last = await tx.sql
    .selectFrom('merchant_event')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  const seq = Number(last?.seq ?? 0) + 1;
  await tx.sql
    .insertInto('merchant_event')
    .values({
      merchant_id: tx.merchant_id,
      seq,
      at,
      actor_type: actor.type,
      actor_id: actor.id,
      actor: actor.name,
      reason: null,
      ...event,
    })
    .execute();
  return seq;
}

export const findMerchantEvent = (tx: MerchantTx, seq: number) =>
  tx.sql
    .selectFrom('merchant_event')
    .select(['at', 'kind', 'to_status', 'reason'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('seq', '=', seq)
    .executeTakeFirst();

/** Holds or releases the settlements of a merchant; false when nothing changes. */
export async function setMerchantHold(
  { merchant_id, sql: kysely }: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  holds_settlements: boolean,
): Promise<boolean> {
  const changed = await kysely
    .updateTable('merchant')
    .set({ holds_settlements })
    .where('merchant_id', '=', merchant_id)
    .where('holds_settlements', '<>', holds_settlements)
    .returning('merchant_id')
    .executeTakeFirst();
  return changed !== undefined;
}
