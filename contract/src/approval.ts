/** Approvals: requests that need other people before money moves or a payout account changes (domain 1.12). */
import { z } from 'zod';
import { type AccessGroup, needs } from './access.ts';
import {
  DECISION_ERRORS,
  SUBJECT_ERRORS,
  approvalDecision,
  approvalSubjectDetails,
  approver,
  namedApprovers,
  role_names,
} from './approval-fields.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { AMOUNT_CAP, amount, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { summaryOutput } from './summary.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';

/** Subjects with policies of the merchant. */
export const POLICY_SUBJECTS = [
  'refund',
  'balance_transfer',
  'payout_account',
  'disbursement',
  'disbursement_batch',
] as const;
export type PolicySubject = (typeof POLICY_SUBJECTS)[number];
/** Subjects that the provider requests and decides, under its own rule. */
export const PROVIDER_SUBJECTS = [
  'balance_adjustment',
  'commission_rule',
  'credit_note',
  'commission_statement',
  'bank_write_off',
  'transfer_resolution',
] as const;
/** `settlement`: a closed settlement of a merchant that approves its payouts. No person requests it. */
export const APPROVAL_SUBJECTS = [...POLICY_SUBJECTS, 'settlement', ...PROVIDER_SUBJECTS] as const;
export type ApprovalSubject = (typeof APPROVAL_SUBJECTS)[number];

/** The group whose level is required to decide. */
export const APPROVAL_GROUPS: Record<ApprovalSubject, AccessGroup> = {
  refund: 'Refunds',
  balance_transfer: 'Disbursements',
  payout_account: 'Disbursements',
  balance_adjustment: 'Commissions',
  commission_rule: 'Commissions',
  credit_note: 'Commissions',
  commission_statement: 'Commissions',
  disbursement: 'Disbursements',
  disbursement_batch: 'Disbursements',
  settlement: 'Reports',
  bank_write_off: 'Merchant finance',
  transfer_resolution: 'Merchant finance',
};
/** Subjects that everyone who manages their group decides: the group has no level above. */
const MANAGE_LEVEL_SUBJECTS: readonly ApprovalSubject[] = ['settlement', 'bank_write_off', 'transfer_resolution'];
/** The level on that group that is required to decide. */
export const getApprovalLevel = (subject: ApprovalSubject): 'approve' | 'manage' =>
  MANAGE_LEVEL_SUBJECTS.includes(subject) ? 'manage' : 'approve';

/** pending: waits for approvals; cancelled: withdrawn, or void because its subject ended otherwise. */
export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const APPROVALS_MAX = 3;
export const APPROVAL_TIERS_MAX = 10;
/** Roles or people that one tier names. */
const APPROVERS_MAX = 20;

export const approval = z.object({
  id: idSchema('approval_request'),
  created_at: instant.describe('When it was requested'),
  subject_type: z.enum(APPROVAL_SUBJECTS).describe('What needs approval'),
  subject_id: z
    .string()
    .describe(
      'Id of the refund, balance transfer, bank account, dispute, adjustment, commission rule, credit note, commission statement, disbursement, batch, settlement or bank transfer, or of the line of a bank statement',
    ),
  merchant_id: idSchema('merchant').nullable().describe('Id of the merchant; null for write-offs of bank statements'),
  amount: rupiah.nullable().describe('Whole rupiah; negative: a debit; null for payout accounts and commission rules'),
  details: approvalSubjectDetails.describe('Details of the subject when it was requested'),
  status: z.enum(APPROVAL_STATUSES).describe('Status of the request'),
  approvals_required: z.int().describe('Number of people who must approve, by the policy in force when it was made'),
  approvals_given: z.int().describe('Number of people who approved'),
  requested_by: z.string().nullable().describe('Name of the person or API key that requested it; null: the system'),
  requested_by_type: z
    .enum(['user', 'api_key', 'system'])
    .describe('Whether a person or an API key requested it, or the system when a settlement closed'),
  is_own: z.boolean().describe('Whether you requested it or made its data, directly or with an API key'),
  may_decide: z.boolean().describe('Whether it waits for you'),
  may_reject: z.boolean().describe('Whether you may also reject it: a settlement can only be approved'),
  expires_at: instant
    .nullable()
    .describe('When it expires unless it is decided; null: settlements and write-offs do not expire'),
  closed_at: instant.nullable().describe('When it was approved, rejected, expired or cancelled'),
});
export type Approval = z.infer<typeof approval>;

