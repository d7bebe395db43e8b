/** The business profile of the merchant: sections, people, documents, and its submission for verification (domain 1.15). */
import { z } from 'zod';
import { needs } from './access.ts';
import {
  DOCUMENT_TYPES,
  PERSON_DOCUMENTS,
  addressSection,
  businessSection,
  legalSection,
  merchantDocument,
  merchantPerson,
  personInput,
} from './business-profile-fields.ts';
import { idSchema } from './id.ts';
import { MERCHANT_STATUSES } from './merchant-activity.ts';
import { VERIFICATION_STATUSES, merchantEvent } from './merchant-fields.ts';
import { regionNames } from './region.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';
import { MEGABYTE } from './upload.ts';

export const missingItem = z.object({
  section: z.enum(['business', 'address', 'legal', 'people', 'documents']).describe('Part of the profile'),
  field: z.string().describe('The field, the role of a person, or the type of a document'),
  person_id: z.string().nullable().describe('The person that it belongs to'),
  problem: z.enum(['missing', 'rejected', 'expired']).describe('Why it is listed'),
  detail: z.string().describe('The same as a sentence'),
});

export const documentNeed = z.object({
  document_type: z.enum(DOCUMENT_TYPES).describe('What the document is'),
  person_id: z.string().nullable().describe('The person that it identifies; null for documents of the business'),
  is_required: z.boolean().describe('Whether the profile cannot be submitted without it'),
});

/** Fields of the profile as of now; null where nothing was entered. */
const fields = { ...businessSection.shape, ...addressSection.shape, ...legalSection.shape };
export const profileFields = z.object(
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, toOutput(name, schema)])) as {
    [K in keyof typeof fields]: z.ZodType<z.output<(typeof fields)[K]>>;
  },
);

/** The stored value, which was validated when it was saved. */
function toOutput(name: string, { description }: { description?: string | undefined }): z.ZodType {
  const value = name === 'monthly_volume' ? z.int() : z.string();
  return value.nullable().describe(description ?? name);
}

export const profileChange = z.object({
  id: z.string().describe('Id of the change request'),
  status: z.enum(['pending', 'approved', 'rejected', 'withdrawn']).describe('Status of the request'),
  before: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).describe('Values when it was requested'),
  after: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).describe('Requested values by field'),
  requested_by: z.string().describe('Who requested it'),
  requested_at: instant.describe('When it was requested'),
  decided_by: z.string().nullable().describe('Who decided it'),
  decided_at: instant.nullable().describe('When it was decided'),
  reason: z.string().nullable().describe('Why it was rejected'),
});
export type ProfileChange = z.infer<typeof profileChange>;

export const businessProfile = z.object({
  status: z.enum(MERCHANT_STATUSES).describe('Status of the merchant'),
  verification_status: z.enum(VERIFICATION_STATUSES).describe('Status of the verification'),
  submitted_at: instant.nullable().describe('Last submission'),
  activated_at: instant.nullable().describe('When the merchant was activated'),
  is_locked: z.boolean().describe('Whether nothing can be changed, because the provider has the documents'),
  fields: profileFields.describe('The values in force'),
  names: regionNames,
  people: z.array(merchantPerson).describe('Owners, directors, shareholders and contacts'),
  documents: z.array(merchantDocument).describe('The current documents'),
  document_needs: z.array(documentNeed).describe('Documents for the legal form and the industry'),
  missing: z.array(missingItem).describe('What prevents a submission'),
  change: profileChange.nullable().describe('Newest change request after the approval'),
  events: z.array(merchantEvent).describe('Timeline, newest first'),
});
export type BusinessProfile = z.infer<typeof businessProfile>;

const output = z.object({ data: businessProfile });
const manage = needs('Business profile', 'manage', { users_only: true });
const LOCKED = { profile_locked: 409 } as const;

export const getBusinessProfile = route({
  name: 'getBusinessProfile',
  method: 'GET',
  path: '/business-profile',
  summary: 'Retrieve the business profile with what is missing for its verification',
  access: needs('Business profile', 'view'),
  output,
});

export const saveBusinessSection = route({
  name: 'saveBusinessSection',
  method: 'PUT',
  path: '/business-profile/business',
  summary: 'Save the business section. After the approval, sensitive fields become a change request',
  access: manage,
  body: businessSection,
  output,
  errors: LOCKED,
});

