/** Fields of account groups and their members (domain 1.18 and 3). */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { MERCHANT_STATUSES } from './merchant-activity.ts';
import { rupiah } from './money.ts';
import { business_day, instant } from './time.ts';
import { VALIDITY_STATES } from './validity.ts';

export const GROUP_TYPES = ['reseller', 'holding', 'internal'] as const;
export type GroupType = (typeof GROUP_TYPES)[number];

export const GROUP_STATUSES = ['active', 'inactive'] as const;
export type GroupStatus = (typeof GROUP_STATUSES)[number];

/**
 * Destination of the members' settlements: each to its own account, or all of them to the account of the owner. Either
 * way every member has its own batches and transfers (decision 0103).
 */
export const SETTLEMENT_MODES = ['per_merchant', 'consolidated'] as const;
export type SettlementMode = (typeof SETTLEMENT_MODES)[number];

/** A merchant by its names. */
export const merchantName = z.object({
  id: idSchema('merchant'),
  code: z.string().describe('Code of the merchant'),
  brand_name: z.string().describe('Brand name'),
});

/** A group where another object names it. */
export const groupName = z.object({
  id: idSchema('account_group'),
  code: z.string().describe('Code of the group'),
  name: z.string().describe('Name of the group'),
});

/** A group as a row of the list. */
export const accountGroupRow = z.object({
  id: idSchema('account_group'),
  code: z.string().describe('Code of the group, unique and permanent'),
  name: z.string().describe('Name of the group'),
  type: z.enum(GROUP_TYPES).describe('Type; a merchant is in one group of each type at a time'),
  parent: groupName.nullable().describe('Group above it; null: none'),
  owner: merchantName.nullable().describe('Merchant that leads the group; null: none'),
  member_count: z.int().describe('Merchants that are members today (WIB)'),
  volume_month_amount: rupiah.describe(
    'Paid volume of this month (WIB) of the merchants on the days of their membership, by the day of creation, in full hours, whole rupiah',
  ),
  commission_month_amount: rupiah
    .nullable()
    .describe(
      'Commission booked this month (WIB) under the rules of the group, less what refunds reversed, whole rupiah; null: you have no access to commissions',
    ),
  settlement_mode: z
    .enum(SETTLEMENT_MODES)
    .describe('per_merchant: every merchant is paid out to its own account; consolidated: to that of the owner'),
  status: z.enum(GROUP_STATUSES).describe('Inactive groups take no members'),
  created_at: instant.describe('When the group was created'),
});
export type AccountGroupRow = z.infer<typeof accountGroupRow>;

export const accountGroupEvent = z.object({
  seq: z.int().describe('Sequence number, from 1'),
  at: instant.describe('When it happened'),
  action: z.string().describe('What happened, as in the audit log'),
  action_label: z.string().describe('The action in the language of the request'),
  actor: z.string().nullable().describe('Name of the person'),
  subject: z.string().nullable().describe('Merchant or person that it is about; null: the group itself'),
  effective_day: business_day.nullable().describe('Day (WIB) from which it counts; null: at once'),
});

export const accountGroupDetail = z.object({
  ...accountGroupRow.shape,
  contact_name: z.string().nullable().describe('Name of the contact'),
  contact_email: z.string().nullable().describe('Email of the contact'),
  contact_phone: z.string().nullable().describe('Phone of the contact'),
  children: z.array(groupName).describe('Groups directly below it'),
  events: z.array(accountGroupEvent).describe('Timeline, newest first, at most 100'),
});
export type AccountGroupDetail = z.infer<typeof accountGroupDetail>;

export const accountGroupMember = z.object({
  id: idSchema('account_group_member'),
  merchant: merchantName
    .extend({ status: z.enum(MERCHANT_STATUSES).describe('Status of the merchant') })
    .describe('Merchant that is the member'),
  effective_from: business_day.describe('First day (WIB) of the membership'),
  effective_to: business_day
    .nullable()
    .describe('First day (WIB) on which it no longer applies; null: no end; the first day itself: withdrawn'),
  state: z.enum(VALIDITY_STATES).describe('State of the membership today (WIB)'),
  volume_month_amount: rupiah.describe(
    'Paid volume of this month (WIB) on the days of the membership, by the day of creation, whole rupiah',
  ),
  added_by: z.string().describe('Name of the person who added the merchant'),
  created_at: instant.describe('When the merchant was added'),
});
export type AccountGroupMember = z.infer<typeof accountGroupMember>;

/** The settlements of all members of a group on one day. */
export const groupSettlementDay = z.object({
  day: business_day.describe('Settlement date (WIB)'),
  merchant_count: z.int().describe('Members with a settlement on the day'),
  settlement_count: z.int().describe('Settlements of the day'),
  gross_amount: rupiah.describe('Sum of the payments, whole rupiah'),
  refund_amount: rupiah.describe('Sum of the refunds, whole rupiah'),
  fees_amount: rupiah.describe('Fees including VAT (PPN), whole rupiah'),
  net_amount: rupiah.describe('Sum of the settlements, whole rupiah'),
  paid_amount: rupiah.describe('Paid amount, whole rupiah'),
  failed_amount: rupiah.describe('Part of the net amount that failed or was returned, whole rupiah'),
  group_amount: rupiah.describe('Part of the net amount paid to the owner’s account, whole rupiah'),
});
export type GroupSettlementDay = z.infer<typeof groupSettlementDay>;
