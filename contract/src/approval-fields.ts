/** Approvers: people and roles of approval policies; and what an approver sees of a request. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { instant } from './time.ts';

export const role_names = z
  .record(z.string(), z.string())
  .describe('Names of custom roles by their id; a preset role is its own name');

export const approver = z.object({
  user_id: idSchema('user'),
  name: z.string().describe('Name of the person'),
  role: z.string().describe('Role of the person'),
});
export type Approver = z.infer<typeof approver>;

/** Approvers of a request, by the policy in force when it was made. */
export const namedApprovers = z.object({
  roles: z.array(z.string()).describe('Roles that may approve; empty: not restricted to roles'),
  role_names,
  people: z.array(z.string()).describe('Names of the people who may approve'),
});
export type NamedApprovers = z.infer<typeof namedApprovers>;

/** Details of the subject that an approver needs, frozen when the request was made. */
export const approvalSubjectDetails = z.object({
  transaction_id: z.string().nullable().describe('Payment of a refund'),
  merchant_reference: z
    .string()
    .nullable()
    .describe("The merchant's order number of that payment, or its reference of a disbursement"),
  reason: z.string().nullable().describe('Why it was requested'),
  bank_code: z
    .string()
    .nullable()
    .describe('Bank of a payout account, or that receives a refund, disbursement, settlement or commission statement'),
  account_last4: z.string().nullable().describe('Last four digits of that account'),
  holder_name: z.string().nullable().describe('Holder of that account, as the bank reported it'),
  batch_id: z.string().nullable().describe('Settlement of a balance adjustment, or that waits for approval'),
  batch_no: z.string().nullish().describe('Number of the settlement that waits for approval'),
  account_type: z.string().nullish().describe('Balance of an adjustment; absent: the pending balance'),
  invoice_id: z.string().nullish().describe('Invoice that a credit note corrects'),
  statement_id: z.string().nullish().describe('Bank statement of a write-off'),
  line_no: z.int().nullish().describe('Line of that statement'),
  cents: z.int().nullish().describe('Sen of that line beyond the whole rupiah of the amount, with its sign'),
  is_reversal: z.boolean().nullish().describe('Whether the reversal of an approved write-off is requested'),
  commission_rule_id: z.string().nullish().describe('Commission rule of a statement'),
  transfer_subject_id: z
    .string()
    .nullish()
    .describe('Disbursement, refund, settlement or commission statement of a transfer whose resolution is requested'),
  executed_amount: z
    .int()
    .nullish()
    .describe('What the bank executed of that transfer, whole rupiah; absent or null: nothing'),
});
export type ApprovalSubjectDetails = z.infer<typeof approvalSubjectDetails>;

/** Errors of subjects when a decision from the list is applied to them. */
export const SUBJECT_ERRORS = {
  not_pending: 409,
  status_conflict: 409,
  payment_not_refundable: 422,
  insufficient_balance: 422,
  already_resolved: 409,
  beneficiary_blocked: 422,
  beneficiary_not_allowed: 422,
  limit_exceeded: 422,
  already_paid: 409,
  no_valid_rows: 422,
  commission_rule_backdated: 422,
  transfer_not_open: 409,
  no_bank_account: 422,
  no_write_off: 409,
  line_not_open: 409,
} as const;

export const approvalDecision = z.object({
  person: z.string().describe('Name of the person'),
  decision: z.enum(['approve', 'reject']).describe('The decision'),
  reason: z.string().nullable().describe('Remark of the person'),
  decided_at: instant.describe('When the person decided'),
});

/** Errors of every decision, also at the endpoints of the subjects. */
export const DECISION_ERRORS = {
  self_approval: 422,
  not_an_approver: 422,
  already_decided: 409,
  approval_expired: 409,
} as const;
