/** API errors of requests that need the bank. */
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

export const bankUnreachable = () =>
  new Problem(
    502,
    'bank_unreachable',
    localized('The bank did not respond. Try again later.', 'Bank tidak merespons. Coba lagi nanti.'),
  );
