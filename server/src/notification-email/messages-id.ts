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
import type { Facts } from '../db/column-types.ts';
import { INVOICE_INDONESIAN } from './messages-invoice.ts';
import { VERIFICATION_INDONESIAN } from './messages-verification.ts';

const method = (facts: Facts): string => formatMethod(facts, 'id');

const paid = (code: string): ActionMessages => ({
  subject: (facts) =>
    `Pembayaran diterima: ${amount(facts)} melalui ${method({ method: code, ...facts })}${reference(facts)}`,
  body: (facts) => `Anda menerima pembayaran ${amount(facts)} melalui ${method({ method: code, ...facts })}.`,
  digest_label: `Pembayaran berhasil, ${method({ method: code })}`,
});
const failed = (code: string): ActionMessages => ({
  subject: (facts) =>
    `Pembayaran gagal: ${amount(facts)} melalui ${method({ method: code, ...facts })}${reference(facts)}`,
  body: (facts) =>
    `Pembayaran ${amount(facts)} melalui ${method({ method: code, ...facts })} gagal. Dana pelanggan tidak dipotong.`,
  digest_label: `Pembayaran gagal, ${method({ method: code })}`,
});
const expired = (code: string): ActionMessages => ({
  subject: (facts) =>
    `Pembayaran kedaluwarsa: ${amount(facts)} melalui ${method({ method: code, ...facts })}${reference(facts)}`,
  body: (facts) =>
    `Pembayaran ${amount(facts)} melalui ${method({ method: code, ...facts })} tidak diselesaikan sebelum kedaluwarsa.`,
  digest_label: `Pembayaran kedaluwarsa, ${method({ method: code })}`,
});

