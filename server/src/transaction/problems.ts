/** Errors of requests about a payment. */
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

export const notCancellable = () =>
  new Problem(
    409,
    'not_cancellable',
    localized('Only pending payments can be cancelled.', 'Hanya pembayaran yang masih menunggu yang dapat dibatalkan.'),
  );

export const notPaid = () =>
  new Problem(
    409,
    'not_paid',
    localized(
      'A receipt is available once the payment is paid.',
      'Bukti pembayaran tersedia setelah pembayaran dibayar.',
    ),
  );
