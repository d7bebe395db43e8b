/** Indonesian texts of the form of a merchant. */
import type { Messages } from './form-messages.ts';

export const INDONESIAN: Messages = {
  form: {
    add_title: 'Tambah merchant',
    add_line: 'Pemilik menerima undangan lewat email dan menjadi superadmin pertama.',
    edit_title: (name) => `Ubah ${name}`,
    edit_line: 'Perubahan langsung berlaku dan dicatat di log audit merchant.',
    denied_title: 'Anda tidak dapat mengubah merchant',
    denied:
      'Peran Anda dapat melihat merchant tetapi tidak dapat menambah atau mengubahnya. Minta administrator penyedia.',
    added: 'Merchant ditambahkan, pemilik diundang',
    saved: 'Perubahan disimpan',
    owner: 'Pemilik',
    owner_email: 'Email pemilik',
    owner_hint: 'Undangan berlaku satu kali selama tujuh hari.',
    start: 'Verifikasi',
    start_onboarding: 'Pemilik melengkapi profil bisnis dan mengajukannya untuk verifikasi',
    start_active: 'Sudah diverifikasi: merchant langsung aktif',
    code_hint: '3 sampai 20 karakter A–Z dan 0–9. Tidak dapat diubah kemudian.',
    mcc_hint: 'Empat angka, misalnya 5812 untuk restoran',
    nmid_hint: 'ID dan 13 angka, sesuai yang diberikan acquirer',
    group_hint: 'Merchant menjadi anggota hari ini.',
    group_failed: (detail) => `Merchant ditambahkan, tetapi tidak ke grup akun: ${detail}`,
    missing: 'Kolom ini wajib diisi.',
    invalid: {
      code: 'Gunakan 3 sampai 20 karakter A–Z dan 0–9, diawali A–Z.',
      mcc: 'Masukkan empat angka.',
      nmid: 'Masukkan ID dan 13 angka.',
      postal_code: 'Masukkan lima angka.',
      nib: 'Masukkan 13 angka.',
      npwp: 'Masukkan 15 atau 16 angka.',
      email: 'Masukkan alamat email.',
      owner_email: 'Masukkan alamat email.',
      website: 'Masukkan URL yang diawali https://.',
    },
  },
  agreement: {
    pricing_line: 'Tanpa isian, harga standar berlaku. PPN ditambahkan pada setiap biaya.',
    pricing_edit_line:
      'Isian di sini menjadi versi baru dari harga yang disepakati; pembayaran sebelum hari pertamanya tetap memakai versi sebelumnya. Semua versi ada di bagian Biaya merchant.',
    terms_line: 'Tanpa isian, ketentuan standar berlaku.',
    terms_edit_line: (terms) =>
      `Berlaku hari ini: ${terms}. Isian di sini menjadi versi baru; pembayaran sebelumnya tetap memakai ketentuannya.`,
    add_price: 'Tambah harga',
    add_term: 'Tambah ketentuan',
    channel: 'Kanal',
    any_bank: 'Virtual account, bank lainnya',
    virtual_account: (bank) => `Virtual account ${bank}`,
    disbursement: 'Disbursement',
    rate: 'Tarif dalam %',
    flat: 'Biaya tetap',
    remove: 'Hapus',
    twice: 'Masukkan setiap kanal satu kali.',
    from_title: 'Hari pertama versi baru',
    from: 'Berlaku mulai (WIB)',
  },
};
