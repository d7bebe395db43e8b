/** Errors of the pay page, for visitors. */
import { type Localized, localized } from '@dasbor/contract/language';
import type { LinkPayability } from '@dasbor/contract/payment-link-terms';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';

/** The bank did not respond. */
export const buildChannelDownProblem = () =>
  new Problem(
    503,
    'channel_down',
    localized(
      'This payment method is temporarily unavailable. Choose another one.',
      'Metode pembayaran ini sedang tidak tersedia. Pilih metode lain.',
    ),
    {
      retry_after_s: 5,
    },
  );
/** The bank, or the provider for this channel, declined the payment. */
export const buildChannelRefusedProblem = () =>
  new Problem(
    422,
    'channel_refused',
    localized(
      'The bank rejected this payment. Choose another payment method.',
      'Bank menolak pembayaran ini. Pilih metode pembayaran lain.',
    ),
  );

const buildSellerRefusedProblem = () =>
  new Problem(
    422,
    'channel_refused',
    localized(
      'The seller cannot accept this payment now. Try a lower amount, or contact the seller.',
      'Penjual tidak dapat menerima pembayaran ini sekarang. Coba jumlah yang lebih kecil, atau hubungi penjual.',
    ),
  );

/** Limits and channels of the merchant are between it and the provider: the visitor learns only that it cannot be paid. */
export function hideMerchantTerms(
  { log }: Pick<Deps, 'log'>,
  { merchant_id, link_id }: { merchant_id: string; link_id: string },
  error: unknown,
): unknown {
  if (!(error instanceof Problem)) return error;
  const { code } = error;
  if (code !== 'channel_disabled' && code !== 'limit_exceeded') return error;
  log.warn({ merchant_id, payment_link_id: link_id, code }, 'payment refused by the terms of the merchant');
  return code === 'channel_disabled' ? buildChannelRefusedProblem() : buildSellerRefusedProblem();
}

type NotPayable = Exclude<LinkPayability, 'payable'>;
const NOT_PAYABLE: Record<NotPayable, Localized> = {
  not_started: localized('This link cannot be paid yet.', 'Tautan ini belum dapat dibayar.'),
  expired: localized(
    'This link has expired. Ask the seller for a new one.',
    'Tautan ini sudah kedaluwarsa. Minta tautan baru kepada penjual.',
  ),
  inactive: localized(
    'This link is not active. Ask the seller for a new one.',
    'Tautan ini tidak aktif. Minta tautan baru kepada penjual.',
  ),
  paid: localized('This link has already been paid.', 'Tautan ini sudah dibayar.'),
  completed: localized('This link has reached its usage limit.', 'Tautan ini sudah mencapai batas pemakaian.'),
};
export const buildNotPayableProblem = (state: NotPayable) => new Problem(409, 'link_not_payable', NOT_PAYABLE[state]);
