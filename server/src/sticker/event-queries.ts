/** SQL of what happened to stickers: their events, payments at a glance, and payments that are not allowed. */
import type { Rupiah } from '@dasbor/contract/money';
import type { StickerEvent, StickerPayment } from '@dasbor/contract/sticker';
import type { MerchantTx } from '../db/tx.ts';
import type { StickerException } from './rules.ts';

/** Actor of a change of a sticker; `provider`: the bank that issues the code. */
export type StickerActor = Pick<StickerEvent, 'actor_type' | 'actor_name'>;

type NewStickerEvent = StickerActor & Pick<StickerEvent, 'from_status' | 'to_status'> & { at: Date };

/** Appends an event. The row lock of the sticker serialises its events. */
export async function insertStickerEvent(tx: MerchantTx, sticker_id: string, event: NewStickerEvent): Promise<void> {
  const { merchant_id } = tx;
  const { last } = await tx.sql
    .selectFrom('sticker_event')
    .select((eb) => eb.fn.coalesce(eb.fn.max('seq'), eb.lit(0)).as('last'))
    .where('merchant_id', '=', merchant_id)
    .where('sticker_id', '=', sticker_id)
    .executeTakeFirstOrThrow();
  await tx.sql
    .insertInto('sticker_event')
    .values({ merchant_id, sticker_id, seq: last + 1, ...event })
    .execute();
}

export const listStickerEvents = (tx: MerchantTx, sticker_id: string): Promise<StickerEvent[]> =>
  tx.sql
    .selectFrom('sticker_event')
    .select(['seq', 'at', 'from_status', 'to_status', 'actor_type', 'actor_name'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('sticker_id', '=', sticker_id)
    .orderBy('seq')
    .execute();

/** The first or the latest payment of a sticker. */
export async function findStickerPayment(
  tx: MerchantTx,
  sticker_id: string,
  order: 'asc' | 'desc',
): Promise<StickerPayment | null> {
  const found = await tx.sql
    .selectFrom('transaction')
    .select(['id as transaction_id', 'created_at as at', 'amount'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('qris_payment_id', '=', sticker_id)
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export interface NewStickerException {
  transaction_id: string;
  reason: StickerException;
  amount: Rupiah;
  sticker_name: string;
  at: Date;
}

/** The insert that reports a payment to the provider, written with the payment. */
export const buildExceptionInsert = (tx: MerchantTx, exception: NewStickerException) =>
  tx.sql
    .insertInto('sticker_payment_exception')
    .values({
      merchant_id: tx.merchant_id,
      ...exception,
      reason: exception.reason === 'channel_disabled' ? 'channel_disabled' : 'limit_exceeded',
    })
    .returning('transaction_id');
