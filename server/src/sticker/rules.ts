/** Decisions about stickers: status transitions, and payments reported by the bank. Pure. */
import type { MerchantLimits } from '@dasbor/contract/merchant-fields';
import { formatRupiah } from '@dasbor/contract/format';
import type { Rupiah } from '@dasbor/contract/money';
import type { STICKER_STATUSES } from '@dasbor/contract/sticker';
import { SNAP_STATUSES, type SnapResponseKind } from '@dasbor/contract/snap';
import type { QrisBankStatus } from '../qris-payment/rules.ts';
import { type LimitName, findExceededLimit } from '../merchant/limit-rules.ts';

export type StickerStatus = (typeof STICKER_STATUSES)[number];

/** Valid transitions of a sticker (domain 1.10): issued or declined by the bank, then activated and deactivated. */
export const STICKER_TRANSITIONS: Record<StickerStatus, readonly StickerStatus[]> = {
  issuing: ['active', 'failed'],
  active: ['inactive'],
  inactive: ['active'],
  failed: [],
};

/** A recorded payment with the same reference of the bank or the same RRN. */
export interface KnownPayment {
  provider_reference: string | null;
  rrn: string | null;
  amount: Rupiah;
}

export type StickerDecision =
  /** Record the payment. `flag`: a remark for the timeline. */
  | { do: 'record'; amount: Rupiah; paid_at: Date; flag: string | null }
  | { do: 'ignore' }
  | { do: 'reject'; response: SnapResponseKind; reason: string };

/**
 * Decides about a reported payment of a sticker. `known`: payments with the same reference of the bank or the same RRN.
 * The RRN identifies a payment; the reference of the bank does where there is none.
 */
export function decideStickerPayment(
  status: StickerStatus,
  known: readonly KnownPayment[],
  bank_status: QrisBankStatus,
  now: Date,
): StickerDecision {
  if (bank_status.latest !== SNAP_STATUSES.success) return { do: 'ignore' };
  const { amount } = bank_status;
  if (amount === null || amount < 1) return reject('invalid_amount', 'The bank reported an invalid amount');
  const same = known.find(({ rrn }) => bank_status.rrn === null || rrn === null || rrn === bank_status.rrn);
  if (same !== undefined) {
    if (same.amount === amount) return { do: 'ignore' };
    const reported = `${formatRupiah(amount)} for a payment of ${formatRupiah(same.amount)}`;
    return reject('inconsistent_request', `The bank reported ${reported}`);
  }
  if (known.length > 0) {
    return reject(
      'inconsistent_request',
      `The bank reported RRN ${bank_status.rrn} with the reference of another payment`,
    );
  }
  // Money that was received is always recorded, whatever the status of the sticker.
  const flag = status === 'active' ? null : `while the sticker was ${STATUS_TEXTS[status]}`;
  return { do: 'record', amount, paid_at: bank_status.paid_at ?? now, flag };
}

/** The limits of a merchant that its stickers can break. */
export type StickerLimits = Pick<MerchantLimits, LimitName>;

/** Restriction of the provider that a payment of a sticker did not meet. */
export type StickerException = 'channel_disabled' | LimitName;

/** For the timeline of the payment; stored in English and translated when it is shown. */
export const EXCEPTION_TEXTS: Record<StickerException, string> = {
  channel_disabled: 'while QRIS was disabled for your business',
  limit_per_payment: 'above your limit per payment',
  limit_per_day: 'above your limit per day',
  limit_per_month: 'above your limit per month',
};

/**
 * Restrictions that a payment accepted by the bank did not meet. Network and bank know no limits of the merchant,
 * and the money has moved when they report it, so it is recorded, marked, and reported to the provider. `used`: the volume
 * without this payment.
 */
export function findExceptions(
  { disabled_channels, ...limits }: { disabled_channels: readonly string[] } & StickerLimits,
  amount: Rupiah,
  used: { day_amount: Rupiah; month_amount: Rupiah },
): StickerException[] {
  const exceeded = findExceededLimit(limits, amount, used);
  return [
    ...(disabled_channels.includes('QRIS') ? (['channel_disabled'] as const) : []),
    ...(exceeded === null ? [] : [exceeded.limit]),
  ];
}

const STATUS_TEXTS: Record<Exclude<StickerStatus, 'active'>, string> = {
  inactive: 'inactive',
  issuing: 'being issued',
  failed: 'declined by the bank',
};

const reject = (response: SnapResponseKind, reason: string): StickerDecision => ({ do: 'reject', response, reason });
