/** Business profiles of the sandbox's merchants: two that are verified, and one that waits for its review. */
import type { DocumentType, ProfileFields } from '@dasbor/contract/business-profile-fields';
import { KOPI_NUSANTARA, BATIK_LESTARI } from './people.ts';

export interface SampleProfile {
  merchant_id: string;
  /** Name of the superadmin. */
  user_name: string;
  fields: Partial<ProfileFields>;
  person: { role: 'owner' | 'director'; name: string; nik: string; phone: string; email: string };
  documents: readonly { document_type: DocumentType; kind: 'png' | 'pdf'; title: string; lines: readonly string[] }[];
}

export const WARUNG_BARU = {
  merchant_id: 'mer_01k0warvngbarv000000000000',
  code: 'WARUNG',
  brand_name: 'Warung Baru',
  legal_name: 'Bayu Rahmanto',
} as const;

const JAKARTA = {
  province_code: '31',
  regency_code: '31.74',
  district_code: '31.74.01',
  village_code: '31.74.01.1001',
};
const YOGYAKARTA = {
  province_code: '34',
  regency_code: '34.71',
  district_code: '34.71.01',
  village_code: '34.71.01.1001',
};

const ktp = (name: string, nik: string) =>
  ({
    document_type: 'ktp',
    kind: 'png',
    title: 'KARTU TANDA PENDUDUK',
    lines: [`NIK: ${nik}`, `Nama: ${name}`, 'Kewarganegaraan: WNI', 'Berlaku hingga: seumur hidup'],
  }) as const;

/** The documents of a company. */
const company = (name: string, number: { npwp: string; nib: string; deed: string; sk: string }) =>
  [
    { document_type: 'npwp_personal', kind: 'png', title: 'NPWP', lines: [`NPWP: ${number.npwp}`] },
    {
      document_type: 'npwp_company',
      kind: 'png',
      title: 'NPWP BADAN',
      lines: [`NPWP: ${number.npwp}`, `Nama: ${name}`],
    },
    {
      document_type: 'nib',
      kind: 'pdf',
      title: 'Nomor Induk Berusaha',
      lines: [`NIB: ${number.nib}`, `Nama: ${name}`],
    },
    { document_type: 'deed', kind: 'pdf', title: 'Akta', lines: [`Nomor: ${number.deed}`, `Nama: ${name}`] },
    { document_type: 'sk', kind: 'pdf', title: 'SK Kemenkumham', lines: [`Nomor: ${number.sk}`, `Nama: ${name}`] },
  ] as const;

const KOPI_NUMBERS = { npwp: '0012345678012000', nib: '9120001234567', deed: '27', sk: 'AHU-0012345.AH.01.01' };
const BATIK_NUMBERS = { npwp: '0087654321541000', nib: '9120007654321', deed: '8', sk: 'AHU-0054321.AH.01.14' };
const BAYU_NIK = '3174010805920003';

export const SAMPLE_PROFILES: readonly SampleProfile[] = [
  {
    merchant_id: KOPI_NUSANTARA.merchant_id,
    user_name: 'Sari Pratiwi',
    fields: {
      entity_type: 'pt',
      industry: 'restaurant',
      description: 'Kedai kopi di Jakarta Selatan',
      website: 'https://kopi.example',
      email: 'halo@kopi.example',
      phone: '+62215550101',
      cs_email: 'cs@kopi.example',
      cs_phone: '+6281255501010',
      monthly_volume: 1_500_000_000,
      address_line: 'Jalan Kemang Raya 12',
      ...JAKARTA,
      postal_code: '12730',
      nib: KOPI_NUMBERS.nib,
      npwp: KOPI_NUMBERS.npwp,
      npwp_name: 'PT Kopi Nusantara Jaya',
      deed_no: KOPI_NUMBERS.deed,
      deed_date: '2019-03-14',
      sk_no: KOPI_NUMBERS.sk,
      sk_date: '2019-04-02',
    },
    person: {
      role: 'director',
      name: 'Sari Pratiwi',
      nik: '3174014507850002',
      phone: '+6281255501011',
      email: 'superadmin@kopi.example',
    },
    documents: [ktp('Sari Pratiwi', '3174014507850002'), ...company('PT Kopi Nusantara Jaya', KOPI_NUMBERS)],
  },
  {
    merchant_id: BATIK_LESTARI.merchant_id,
    user_name: 'Ratna Wulandari',
    fields: {
      entity_type: 'cv',
      industry: 'fashion',
      description: 'Batik tulis dan batik cap',
      website: 'https://batik.example',
      email: 'halo@batik.example',
      phone: '+62274550202',
      monthly_volume: 400_000_000,
      address_line: 'Jalan Malioboro 45',
      ...YOGYAKARTA,
      postal_code: '55271',
      nib: BATIK_NUMBERS.nib,
      npwp: BATIK_NUMBERS.npwp,
      npwp_name: 'CV Batik Lestari',
      deed_no: BATIK_NUMBERS.deed,
      deed_date: '2017-08-09',
      sk_no: BATIK_NUMBERS.sk,
      sk_date: '2017-09-01',
    },
    person: {
      role: 'director',
      name: 'Ratna Wulandari',
      nik: '3471015203800004',
      phone: '+6281255502020',
      email: 'superadmin@batik.example',
    },
    documents: [ktp('Ratna Wulandari', '3471015203800004'), ...company('CV Batik Lestari', BATIK_NUMBERS)],
  },
  {
    merchant_id: WARUNG_BARU.merchant_id,
    user_name: 'Bayu Rahmanto',
    fields: {
      entity_type: 'individual',
      industry: 'restaurant',
      description: 'Nasi goreng, soto, dan es teh',
      website: 'https://instagram.com/warungbaru',
      email: 'baru@warung.example',
      phone: '+6281255503030',
      monthly_volume: 25_000_000,
      address_line: 'Jalan Melati 7',
      ...JAKARTA,
      postal_code: '12810',
    },
    person: {
      role: 'owner',
      name: 'Bayu Rahmanto',
      nik: BAYU_NIK,
      phone: '+6281255503030',
      email: 'baru@warung.example',
    },
    documents: [
      ktp('Bayu Rahmanto', BAYU_NIK),
      { document_type: 'selfie', kind: 'png', title: 'SWAFOTO DENGAN KTP', lines: ['Nama: Bayu Rahmanto'] },
      { document_type: 'bank_book', kind: 'pdf', title: 'Buku Tabungan', lines: ['Bank: BCA', 'Nama: Bayu Rahmanto'] },
    ],
  },
];
