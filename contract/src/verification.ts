/** Verification of merchants by the provider: review of the profile and of each document, and the decision. */
import { z } from 'zod';
import { needs } from './access.ts';
import { PEOPLE_MAX, REJECT_REASONS, merchantDocument, personInput } from './business-profile-fields.ts';
import { DOCUMENT_MEDIA_TYPES, businessProfile } from './business-profile.ts';
import { idSchema } from './id.ts';
import { RISK_LEVELS } from './merchant-fields.ts';
import { NMID_PATTERN, QRIS_CRITERIA } from './qris-merchant.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const reviewedBankAccount = z.object({
  bank_code: z.string().describe('Bank code of Bank Indonesia, three digits'),
  account_last4: z.string().describe('Last four digits of the account number'),
  holder_name: z.string().describe('Account holder, as confirmed by the bank'),
  verified_at: instant.describe('When the bank confirmed the holder'),
  is_approved: z.boolean().describe('Whether payouts to it are approved'),
  is_name_matching: z.boolean().describe('Whether the holder is the business or one of its owners and directors'),
});

export const verificationReview = z.object({
  ...businessProfile.shape,
  merchant_id: z.string().describe('Id of the merchant'),
  code: z.string().describe('Code of the merchant'),
  mcc: z.string().nullable().describe('Merchant category (ISO 18245)'),
  suggested_mcc: z.string().nullable().describe('Category that the industry suggests'),
  nmid: z.string().nullable().describe('National merchant ID (NMID)'),
  qris_criteria: z.enum(QRIS_CRITERIA).describe('QRIS category by size'),
  risk_level: z.enum(RISK_LEVELS).nullable().describe('Risk level'),
  former_documents: z.array(merchantDocument).describe('Replaced and removed documents, newest first'),
  bank_accounts: z.array(reviewedBankAccount).describe('Bank accounts for settlements, newest first'),
});
export type VerificationReview = z.infer<typeof verificationReview>;

const merchant = z.object({ merchant_id: idSchema('merchant') });
const output = z.object({ data: verificationReview });
const manage = needs('Verification', 'manage', { users_only: true });
/** Decisions on the whole profile: administrators manage people and documents, but do not approve. */
const approve = needs('Verification', 'approve', { users_only: true });
const TRANSITION = { status_conflict: 409 } as const;
const reason = z.string().trim().min(3).max(500);

export const getVerification = route({
  name: 'getVerification',
  method: 'GET',
  path: '/merchants/{merchant_id}/verification',
  summary: 'Retrieve the profile of a merchant for its verification',
  access: needs('Verification', 'view'),
  params: merchant,
  output,
});

export const startVerificationReview = route({
  name: 'startVerificationReview',
  method: 'POST',
  path: '/merchants/{merchant_id}/start-review',
  summary: 'Start the review of a submitted profile',
  access: manage,
  params: merchant,
  output,
  errors: TRANSITION,
});

export const requestRevision = route({
  name: 'requestRevision',
  method: 'POST',
  path: '/merchants/{merchant_id}/request-revision',
  summary: 'Ask the merchant to change the profile or its rejected documents',
  access: manage,
  params: merchant,
  body: z.strictObject({ reason: reason.describe('What the merchant has to change, shown to the merchant') }),
  output,
  errors: TRANSITION,
});

export const approveMerchant = route({
  name: 'approveMerchant',
  method: 'POST',
  path: '/merchants/{merchant_id}/approve',
  summary: 'Approve the verification and activate the merchant. Documents that are not decided yet are accepted',
  access: approve,
  step_up: true,
  params: merchant,
  body: z.strictObject({
    nmid: z
      .string()
      .regex(NMID_PATTERN)
      .optional()
      .meta({ examples: ['ID1020304050607'] })
      .describe('National merchant ID from the QRIS repository; a sandbox assigns one'),
    mcc: z
      .string()
      .regex(/^\d{4}$/)
      .optional()
      .meta({ examples: ['5812'] })
      .describe('Merchant category (ISO 18245); by default the one that the industry suggests'),
    qris_criteria: z.enum(QRIS_CRITERIA).optional().describe('QRIS category by size'),
    risk_level: z.enum(RISK_LEVELS).optional().describe('Risk level'),
  }),
  output,
  errors: { ...TRANSITION, profile_incomplete: 422, nmid_required: 422, nmid_taken: 409 },
});

