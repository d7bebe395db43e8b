/** Indonesian subjects and texts of notification emails, by action of the catalogue (domain 1.21). */
import { SECURITY_INDONESIAN as SECURITY } from './messages-security.ts';
import { PAYOUT_ACCOUNT_INDONESIAN as ACCOUNT } from './messages-account.ts';
import { KEY_INDONESIAN as KEY } from './messages-key.ts';
import { SNAP_INDONESIAN as SNAP } from './messages-snap.ts';
import { AWAITING_APPROVAL_INDONESIAN as AWAITING_APPROVAL } from './messages-approval.ts';
import { formatInstant } from '@dasbor/contract/format';
import { formatAmount, formatLocalized, formatMethod, toText } from './format.ts';
import {
  type ActionMessages,
  always,
  amount,
  byOutcome,
  channel,
  buildMethodMessages,
  net,
  reference,
} from './message-builders.ts';
import { BENEFICIARY_BODY, BENEFICIARY_SUBJECT } from './messages-beneficiary.ts';
import type { EmailDetails } from '../db/column-types.ts';
import { INVOICE_INDONESIAN } from './messages-invoice.ts';
import { VERIFICATION_INDONESIAN } from './messages-verification.ts';

const method = (details: EmailDetails): string => formatMethod(details, 'id');

const paid = (code: string): ActionMessages => ({
  subject: (details) =>
    `Pembayaran diterima: ${amount(details)} melalui ${method({ method: code, ...details })}${reference(details)}`,
  body: (details) => `Anda menerima pembayaran ${amount(details)} melalui ${method({ method: code, ...details })}.`,
  digest_label: `Pembayaran berhasil, ${method({ method: code })}`,
});
const failed = (code: string): ActionMessages => ({
  subject: (details) =>
    `Pembayaran gagal: ${amount(details)} melalui ${method({ method: code, ...details })}${reference(details)}`,
  body: (details) =>
    `Pembayaran ${amount(details)} melalui ${method({ method: code, ...details })} gagal. Dana pelanggan tidak dipotong.`,
  digest_label: `Pembayaran gagal, ${method({ method: code })}`,
});
const expired = (code: string): ActionMessages => ({
  subject: (details) =>
    `Pembayaran kedaluwarsa: ${amount(details)} melalui ${method({ method: code, ...details })}${reference(details)}`,
  body: (details) =>
    `Pembayaran ${amount(details)} melalui ${method({ method: code, ...details })} tidak diselesaikan sebelum kedaluwarsa.`,
  digest_label: `Pembayaran kedaluwarsa, ${method({ method: code })}`,
});

