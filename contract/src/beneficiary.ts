/** Beneficiaries: saved and verified accounts of disbursements, and the switch that allows only these (domain 1.12). */
import { z } from 'zod';
import { needs } from './access.ts';
import { ACCOUNT_CHECK_ERRORS, bankCode } from './account-check.ts';
import { accountNo } from './disbursement-fields.ts';
import { idSchema } from './id.ts';
import { commaSeparated, fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const BENEFICIARY_STATUSES = ['active', 'blocked'] as const;
export type BeneficiaryStatus = (typeof BENEFICIARY_STATUSES)[number];

/** Hours after which a new beneficiary may be paid while only saved beneficiaries are allowed. */
export const COOLING_OFF_HOURS = 24;

const beneficiaryName = z.string().trim().min(1).max(100).describe('Your name for the beneficiary');

export const beneficiary = z.object({
  id: idSchema('beneficiary'),
  created_at: instant.describe('When it was saved'),
  name: z.string().describe('Your name for the beneficiary'),
  bank_code: z.string().describe('Bank Indonesia code of the bank'),
  account_last4: z.string().describe('Last four digits of the account'),
  verified_name: z.string().describe('Account holder, as the bank reported it'),
  verified_at: instant.describe('When the bank reported the holder'),
  last_used_at: instant.nullable().describe('When a disbursement to it was last requested'),
  status: z.enum(BENEFICIARY_STATUSES).describe('blocked: no disbursement is made to the account'),
  blocked_reason: z.string().nullable().describe('Why it is blocked'),
  usable_from: instant.describe('When its cooling-off period ends; applies while only beneficiaries are allowed'),
  created_by: z.string().describe('Who saved it'),
  updated_at: instant.describe('When it was last updated'),
});
export type Beneficiary = z.infer<typeof beneficiary>;

export const listBeneficiaries = route({
  name: 'listBeneficiaries',
  method: 'GET',
  path: '/beneficiaries',
  summary: 'List saved beneficiaries',
  access: needs('Disbursements', 'view'),
  query: z.object({
    ...pageQuery,
    status: oneOrMany(BENEFICIARY_STATUSES).optional().describe('One or more statuses'),
    bank_code: commaSeparated(/^\d{3}$/, 50)
      .optional()
      .describe('One or more banks'),
    q: z.string().trim().max(100).optional().describe('Part of a name, or the last four digits of the account'),
    columns: fileColumns,
  }),
  output: page(beneficiary),
  files: true,
  errors: { too_many_rows: 422 },
});

export const createBeneficiary = route({
  name: 'createBeneficiary',
  method: 'POST',
  path: '/beneficiaries',
  summary: 'Save a beneficiary. The bank confirms the account holder',
  access: needs('Disbursements', 'manage'),
  body: z.strictObject({ name: beneficiaryName.optional(), bank_code: bankCode, account_no: accountNo }),
  status: 201,
  output: z.object({ data: beneficiary }),
  errors: { ...ACCOUNT_CHECK_ERRORS, beneficiary_exists: 409 },
});

export const getBeneficiary = route({
  name: 'getBeneficiary',
  method: 'GET',
  path: '/beneficiaries/{id}',
  summary: 'Retrieve a beneficiary',
  access: needs('Disbursements', 'view'),
  params: z.object({ id: idSchema('beneficiary') }),
  output: z.object({ data: beneficiary }),
});

export const updateBeneficiary = route({
  name: 'updateBeneficiary',
  method: 'PATCH',
  path: '/beneficiaries/{id}',
  summary: 'Rename a beneficiary',
  access: needs('Disbursements', 'manage'),
  params: z.object({ id: idSchema('beneficiary') }),
  body: z.strictObject({ name: beneficiaryName }),
  output: z.object({ data: beneficiary }),
});

export const blockBeneficiary = route({
  name: 'blockBeneficiary',
  method: 'POST',
  path: '/beneficiaries/{id}/block',
  summary: 'Block a beneficiary: disbursements to its account are refused, and waiting ones fail',
  access: needs('Disbursements', 'manage'),
  params: z.object({ id: idSchema('beneficiary') }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(300).describe('Reason, shown to your team') }),
  output: z.object({ data: beneficiary }),
});

export const unblockBeneficiary = route({
  name: 'unblockBeneficiary',
  method: 'POST',
  path: '/beneficiaries/{id}/unblock',
  summary: 'Unblock a beneficiary. Its cooling-off period starts again',
  access: needs('Disbursements', 'approve', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('beneficiary') }),
  output: z.object({ data: beneficiary }),
});

const setting = z.object({
  whitelist_only: z.boolean().describe('Whether disbursements are made to saved beneficiaries only'),
  cooling_off_hours: z.int().describe('Hours until a new beneficiary may be paid while the switch is on'),
  changed_by: z.string().nullable().describe('Who changed it last'),
  changed_at: instant.nullable().describe('When it was changed last'),
});
export type DisbursementSetting = z.infer<typeof setting>;

export const getDisbursementSetting = route({
  name: 'getDisbursementSetting',
  method: 'GET',
  path: '/disbursement-setting',
  summary: 'Retrieve whether only saved beneficiaries are paid',
  access: needs('Disbursements', 'view'),
  output: z.object({ data: setting }),
});

export const saveDisbursementSetting = route({
  name: 'saveDisbursementSetting',
  method: 'PUT',
  path: '/disbursement-setting',
  summary: 'Change whether only saved beneficiaries are paid',
  access: needs('Disbursements', 'approve', { users_only: true }),
  step_up: true,
  body: z.strictObject({ whitelist_only: z.boolean().describe('Whether only saved beneficiaries are paid') }),
  output: z.object({ data: setting }),
});
