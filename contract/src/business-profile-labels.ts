/** Names of the parts of a business profile for people, in both languages: on screens, in mails and in errors. */
import type { DocumentType, PersonRole, ProfileField, RejectReason } from './business-profile-fields.ts';
import type { MissingItem } from './business-profile-rules.ts';
import { type Localized, localized } from './language.ts';
import type { EntityType, VerificationStatus } from './merchant-fields.ts';

export const ENTITY_LABELS: Record<EntityType, Localized> = {
  individual: localized('Individual', 'Perorangan'),
  pt: localized('Limited company (PT)', 'Perseroan Terbatas (PT)'),
  pt_perorangan: localized('Sole-owner company (PT Perorangan)', 'PT Perorangan'),
  cv: localized('Limited partnership (CV)', 'Persekutuan Komanditer (CV)'),
  pma: localized('Foreign-owned company (PT PMA)', 'PT Penanaman Modal Asing (PMA)'),
  foundation: localized('Foundation', 'Yayasan'),
  cooperative: localized('Cooperative', 'Koperasi'),
  government: localized('Government body', 'Instansi pemerintah'),
};

export const PERSON_ROLE_LABELS: Record<PersonRole, Localized> = {
  owner: localized('Owner', 'Pemilik'),
  director: localized('Director', 'Direktur'),
  shareholder: localized('Shareholder', 'Pemegang saham'),
  pic_finance: localized('Finance contact', 'Kontak keuangan'),
  pic_tech: localized('Technical contact', 'Kontak teknis'),
};

export const DOCUMENT_LABELS: Record<DocumentType, Localized> = {
  ktp: localized('Identity card (KTP) or passport', 'KTP atau paspor'),
  selfie: localized('Selfie with identity card', 'Swafoto dengan KTP'),
  npwp_personal: localized('Personal NPWP', 'NPWP pribadi'),
  npwp_company: localized('Company NPWP', 'NPWP badan usaha'),
  nib: localized('NIB', 'NIB'),
  deed: localized('Latest deed', 'Akta terbaru'),
  sk: localized('Decree (SK Kemenkumham)', 'SK Kemenkumham'),
  license: localized('Business licence', 'Izin usaha'),
  bank_book: localized('Cover of the bank book', 'Halaman depan buku tabungan'),
  business_proof: localized('Proof of the business or online store', 'Bukti usaha atau toko online'),
  other: localized('Other document', 'Dokumen lain'),
};

export const FIELD_LABELS: Record<ProfileField, Localized> = {
  brand_name: localized('Brand name', 'Nama merek'),
  legal_name: localized('Legal name', 'Nama badan usaha'),
  entity_type: localized('Entity type', 'Bentuk usaha'),
  industry: localized('Industry', 'Bidang usaha'),
  description: localized('Description', 'Deskripsi'),
  website: localized('Website or social media', 'Situs web atau media sosial'),
  email: localized('Business email', 'Email bisnis'),
  phone: localized('Business phone', 'Telepon bisnis'),
  cs_email: localized('Customer service email', 'Email layanan pelanggan'),
  cs_phone: localized('Customer service phone', 'Telepon layanan pelanggan'),
  monthly_volume: localized('Expected monthly volume', 'Perkiraan volume bulanan'),
  address_line: localized('Street address', 'Alamat lengkap'),
  province_code: localized('Province', 'Provinsi'),
  regency_code: localized('Regency or city', 'Kabupaten atau kota'),
  district_code: localized('District', 'Kecamatan'),
  village_code: localized('Village', 'Kelurahan atau desa'),
  postal_code: localized('Postal code', 'Kode pos'),
  nib: localized('NIB', 'NIB'),
  npwp: localized('NPWP', 'NPWP'),
  npwp_name: localized('Name on the NPWP', 'Nama pada NPWP'),
  deed_no: localized('Deed number', 'Nomor akta'),
  deed_date: localized('Deed date', 'Tanggal akta'),
  sk_no: localized('Decree number (SK)', 'Nomor SK'),
  sk_date: localized('Decree date (SK)', 'Tanggal SK'),
};

export const REJECT_REASON_LABELS: Record<RejectReason, Localized> = {
  blurry: localized('Not readable', 'Tidak terbaca'),
  mismatch: localized('Does not match the profile', 'Tidak sesuai dengan profil'),
  expired: localized('Expired', 'Kedaluwarsa'),
  incomplete: localized('Incomplete', 'Tidak lengkap'),
};

export const VERIFICATION_STATUS_LABELS: Record<VerificationStatus, Localized> = {
  draft: localized('Draft', 'Draf'),
  submitted: localized('Submitted', 'Diajukan'),
  in_review: localized('In review', 'Ditinjau'),
  needs_revision: localized('Needs changes', 'Perlu diperbaiki'),
  approved: localized('Approved', 'Disetujui'),
  rejected: localized('Rejected', 'Ditolak'),
  under_re_review: localized('In re-review', 'Ditinjau ulang'),
};

const MISSING_NIK = localized('NIK', 'NIK');

/** Names what is missing; `person` is the name of the person that it belongs to. */
export function formatMissing(item: MissingItem, person: string | null): Localized {
  const label = getMissingLabel(item);
  const of = person === null ? '' : ` (${person})`;
  if (item.section !== 'documents') {
    return localized(`${label.en}${of} is missing.`, `${label.id}${of} belum diisi.`);
  }
  const { problem } = item;
  if (problem === 'missing') return localized(`${label.en}${of} is missing.`, `${label.id}${of} belum diunggah.`);
  if (problem === 'expired') return localized(`${label.en}${of} has expired.`, `${label.id}${of} sudah kedaluwarsa.`);
  return localized(`${label.en}${of} was rejected; upload a new one.`, `${label.id}${of} ditolak; unggah yang baru.`);
}

function getMissingLabel(item: MissingItem): Localized {
  if (item.section === 'documents') return DOCUMENT_LABELS[item.field];
  if (item.section !== 'people') return FIELD_LABELS[item.field];
  return item.field === 'nik' ? MISSING_NIK : PERSON_ROLE_LABELS[item.field];
}
