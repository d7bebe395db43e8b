/** Errors of payments that several features share. */
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

export const bankUnreachable = () =>
  new Problem(
    502,
    'bank_unreachable',
    localized('The bank did not respond. Try again later.', 'Bank tidak merespons. Coba lagi nanti.'),
  );

export const notCancellable = () =>
  new Problem(
    409,
    'not_cancellable',
    localized('Only pending payments can be cancelled.', 'Hanya pembayaran yang masih menunggu yang dapat dibatalkan.'),
  );
