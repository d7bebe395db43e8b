/** Reasons in the timeline of a disbursement. They are stored in English and translated when they are shown. */
import { APPROVAL_EXPIRED } from './approval-reasons.ts';
import { declareLegacyMessage, validationMessage } from './language.ts';

export const DISBURSEMENT_REASONS = {
  requested: validationMessage('Requested', 'Diminta'),
  approved: validationMessage('All required approvals were given', 'Semua persetujuan yang diperlukan sudah diberikan'),
  reserved: validationMessage('The money is reserved', 'Dana sudah dicadangkan'),
  insufficient_balance: validationMessage(
    'The payout balance is insufficient. It is sent once the balance covers it.',
    'Saldo pencairan tidak cukup. Dikirim setelah saldo mencukupi.',
  ),
  scheduled: validationMessage('Scheduled for a later time', 'Dijadwalkan untuk waktu nanti'),
  due: validationMessage('The scheduled time has come', 'Waktu yang dijadwalkan sudah tiba'),
  outside_cutoff: validationMessage(
    'Outside the hours of the transfer method. It is sent when the transfer method opens.',
    'Di luar jam layanan transfer. Dikirim saat layanan dibuka.',
  ),
  sent: validationMessage('Sent to the bank', 'Dikirim ke bank'),
  unknown: validationMessage(
    'The bank’s response was inconclusive. The status is queried again; the transfer is not sent under another reference.',
    'Respons bank tidak pasti. Statusnya diperiksa lagi; transfer tidak dikirim dengan nomor lain.',
  ),
  credited: validationMessage('The bank executed the transfer', 'Bank telah menjalankan transfer'),
  resolved_executed: validationMessage(
    'The provider confirmed with the bank that it executed the transfer',
    'Penyedia memastikan kepada bank bahwa transfer telah dijalankan',
  ),
  resolved_other_amount: validationMessage(
    'The provider confirmed with the bank that it executed the transfer with another amount. The difference is in the balance history.',
    'Penyedia memastikan kepada bank bahwa transfer dijalankan dengan jumlah lain. Selisihnya ada di riwayat saldo.',
  ),
  late_success: validationMessage(
    'The bank executed the transfer although it was reported as failed',
    'Bank menjalankan transfer walaupun sebelumnya dilaporkan gagal',
  ),
  returned: validationMessage('Returned by the receiving bank', 'Dikembalikan oleh bank penerima'),
  cancelled: validationMessage('Cancelled before it was sent', 'Dibatalkan sebelum dikirim'),
  beneficiary_blocked: validationMessage('The beneficiary is blocked', 'Penerima diblokir'),
  beneficiary_not_allowed: validationMessage(
    'Only saved beneficiaries may be paid',
    'Hanya penerima tersimpan yang dapat dibayar',
  ),
  payout_limit_exceeded: validationMessage(
    'The amount exceeds the limit per disbursement',
    'Jumlah melebihi batas per disbursement',
  ),
  already_paid: validationMessage(
    'The bank executed the original transfer',
    'Bank ternyata menjalankan transfer asalnya',
  ),
  approval_expired: APPROVAL_EXPIRED,
} as const;

declareLegacyMessage(
  'Outside the hours of the rail. It is sent when the rail opens.',
  DISBURSEMENT_REASONS.outside_cutoff,
);
declareLegacyMessage(
  'The bank did not answer clearly. Its status is checked; it is not sent under another reference.',
  DISBURSEMENT_REASONS.unknown,
);
declareLegacyMessage('The bank executed the transfer that this one repeats', DISBURSEMENT_REASONS.already_paid);
