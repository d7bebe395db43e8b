/** The provider's operations: metrics over all merchants and exceptions that need a person (domain 1.1 and 1.23). */
import { z } from 'zod';
import { needs } from './access.ts';
import { AUDIT_RESULTS } from './audit.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { commaSeparated, fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';

/** Kinds of exceptions, the most urgent first. */
export const EXCEPTION_KINDS = [
  'ledger_finding',
  'bank_unavailable',
  'settlement_failed',
  'transfer_unresolved',
  'payout_failed',
  'commission_payout_failed',
  'refund_failed',
  'deposit_review',
  'settlement_dispute',
  'payment_not_allowed',
  're_review_overdue',
  'verification_undecided',
  'document_expiring',
  'closed_merchant_balance',
  'unmatched_callback',
  'webhook_failing',
  'job_failed',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/**
 * Kinds that a person closes with a note, because nothing in the system may end them. The others disappear when the cause
 * is fixed. A discrepancy of the ledger is acknowledged: a further or another one of the object is a new exception.
 */
export const RESOLVABLE_KINDS = [
  'ledger_finding',
  'payout_failed',
  'refund_failed',
  'payment_not_allowed',
  'unmatched_callback',
  'webhook_failing',
  'job_failed',
] as const satisfies readonly ExceptionKind[];
export type ResolvableKind = (typeof RESOLVABLE_KINDS)[number];

/** Rows of a kind in the list of all kinds; the list of one kind has the others. */
export const EXCEPTIONS_PER_KIND_MAX = 50;
/** Days after which a re-review that has not ended needs a decision about the merchant. */
export const RE_REVIEW_DEADLINE_DAYS = 14;
/** Business days that the provider has to decide a submitted profile, or a change of one. */
export const REVIEW_DEADLINE_BUSINESS_DAYS = 2;
/** Days before the last day of a document from which it has to be renewed. */
export const DOCUMENT_EXPIRY_DAYS = 30;

const kind = z.enum(EXCEPTION_KINDS).describe('What the exception is about');
const object_id = z.string().min(1).max(200).describe('Id of the settlement, transfer, endpoint, job or other object');

export const operationsException = z.object({
  kind,
  object_id,
  merchant_id: idSchema('merchant').nullable().describe('The merchant; null: none'),
  merchant_name: z.string().nullable().describe('Brand name of the merchant'),
  since: instant.describe('Since when it is an exception'),
  reference: z.string().nullable().describe('Number or name of the object for people, such as a batch number or a URL'),
  amount: rupiah.nullable().describe('Amount, whole rupiah; null: none'),
  state: z.string().describe('State of the object that makes it an exception, such as `returned` or `disabled`'),
  detail: z.string().nullable().describe('What the bank, the endpoint or the job reported'),
  count: z.int().describe('How often it happened; 1 for most'),
  is_resolvable: z.boolean().describe('Whether a person may close it with a note'),
  awaits_second_person: z.boolean().describe('Whether a proposal waits for another person'),
  assigned_to: z.string().nullable().describe('Who works on it'),
  is_mine: z.boolean().describe('Whether it is assigned to you'),
});
export type OperationsException = z.infer<typeof operationsException>;

export const listExceptions = route({
  name: 'listExceptions',
  method: 'GET',
  path: '/operations/exceptions',
  summary:
    'List open exceptions of all merchants. At most 50 of each kind are returned; the rest are counted, and listed by kind',
  access: needs('Operations', 'view', { users_only: true }),
  output: z.object({
    data: z.array(operationsException),
    counts: z
      .array(z.object({ kind, count: z.int().describe('Open exceptions of the kind') }))
      .describe('Open exceptions by kind; kinds without any are absent'),
    as_of: instant.describe('When they were read'),
  }),
});

export const listExceptionsOfKind = route({
  name: 'listExceptionsOfKind',
  method: 'GET',
  path: '/operations/exceptions/{kind}',
  summary: 'List the exceptions of one kind, oldest first',
  access: needs('Operations', 'view', { users_only: true }),
  params: z.object({ kind }),
  query: z.object(pageQuery),
  output: page(operationsException),
});

export const assignException = route({
  name: 'assignException',
  method: 'POST',
  path: '/operations/exceptions/assign',
  summary: 'Assign an exception to yourself, or release it',
  access: needs('Operations', 'manage', { users_only: true }),
  body: z.strictObject({
    kind,
    object_id,
    is_mine: z.boolean().describe('true: assign it to yourself; false: release'),
  }),
  output: z.object({ data: operationsException }),
  errors: { not_found: 404 },
});

export const resolveException = route({
  name: 'resolveException',
  method: 'POST',
  path: '/operations/exceptions/resolve',
  summary: 'Close an exception with a note. A new occurrence of the same object is a new exception',
  access: needs('Operations', 'manage', { users_only: true }),
  body: z.strictObject({
    kind: z.enum(RESOLVABLE_KINDS).describe('What the exception is about'),
    object_id,
    note: z.string().trim().min(1).max(500).describe('What was found and done; merchants do not see it'),
  }),
  status: 204,
  errors: { not_found: 404 },
});

export const OVERVIEW_PERIODS = ['today', '7d', '30d'] as const;
export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number];

