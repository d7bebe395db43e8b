/**
 * Commission statements: what a group earned under a rule in one period of its cycle. The provider submits them, another
 * person approves, and the merchant that earns them is paid (domain 1.19).
 */
import { z } from 'zod';
import { COMMISSION_CYCLES } from './account-group-commission-fields.ts';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { currency, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { summaryOutput } from './summary.ts';
import { business_day, instant, rangeEnd, rangeStart } from './time.ts';

/**
 * open: the bookings of the period are being collected; closed: it no longer changes; on_hold: approved, while the merchant
 * that earns it may not pay out. Returned transfers are failed.
 */
export const COMMISSION_STATEMENT_STATUSES = [
  'open',
  'closed',
  'pending_approval',
  'approved',
  'on_hold',
  'processing',
  'paid',
  'failed',
] as const;
export type CommissionStatementStatus = (typeof COMMISSION_STATEMENT_STATUSES)[number];

const amounts = {
  transaction_count: z.int().describe('Number of payments of the period'),
  gross_amount: rupiah.describe('Gross amount of these payments, whole rupiah'),
  fee_amount: rupiah.describe('Their fees before VAT, whole rupiah'),
  commission_amount: rupiah.describe('Commission that they earned, whole rupiah'),
  adjustment_amount: rupiah.describe(
    'Refunds and reversals, and what became known of earlier periods after their statement, whole rupiah',
  ),
};

export const commissionStatementFields = z.object({
  id: idSchema('commission_statement'),
  number: z.string().describe('Number of the statement'),
  created_at: instant.describe('When it was made'),
  rule_id: idSchema('commission_rule').describe('Id of the first version of the rule'),
  rule_name: z.string().describe('Name of the rule'),
  group_id: idSchema('account_group').describe('Account group whose payments earned it'),
  group_name: z.string().describe('Name of the group'),
  beneficiary_id: idSchema('merchant').describe('Merchant that earns it'),
  beneficiary_name: z.string().describe('Brand name of that merchant'),
  cycle: z.enum(COMMISSION_CYCLES).describe('Length of the period'),
  period_from: business_day.describe('First day (WIB) of the period'),
  period_to: business_day.describe('Last day (WIB) of the period'),
  status: z.enum(COMMISSION_STATEMENT_STATUSES).describe('Status of the statement'),
  ...amounts,
  carried_amount: rupiah.describe('Negative amounts of earlier statements that this one settles, whole rupiah'),
  payable_amount: rupiah.describe('Sum of commission, adjustments and the amount carried forward, whole rupiah'),
  tax_rate_ppm: z.int().describe('Rate of the income tax (PPh) withheld, parts per million (20000 = 2%)'),
  tax_amount: rupiah.describe('Income tax withheld, whole rupiah'),
  net_amount: rupiah.describe('Amount paid out: the payable amount less the tax withheld, whole rupiah'),
  currency,
  bank_code: z.string().nullable().describe('Bank of the account that is paid; null: not chosen yet'),
  account_last4: z.string().nullable().describe('Last four digits of that account'),
  bank_reference: z.string().nullable().describe('Reference of the bank; null until it is paid'),
  paid_at: instant.nullable().describe('When it was paid'),
});
export type CommissionStatement = z.infer<typeof commissionStatementFields>;

export const commissionStatementLine = z.object({
  merchant_id: idSchema('merchant').describe('Merchant whose payments earned it'),
  merchant_name: z.string().describe('Brand name of that merchant'),
  ...amounts,
  payable_amount: rupiah.describe('Commission and adjustments together, whole rupiah'),
});
export type CommissionStatementLine = z.infer<typeof commissionStatementLine>;

export const commissionStatementDetail = z.object({
  ...commissionStatementFields.shape,
  holder_name: z.string().nullable().describe('Holder of the account that is paid'),
  rail: z.string().nullable().describe('Rail of the last transfer; null: not sent yet'),
  partner_reference_no: z.string().nullable().describe('Reference of the last transfer'),
  submitted_by: z.string().nullable().describe('Who submitted it for approval'),
  approved_by: z.string().nullable().describe('Who approved it'),
  remark: z.string().nullable().describe('Remark of the approver, or why it was rejected'),
  failure_message: z.string().nullable().describe('Why the last transfer failed'),
  approval_id: idSchema('approval_request').nullable().describe('Its open request for approval'),
  carried_to_id: idSchema('commission_statement')
    .nullable()
    .describe('The later statement that settles its negative amount'),
  carried_to_number: z.string().nullable().describe('Number of that statement'),
  lines: z.array(commissionStatementLine).describe('Amounts of each merchant, by name'),
  events: z
    .array(
      z.object({
        at: instant.describe('When it happened'),
        from_status: z.enum(COMMISSION_STATEMENT_STATUSES).nullable().describe('Status before; null: it was made'),
        to_status: z.enum(COMMISSION_STATEMENT_STATUSES).describe('Status after'),
        reason: z.string().nullable().describe('Reason'),
        actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Who did it'),
        actor_name: z.string().nullable().describe('Name of that person; null: none'),
      }),
    )
    .describe('Timeline, oldest first'),
});
export type CommissionStatementDetail = z.infer<typeof commissionStatementDetail>;

const mayView = needs('Commissions', 'view', { users_only: true });
const mayChange = needs('Commissions', 'manage', { users_only: true });
const params = z.object({ id: idSchema('commission_statement') });

const statementFilter = {
  rule_id: idSchema('commission_rule').optional().describe('Any version of a rule'),
  group_id: idSchema('account_group').optional().describe('Account group'),
  beneficiary_id: idSchema('merchant').optional().describe('Merchant that earns'),
  status: oneOrMany(COMMISSION_STATEMENT_STATUSES).optional().describe('One or more statuses'),
  from: rangeStart.optional().describe('Start of the range (time it was made), inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
  q: z.string().trim().max(100).optional().describe('Part of the number, or of the name of the rule or merchant'),
};

export const listCommissionStatements = route({
  name: 'listCommissionStatements',
  method: 'GET',
  path: '/commission-statements',
  summary: 'List commission statements, newest first',
  access: mayView,
  query: z.object({ ...pageQuery, ...statementFilter, columns: fileColumns }),
  output: page(commissionStatementFields),
  files: true,
});

export const summariseCommissionStatements = route({
  name: 'summariseCommissionStatements',
  method: 'GET',
  path: '/commission-statements/summary',
  summary: 'Summarise commission statements by status',
  access: mayView,
  query: z.object(statementFilter),
  output: summaryOutput(COMMISSION_STATEMENT_STATUSES, { rows: 'statements', amount: 'Sum of their payable amounts' }),
});

export const getCommissionStatement = route({
  name: 'getCommissionStatement',
  method: 'GET',
  path: '/commission-statements/{id}',
  summary: 'Retrieve a commission statement with its lines and timeline',
  access: mayView,
  params,
  output: z.object({ data: commissionStatementDetail }),
});

export const listCommissionStatementLines = route({
  name: 'listCommissionStatementLines',
  method: 'GET',
  path: '/commission-statements/{id}/lines',
  summary: 'List what the payments of each merchant earned in a statement',
  access: mayView,
  params,
  output: z.object({ data: z.array(commissionStatementLine) }),
  files: true,
});

export const downloadCommissionStatement = route({
  name: 'downloadCommissionStatement',
  method: 'GET',
  path: '/commission-statements/{id}/pdf',
  summary: 'Download a commission statement as PDF, in the language of the request',
  access: mayView,
  params,
  stream: 'application/pdf',
});

export const submitCommissionStatement = route({
  name: 'submitCommissionStatement',
  method: 'POST',
  path: '/commission-statements/{id}/submit',
  summary:
    'Submit a closed or failed statement for approval by another staff member of the provider. It is paid to the current payout account once approved',
  access: mayChange,
  step_up: true,
  idempotency_key: 'required',
  params,
  body: z.strictObject({}),
  output: z.object({ data: commissionStatementDetail }),
  errors: { status_conflict: 409, nothing_to_pay: 422, no_payout_account: 422 },
});

export const retryCommissionPayout = route({
  name: 'retryCommissionPayout',
  method: 'POST',
  path: '/commission-statements/{id}/retry',
  summary: 'Retry a failed payout to the account that was approved',
  access: mayChange,
  step_up: true,
  idempotency_key: 'required',
  params,
  body: z.strictObject({}),
  output: z.object({ data: commissionStatementDetail }),
  errors: { status_conflict: 409, merchant_not_active: 409 },
});
