/** What mails say in Indonesian, by action of the catalogue (domain 1.21). */
import type { Facts } from './rules.ts';
import { methodText, rupiahText, textOf, timeText } from './format.ts';
import type { ActionMessages } from './messages-en.ts';

const amount = (facts: Facts): string => rupiahText(facts.amount);
const net = (facts: Facts): string => rupiahText(facts.net_amount);
const way = (facts: Facts): string => methodText(facts, 'id');
const of = (facts: Facts): string =>
  typeof facts.merchant_reference === 'string' ? ` (${facts.merchant_reference})` : '';
/** Words by what became of it. */
const by =
  (words: Record<string, (facts: Facts) => string>) =>
  (facts: Facts): string =>
    (words[textOf(facts.outcome)] ?? Object.values(words)[0])?.(facts) ?? '';
const always = (text: string) => (): string => text;

const paid = (method: string): ActionMessages => ({
  subject: (facts) => `Dibayar: ${amount(facts)} lewat ${way({ method, ...facts })}${of(facts)}`,
  opening: (facts) => `Pembayaran ${amount(facts)} lewat ${way({ method, ...facts })} berhasil.`,
  many: `Berhasil, ${way({ method })}`,
});
const failed = (method: string): ActionMessages => ({
  subject: (facts) => `Gagal: ${amount(facts)} lewat ${way({ method, ...facts })}${of(facts)}`,
  opening: (facts) =>
    `Pembayaran ${amount(facts)} lewat ${way({ method, ...facts })} gagal. Tidak ada uang yang terpotong.`,
  many: `Gagal, ${way({ method })}`,
});
const expired = (method: string): ActionMessages => ({
  subject: (facts) => `Kedaluwarsa: ${amount(facts)} lewat ${way({ method, ...facts })}${of(facts)}`,
  opening: (facts) => `Pembayaran ${amount(facts)} lewat ${way({ method, ...facts })} tidak dilakukan tepat waktu.`,
  many: `Kedaluwarsa, ${way({ method })}`,
});
const methods = ['virtual_account', 'qris', 'e_wallet', 'card', 'retail', 'direct_debit'];
const ofMethods = (tens: number, words: (method: string) => ActionMessages) =>
  Object.fromEntries(methods.map((method, place) => [tens + place + 1, words(method)]));