export const INDONESIAN: Record<number, ActionMessages> = {
  1001: {
    subject: always('Aktivitas masuk baru ke akun Dasbor Anda'),
    body: (details) =>
      `Seseorang masuk ke akun Anda dari perangkat baru pada ${formatInstant(toText(details.signed_in_at), 'id')}. Jika itu Anda, tidak ada tindakan yang diperlukan. Jika bukan, akhiri sesi tersebut dan ubah kata sandi Anda.`,
    digest_label: 'Aktivitas masuk baru',
  },
  1002: {
    subject: byOutcome(SECURITY.subjects),
    body: byOutcome(SECURITY.bodies),
    digest_label: 'Perubahan kredensial',
  },
  1003: {
    subject: byOutcome({ ...KEY.subjects, ...SNAP.subjects, ...ACCOUNT.subjects }),
    body: byOutcome({ ...KEY.bodies, ...SNAP.bodies, ...ACCOUNT.bodies }),
    digest_label: 'Perubahan key, secret, dan rekening bank',
  },
  1004: {
    subject: byOutcome({
      paid: (details) => `Settlement dicairkan: ${net(details)} (${toText(details.batch_no)})`,
      report_ready: (details) => `Laporan settlement siap: ${toText(details.batch_no)}`,
      report_blocked: (details) => `Pengiriman laporan melalui ${channel(details)} memerlukan tindakan Anda`,
      report_undelivered: (details) => `Pengiriman laporan melalui ${channel(details)} gagal`,
    }),
    body: byOutcome({
      paid: (details) => `Settlement ${toText(details.batch_no)} sebesar ${net(details)} telah dicairkan.`,
      report_ready: (details) => `Laporan settlement ${toText(details.batch_no)} sudah siap.`,
      report_blocked: always(
        'Perbarui pengaturan pengiriman di Kelola Notifikasi, Konfigurasi. Sebelum itu, kami mencoba lagi setiap jam selama tujuh hari.',
      ),
      report_undelivered: always(
        'Kami telah mencoba selama tujuh hari dan berhenti. Perbaiki penyebabnya, lalu kirim ulang laporan dari riwayat laporan atau unduh di sana.',
      ),
    }),
    digest_label: 'Settlement dicairkan',
  },
  1005: {
    subject: byOutcome({
      failed: (details) => `Settlement gagal: ${net(details)} (${toText(details.batch_no)})`,
      returned: (details) => `Settlement dikembalikan: ${net(details)} (${toText(details.batch_no)})`,
    }),
    body: byOutcome({
      failed: (details) =>
        `Bank menolak settlement ${toText(details.batch_no)} sebesar ${net(details)}. Dana tetap tersimpan di akun Anda. Periksa rekening bank Anda, lalu minta penyedia mengulangi pencairan.`,
      returned: (details) =>
        `Bank penerima mengembalikan settlement ${toText(details.batch_no)} sebesar ${net(details)}. Dana tetap tersimpan di akun Anda. Periksa rekening bank Anda, lalu minta penyedia mengulangi pencairan.`,
    }),
    digest_label: 'Settlement gagal atau dikembalikan',
  },
  1006: {
    subject: byOutcome({
      succeeded: (details) => `Pengembalian dana selesai: ${amount(details)}${reference(details)}`,
      failed: (details) => `Pengembalian dana gagal: ${amount(details)}${reference(details)}`,
    }),
    body: byOutcome({
      succeeded: (details) => `${amount(details)} telah dikembalikan kepada pelanggan Anda.`,
      failed: (details) =>
        `${amount(details)} tidak dapat dikembalikan. Dana yang ditahan telah dilepas; Anda dapat mengajukan pengembalian dana lagi.`,
    }),
    digest_label: 'Pengembalian dana',
  },
  1008: {
    subject: (details) => `Saldo pencairan ${toText(details.brand_name)} rendah: ${formatAmount(details.balance)}`,
    body: (details) =>
      `Saldo pencairan Anda di bawah ${formatAmount(details.threshold)}. Peringatan berikutnya dikirim setelah saldo pulih dan kembali turun di bawah ambang batas ini.`,
    digest_label: 'Saldo rendah',
  },
  1009: {
    subject: byOutcome({
      failing: (details) => `Endpoint webhook bermasalah: ${toText(details.url)}`,
      disabled: (details) => `Endpoint webhook dinonaktifkan: ${toText(details.url)}`,
    }),
    body: byOutcome({
      failing: always('Pengiriman ke endpoint ini terus gagal. Kami mencoba lagi secara otomatis.'),
      disabled: always(
        'Semua pengiriman ke endpoint ini gagal selama beberapa hari, sehingga endpoint dinonaktifkan. Event tetap disimpan.',
      ),
    }),
    digest_label: 'Endpoint webhook bermasalah',
  },
  1010: {
    subject: (details) => formatLocalized(details.announcement_title, 'id'),
    body: (details) => formatLocalized(details.announcement_text, 'id'),
    digest_label: 'Pengumuman',
  },
  1011: {
    subject: byOutcome({
      invited: (details) => `Pengguna diundang: ${toText(details.email)}`,
      joined: (details) => `Pengguna bergabung: ${toText(details.name)}`,
      role_changed: (details) => `Peran pengguna diubah: ${toText(details.name)}`,
    }),
    body: byOutcome({
      invited: always('Seorang pengguna baru diundang ke dasbor Anda.'),
      joined: always('Pengguna yang diundang kini dapat masuk ke dasbor Anda.'),
      role_changed: always('Izin pengguna ini telah berubah.'),
    }),
    digest_label: 'Perubahan pengguna',
  },
  1012: VERIFICATION_INDONESIAN,
  1013: INVOICE_INDONESIAN,
  ...buildMethodMessages(1100, paid),
  ...buildMethodMessages(1110, failed),
  ...buildMethodMessages(1120, expired),
  1201: AWAITING_APPROVAL,
  1202: {
    subject: byOutcome({
      approved: (details) => `Disbursement disetujui: ${amount(details)}`,
      rejected: (details) => `Disbursement ditolak: ${amount(details)}`,
      disbursement_batch_approved: (details) =>
        `Batch disetujui: ${toText(details.batch_reference)}, ${amount(details)}`,
      disbursement_batch_rejected: (details) => `Batch ditolak: ${toText(details.batch_reference)}, ${amount(details)}`,
    }),
    body: byOutcome({
      approved: (details) => `Disbursement sebesar ${amount(details)} disetujui dan sedang dikirim ke bank.`,
      rejected: (details) => `Disbursement sebesar ${amount(details)} ditolak. Tidak ada dana yang dikirim.`,
      disbursement_batch_approved: (details) =>
        `Batch ${toText(details.batch_reference)} sebesar ${amount(details)} disetujui. Disbursement sedang dikirim ke bank.`,
      disbursement_batch_rejected: (details) =>
        `Batch ${toText(details.batch_reference)} sebesar ${amount(details)} ditolak: ${toText(details.reason)}. Tidak ada dana yang dikirim.`,
    }),
    digest_label: 'Disbursement disetujui atau ditolak',
  },
  1203: {
    subject: byOutcome({
      success: (details) => `Disbursement selesai: ${amount(details)}${reference(details)}`,
      beneficiary: BENEFICIARY_SUBJECT,
    }),
    body: byOutcome({
      success: (details) => `Disbursement sebesar ${amount(details)} telah dikreditkan ke rekening penerima.`,
      beneficiary: BENEFICIARY_BODY,
    }),
    digest_label: 'Disbursement selesai',
  },
  1204: {
    subject: (details) => `Disbursement gagal: ${amount(details)}${reference(details)}`,
    body: (details) => `Disbursement sebesar ${amount(details)} gagal. Dana dikembalikan ke saldo pencairan Anda.`,
    digest_label: 'Disbursement gagal',
  },
  1205: {
    subject: (details) => `Disbursement dikembalikan: ${amount(details)}${reference(details)}`,
    body: (details) => `Bank penerima mengembalikan ${amount(details)}. Dana dikembalikan ke saldo pencairan Anda.`,
    digest_label: 'Disbursement dikembalikan',
  },
  1206: {
    subject: (details) => `Batch disbursement selesai: ${toText(details.batch_reference)}`,
    body: (details) =>
      `Dibayar: ${toText(details.paid_rows)} disbursement dengan total ${amount(details)}. Tidak dibayar: ${toText(details.failed_rows)}.`,
    digest_label: 'Batch disbursement selesai',
  },
  1301: {
    subject: (details) => `Deposit dikreditkan: ${net(details)}`,
    body: (details) => `Isi saldo sebesar ${amount(details)} telah dikreditkan ke saldo pencairan Anda.`,
    digest_label: 'Deposit dikreditkan',
  },
  1302: {
    subject: byOutcome({
      under_review: (details) => `Deposit sedang ditinjau: ${amount(details)}`,
      returned: (details) => `Deposit dikembalikan: ${amount(details)}`,
    }),
    body: byOutcome({
      under_review: (details) =>
        `Isi saldo sebesar ${amount(details)} sedang ditinjau sebelum dikreditkan. Tidak ada tindakan yang diperlukan.`,
      returned: (details) => `Isi saldo sebesar ${amount(details)} tidak dikreditkan dan dikembalikan kepada pengirim.`,
    }),
    digest_label: 'Deposit sedang ditinjau',
  },
  1401: {
    subject: (details) => `Tautan pembayaran dibuat: ${toText(details.title)}`,
    body: always('Sebuah tautan pembayaran baru telah dibuat.'),
    digest_label: 'Tautan pembayaran dibuat',
  },
  1402: {
    subject: (details) =>
      `Tautan pembayaran dibayar: ${toText(details.title)} (${formatAmount(details.collected_amount)})`,
    body: always('Pelanggan Anda telah membayar tautan pembayaran ini.'),
    digest_label: 'Tautan pembayaran dibayar',
  },
  1403: {
    subject: (details) => `Tautan pembayaran kedaluwarsa: ${toText(details.title)}`,
    body: always('Tautan pembayaran ini telah kedaluwarsa dan tidak dapat dibayar lagi.'),
    digest_label: 'Tautan pembayaran kedaluwarsa',
  },
  1404: {
    subject: (details) => `Tautan pembayaran mencapai batas: ${toText(details.title)}`,
    body: always('Tautan pembayaran ini telah mencapai jumlah pembayaran maksimum dan tidak dapat dibayar lagi.'),
    digest_label: 'Tautan pembayaran mencapai batas',
  },
};