export const INDONESIAN: Record<number, ActionMessages> = {
  1001: {
    subject: always('Aktivitas masuk baru ke akun Dasbor Anda'),
    body: (facts) =>
      `Seseorang masuk ke akun Anda dari perangkat baru pada ${formatInstant(toText(facts.signed_in_at), 'id')}. Jika itu Anda, tidak ada tindakan yang diperlukan. Jika bukan, akhiri sesi tersebut dan ubah kata sandi Anda.`,
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
      paid: (facts) => `Settlement dicairkan: ${net(facts)} (${toText(facts.batch_no)})`,
      report_ready: (facts) => `Laporan settlement siap: ${toText(facts.batch_no)}`,
      report_blocked: (facts) => `Pengiriman laporan melalui ${channel(facts)} memerlukan tindakan Anda`,
      report_undelivered: (facts) => `Pengiriman laporan melalui ${channel(facts)} gagal`,
    }),
    body: byOutcome({
      paid: (facts) => `Settlement ${toText(facts.batch_no)} sebesar ${net(facts)} telah dicairkan.`,
      report_ready: (facts) => `Laporan settlement ${toText(facts.batch_no)} sudah siap.`,
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
      failed: (facts) => `Settlement gagal: ${net(facts)} (${toText(facts.batch_no)})`,
      returned: (facts) => `Settlement dikembalikan: ${net(facts)} (${toText(facts.batch_no)})`,
    }),
    body: byOutcome({
      failed: (facts) =>
        `Bank menolak settlement ${toText(facts.batch_no)} sebesar ${net(facts)}. Dana tetap tersimpan di akun Anda. Periksa rekening bank Anda, lalu minta penyedia mengulangi pencairan.`,
      returned: (facts) =>
        `Bank penerima mengembalikan settlement ${toText(facts.batch_no)} sebesar ${net(facts)}. Dana tetap tersimpan di akun Anda. Periksa rekening bank Anda, lalu minta penyedia mengulangi pencairan.`,
    }),
    digest_label: 'Settlement gagal atau dikembalikan',
  },
  1006: {
    subject: byOutcome({
      succeeded: (facts) => `Pengembalian dana selesai: ${amount(facts)}${reference(facts)}`,
      failed: (facts) => `Pengembalian dana gagal: ${amount(facts)}${reference(facts)}`,
    }),
    body: byOutcome({
      succeeded: (facts) => `${amount(facts)} telah dikembalikan kepada pelanggan Anda.`,
      failed: (facts) =>
        `${amount(facts)} tidak dapat dikembalikan. Dana yang ditahan telah dilepas; Anda dapat mengajukan pengembalian dana lagi.`,
    }),
    digest_label: 'Pengembalian dana',
  },
  1008: {
    subject: (facts) => `Saldo pencairan ${toText(facts.brand_name)} rendah: ${formatAmount(facts.balance)}`,
    body: (facts) =>
      `Saldo pencairan Anda di bawah ${formatAmount(facts.threshold)}. Peringatan berikutnya dikirim setelah saldo pulih dan kembali turun di bawah ambang batas ini.`,
    digest_label: 'Saldo rendah',
  },
  1009: {
    subject: byOutcome({
      failing: (facts) => `Endpoint webhook bermasalah: ${toText(facts.url)}`,
      disabled: (facts) => `Endpoint webhook dinonaktifkan: ${toText(facts.url)}`,
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
    subject: (facts) => formatLocalized(facts.announcement_title, 'id'),
    body: (facts) => formatLocalized(facts.announcement_text, 'id'),
    digest_label: 'Pengumuman',
  },
  1011: {
    subject: byOutcome({
      invited: (facts) => `Pengguna diundang: ${toText(facts.email)}`,
      joined: (facts) => `Pengguna bergabung: ${toText(facts.name)}`,
      role_changed: (facts) => `Peran pengguna diubah: ${toText(facts.name)}`,
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
      approved: (facts) => `Disbursement disetujui: ${amount(facts)}`,
      rejected: (facts) => `Disbursement ditolak: ${amount(facts)}`,
      disbursement_batch_approved: (facts) => `Batch disetujui: ${toText(facts.batch_reference)}, ${amount(facts)}`,
      disbursement_batch_rejected: (facts) => `Batch ditolak: ${toText(facts.batch_reference)}, ${amount(facts)}`,
    }),
    body: byOutcome({
      approved: (facts) => `Disbursement sebesar ${amount(facts)} disetujui dan sedang dikirim ke bank.`,
      rejected: (facts) => `Disbursement sebesar ${amount(facts)} ditolak. Tidak ada dana yang dikirim.`,
      disbursement_batch_approved: (facts) =>
        `Batch ${toText(facts.batch_reference)} sebesar ${amount(facts)} disetujui. Disbursement sedang dikirim ke bank.`,
      disbursement_batch_rejected: (facts) =>
        `Batch ${toText(facts.batch_reference)} sebesar ${amount(facts)} ditolak: ${toText(facts.reason)}. Tidak ada dana yang dikirim.`,
    }),
    digest_label: 'Disbursement disetujui atau ditolak',
  },
  1203: {
    subject: byOutcome({
      success: (facts) => `Disbursement selesai: ${amount(facts)}${reference(facts)}`,
      beneficiary: BENEFICIARY_SUBJECT,
    }),
    body: byOutcome({
      success: (facts) => `Disbursement sebesar ${amount(facts)} telah dikreditkan ke rekening penerima.`,
      beneficiary: BENEFICIARY_BODY,
    }),
    digest_label: 'Disbursement selesai',
  },
  1204: {
    subject: (facts) => `Disbursement gagal: ${amount(facts)}${reference(facts)}`,
    body: (facts) => `Disbursement sebesar ${amount(facts)} gagal. Dana dikembalikan ke saldo pencairan Anda.`,
    digest_label: 'Disbursement gagal',
  },
  1205: {
    subject: (facts) => `Disbursement dikembalikan: ${amount(facts)}${reference(facts)}`,
    body: (facts) => `Bank penerima mengembalikan ${amount(facts)}. Dana dikembalikan ke saldo pencairan Anda.`,
    digest_label: 'Disbursement dikembalikan',
  },
  1206: {
    subject: (facts) => `Batch disbursement selesai: ${toText(facts.batch_reference)}`,
    body: (facts) =>
      `Dibayar: ${toText(facts.paid_rows)} disbursement dengan total ${amount(facts)}. Tidak dibayar: ${toText(facts.failed_rows)}.`,
    digest_label: 'Batch disbursement selesai',
  },
  1301: {
    subject: (facts) => `Deposit dikreditkan: ${net(facts)}`,
    body: (facts) => `Isi saldo sebesar ${amount(facts)} telah dikreditkan ke saldo pencairan Anda.`,
    digest_label: 'Deposit dikreditkan',
  },
  1302: {
    subject: byOutcome({
      under_review: (facts) => `Deposit sedang ditinjau: ${amount(facts)}`,
      returned: (facts) => `Deposit dikembalikan: ${amount(facts)}`,
    }),
    body: byOutcome({
      under_review: (facts) =>
        `Isi saldo sebesar ${amount(facts)} sedang ditinjau sebelum dikreditkan. Tidak ada tindakan yang diperlukan.`,
      returned: (facts) => `Isi saldo sebesar ${amount(facts)} tidak dikreditkan dan dikembalikan kepada pengirim.`,
    }),
    digest_label: 'Deposit sedang ditinjau',
  },
  1401: {
    subject: (facts) => `Tautan pembayaran dibuat: ${toText(facts.title)}`,
    body: always('Sebuah tautan pembayaran baru telah dibuat.'),
    digest_label: 'Tautan pembayaran dibuat',
  },
  1402: {
    subject: (facts) => `Tautan pembayaran dibayar: ${toText(facts.title)} (${formatAmount(facts.collected_amount)})`,
    body: always('Pelanggan Anda telah membayar tautan pembayaran ini.'),
    digest_label: 'Tautan pembayaran dibayar',
  },
  1403: {
    subject: (facts) => `Tautan pembayaran kedaluwarsa: ${toText(facts.title)}`,
    body: always('Tautan pembayaran ini telah kedaluwarsa dan tidak dapat dibayar lagi.'),
    digest_label: 'Tautan pembayaran kedaluwarsa',
  },
  1404: {
    subject: (facts) => `Tautan pembayaran mencapai batas: ${toText(facts.title)}`,
    body: always('Tautan pembayaran ini telah mencapai jumlah pembayaran maksimum dan tidak dapat dibayar lagi.'),
    digest_label: 'Tautan pembayaran mencapai batas',
  },
};