const compared = (meaning: string) =>
  z
    .object({
      value: z.int().nullable().describe('In the period'),
      previous: z.int().nullable().describe('In the previous period of the same length'),
    })
    .describe(meaning);

/** Metrics over many merchants, compared with the previous period. */
export const overviewMetrics = {
  from: instant.describe('Start of the period'),
  to: instant.describe('End of the period, exclusive: now'),
  previous_from: instant.describe('Start of the previous period'),
  previous_to: instant.describe('End of the previous period, exclusive'),
  volume: compared('Gross amount of paid payments, whole rupiah'),
  payments: compared('Paid payments'),
  success_rate: compared('Paid divided by paid, failed and expired payments, in basis points (9250 = 92.5%)'),
  fees: compared('Fees including VAT (PPN), whole rupiah'),
  active_merchants: compared('Merchants with a paid payment'),
  methods: z
    .array(
      z.object({
        method: z.string().describe('Payment method'),
        count: z.int().describe('Paid payments'),
        amount: rupiah.describe('Gross amount, whole rupiah'),
        previous_amount: rupiah.describe('Gross amount in the previous period, whole rupiah'),
      }),
    )
    .describe('Gross volume by payment method, largest first'),
  merchants: z
    .array(
      z.object({
        merchant_id: idSchema('merchant'),
        name: z.string().describe('Brand name'),
        amount: rupiah.describe('Gross amount, whole rupiah'),
        count: z.int().describe('Paid payments'),
        previous_amount: rupiah.describe('Gross amount in the previous period, whole rupiah'),
      }),
    )
    .describe('The ten merchants with the largest volume'),
};

export const getOperationsOverview = route({
  name: 'getOperationsOverview',
  method: 'GET',
  path: '/operations/overview',
  summary: 'Retrieve the metrics over all merchants',
  access: needs('Operations', 'view', { users_only: true }),
  query: z.object({
    period: z.enum(OVERVIEW_PERIODS).default('today').describe('`today`, or the last 7 or 30 days with today (WIB)'),
  }),
  output: z.object({
    data: z.object({
      ...overviewMetrics,
      balances: z
        .array(
          z.object({
            type: z.string().describe('Kind of balance'),
            amount: rupiah.describe('Held for all merchants, whole rupiah'),
          }),
        )
        .describe('Money held for merchants, by kind of balance'),
    }),
  }),
});

export const providerEvent = z.object({
  id: idSchema('provider_event'),
  at: instant.describe('When it happened'),
  actor_type: z.enum(['provider', 'system']).describe('Who acted: staff of the provider or a command, or the system'),
  actor_id: z
    .string()
    .nullable()
    .describe('Id of the person, or name of the command on the server; null for the system'),
  actor_name: z.string().nullable().describe('Name of the person; null for the system'),
  actor_email: z
    .string()
    .nullable()
    .describe('Email of the person; null for a command on the server, the system and older events'),
  actor_role: z.string().nullable().describe('Role of the person'),
  ip: z.string().nullable().describe('IP address of the request; null for a command on the server'),
  user_agent: z.string().nullable().describe('Browser of the request'),
  session_id: z.string().nullable().describe('Id of the session of the person'),
  action: z.string().describe('What was done or attempted, as `object.verb`'),
  object_type: z.string().describe('Type of the object'),
  object_id: z.string().nullable().describe('Id of the object'),
  merchant_id: z.string().nullable().describe('The merchant; null: none'),
  result: z.enum(AUDIT_RESULTS).describe('ok: applied; denied: no access; failed: refused by a rule'),
  before: z.unknown().describe('State before; secrets are masked'),
  after: z.unknown().describe('State after, with notes, or the error code of a refused attempt; secrets are masked'),
});
export type ProviderEvent = z.infer<typeof providerEvent>;

export const listProviderEvents = route({
  name: 'listProviderEvents',
  method: 'GET',
  path: '/operations/events',
  summary:
    "List actions of the provider's staff outside the audit logs of merchants, events of their accounts, and refused attempts, newest first",
  access: needs('Operations', 'view', { users_only: true }),
  query: z.object({
    ...pageQuery,
    from: rangeStart.optional().describe('Start of the range, inclusive'),
    to: rangeEnd.optional().describe('End of the range, exclusive'),
    actor: z.string().trim().max(100).optional().describe('Id of a person, or the beginning of a name'),
    action: commaSeparated(/^[a-z_]{1,60}\.[a-z_]{0,60}$/, 50)
      .optional()
      .describe('One or more actions, or their beginnings such as `staff.`'),
    result: oneOrMany(AUDIT_RESULTS).optional().describe('One or more results'),
    merchant_id: idSchema('merchant').optional().describe('Only what concerns this merchant'),
    object_id: z.string().trim().max(100).optional().describe('Id of an object'),
    q: z.string().trim().max(100).optional().describe('Action, id, IP address, or the beginning of a name'),
    columns: fileColumns,
  }),
  output: page(providerEvent),
  files: true,
});
