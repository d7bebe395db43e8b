/** Decisions about stickers: their states, and what a bank's word of a payment means. Pure. */
import type { Rupiah } from '@dasbor/contract/money';
import type { STICKER_STATUSES } from '@dasbor/contract/sticker';
import { SNAP_STATUSES, type SnapResponseKind } from '@dasbor/contract/snap';
import type { BankStatus } from '../qris-payment/rules.ts';

export type StickerStatus = (typeof STICKER_STATUSES)[number];

/** Moves of a sticker (domain 1.10): issued or refused by the bank, then in use or out of use. */
export const STICKER_TRANSITIONS: Record<StickerStatus, readonly StickerStatus[]> = {
  issuing: ['active', 'failed'],
  active: ['inactive'],
  inactive: ['active'],
  failed: [],
};

/** A payment of the sticker that the bank may be speaking of: under its number or the network's. */
export interface KnownPayment {
  provider_reference: string | null;
  rrn: string | null;
  amount: Rupiah;
}

export type StickerDecision =
  /** Take the payment as one of its own. `flag`: what is to be told with it. */
  | { do: 'take'; amount: Rupiah; paid_at: Date; flag: string | null }
  | { do: 'keep' }
  | { do: 'refuse'; response: SnapResponseKind; reason: string };

/**
 * What to do about the bank's word of a payment of a sticker. `known`: payments under the same number of the bank or of
 * the network. The network's number tells payments apart; the bank's own does where there is none.
 */
export function decideStickerPayment(
  status: StickerStatus,
  known: readonly KnownPayment[],
  word: BankStatus,
  now: Date,
): StickerDecision {
  if (word.latest !== SNAP_STATUSES.success) return { do: 'keep' };
  const { amount } = word;
  if (amount === null || amount < 1) return reject('invalid_amount', 'The bank reports no whole amount');
  const same = known.find(({ rrn }) => word.rrn === null || rrn === null || rrn === word.rrn);
  if (same !== undefined) {
    if (same.amount === amount) return { do: 'keep' };
    return reject('inconsistent_request', `The bank reports Rp ${amount} of a payment of Rp ${same.amount}`);
  }
  if (known.length > 0) {
    return reject('inconsistent_request', `The bank reports RRN ${word.rrn} under the number of another payment`);
  }
  // Money that came is never lost, whatever became of the sticker.
  const flag = status === 'active' ? null : `while the sticker was ${STATUS_TEXTS[status]}`;
  return { do: 'take', amount, paid_at: word.paid_at ?? now, flag };
}

const STATUS_TEXTS: Record<Exclude<StickerStatus, 'active'>, string> = {
  inactive: 'out of use',
  issuing: 'still being issued',
  failed: 'refused by the bank',
};

const reject = (response: SnapResponseKind, reason: string): StickerDecision => ({ do: 'refuse', response, reason });
