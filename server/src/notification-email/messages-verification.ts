/** Texts of notification emails about the verification of the business, in both languages. */
import { type ActionMessages, always, byOutcome } from './message-builders.ts';

export const VERIFICATION_ENGLISH: ActionMessages = {
  subject: byOutcome({
    submitted: always('Business verification submitted'),
    in_review: always('Business verification in review'),
    needs_revision: always('Business verification needs changes'),
    approved: always('Business verification approved'),
    rejected: always('Business verification rejected'),
    change_approved: always('Change of your business profile approved'),
    change_rejected: always('Change of your business profile rejected'),
    under_re_review: always('Business verification in re-review'),
  }),
  body: byOutcome({
    submitted: always('We will review your documents and email you the result.'),
    in_review: always('Your documents are being reviewed. No action is needed.'),
    needs_revision: always('Check what is missing and submit the verification again.'),
    approved: always('Your business is verified and can accept payments.'),
    rejected: always('See the reason in the dashboard. Contact support if you disagree.'),
    change_approved: always('The new values are in force.'),
    change_rejected: always('The values in force stay as they are. See the reason below.'),
    under_re_review: always(
      'Your account stays active. Check your business profile and upload the documents that we ask for.',
    ),
  }),
  digest_label: 'Business verification',
};

export const VERIFICATION_INDONESIAN: ActionMessages = {
  subject: byOutcome({
    submitted: always('Verifikasi bisnis telah diajukan'),
    in_review: always('Verifikasi bisnis sedang ditinjau'),
    needs_revision: always('Verifikasi bisnis perlu diperbaiki'),
    approved: always('Verifikasi bisnis disetujui'),
    rejected: always('Verifikasi bisnis ditolak'),
    change_approved: always('Perubahan profil bisnis disetujui'),
    change_rejected: always('Perubahan profil bisnis ditolak'),
    under_re_review: always('Verifikasi bisnis ditinjau ulang'),
  }),
  body: byOutcome({
    submitted: always('Kami akan meninjau dokumen Anda dan mengirim hasilnya melalui email.'),
    in_review: always('Dokumen Anda sedang ditinjau. Tidak ada tindakan yang diperlukan.'),
    needs_revision: always('Periksa data yang kurang, lalu ajukan kembali verifikasi.'),
    approved: always('Bisnis Anda telah terverifikasi dan dapat menerima pembayaran.'),
    rejected: always('Lihat alasannya di dasbor. Hubungi tim dukungan jika Anda tidak setuju.'),
    change_approved: always('Nilai yang baru sudah berlaku.'),
    change_rejected: always('Nilai yang berlaku tidak berubah. Lihat alasannya di bawah.'),
    under_re_review: always('Akun Anda tetap aktif. Periksa profil bisnis Anda dan unggah dokumen yang diminta.'),
  }),
  digest_label: 'Verifikasi bisnis',
};
