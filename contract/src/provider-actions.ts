/** Actions of the provider's staff outside the audit logs of merchants, and their names in both languages. */
import { type Language, type Localized, localized } from './language.ts';

const ACTIONS = {
  'announcement.created': localized('Announcement created', 'Pengumuman dibuat'),
  'announcement.changed': localized('Announcement changed', 'Pengumuman diubah'),
  'announcement.published': localized('Announcement published', 'Pengumuman diterbitkan'),
  'announcement.ended': localized('Announcement ended', 'Pengumuman diakhiri'),
  'announcement.deleted': localized('Announcement deleted', 'Pengumuman dihapus'),
  'bank_statement.line_matched': localized('Line of a bank statement matched', 'Baris rekening koran dicocokkan'),
  'bank_statement.line_unmatched': localized('Match of a bank statement removed', 'Pencocokan rekening koran dihapus'),
  'bank_statement.uploaded': localized('Bank statement uploaded', 'Rekening koran diunggah'),
  'bank_statement.write_off_approved': localized('Write-off approved', 'Hapus buku disetujui'),
  'bank_statement.write_off_rejected': localized('Write-off rejected', 'Hapus buku ditolak'),
  'bank_statement.write_off_requested': localized('Write-off requested', 'Hapus buku diminta'),
  'bank_statement.write_off_reversal_rejected': localized(
    'Reversal of a write-off rejected',
    'Pembalikan hapus buku ditolak',
  ),
  'bank_statement.write_off_reversal_requested': localized(
    'Reversal of a write-off requested',
    'Pembalikan hapus buku diminta',
  ),
  'bank_statement.write_off_reversed': localized('Write-off reversed', 'Hapus buku dibalik'),
  'exception.assigned': localized('Exception assigned', 'Pengecualian ditugaskan'),
  'exception.released': localized('Exception released', 'Pengecualian dilepas'),
  'exception.resolved': localized('Exception closed', 'Pengecualian ditutup'),
  'fee_rule.added': localized('Standard fee rule added', 'Aturan biaya standar ditambahkan'),
  'fee_rule.withdrawn': localized('Standard fee rule withdrawn', 'Aturan biaya standar ditarik'),
  'holiday.imported': localized('Holidays imported', 'Hari libur diimpor'),
  'holiday.removed': localized('Holiday removed', 'Hari libur dihapus'),
  'holiday.set': localized('Holiday set', 'Hari libur ditetapkan'),
  'job.retried': localized('Job retried', 'Tugas dijalankan ulang'),
  'settlement_term.added': localized('Standard settlement term added', 'Ketentuan settlement standar ditambahkan'),
  'settlement_term.withdrawn': localized('Standard settlement term withdrawn', 'Ketentuan settlement standar ditarik'),
  'transfer_outage.added': localized('Outage added', 'Gangguan ditambahkan'),
  'transfer_outage.changed': localized('Outage changed', 'Gangguan diubah'),
  'transfer_outage.removed': localized('Outage ended', 'Gangguan diakhiri'),
} as const satisfies Record<string, Localized>;

export type ProviderAction = keyof typeof ACTIONS;
export const PROVIDER_ACTIONS = Object.keys(ACTIONS) as [ProviderAction, ...ProviderAction[]];

export const providerActionLabel = (action: ProviderAction, language: Language): string => ACTIONS[action][language];
