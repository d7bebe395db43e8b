/** Errors of the pay page, for visitors. */
import { localized } from '@dasbor/contract/language';
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
