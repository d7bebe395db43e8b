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
import type { TemplateData } from '../db/column-types.ts';
import { INVOICE_INDONESIAN } from './messages-invoice.ts';
import { VERIFICATION_INDONESIAN } from './messages-verification.ts';

const method = (data: TemplateData): string => formatMethod(data, 'id');

const paid = (code: string): ActionMessages => ({
  subject: (data) =>
    `Pembayaran diterima: ${amount(data)} melalui ${method({ method: code, ...data })}${reference(data)}`,
  body: (data) => `Anda menerima pembayaran ${amount(data)} melalui ${method({ method: code, ...data })}.`,
  digest_label: `Pembayaran berhasil, ${method({ method: code })}`,
});
const failed = (code: string): ActionMessages => ({
  subject: (data) => `Pembayaran gagal: ${amount(data)} melalui ${method({ method: code, ...data })}${reference(data)}`,
  body: (data) =>
    `Pembayaran ${amount(data)} melalui ${method({ method: code, ...data })} gagal. Dana pelanggan tidak dipotong.`,
  digest_label: `Pembayaran gagal, ${method({ method: code })}`,
});
const expired = (code: string): ActionMessages => ({
  subject: (data) =>
    `Pembayaran kedaluwarsa: ${amount(data)} melalui ${method({ method: code, ...data })}${reference(data)}`,
  body: (data) =>
    `Pembayaran ${amount(data)} melalui ${method({ method: code, ...data })} tidak diselesaikan sebelum kedaluwarsa.`,
  digest_label: `Pembayaran kedaluwarsa, ${method({ method: code })}`,
});

