/** Account groups: merchants under one partner, reseller or holding, with their memberships by date (domain 1.18). */
import { z } from 'zod';
import { needs } from './access.ts';
import {
  GROUP_STATUSES,
  GROUP_TYPES,
  SETTLEMENT_MODES,
  accountGroupDetail,
  accountGroupMember,
  accountGroupRow,
  groupSettlementDay,
} from './account-group-fields.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';
import { VALIDITY_STATES } from './validity.ts';

const view = needs('Account Groups', 'view', { users_only: true });
const manage = needs('Account Groups', 'manage', { users_only: true });

export const listAccountGroups = route({
  name: 'listAccountGroups',
  method: 'GET',
  path: '/account-groups',
  summary: 'List account groups, newest first',
  access: view,
  query: z.object({
    ...pageQuery,
    q: z.string().trim().max(100).optional().describe('Part of the code or name'),
    type: oneOrMany(GROUP_TYPES).optional().describe('One or more types'),
    status: oneOrMany(GROUP_STATUSES).optional().describe('One or more statuses'),
    merchant_id: idSchema('merchant').optional().describe('Groups that this merchant is in today (WIB)'),
    has_owner: z.enum(['yes', 'no']).optional().describe('Whether a merchant owns the group and earns its commissions'),
  }),
  output: page(accountGroupRow),
  files: true,
});

const target = z.object({ id: idSchema('account_group') });
const changed = z.object({ data: accountGroupDetail });

export const getAccountGroup = route({
  name: 'getAccountGroup',
  method: 'GET',
  path: '/account-groups/{id}',
  summary: 'Retrieve an account group with its timeline',
  access: view,
  params: target,
  output: changed,
});

const optionalText = (max: number) => z.string().trim().min(1).max(max).nullable();

const fields = {
  name: z.string().trim().min(1).max(80).describe('Name of the group'),
  parent_id: idSchema('account_group').nullable().describe('Group above it; null: none'),
  owner_merchant_id: idSchema('merchant').nullable().describe('Merchant that leads the group; null: none'),
  contact_name: optionalText(120).describe('Name of the contact'),
  contact_email: z.email().trim().toLowerCase().max(254).nullable().describe('Email of the contact'),
  contact_phone: optionalText(20).describe('Phone of the contact'),
};

const referenceErrors = {
  parent_not_found: 422,
  account_group_cycle: 422,
  merchant_not_found: 422,
  group_owner_without_account: 422,
} as const;

const settlementMode = z
  .enum(SETTLEMENT_MODES)
  .describe(
    'Where the members are paid out to: each to its own account, or all to the settlement bank account of the owner. In each member a second person approves that account, and it is used 24 hours later',
  );

export const createAccountGroup = route({
  name: 'createAccountGroup',
  method: 'POST',
  path: '/account-groups',
  summary: 'Create an account group',
  access: manage,
  body: z.strictObject({
    code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z][A-Z0-9]{2,19}$/)
      .meta({ examples: ['MITRA'] })
      .describe('Code of the group: 3 to 20 characters A–Z and 0–9, beginning with A–Z; unique and permanent'),
    type: z.enum(GROUP_TYPES).describe('Type, permanent'),
    settlement_mode: settlementMode.default('per_merchant'),
    name: fields.name,
    parent_id: fields.parent_id.default(null),
    owner_merchant_id: fields.owner_merchant_id.default(null),
    contact_name: fields.contact_name.default(null),
    contact_email: fields.contact_email.default(null),
    contact_phone: fields.contact_phone.default(null),
  }),
  status: 201,
  output: changed,
  errors: { account_group_code_taken: 409, ...referenceErrors },
});

