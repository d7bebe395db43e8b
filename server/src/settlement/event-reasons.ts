/** Reasons in the timeline of a batch. They are stored in English and translated when they are read. */
import { translateBankMessage } from '@dasbor/contract/bank-messages';
import { type Language, declareLegacyMessage, validationMessage } from '@dasbor/contract/language';

export const REASONS = {
  sent: validationMessage('Sent to the bank', 'Dikirim ke bank'),
  credited: validationMessage('Credited by the bank', 'Dikreditkan oleh bank'),
  early: validationMessage('Early settlement', 'Settlement lebih awal'),
  rebound: validationMessage(
    'Settlement account changed to the merchant’s current one',
    'Rekening settlement diubah ke rekening merchant saat ini',
  ),
  retry: validationMessage('Payout retry requested', 'Pencairan diminta ulang'),
  recovered: validationMessage(
    'The bank executed this payout after it was reported as failed',
    'Bank menjalankan pencairan ini setelah dilaporkan gagal',
  ),
  amount_limit: validationMessage(
    'The amount exceeds the limit of every transfer method to this bank',
    'Jumlah melebihi batas semua layanan transfer ke bank ini',
  ),
  paid_again: validationMessage(
    'The bank executed an earlier attempt as well: the payout was paid more than once. Reclaim the surplus.',
    'Bank juga menjalankan percobaan sebelumnya: pencairan dibayar lebih dari sekali. Tagih kembali kelebihannya.',
  ),
  earlier_stands: validationMessage(
    'Another transfer of this payout succeeded',
    'Transfer lain untuk pencairan ini berhasil',
  ),
} as const;

declareLegacyMessage('Bound to the current bank account of the merchant', REASONS.rebound);
declareLegacyMessage('Payout account changed to the merchant’s current account', REASONS.rebound);
declareLegacyMessage('The amount exceeds the limit of every transfer rail to this bank', REASONS.amount_limit);
// Also stored in timelines of commission statements, where the other transfer may be open.
validationMessage('Another attempt of this payout stands', 'Transfer lain untuk pencairan ini berlaku');

const DISPUTED = /^Line (\d+) disputed: (.*)$/s;
const ANSWERED =
  /^Dispute of line (\d+) (?:rejected|accepted, (Rp [\d.]+) (credited|debited) in the next settlement): (.*)$/s;

/** The reason in a language; texts that people wrote stay as they are. */
export function translateReason(reason: string, language: Language): string {
  if (language === 'en') return reason;
  const disputed = DISPUTED.exec(reason);
  if (disputed !== null) return `Baris ${disputed[1]} disengketakan: ${disputed[2]}`;
  const answered = ANSWERED.exec(reason);
  if (answered === null) return translateBankMessage(reason, language);
  const [, line_no, amount, direction, answer] = answered;
  const outcome =
    amount === undefined
      ? 'ditolak'
      : `diterima, ${amount} ${direction === 'credited' ? 'dikreditkan' : 'didebit'} pada settlement berikutnya`;
  return `Sengketa baris ${line_no} ${outcome}: ${answer}`;
}
