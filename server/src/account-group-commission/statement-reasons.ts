/** Reasons in the timeline of a commission statement. They are stored in English and translated when they are read. */
import { APPROVAL_EXPIRED } from '@dasbor/contract/approval-reasons';
import { validationMessage } from '@dasbor/contract/language';

export const STATEMENT_REASONS = {
  sent: validationMessage('Sent to the bank', 'Dikirim ke bank'),
  credited: validationMessage('Credited by the bank', 'Dikreditkan oleh bank'),
  retry: validationMessage('Payout retry requested', 'Pencairan diminta ulang'),
  expired: APPROVAL_EXPIRED,
  late: validationMessage(
    'The bank executed this payout after it was reported as failed',
    'Bank menjalankan pencairan ini setelah dilaporkan gagal',
  ),
  paid_again: validationMessage(
    'The bank executed an earlier attempt as well: the payout was paid more than once. Reclaim the surplus.',
    'Bank juga menjalankan percobaan sebelumnya: pencairan dibayar lebih dari sekali. Tagih kembali kelebihannya.',
  ),
  another_stands: validationMessage(
    'Another transfer of this payout is in progress or succeeded',
    'Transfer lain untuk pencairan komisi ini sedang diproses atau berhasil',
  ),
  amount_limit: validationMessage(
    'The amount exceeds the limit of every transfer method to this bank',
    'Jumlah melebihi batas semua layanan transfer ke bank ini',
  ),
} as const;
