/** Activates and deactivates stickers. */
import { localized } from '@dasbor/contract/language';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { buildLiveEvent } from '../qris-payment/payment-queries.ts';
import type { StickerActor } from './event-queries.ts';
import { lockSticker, transitionSticker } from './queries.ts';
import { STICKER_TRANSITIONS } from './rules.ts';

/** Sets the status of a sticker and returns the previous one. Throws 409 `not_issued`. */
export async function changeStickerStatus(
  tx: MerchantTx,
  id: string,
  { status, actor, now }: { status: 'active' | 'inactive'; actor: StickerActor; now: Date },
): Promise<string> {
  const sticker = await lockSticker(tx, { id }, 'no key update');
  if (sticker === undefined) throw new Error(`Sticker ${id} not found`);
  const { status: before } = sticker;
  if (before === 'issuing' || (before !== status && !STICKER_TRANSITIONS[before].includes(status))) {
    const detail = localized(
      'The bank has not issued this static QR code, so its status cannot be changed.',
      'Bank belum menerbitkan kode QR statis ini, sehingga statusnya tidak dapat diubah.',
    );
    throw new Problem(409, 'not_issued', detail);
  }
  if (before !== status) {
    await transitionSticker(tx, sticker, actor, { status, updated_at: now });
    await publishLiveEvents(tx, buildLiveEvent(sticker));
  }
  return before;
}
