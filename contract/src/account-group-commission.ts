/**
 * Commissions of account groups: dated, versioned rules on a group, which its owner earns from the payments of the members.
 * A rule applies only after another staff member of the provider has approved it; an active rule is never edited (domain 1.19).
 */
import { z } from 'zod';
import {
  COMMISSION_METHODS,
  COMMISSION_RULE_STATUSES,
  commissionBreakdown,
  commissionEarning,
  commissionRule,
  commissionRuleInput,
  commissionScope,
  commissionTerms,
} from './account-group-commission-fields.ts';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { amount, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';

export const listCommissionRules = route({
  name: 'listCommissionRules',
  method: 'GET',
  path: '/account-group-commissions',
  summary: 'List commission rules of account groups, newest first',
  access: needs('Commissions', 'view', { users_only: true }),
  query: z.object({
    ...pageQuery,
    q: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Part of the name of the rule, or of the code or name of the group'),
    group_id: idSchema('account_group').optional().describe('Account group'),
    method: oneOrMany(COMMISSION_METHODS)
      .optional()
      .describe('One or more methods; rules for all methods are included'),
    status: oneOrMany(COMMISSION_RULE_STATUSES).optional().describe('One or more statuses'),
  }),
  output: page(commissionRule),
  files: true,
});

const target = z.object({ id: idSchema('commission_rule') });
const changed = z.object({ data: commissionRule });

export const getCommissionRule = route({
  name: 'getCommissionRule',
  method: 'GET',
  path: '/account-group-commissions/{id}',
  summary: 'Retrieve a version of a commission rule with all its versions',
  access: needs('Commissions', 'view', { users_only: true }),
  params: target,
  output: z.object({
    data: z.object({
      ...commissionRule.shape,
      versions: z.array(commissionRule).describe('All versions of the rule, newest first'),
    }),
  }),
});

/** Rows of earnings in a JSON response, and in a file. */
export const EARNINGS_SHOWN_MAX = 1_000;
export const EARNINGS_FILE_MAX = 50_000;

export const listCommissionEarnings = route({
  name: 'listCommissionEarnings',
  method: 'GET',
  path: '/account-group-commissions/{id}/earnings',
  summary: 'List the commission earned under all versions of a rule, by period and merchant, newest first',
  access: needs('Commissions', 'view', { users_only: true }),
  params: target,
  query: z.object({
    from: business_day.optional().describe('First day (WIB); 92 days before the last one when absent'),
    to: business_day.optional().describe('Last day (WIB), inclusive; today when absent'),
  }),
  output: z.object({
    data: z
      .array(commissionEarning)
      .describe(`The newest ${EARNINGS_SHOWN_MAX} rows. CSV and XLSX have all rows of the period, or fail`),
  }),
  files: true,
  errors: { too_many_rows: 422 },
});

export const createCommissionRule = route({
  name: 'createCommissionRule',
  method: 'POST',
  path: '/account-group-commissions',
  summary: 'Create a draft of a commission rule, or of a new version that replaces a rule from its start date',
  access: needs('Commissions', 'manage', { users_only: true }),
  idempotency_key: 'required',
  body: z.strictObject({
    group_id: idSchema('account_group').describe('Account group whose payments earn it'),
    replaces: idSchema('commission_rule')
      .optional()
      .describe('A version of the rule that the draft becomes the next version of; a new rule when absent'),
    ...commissionRuleInput.shape,
  }),
  status: 201,
  output: changed,
  errors: {
    account_group_not_found: 422,
    account_group_inactive: 422,
    account_group_without_owner: 422,
    draft_exists: 409,
  },
});

export const updateCommissionRule = route({
  name: 'updateCommissionRule',
  method: 'PUT',
  path: '/account-group-commissions/{id}',
  summary: 'Change a draft of a commission rule',
  access: needs('Commissions', 'manage', { users_only: true }),
  params: target,
  body: commissionRuleInput,
  output: changed,
  errors: { status_conflict: 409 },
});

export const discardCommissionRule = route({
  name: 'discardCommissionRule',
  method: 'DELETE',
  path: '/account-group-commissions/{id}',
  summary: 'Discard a draft of a commission rule',
  access: needs('Commissions', 'manage', { users_only: true }),
  params: target,
  status: 204,
  errors: { status_conflict: 409 },
});

export const submitCommissionRule = route({
  name: 'submitCommissionRule',
  method: 'POST',
  path: '/account-group-commissions/{id}/submit',
  summary: 'Submit a draft for approval by another staff member of the provider',
  access: needs('Commissions', 'manage', { users_only: true }),
  params: target,
  body: z.strictObject({}),
  output: changed,
  errors: { status_conflict: 409, commission_rule_backdated: 422, commission_rule_overlap: 409 },
});

export const endCommissionRule = route({
  name: 'endCommissionRule',
  method: 'POST',
  path: '/account-group-commissions/{id}/end',
  summary: 'End an active commission rule on a day. Payments before that day keep their commission',
  access: needs('Commissions', 'manage', { users_only: true }),
  step_up: true,
  params: target,
  body: z.strictObject({
    effective_to: business_day.describe('First day (WIB) it no longer applies: today or later, before its present end'),
  }),
  output: changed,
  errors: { status_conflict: 409, commission_end_invalid: 422 },
});

export const simulateCommission = route({
  name: 'simulateCommission',
  method: 'POST',
  path: '/account-group-commissions/simulate',
  summary: 'Calculate fee, VAT, commission and net amount of a payment under the given terms',
  access: needs('Commissions', 'view', { users_only: true }),
  body: z.strictObject({
    group_id: idSchema('account_group').describe('Account group; its owner has the prices unless a merchant is given'),
    merchant_id: idSchema('merchant').optional().describe('Merchant whose prices apply'),
    amount: amount.describe('Gross amount of the payment, whole rupiah'),
    method: z.enum(COMMISSION_METHODS).describe('Payment method'),
    channel_code: commissionScope.shape.channel_code
      .default(null)
      .meta({ examples: [null] })
      .describe('Bank or network of the payment'),
    month_volume: z.int().min(0).default(0).describe('Volume of the month up to the day before, whole rupiah'),
    terms: commissionTerms.describe('Terms of the rule'),
  }),
  output: z.object({
    data: z.object({
      fee_amount: rupiah.describe('Fee of the payment before VAT, whole rupiah'),
      fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, whole rupiah'),
      ...commissionBreakdown.shape,
      net_amount: rupiah.describe('Net amount of the merchant, whole rupiah'),
      provider_amount: rupiah.describe('Part of the fee that remains with the provider, whole rupiah'),
    }),
  }),
  errors: { account_group_not_found: 422, account_group_without_owner: 422, no_fee_rule: 422 },
});
