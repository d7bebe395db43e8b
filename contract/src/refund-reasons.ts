/** Reasons of refund events. They are stored in English and translated when they are shown. */
import { APPROVAL_EXPIRED } from './approval-reasons.ts';
import { declareLegacyMessage, validationMessage } from './language.ts';
import { REFUND_REASONS } from './refund-fields.ts';
import { refundReasonLabel } from './refund-labels.ts';

for (const reason of REFUND_REASONS)
  validationMessage(refundReasonLabel(reason, 'en'), refundReasonLabel(reason, 'id'));

export const REFUND_EVENTS = {
  payment_reversed: validationMessage('The bank reversed the payment', 'Bank membalik pembayaran ini'),
  reversed_before_sent: validationMessage(
    'The bank reversed the payment before the refund was sent.',
    'Bank membalik pembayaran sebelum pengembalian dana dikirim.',
  ),
  approval_expired: APPROVAL_EXPIRED,
  already_refunded: validationMessage(
    'Other refunds already cover the payment.',
    'Pengembalian dana lain sudah mencakup pembayaran ini.',
  ),
  limit_exceeded: validationMessage(
    'No transfer method to this bank supports this amount.',
    'Tidak ada layanan transfer ke bank ini untuk jumlah ini.',
  ),
  late_success: validationMessage(
    'The bank executed the transfer although it was reported as failed',
    'Bank menjalankan transfer walaupun sebelumnya dilaporkan gagal',
  ),
  returned: validationMessage('The receiving bank returned the transfer.', 'Bank penerima mengembalikan transfer ini.'),
} as const;

declareLegacyMessage('No transfer rail carries this amount to the bank.', REFUND_EVENTS.limit_exceeded);
declareLegacyMessage('No transfer method carries this amount to the bank.', REFUND_EVENTS.limit_exceeded);

const REFUND =
  /^Refund of (Rp [\d.]+) (requested|approved|completed|failed|rejected|returned by the receiving bank) \((rfd_\w+)\)(?:: (.*))?$/s;

const OUTCOMES: Readonly<Record<string, string>> = {
  requested: 'diajukan',
  approved: 'disetujui',
  completed: 'selesai',
  failed: 'gagal',
  rejected: 'ditolak',
  'returned by the receiving bank': 'dikembalikan bank penerima',
};

/** An event of a refund in Indonesian; null for any other text. `formatTail` translates what follows. */
export function translateRefundReason(text: string, formatTail: (tail: string | undefined) => string): string | null {
  const found = REFUND.exec(text);
  if (found === null) return null;
  const [, amount, outcome = '', id, tail] = found;
  return `Pengembalian dana ${amount} ${OUTCOMES[outcome]} (${id})${formatTail(tail)}`;
}
