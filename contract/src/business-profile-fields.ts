/** Profile of a merchant: business, address, legal data, people and documents, and the formats of their numbers. */
import { z } from 'zod';
import { INDUSTRIES } from './industry.ts';
import { validationMessage } from './language.ts';
import { ENTITY_TYPES } from './merchant-fields.ts';
import { AMOUNT_CAP } from './money.ts';
import { phone } from './profile.ts';
import { business_day, instant } from './time.ts';
import { refuseCredentials } from './web-url.ts';

export const PERSON_ROLES = ['owner', 'director', 'shareholder', 'pic_finance', 'pic_tech'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

export const DOCUMENT_TYPES = [
  'ktp',
  'selfie',
  'npwp_personal',
  'npwp_company',
  'nib',
  'deed',
  'sk',
  'license',
  'bank_book',
  'business_proof',
  'other',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
/** Documents that identify a person; the others are of the business. */
export const PERSON_DOCUMENTS: readonly DocumentType[] = ['ktp', 'selfie', 'npwp_personal'];

/** Documents that may have a last day: a passport instead of an identity card, a licence, and others. */
export const EXPIRING_DOCUMENTS: readonly DocumentType[] = ['ktp', 'license', 'other'];

export const DOCUMENT_STATUSES = ['uploaded', 'accepted', 'rejected'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];
export const REJECT_REASONS = ['blurry', 'mismatch', 'expired', 'incomplete'] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** An empty field is stored as null, so that a form can be saved before it is complete. `prepare` cleans what was typed. */
const optional = (schema: z.ZodType<string, string>, example: string, prepare = (given: string) => given.trim()) =>
  z
    .string()
    .max(500)
    .nullable()
    .meta({ examples: [example] })
    .transform((given) => (given === null || given.trim() === '' ? null : prepare(given)))
    .pipe(schema.nullable());
const text = (max: number, example: string) => optional(z.string().max(max), example);
/** A number whose dots, dashes and spaces do not count. */
const number = (pattern: RegExp, message: string, example: string) =>
  optional(z.string().regex(pattern, message), example, (given) => given.replaceAll(/[\s.-]/g, ''));

const EMAIL_MESSAGE = validationMessage('Enter a valid email address.', 'Masukkan alamat email yang valid.');
const email = optional(z.email(EMAIL_MESSAGE).max(254), 'you@example.com', (given) => given.trim().toLowerCase());
const optionalPhone = optional(phone, '+6281234567890');
const website = optional(
  refuseCredentials(
    z.url({
      protocol: /^https?$/,
      hostname: z.regexes.domain,
      error: validationMessage(
        'Enter a web address such as https://example.com.',
        'Masukkan alamat web, misalnya https://contoh.com.',
      ),
    }),
  ),
  'https://example.com',
  (given) => (/^[a-z]+:\/\//i.test(given.trim()) ? given.trim() : `https://${given.trim()}`),
);
const REGION_MESSAGE = validationMessage('Choose a region from the list.', 'Pilih wilayah dari daftar.');
const region = (pattern: RegExp, example: string) => optional(z.string().regex(pattern, REGION_MESSAGE), example);

export const NIK_MESSAGE = validationMessage('A NIK has 16 digits.', 'NIK terdiri dari 16 digit.');
const NIB_MESSAGE = validationMessage('A NIB has 13 digits.', 'NIB terdiri dari 13 digit.');
const NPWP_MESSAGE = validationMessage('An NPWP has 15 or 16 digits.', 'NPWP terdiri dari 15 atau 16 digit.');
const POSTAL_CODE_MESSAGE = validationMessage('A postal code has 5 digits.', 'Kode pos terdiri dari 5 digit.');

export const businessSection = z.strictObject({
  brand_name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .meta({ examples: ['Kopi Nusantara'] })
    .describe('Name that customers know'),
  legal_name: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .meta({ examples: ['PT Kopi Nusantara Jaya'] })
    .describe('Registered name of the business, or name of the person'),
  entity_type: z.enum(ENTITY_TYPES).nullable().describe('Legal form'),
  industry: z.enum(INDUSTRIES).nullable().describe('Industry; some need a licence'),
  description: text(500, 'Coffee and cakes').describe('What the business sells'),
  website: website.describe('Website or social media page'),
  email: email.describe('Email of the business'),
  phone: optionalPhone.describe('Phone number in international format'),
  cs_email: email.describe('Email of customer service'),
  cs_phone: optionalPhone.describe('Phone number of customer service'),
  monthly_volume: z.int().min(0).max(AMOUNT_CAP).nullable().describe('Expected volume per month, whole rupiah'),
});

export const addressSection = z.strictObject({
  address_line: text(200, 'Jalan Melati 1').describe('Street, number and building'),
  province_code: region(/^\d{2}$/, '31').describe('Code of the province, such as 31'),
  regency_code: region(/^\d{2}\.\d{2}$/, '31.74').describe('Code of the regency or city, such as 31.74'),
  district_code: region(/^\d{2}\.\d{2}\.\d{2}$/, '31.74.01').describe('Code of the district, such as 31.74.01'),
  village_code: region(/^\d{2}\.\d{2}\.\d{2}\.\d{4}$/, '31.74.01.1001').describe(
    'Code of the village, such as 31.74.01.1001',
  ),
  postal_code: number(/^\d{5}$/, POSTAL_CODE_MESSAGE, '12810').describe('Postal code, 5 digits'),
});

export const legalSection = z.strictObject({
  nib: number(/^\d{13}$/, NIB_MESSAGE, '9120001234567').describe('Business identification number (NIB), 13 digits'),
  npwp: number(/^\d{15,16}$/, NPWP_MESSAGE, '0123456789012345').describe('Tax number (NPWP), 15 or 16 digits'),
  npwp_name: text(120, 'PT Kopi Nusantara Jaya').describe('Name on the NPWP'),
  deed_no: text(60, '12').describe('Number of the latest deed'),
  deed_date: business_day.nullable().describe('Date of the latest deed'),
  sk_no: text(60, 'AHU-0012345.AH.01.01').describe('Number of the decree of the Ministry of Law (SK Kemenkumham)'),
  sk_date: business_day.nullable().describe('Date of the decree'),
});

export const PROFILE_SECTIONS = { business: businessSection, address: addressSection, legal: legalSection } as const;
export type ProfileSectionName = keyof typeof PROFILE_SECTIONS;
export type BusinessSection = z.output<typeof businessSection>;
export type AddressSection = z.output<typeof addressSection>;
export type LegalSection = z.output<typeof legalSection>;
export type ProfileFields = BusinessSection & AddressSection & LegalSection;
export type ProfileField = keyof ProfileFields;

/** After the approval, these change only when the provider approves the change: names, address and legal data. */
export const SENSITIVE_FIELDS: readonly ProfileField[] = [
  'brand_name',
  'legal_name',
  'entity_type',
  'industry',
  'address_line',
  'province_code',
  'regency_code',
  'district_code',
  'village_code',
  'postal_code',
  'nib',
  'npwp',
  'npwp_name',
  'deed_no',
  'deed_date',
  'sk_no',
  'sk_date',
];

/** Largest number of people of a profile. */
export const PEOPLE_MAX = 30;

export const personInput = z.strictObject({
  role: z.enum(PERSON_ROLES).describe('Owner, director, shareholder or contact'),
  name: z.string().trim().min(1).max(100).describe('Full name as on the identity card'),
  nik: number(/^\d{16}$/, NIK_MESSAGE, '3174010101900001')
    .optional()
    .describe('Number of the identity card (NIK), 16 digits; omit it to keep the stored one'),
  phone: optionalPhone.describe('Phone number in international format'),
  email: email.describe('Email'),
  share_bps: z.int().min(1).max(10_000).nullable().describe('Share of the company in basis points; 2500 is 25 %'),
});
export type PersonInput = z.output<typeof personInput>;

export const merchantPerson = z.object({
  id: z.string().describe('Id of the person'),
  role: z.enum(PERSON_ROLES).describe('Owner, director, shareholder or contact'),
  name: z.string().describe('Full name'),
  nik_masked: z.string().nullable().describe('NIK with only its last four digits; null when it is missing'),
  phone: z.string().nullable().describe('Phone number in international format'),
  email: z.string().nullable().describe('Email'),
  share_bps: z.int().nullable().describe('Share of the company in basis points'),
});
export type MerchantPerson = z.infer<typeof merchantPerson>;

export const merchantDocument = z.object({
  id: z.string().describe('Id of the document'),
  document_type: z.enum(DOCUMENT_TYPES).describe('What the document is'),
  person_id: z.string().nullable().describe('The person that it identifies; null for documents of the business'),
  file_name: z.string().describe('Name of the uploaded file'),
  content_type: z.string().describe('Media type of the stored file'),
  size_bytes: z.int().describe('Size of the stored file in bytes'),
  status: z.enum(DOCUMENT_STATUSES).describe('uploaded: not decided yet'),
  reject_reason: z.enum(REJECT_REASONS).nullable().describe('Why the provider rejected it'),
  reject_note: z.string().nullable().describe('What the provider added to the reason'),
  reviewed_by: z.string().nullable().describe('Who decided it'),
  reviewed_at: instant.nullable().describe('When it was decided'),
  expires_on: business_day.nullable().describe('Last day on which it is valid; null: does not expire'),
  uploaded_by: z.string().describe('Who uploaded it'),
  uploaded_at: instant.describe('When it was uploaded'),
});
export type MerchantDocument = z.infer<typeof merchantDocument>;