export const rejectMerchant = route({
  name: 'rejectMerchant',
  method: 'POST',
  path: '/merchants/{merchant_id}/reject',
  summary: 'Reject the verification. This is final; an active merchant is suspended',
  access: approve,
  step_up: true,
  params: merchant,
  body: z.strictObject({ reason: reason.describe('Why, shown to the merchant') }),
  output,
  errors: TRANSITION,
});

export const startReReview = route({
  name: 'startReReview',
  method: 'POST',
  path: '/merchants/{merchant_id}/re-review',
  summary: 'Review an approved merchant again. It stays active and may change people and documents',
  access: manage,
  params: merchant,
  body: z.strictObject({ reason: reason.describe('Why, shown to the merchant') }),
  output,
  errors: TRANSITION,
});

const documentOfMerchant = z.object({ merchant_id: idSchema('merchant'), id: idSchema('merchant_document') });
const DOCUMENT_ERRORS = { ...TRANSITION, document_replaced: 409 } as const;

export const viewMerchantDocument = route({
  name: 'viewMerchantDocument',
  method: 'GET',
  path: '/merchants/{merchant_id}/documents/{id}/file',
  summary: 'View a document of a merchant. Each view is recorded in the audit log of the merchant',
  access: needs('Verification', 'view', { users_only: true }),
  params: documentOfMerchant,
  stream: DOCUMENT_MEDIA_TYPES,
});

export const acceptMerchantDocument = route({
  name: 'acceptMerchantDocument',
  method: 'POST',
  path: '/merchants/{merchant_id}/documents/{id}/accept',
  summary: 'Accept a document',
  access: manage,
  params: documentOfMerchant,
  output,
  errors: DOCUMENT_ERRORS,
});

export const rejectMerchantDocument = route({
  name: 'rejectMerchantDocument',
  method: 'POST',
  path: '/merchants/{merchant_id}/documents/{id}/reject',
  summary: 'Reject a document with the reason',
  access: manage,
  params: documentOfMerchant,
  body: z.strictObject({
    reason: z.enum(REJECT_REASONS).describe('Why it is rejected'),
    note: z.string().trim().min(1).max(300).nullable().default(null).describe('More for the merchant'),
  }),
  output,
  errors: DOCUMENT_ERRORS,
});

export const viewPersonNik = route({
  name: 'viewPersonNik',
  method: 'GET',
  path: '/merchants/{merchant_id}/people/{id}/nik',
  summary: 'Retrieve the NIK of a person. Each view is recorded in the audit log of the merchant',
  access: manage,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('merchant_person') }),
  output: z.object({
    data: z.object({ nik: z.string().nullable().describe('Number of the identity card, 16 digits') }),
  }),
});

export const saveMerchantPeople = route({
  name: 'saveMerchantPeople',
  method: 'PUT',
  path: '/merchants/{merchant_id}/people',
  summary:
    'Replace the people of a merchant: entries with an id change a person, the others are added, and the rest is removed',
  access: manage,
  params: merchant,
  body: z.strictObject({
    people: z
      .array(
        z.strictObject({
          id: idSchema('merchant_person').optional().describe('The person to change; absent: a new one'),
          ...personInput.shape,
        }),
      )
      .max(PEOPLE_MAX)
      .describe('Owners, directors, shareholders and contacts'),
  }),
  output,
  errors: { duplicate_nik: 422, person_unknown: 422 },
});

const changeOfMerchant = z.object({ merchant_id: idSchema('merchant'), id: idSchema('merchant_change') });
const CHANGE_ERRORS = { not_pending: 409 } as const;

export const approveProfileChange = route({
  name: 'approveProfileChange',
  method: 'POST',
  path: '/merchants/{merchant_id}/changes/{id}/approve',
  summary: 'Approve a change request: its values replace the ones in force',
  access: approve,
  step_up: true,
  params: changeOfMerchant,
  output,
  errors: CHANGE_ERRORS,
});

export const rejectProfileChange = route({
  name: 'rejectProfileChange',
  method: 'POST',
  path: '/merchants/{merchant_id}/changes/{id}/reject',
  summary: 'Reject a change request with the reason',
  access: approve,
  step_up: true,
  params: changeOfMerchant,
  body: z.strictObject({ reason: reason.describe('Why, shown to the merchant') }),
  output,
  errors: CHANGE_ERRORS,
});