export const updateAccountGroup = route({
  name: 'updateAccountGroup',
  method: 'PATCH',
  path: '/account-groups/{id}',
  summary: 'Change an account group. What is absent stays as it is; only a group without members becomes inactive',
  access: manage,
  step_up: true,
  params: target,
  body: z
    .strictObject({
      ...fields,
      settlement_mode: settlementMode,
      status: z.enum(GROUP_STATUSES).describe('Inactive groups take no members'),
    })
    .partial(),
  output: changed,
  errors: { account_group_has_members: 409, merchant_in_consolidated_group: 409, ...referenceErrors },
});

export const listAccountGroupMembers = route({
  name: 'listAccountGroupMembers',
  method: 'GET',
  path: '/account-groups/{id}/members',
  summary: 'List the memberships of an account group, newest first, with those that ended',
  access: view,
  params: target,
  query: z.object({
    ...pageQuery,
    state: oneOrMany(VALIDITY_STATES).optional().describe('One or more states'),
  }),
  output: page(accountGroupMember),
});

const effective_from = business_day.describe('First day (WIB): today or later');

export const addAccountGroupMember = route({
  name: 'addAccountGroupMember',
  method: 'POST',
  path: '/account-groups/{id}/members',
  summary: 'Add a merchant to an account group from a day on',
  access: manage,
  step_up: true,
  params: target,
  body: z.strictObject({
    merchant_id: idSchema('merchant'),
    effective_from,
    ends_other: z
      .boolean()
      .default(false)
      .describe('Whether a membership of the merchant in another group of this type ends on that day'),
  }),
  status: 201,
  output: z.object({ data: accountGroupMember }),
  errors: {
    membership_backdated: 422,
    merchant_not_found: 422,
    account_group_inactive: 409,
    merchant_in_other_group: 409,
    merchant_in_consolidated_group: 409,
    already_member: 409,
  },
});

export const endAccountGroupMember = route({
  name: 'endAccountGroupMember',
  method: 'POST',
  path: '/account-groups/{id}/members/{member_id}/end',
  summary: 'End the membership of a merchant, or withdraw one that has not begun',
  access: manage,
  step_up: true,
  params: z.object({ id: idSchema('account_group'), member_id: idSchema('account_group_member') }),
  body: z.strictObject({
    effective_to: business_day.describe(
      'First day (WIB) on which the merchant is no longer a member: today or later. The first day of a membership that has not begun withdraws it',
    ),
  }),
  output: z.object({ data: accountGroupMember }),
  errors: {
    membership_backdated: 422,
    membership_ended: 409,
    merchant_in_other_group: 409,
    merchant_in_consolidated_group: 409,
  },
});

export const VOLUME_DAYS_MAX = 92;

export const getAccountGroupVolume = route({
  name: 'getAccountGroupVolume',
  method: 'GET',
  path: '/account-groups/{id}/volume',
  summary:
    'List the paid volume of an account group by day of creation, of its merchants on the days of their membership',
  access: view,
  params: target,
  query: z.object({
    from: business_day.optional().describe('First day (WIB); 30 days back when absent'),
    to: business_day.optional().describe(`Last day (WIB); today when absent. At most ${VOLUME_DAYS_MAX} days`),
  }),
  output: z.object({
    data: z.array(
      z.object({
        day: business_day.describe('Day (WIB) on which the payments were created'),
        count: z.int().describe('Number of paid payments'),
        amount: rupiah.describe('Sum of their gross amounts, whole rupiah; full hours'),
      }),
    ),
  }),
  errors: { range_too_long: 422 },
});

export const listAccountGroupSettlements = route({
  name: 'listAccountGroupSettlements',
  method: 'GET',
  path: '/account-groups/{id}/settlements',
  summary: 'List the settlements of an account group by day: of its merchants on the days of their membership',
  access: view,
  params: target,
  query: z.object({
    from: business_day.optional().describe('First settlement date (WIB); 30 days back when absent'),
    to: business_day
      .optional()
      .describe(`Last settlement date (WIB); today when absent. At most ${VOLUME_DAYS_MAX} days`),
  }),
  output: z.object({ data: z.array(groupSettlementDay) }),
  files: true,
  errors: { range_too_long: 422 },
});
