/** Errors of actions on exceptions. */
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

export const unknownPayment = (): Problem =>
  new Problem(
    422,
    'transaction_not_found',
    localized('There is no payment with this ID.', 'Tidak ada pembayaran dengan ID ini.'),
  );
