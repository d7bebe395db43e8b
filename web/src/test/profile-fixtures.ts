/** Test fixtures of business profiles and of their review. */
import type { BusinessProfile } from '@dasbor/contract/business-profile';
import type { MerchantDocument, MerchantPerson } from '@dasbor/contract/business-profile-fields';
import type { VerificationReview } from '@dasbor/contract/verification';

export const OWNER: MerchantPerson = {
  id: 'mpe_01kaj6x7v3q2m8n4p5r6s70001',
  role: 'owner',
  name: 'Ayu Lestari',
  nik_masked: '••••••••••••0001',
  phone: null,
  email: null,
  share_bps: null,
};

export const buildDocument = (n: number, part: Partial<MerchantDocument> = {}): MerchantDocument => ({
  id: `doc_01kaj6x7v3q2m8n4p5r6s7${String(n).padStart(4, '0')}`,
  document_type: 'ktp',
  person_id: OWNER.id,
  file_name: 'ktp.png',
  content_type: 'image/png',
  size_bytes: 48_000,
  status: 'uploaded',
  reject_reason: null,
  reject_note: null,
  reviewed_by: null,
  reviewed_at: null,
  expires_on: null,
  uploaded_by: 'Ayu Lestari',
  uploaded_at: '2026-11-21T07:00:00.000Z',
  ...part,
});

export const KTP = buildDocument(1);
export const SELFIE = buildDocument(2, {
  document_type: 'selfie',
  file_name: 'selfie.jpg',
  content_type: 'image/jpeg',
});

export const buildMissingItem = (
  section: BusinessProfile['missing'][number]['section'],
  field: string,
  detail: string,
): BusinessProfile['missing'][number] => ({ section, field, person_id: null, problem: 'missing', detail });

/** The complete profile of an individual, not submitted yet. */
export const buildProfile = (part: Partial<BusinessProfile> = {}): BusinessProfile => ({
  status: 'onboarding',
  verification_status: 'draft',
  submitted_at: null,
  activated_at: null,
  is_locked: false,
  fields: {
    brand_name: 'Warung Ayu',
    legal_name: 'Ayu Lestari',
    entity_type: 'individual',
    industry: 'restaurant',
    description: 'Nasi dan sayur',
    website: null,
    email: 'ayu@warung.example',
    phone: '+6281234567890',
    cs_email: null,
    cs_phone: null,
    monthly_volume: 15_000_000,
    address_line: 'Jalan Melati 1',
    province_code: '31',
    regency_code: '31.74',
    district_code: '31.74.01',
    village_code: '31.74.01.1001',
    postal_code: '12820',
    nib: null,
    npwp: null,
    npwp_name: null,
    deed_no: null,
    deed_date: null,
    sk_no: null,
    sk_date: null,
  },
  names: { province: 'DKI Jakarta', regency: 'Jakarta Selatan', district: 'Tebet', village: 'Tebet Timur' },
  people: [OWNER],
  documents: [KTP, SELFIE],
  document_needs: [
    { document_type: 'ktp', person_id: OWNER.id, is_required: true },
    { document_type: 'selfie', person_id: OWNER.id, is_required: true },
    { document_type: 'bank_book', person_id: null, is_required: false },
  ],
  missing: [],
  change: null,
  events: [],
  ...part,
});

export const MERCHANT_ID = 'mer_01kaj6x7v3q2m8n4p5r6s70001';

/** A submitted profile as the provider reviews it. */
export const buildReview = (part: Partial<VerificationReview> = {}): VerificationReview => ({
  ...buildProfile({
    status: 'pending_review',
    verification_status: 'submitted',
    is_locked: true,
    submitted_at: '2026-11-21T07:00:00.000Z',
  }),
  merchant_id: MERCHANT_ID,
  code: 'WRG1',
  mcc: null,
  suggested_mcc: '5812',
  nmid: null,
  qris_criteria: 'UMI',
  risk_level: null,
  former_documents: [],
  bank_accounts: [],
  ...part,
});