export const approvalTier = z.strictObject({
  amount_from: z.int().min(0).max(AMOUNT_CAP).describe('Applies from this amount up to the next tier, whole rupiah'),
  approvals_required: z.int().min(1).max(APPROVALS_MAX).describe('Number of people who must approve, 1 to 3'),
  roles: z
    .array(z.string().trim().min(1).max(60))
    .max(APPROVERS_MAX)
    .describe('Roles that may approve; with `user_ids` empty as well: everyone with the level `approve`'),
  user_ids: z.array(idSchema('user')).max(APPROVERS_MAX).describe('People who may approve, in addition to the roles'),
});
export type ApprovalTier = z.infer<typeof approvalTier>;

export const approvalDetail = z.object({
  ...approval.shape,
  decisions: z.array(approvalDecision).describe('Decisions so far, oldest first'),
  policy: z
    .object({
      version: z.int().describe('Version of the policy; 0: the default policy'),
      ...namedApprovers.shape,
    })
    .describe('The policy in force when the request was made'),
});
export type ApprovalDetail = z.infer<typeof approvalDetail>;

const filter = {
  view: z
    .enum(['all', 'waiting', 'requested'])
    .default('all')
    .describe('`waiting`: what waits for you; `requested`: what you requested'),
  status: oneOrMany(APPROVAL_STATUSES).optional().describe('One or more statuses'),
  subject_type: oneOrMany(APPROVAL_SUBJECTS).optional().describe('One or more kinds'),
  from: rangeStart.optional().describe('Start of the range (time of the request), inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum amount, whole rupiah'),
  q: z.string().trim().max(100).optional().describe('Id of the request, its subject or payment, or its order number'),
};

export const listApprovals = route({
  name: 'listApprovals',
  method: 'GET',
  path: '/approvals',
  summary: 'List requests for approval of the kinds that you may view, and your own',
  access: 'authenticated',
  query: z.object({ ...pageQuery, ...filter }),
  output: page(approval),
});

export const summariseApprovals = route({
  name: 'summariseApprovals',
  method: 'GET',
  path: '/approvals/summary',
  summary: 'Summarise requests for approval by status',
  access: 'authenticated',
  query: z.object(filter),
  output: summaryOutput(APPROVAL_STATUSES, { rows: 'requests', amount: 'Sum of their amounts without their signs' }),
});

export const countWaitingApprovals = route({
  name: 'countWaitingApprovals',
  method: 'GET',
  path: '/approvals/waiting',
  summary: 'Count the requests that wait for you',
  access: 'signed-in',
  output: z.object({
    data: z.object({
      count: z.int().describe('Number of requests that wait for you'),
      may_view: z.boolean().describe('Whether you may view requests of any kind'),
    }),
  }),
});

export const getApproval = route({
  name: 'getApproval',
  method: 'GET',
  path: '/approvals/{id}',
  summary: 'Retrieve a request for approval with its policy and decisions',
  access: 'authenticated',
  params: z.object({ id: idSchema('approval_request') }),
  output: z.object({ data: approvalDetail }),
});

export const approveRequest = route({
  name: 'approveRequest',
  method: 'POST',
  path: '/approvals/{id}/approve',
  summary: 'Approve a request of someone else. The last required approval is applied at once',
  access: 'signed-in',
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ id: idSchema('approval_request') }),
  body: z.strictObject({ reason: z.string().trim().max(300).optional().describe('Remark, stored with the decision') }),
  output: z.object({ data: approvalDetail }),
  errors: { ...DECISION_ERRORS, ...SUBJECT_ERRORS },
});