export const saveAddressSection = route({
  name: 'saveAddressSection',
  method: 'PUT',
  path: '/business-profile/address',
  summary: 'Save the address section. After the approval, it becomes a change request',
  access: manage,
  body: addressSection,
  output,
  errors: { ...LOCKED, unknown_region: 422 },
});

export const saveLegalSection = route({
  name: 'saveLegalSection',
  method: 'PUT',
  path: '/business-profile/legal',
  summary: 'Save the legal section. After the approval, it becomes a change request',
  access: manage,
  body: legalSection,
  output,
  errors: LOCKED,
});

export const withdrawProfileChange = route({
  name: 'withdrawProfileChange',
  method: 'DELETE',
  path: '/business-profile/change',
  summary: 'Withdraw the change request that waits for the provider',
  access: manage,
  status: 200,
  output,
  errors: { no_pending_change: 409 },
});

const PEOPLE_ERRORS = { ...LOCKED, re_review_required: 409, duplicate_nik: 422 } as const;

export const addMerchantPerson = route({
  name: 'addMerchantPerson',
  method: 'POST',
  path: '/business-profile/people',
  summary: 'Add an owner, director, shareholder or contact',
  access: manage,
  body: personInput,
  status: 201,
  output,
  errors: { ...PEOPLE_ERRORS, too_many_people: 422 },
});

export const updateMerchantPerson = route({
  name: 'updateMerchantPerson',
  method: 'PUT',
  path: '/business-profile/people/{id}',
  summary: 'Change an owner, director, shareholder or contact',
  access: manage,
  params: z.object({ id: idSchema('merchant_person') }),
  body: personInput,
  output,
  errors: PEOPLE_ERRORS,
});

export const removeMerchantPerson = route({
  name: 'removeMerchantPerson',
  method: 'DELETE',
  path: '/business-profile/people/{id}',
  summary: 'Remove a person and their documents from the profile',
  access: manage,
  params: z.object({ id: idSchema('merchant_person') }),
  status: 200,
  output,
  errors: { ...LOCKED, re_review_required: 409 },
});

/** Files of documents: PDF or photo (domain 1.15). */
export const DOCUMENT_UPLOAD = { field: 'file', max_bytes: 5 * MEGABYTE, types: ['pdf', 'png', 'jpeg'] } as const;
export const DOCUMENT_MEDIA_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;

export const uploadMerchantDocument = route({
  name: 'uploadMerchantDocument',
  method: 'POST',
  path: '/business-profile/documents',
  summary: 'Upload a document. It replaces the current one of its type and person',
  access: manage,
  upload: DOCUMENT_UPLOAD,
  body: z.strictObject({
    document_type: z.enum(DOCUMENT_TYPES).describe('What the document is'),
    person_id: idSchema('merchant_person')
      .optional()
      .describe(`The person that it identifies; required for ${PERSON_DOCUMENTS.join(', ')}`),
    expires_on: business_day.optional().describe('Last day on which it is valid'),
  }),
  status: 201,
  output,
  errors: { ...LOCKED, wrong_document: 422, document_expired: 422, too_many_documents: 422 },
});

export const removeMerchantDocument = route({
  name: 'removeMerchantDocument',
  method: 'DELETE',
  path: '/business-profile/documents/{id}',
  summary: 'Remove a document that was not accepted yet',
  access: manage,
  params: z.object({ id: idSchema('merchant_document') }),
  status: 200,
  output,
  errors: { ...LOCKED, document_accepted: 409, document_required: 409 },
});

export const downloadMerchantDocument = route({
  name: 'downloadMerchantDocument',
  method: 'GET',
  path: '/business-profile/documents/{id}/file',
  summary: 'Download a document. Each download is recorded in the audit log',
  access: manage,
  params: z.object({ id: idSchema('merchant_document') }),
  stream: DOCUMENT_MEDIA_TYPES,
});

export const submitBusinessProfile = route({
  name: 'submitBusinessProfile',
  method: 'POST',
  path: '/business-profile/submit',
  summary: 'Submit the profile for verification. It cannot be changed until the provider decides',
  access: manage,
  output,
  errors: { profile_incomplete: 422, contact_not_verified: 409, status_conflict: 409 },
});
