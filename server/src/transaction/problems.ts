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

/** Throws 403 for a filter by an email that the reader sees masked: its matches would confirm the address. */
export function assertFilterAllowed(is_masked: boolean, { customer_email }: { customer_email?: string | undefined }) {
  if (!is_masked || !customer_email) return;
  throw new Problem(
    403,
    'forbidden',
    localized(
      'Your role sees contact data masked, so it cannot filter by the email of a customer. Remove this filter.',
      'Peran Anda melihat data kontak yang disamarkan, sehingga tidak dapat memfilter dengan email pelanggan. Hapus filter ini.',
    ),
  );
}