export const INDONESIAN: Record<number, ActionMessages> = {
  1001: {
    subject: always('Aktivitas masuk baru ke akun Dasbor Anda'),
    body: (data) =>
      `Seseorang masuk ke akun Anda dari perangkat baru pada ${formatInstant(toText(data.signed_in_at), 'id')}. Jika itu Anda, tidak ada tindakan yang diperlukan. Jika bukan, akhiri sesi tersebut dan ubah kata sandi Anda.`,
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
      paid: (data) => `Settlement dicairkan: ${net(data)} (${toText(data.batch_no)})`,
      report_ready: (data) => `Laporan settlement siap: ${toText(data.batch_no)}`,
      report_blocked: (data) => `Pengiriman laporan melalui ${channel(data)} memerlukan tindakan Anda`,
      report_undelivered: (data) => `Pengiriman laporan melalui ${channel(data)} gagal`,
    }),
    body: byOutcome({
      paid: (data) => `Settlement ${toText(data.batch_no)} sebesar ${net(data)} telah dicairkan.`,
      report_ready: (data) => `Laporan settlement ${toText(data.batch_no)} sudah siap.`,
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
      failed: (data) => `Settlement gagal: ${net(data)} (${toText(data.batch_no)})`,
      returned: (data) => `Settlement dikembalikan: ${net(data)} (${toText(data.batch_no)})`,
    }),
    body: byOutcome({
      failed: (data) =>
        `Bank menolak settlement ${toText(data.batch_no)} sebesar ${net(data)}. Dana tetap tersimpan di akun Anda. Periksa rekening bank Anda, lalu minta penyedia mengulangi pencairan.`,
      returned: (data) =>
        `Bank penerima mengembalikan settlement ${toText(data.batch_no)} sebesar ${net(data)}. Dana tetap tersimpan di akun Anda. Periksa rekening bank Anda, lalu minta penyedia mengulangi pencairan.`,
    }),
    digest_label: 'Settlement gagal atau dikembalikan',
  },
  1006: {
    subject: byOutcome({
      succeeded: (data) => `Pengembalian dana selesai: ${amount(data)}${reference(data)}`,
      failed: (data) => `Pengembalian dana gagal: ${amount(data)}${reference(data)}`,
    }),
    body: byOutcome({
      succeeded: (data) => `${amount(data)} telah dikembalikan kepada pelanggan Anda.`,
      failed: (data) =>
        `${amount(data)} tidak dapat dikembalikan. Dana yang ditahan telah dilepas; Anda dapat mengajukan pengembalian dana lagi.`,
    }),
    digest_label: 'Pengembalian dana',
  },
  1008: {
    subject: (data) => `Saldo pencairan ${toText(data.brand_name)} rendah: ${formatAmount(data.balance)}`,
    body: (data) =>
      `Saldo pencairan Anda di bawah ${formatAmount(data.threshold)}. Peringatan berikutnya dikirim setelah saldo pulih dan kembali turun di bawah ambang batas ini.`,
    digest_label: 'Saldo rendah',
  },
  1009: {
    subject: byOutcome({
      failing: (data) => `Endpoint webhook bermasalah: ${toText(data.url)}`,
      disabled: (data) => `Endpoint webhook dinonaktifkan: ${toText(data.url)}`,
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
    subject: (data) => formatLocalized(data.announcement_title, 'id'),
    body: (data) => formatLocalized(data.announcement_text, 'id'),
    digest_label: 'Pengumuman',
  },
  1011: {
    subject: byOutcome({
      invited: (data) => `Pengguna diundang: ${toText(data.email)}`,
      joined: (data) => `Pengguna bergabung: ${toText(data.name)}`,
      role_changed: (data) => `Peran pengguna diubah: ${toText(data.name)}`,
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
      approved: (data) => `Disbursement disetujui: ${amount(data)}`,
      rejected: (data) => `Disbursement ditolak: ${amount(data)}`,
      disbursement_batch_approved: (data) => `Batch disetujui: ${toText(data.batch_reference)}, ${amount(data)}`,
      disbursement_batch_rejected: (data) => `Batch ditolak: ${toText(data.batch_reference)}, ${amount(data)}`,
    }),
    body: byOutcome({
      approved: (data) => `Disbursement sebesar ${amount(data)} disetujui dan sedang dikirim ke bank.`,
      rejected: (data) => `Disbursement sebesar ${amount(data)} ditolak. Tidak ada dana yang dikirim.`,
      disbursement_batch_approved: (data) =>
        `Batch ${toText(data.batch_reference)} sebesar ${amount(data)} disetujui. Disbursement sedang dikirim ke bank.`,
      disbursement_batch_rejected: (data) =>
        `Batch ${toText(data.batch_reference)} sebesar ${amount(data)} ditolak: ${toText(data.reason)}. Tidak ada dana yang dikirim.`,
    }),
    digest_label: 'Disbursement disetujui atau ditolak',
  },
  1203: {
    subject: byOutcome({
      success: (data) => `Disbursement selesai: ${amount(data)}${reference(data)}`,
      beneficiary: BENEFICIARY_SUBJECT,
    }),
    body: byOutcome({
      success: (data) => `Disbursement sebesar ${amount(data)} telah dikreditkan ke rekening penerima.`,
      beneficiary: BENEFICIARY_BODY,
    }),
    digest_label: 'Disbursement selesai',
  },
  1204: {
    subject: (data) => `Disbursement gagal: ${amount(data)}${reference(data)}`,
    body: (data) => `Disbursement sebesar ${amount(data)} gagal. Dana dikembalikan ke saldo pencairan Anda.`,
    digest_label: 'Disbursement gagal',
  },
  1205: {
    subject: (data) => `Disbursement dikembalikan: ${amount(data)}${reference(data)}`,
    body: (data) => `Bank penerima mengembalikan ${amount(data)}. Dana dikembalikan ke saldo pencairan Anda.`,
    digest_label: 'Disbursement dikembalikan',
  },
  1206: {
    subject: (data) => `Batch disbursement selesai: ${toText(data.batch_reference)}`,
    body: (data) =>
      `Dibayar: ${toText(data.paid_rows)} disbursement dengan total ${amount(data)}. Tidak dibayar: ${toText(data.failed_rows)}.`,
    digest_label: 'Batch disbursement selesai',
  },
  1301: {
    subject: (data) => `Deposit dikreditkan: ${net(data)}`,
    body: (data) => `Isi saldo sebesar ${amount(data)} telah dikreditkan ke saldo pencairan Anda.`,
    digest_label: 'Deposit dikreditkan',
  },
  1302: {
    subject: byOutcome({
      under_review: (data) => `Deposit sedang ditinjau: ${amount(data)}`,
      returned: (data) => `Deposit dikembalikan: ${amount(data)}`,
    }),
    body: byOutcome({
      under_review: (data) =>
        `Isi saldo sebesar ${amount(data)} sedang ditinjau sebelum dikreditkan. Tidak ada tindakan yang diperlukan.`,
      returned: (data) => `Isi saldo sebesar ${amount(data)} tidak dikreditkan dan dikembalikan kepada pengirim.`,
    }),
    digest_label: 'Deposit sedang ditinjau',
  },
  1401: {
    subject: (data) => `Tautan pembayaran dibuat: ${toText(data.title)}`,
    body: always('Sebuah tautan pembayaran baru telah dibuat.'),
    digest_label: 'Tautan pembayaran dibuat',
  },
  1402: {
    subject: (data) => `Tautan pembayaran dibayar: ${toText(data.title)} (${formatAmount(data.collected_amount)})`,
    body: always('Pelanggan Anda telah membayar tautan pembayaran ini.'),
    digest_label: 'Tautan pembayaran dibayar',
  },
  1403: {
    subject: (data) => `Tautan pembayaran kedaluwarsa: ${toText(data.title)}`,
    body: always('Tautan pembayaran ini telah kedaluwarsa dan tidak dapat dibayar lagi.'),
    digest_label: 'Tautan pembayaran kedaluwarsa',
  },
  1404: {
    subject: (data) => `Tautan pembayaran mencapai batas: ${toText(data.title)}`,
    body: always('Tautan pembayaran ini telah mencapai jumlah pembayaran maksimum dan tidak dapat dibayar lagi.'),
    digest_label: 'Tautan pembayaran mencapai batas',
  },
};