export const INDONESIAN: Record<number, ActionMessages> = {
  1001: {
    subject: always('Ada yang masuk ke akun Dasbor Anda dari perangkat baru'),
    opening: (facts) =>
      `Seseorang masuk ke akun Anda dari perangkat yang belum kami kenal, pada ${timeText(facts.signed_in_at, 'id')}. Jika itu Anda, tidak ada yang perlu dilakukan. Jika bukan, akhiri sesi itu dan ganti kata sandi Anda.`,
    many: 'Masuk dari perangkat baru',
  },
  1002: {
    subject: by({
      password: always('Kata sandi Anda telah diubah'),
      two_factor: always('Autentikasi dua faktor Anda telah diubah'),
      email: always('Alamat email Anda telah diubah'),
    }),
    opening: always('Jika itu Anda, tidak ada yang perlu dilakukan. Jika bukan, segera atur ulang kata sandi Anda.'),
    many: 'Perubahan kredensial',
  },
  1003: {
    subject: by({
      created: (facts) => `Kunci API dibuat: ${textOf(facts.key_name)}`,
      revoked: (facts) => `Kunci API dicabut: ${textOf(facts.key_name)}`,
      rolled: (facts) => `Kunci API diganti: ${textOf(facts.key_name)}`,
      secret_changed: always('Rahasia webhook telah diubah'),
    }),
    opening: by({
      created: always(
        'Sebuah kunci API baru dapat bertindak atas nama usaha Anda. Jika bukan pihak Anda yang membuatnya, segera cabut.',
      ),
      revoked: always('Kunci API ini tidak berlaku lagi. Server yang masih memakainya akan ditolak.'),
      rolled: always('Kunci API ini punya rahasia baru. Yang lama tidak berlaku lagi.'),
      secret_changed: always(
        'Webhook ditandatangani dengan rahasia baru. Jika bukan pihak Anda yang mengubahnya, segera ganti.',
      ),
    }),
    many: 'Perubahan kunci',
  },
  1004: {
    subject: by({
      paid: (facts) => `Settlement dibayarkan: ${net(facts)} (${textOf(facts.batch_no)})`,
      report_ready: (facts) => `Laporan settlement siap: ${textOf(facts.batch_no)}`,
      report_blocked: (facts) => `Laporan tidak dapat dikirim lewat ${textOf(facts.channel)}`,
      report_undelivered: (facts) => `Sebuah laporan gagal dikirim lewat ${textOf(facts.channel)}`,
    }),
    opening: by({
      paid: (facts) => `Settlement ${textOf(facts.batch_no)} sebesar ${net(facts)} telah dibayarkan.`,
      report_ready: (facts) => `Laporan settlement ${textOf(facts.batch_no)} sudah siap.`,
      report_blocked: always(
        'Hanya orang Anda yang dapat memperbaikinya, di dasbor pada Manage Notifications, Configuration. Sampai saat itu pengiriman dicoba sekali setiap jam, selama tujuh hari.',
      ),
      report_undelivered: always(
        'Pengiriman sudah dicoba selama tujuh hari dan tidak dicoba lagi. Setelah penyebabnya diperbaiki, kirim ulang laporan itu dari daftar laporan, atau unduh di sana.',
      ),
    }),
    many: 'Settlement dibayarkan',
  },
  1005: {
    subject: by({
      failed: (facts) => `Settlement gagal: ${net(facts)} (${textOf(facts.batch_no)})`,
      returned: (facts) => `Settlement dikembalikan: ${net(facts)} (${textOf(facts.batch_no)})`,
    }),
    opening: by({
      failed: (facts) =>
        `Bank menolak settlement ${textOf(facts.batch_no)} sebesar ${net(facts)}. Uangnya tetap kami simpan untuk Anda; periksa rekening bank lalu minta dikirim lagi.`,
      returned: (facts) =>
        `Bank penerima mengembalikan settlement ${textOf(facts.batch_no)} sebesar ${net(facts)}. Uangnya tetap kami simpan untuk Anda; periksa rekening bank lalu minta dikirim lagi.`,
    }),
    many: 'Settlement gagal atau dikembalikan',
  },
  1006: {
    subject: by({
      succeeded: (facts) => `Dana dikembalikan: ${amount(facts)}${of(facts)}`,
      failed: (facts) => `Refund gagal: ${amount(facts)}${of(facts)}`,
    }),
    opening: by({
      succeeded: (facts) => `${amount(facts)} telah dikembalikan kepada pelanggan Anda.`,
      failed: (facts) =>
        `${amount(facts)} tidak dapat dikembalikan. Dananya tersedia lagi, dan Anda dapat mengajukan ulang.`,
    }),
    many: 'Refund',
  },
  1008: {
    subject: (facts) => `Saldo pencairan ${textOf(facts.brand_name)} rendah: ${rupiahText(facts.balance)}`,
    opening: (facts) =>
      `Saldo pencairan Anda di bawah ${rupiahText(facts.threshold)}. Kami baru akan memberi tahu lagi setelah saldo itu sempat mencapai jumlah tersebut atau lebih.`,
    many: 'Saldo rendah',
  },
  1009: {
    subject: by({
      failing: (facts) => `Endpoint webhook bermasalah: ${textOf(facts.url)}`,
      disabled: (facts) => `Endpoint webhook dinonaktifkan: ${textOf(facts.url)}`,
    }),
    opening: by({
      failing: always('Pengiriman ke endpoint ini terus gagal dan akan dicoba lagi.'),
      disabled: always(
        'Semua pengiriman ke endpoint ini gagal selama beberapa hari, sehingga dinonaktifkan. Peristiwanya tetap disimpan.',
      ),
    }),
    many: 'Endpoint webhook bermasalah',
  },
  1010: {
    subject: (facts) => textOf(facts.title, 'Kabar dari Dasbor'),
    opening: (facts) => textOf(facts.text),
    many: 'Pengumuman',
  },
  1011: {
    subject: by({
      invited: (facts) => `${textOf(facts.email)} diundang`,
      joined: (facts) => `${textOf(facts.name)} telah bergabung`,
      role_changed: (facts) => `Peran ${textOf(facts.name)} berubah`,
    }),
    opening: by({
      invited: always('Seseorang diundang untuk bekerja bersama Anda di dasbor.'),
      joined: always('Seseorang yang diundang kini dapat masuk.'),
      role_changed: always('Apa yang boleh dilihat dan dilakukan orang ini telah berubah.'),
    }),
    many: 'Perubahan pengguna',
  },
  1012: {
    subject: by({
      submitted: always('Verifikasi usaha Anda telah dikirim'),
      in_review: always('Verifikasi usaha Anda sedang diperiksa'),
      needs_revision: always('Verifikasi usaha Anda perlu dilengkapi'),
      approved: always('Usaha Anda telah terverifikasi'),
      rejected: always('Verifikasi usaha Anda ditolak'),
    }),
    opening: by({
      submitted: always('Kami akan memeriksanya dan mengabari hasilnya.'),
      in_review: always('Data yang Anda kirim sedang diperiksa.'),
      needs_revision: always('Silakan lihat apa yang kurang lalu kirim ulang.'),
      approved: always('Semuanya lengkap. Anda dapat menerima pembayaran.'),
      rejected: always('Silakan lihat alasannya, dan hubungi dukungan bila Anda tidak setuju.'),
    }),
    many: 'Verifikasi usaha',
  },
  ...ofMethods(1100, paid),
  ...ofMethods(1110, failed),
  ...ofMethods(1120, expired),
  1201: {
    subject: (facts) => `Pencairan menunggu persetujuan Anda: ${amount(facts)}`,
    opening: (facts) => `Pencairan sebesar ${amount(facts)} menunggu disetujui.`,
    many: 'Pencairan menunggu persetujuan',
  },
  1202: {
    subject: by({
      approved: (facts) => `Pencairan disetujui: ${amount(facts)}`,
      rejected: (facts) => `Pencairan ditolak: ${amount(facts)}`,
    }),
    opening: by({
      approved: (facts) => `Pencairan sebesar ${amount(facts)} disetujui dan diteruskan ke bank.`,
      rejected: (facts) => `Pencairan sebesar ${amount(facts)} ditolak. Tidak ada uang yang keluar.`,
    }),
    many: 'Pencairan disetujui atau ditolak',
  },
  1203: {
    subject: (facts) => `Pencairan berhasil: ${amount(facts)}${of(facts)}`,
    opening: (facts) => `Pencairan sebesar ${amount(facts)} sudah sampai di rekening tujuan.`,
    many: 'Pencairan berhasil',
  },
  1204: {
    subject: (facts) => `Pencairan gagal: ${amount(facts)}${of(facts)}`,
    opening: (facts) => `Pencairan sebesar ${amount(facts)} gagal. Uangnya kembali ke saldo pencairan Anda.`,
    many: 'Pencairan gagal',
  },
  1205: {
    subject: (facts) => `Pencairan dikembalikan: ${amount(facts)}${of(facts)}`,
    opening: (facts) => `Bank penerima mengembalikan ${amount(facts)}. Uangnya kembali ke saldo pencairan Anda.`,
    many: 'Pencairan dikembalikan',
  },
  1206: {
    subject: (facts) => `Batch pencairan selesai: ${textOf(facts.title ?? facts.batch_no)}`,
    opening: always('Setiap baris batch telah selesai. Berkas hasilnya ada di halamannya.'),
    many: 'Batch pencairan selesai',
  },
  1301: {
    subject: (facts) => `Deposit masuk: ${net(facts)}`,
    opening: (facts) => `Isi saldo sebesar ${amount(facts)} telah masuk ke saldo pencairan Anda.`,
    many: 'Deposit masuk',
  },
  1302: {
    subject: by({
      under_review: (facts) => `Deposit sedang diperiksa: ${amount(facts)}`,
      returned: (facts) => `Deposit dikembalikan: ${amount(facts)}`,
    }),
    opening: by({
      under_review: (facts) =>
        `Isi saldo sebesar ${amount(facts)} telah tiba dan diperiksa dulu sebelum dikreditkan. Anda tidak perlu melakukan apa pun.`,
      returned: (facts) => `Isi saldo sebesar ${amount(facts)} tidak dikreditkan. Uangnya kembali ke asalnya.`,
    }),
    many: 'Deposit diperiksa',
  },
  1401: {
    subject: (facts) => `Tautan pembayaran dibuat: ${textOf(facts.title)}`,
    opening: always('Sebuah tautan pembayaran dibuat untuk pelanggan Anda.'),
    many: 'Tautan pembayaran dibuat',
  },
  1402: {
    subject: (facts) => `Tautan pembayaran dibayar: ${textOf(facts.title)} (${rupiahText(facts.collected_amount)})`,
    opening: always('Pelanggan Anda telah membayar tautan ini.'),
    many: 'Tautan pembayaran dibayar',
  },
  1403: {
    subject: (facts) => `Tautan pembayaran kedaluwarsa: ${textOf(facts.title)}`,
    opening: always('Masa berlaku tautan ini sudah habis dan tidak dapat dibayar lagi.'),
    many: 'Tautan pembayaran kedaluwarsa',
  },
  1404: {
    subject: (facts) => `Tautan pembayaran mencapai batasnya: ${textOf(facts.title)}`,
    opening: always('Tautan ini sudah menerima pembayaran sebanyak batasnya dan tidak dapat dibayar lagi.'),
    many: 'Tautan pembayaran mencapai batas',
  },
};