export const rejectRequest = route({
  name: 'rejectRequest',
  method: 'POST',
  path: '/approvals/{id}/reject',
  summary: 'Reject a request and release what it holds. One rejection is final; a settlement can only be approved',
  access: 'signed-in',
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ id: idSchema('approval_request') }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(300).describe('Reason, shown to the requester') }),
  output: z.object({ data: approvalDetail }),
  errors: { ...DECISION_ERRORS, ...SUBJECT_ERRORS, not_rejectable: 422 },
});

const approvalPolicy = z.object({
  subject_type: z.enum(POLICY_SUBJECTS).describe('What the policy is about'),
  version: z.int().describe('Version in force; 0: the default policy'),
  tiers: z.array(approvalTier).describe('Approvals by amount, ascending; the first starts at 0'),
  daily_limit: amount.nullable().describe('What one person may request per day (WIB), whole rupiah; null: no limit'),
  expires_after_hours: z.int().describe('Hours after which an undecided request expires'),
  changed_by: z.string().nullable().describe('Who saved this version; null for the default policy'),
  changed_at: instant.nullable().describe('When it was saved'),
});
export type ApprovalPolicy = z.infer<typeof approvalPolicy>;

export const listApprovalPolicies = route({
  name: 'listApprovalPolicies',
  method: 'GET',
  path: '/approval-policies',
  summary: 'List the approval policies in force, and who can approve each kind',
  access: needs('Users', 'view'),
  output: z.object({
    data: z.array(
      z.object({
        ...approvalPolicy.shape,
        role_names,
        approvers: z.array(approver).describe('Active people with the level `approve` on the group of this kind'),
        is_approvable: z.boolean().describe('Whether enough active people may approve under every tier'),
      }),
    ),
  }),
});

const TIERS_ASCENDING = validationMessage(
  'The first tier starts at 0, and each further tier at a higher amount.',
  'Tingkat pertama dimulai dari 0, dan setiap tingkat berikutnya dari jumlah yang lebih tinggi.',
);
const TOO_FEW_PEOPLE = validationMessage(
  'Name at least as many people as approvals are required, or add a role.',
  'Sebutkan orang sebanyak persetujuan yang diperlukan, atau tambahkan peran.',
);

const isAscending = (tiers: readonly ApprovalTier[]): boolean =>
  tiers.every((tier, index) =>
    index === 0 ? tier.amount_from === 0 : tier.amount_from > (tiers[index - 1]?.amount_from ?? 0),
  );
const hasEnoughPeople = ({ roles, user_ids, approvals_required }: ApprovalTier): boolean =>
  roles.length > 0 || user_ids.length === 0 || new Set(user_ids).size >= approvals_required;

export const saveApprovalPolicy = route({
  name: 'saveApprovalPolicy',
  method: 'PUT',
  path: '/approval-policies/{subject_type}',
  summary: 'Save a new version of an approval policy. Requests that exist keep the policy they were made under',
  access: needs('Users', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ subject_type: z.enum(POLICY_SUBJECTS).describe('What the policy is about') }),
  body: z.strictObject({
    version: z.int().min(0).describe('The version that was read; 409 when another one is in force'),
    tiers: z
      .array(approvalTier.refine(hasEnoughPeople, { error: TOO_FEW_PEOPLE, path: ['user_ids'] }))
      .min(1)
      .max(APPROVAL_TIERS_MAX)
      .refine(isAscending, TIERS_ASCENDING)
      .meta({ examples: [[{ amount_from: 0, approvals_required: 1, roles: [], user_ids: [] }]] })
      .describe('Approvals by amount, ascending; the first starts at 0'),
    daily_limit: amount.nullable().describe('What one person may request per day (WIB); null: no limit'),
    expires_after_hours: z.int().min(1).max(720).describe('Hours until an undecided request expires, 1 to 720'),
  }),
  output: z.object({ data: approvalPolicy }),
  errors: { policy_changed: 409, amount_not_applicable: 422, approver_without_access: 422, too_few_approvers: 422 },
});
