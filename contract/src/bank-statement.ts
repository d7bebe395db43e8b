/** Statements of the provider's bank accounts and the movements that match their lines (domain 2.12). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';
import { MEGABYTE, type Upload } from './upload.ts';

export const STATEMENT_LINE_STATUSES = ['open', 'matched', 'written_off'] as const;
export type StatementLineStatus = (typeof STATEMENT_LINE_STATUSES)[number];

/**
 * A transfer of a disbursement, refund or settlement; one that the bank returned; a deposit; a customer's payment, of its full
 * amount; a refund to the original payment method; a payment that the bank reversed.
 */
export const MOVEMENT_TYPES = ['transfer', 'transfer_return', 'deposit', 'payment', 'refund', 'reversal'] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** In the order in which they are tried. */
export const MATCH_RULES = ['reference', 'amount_and_day', 'daily_sum', 'manual'] as const;
export type MatchRule = (typeof MATCH_RULES)[number];

const totals = z.object({
  matched_amount: rupiah.describe('Sum of matched lines, whole rupiah'),
  written_off_amount: rupiah.describe('Sum of lines that were written off, whole rupiah'),
  open_amount: rupiah.describe('Sum of unmatched lines, whole rupiah'),
  written_off_cents: z.int().describe('Sum of the sen of lines that were written off, beyond their whole rupiah'),
  open_cents: z.int().describe('Sum of the sen of unmatched lines, beyond their whole rupiah'),
  matched_count: z.int().describe('Number of matched lines'),
  written_off_count: z.int().describe('Number of lines that were written off'),
  open_count: z.int().describe('Number of unmatched lines'),
});

export const bankStatement = z.object({
  id: idSchema('bank_statement'),
  account_no: z.string().describe('Number of the account'),
  number: z.string().describe('Number of the statement'),
  format: z.enum(['mt940', 'csv']).describe('Format of the file'),
  opening_balance: rupiah.describe('Opening balance, whole rupiah'),
  opening_cents: z.int().describe('Sen beyond the whole rupiah of the opening balance, with its sign'),
  closing_balance: rupiah.describe('Closing balance, whole rupiah; the opening balance plus all lines'),
  closing_cents: z.int().describe('Sen beyond the whole rupiah of the closing balance, with its sign'),
  first_day: business_day.describe('First day of the lines'),
  last_day: business_day.describe('Last day of the lines'),
  line_count: z.int().describe('Number of lines'),
  file_name: z.string().describe('Name of the file'),
  uploaded_at: instant.describe('When it was uploaded'),
  uploaded_by: z.string().describe('Who uploaded it'),
  ...totals.shape,
});
export type BankStatement = z.infer<typeof bankStatement>;

const movementKey = z.strictObject({
  object_type: z.enum(MOVEMENT_TYPES).describe('Kind of the movement'),
  object_id: z
    .string()
    .max(40)
    .describe('Id of the transfer, deposit, payment or refund; of a reversal that of its payment'),
});
const movement = z.object({
  ...movementKey.shape,
  merchant_id: idSchema('merchant'),
  amount: rupiah.describe('Whole rupiah; negative: paid out'),
});
export const statementMatch = z.object({
  ...movement.shape,
  rule: z.enum(MATCH_RULES).describe('Why it matches'),
  matched_at: instant.describe('When it was matched'),
  matched_by: z.string().nullable().describe('Who matched it; null: a rule'),
});
export const movementCandidate = z.object({
  ...movement.shape,
  reference: z.string().nullable().describe('Reference at the bank'),
  day: business_day.describe('Day (WIB) of the movement'),
});
export type MovementCandidate = z.infer<typeof movementCandidate>;

export const writeOff = z.object({
  reason: z.string().describe('Why it was written off'),
  status: z.enum(['pending', 'approved']).describe('Awaits a second person, or approved'),
  requested_by: z.string().describe('Who requested it'),
  is_own: z.boolean().describe('Whether you requested it'),
  decided_by: z.string().nullable().describe('Who approved it'),
  transfer_id: idSchema('provider_transfer')
    .nullable()
    .describe('Ledger transfer that books it; null: awaits approval'),
  reversal: z
    .object({
      reason: z.string().describe('Why it is reversed'),
      requested_by: z.string().describe('Who requested the reversal'),
      is_own: z.boolean().describe('Whether you requested it'),
    })
    .nullable()
    .describe('A reversal that awaits a second person; null: none'),
});

export const statementLine = z.object({
  id: idSchema('bank_statement_line'),
  line_no: z.int().describe('Number of the line'),
  value_day: business_day.describe('Value date'),
  amount: rupiah.describe('Whole rupiah; positive: credited to the account, negative: debited'),
  cents: z.int().describe('Sen beyond the whole rupiah, with its sign. A line with sen can only be written off'),
  reference: z.string().describe('Reference of the bank or its customer'),
  description: z.string().describe('Description of the bank'),
  status: z.enum(STATEMENT_LINE_STATUSES).describe('open: unmatched'),
  matches: z.array(statementMatch).describe('At most 20 movements that match it'),
  match_count: z.int().describe('Number of movements that match it'),
  write_off: writeOff.nullable().describe('Its write-off; null: none'),
});
export type StatementLine = z.infer<typeof statementLine>;

const mayView = needs('Merchant finance', 'view', { users_only: true });
const mayManage = needs('Merchant finance', 'manage', { users_only: true });
const params = z.object({ id: idSchema('bank_statement') });
const lineParams = z.object({ id: idSchema('bank_statement_line') });
const oneStatement = z.object({ data: bankStatement });
const oneLine = z.object({ data: statementLine });

export const listBankStatements = route({
  name: 'listBankStatements',
  method: 'GET',
  path: '/bank-statements',
  summary: 'List bank statements, newest first',
  access: mayView,
  query: z.object(pageQuery),
  output: page(bankStatement),
});

export const STATEMENT_UPLOAD = {
  field: 'file',
  max_bytes: 5 * MEGABYTE,
  types: ['mt940', 'csv'],
  is_transient: true,
} as const satisfies Upload;

export const uploadBankStatement = route({
  name: 'uploadBankStatement',
  method: 'POST',
  path: '/bank-statements',
  summary: 'Upload a bank statement as MT940 or CSV and match its lines. A statement is accepted once',
  access: mayManage,
  upload: STATEMENT_UPLOAD,
  body: z.strictObject({
    account_no: z
      .string()
      .trim()
      .regex(/^[0-9A-Za-z./-]{5,35}$/)
      .optional()
      .meta({ examples: ['8880001234'] })
      .describe('Number of the account, for CSV files'),
  }),
  status: 201,
  output: oneStatement,
  errors: { invalid_statement: 422, duplicate_statement: 409 },
});

export const getBankStatement = route({
  name: 'getBankStatement',
  method: 'GET',
  path: '/bank-statements/{id}',
  summary: 'Retrieve a bank statement with the sums of its matched, written-off and unmatched lines',
  access: mayView,
  params,
  output: oneStatement,
});

export const listStatementLines = route({
  name: 'listStatementLines',
  method: 'GET',
  path: '/bank-statements/{id}/lines',
  summary: 'List the lines of a bank statement in their order',
  access: mayView,
  params,
  query: z.object({
    ...pageQuery,
    status: oneOrMany(STATEMENT_LINE_STATUSES).optional().describe('One or more statuses'),
    q: z.string().trim().max(100).optional().describe('Part of the reference or description'),
  }),
  output: page(statementLine),
  files: true,
});

export const listMovementCandidates = route({
  name: 'listMovementCandidates',
  method: 'GET',
  path: '/bank-statements/{id}/candidates',
  summary: 'List unmatched movements around the days of a statement; at most 100',
  access: mayView,
  params,
  query: z.object({
    amount: z.coerce.number().int().optional().describe('Exact amount, negative: paid out'),
    q: z.string().trim().max(100).optional().describe('Id or reference at the bank'),
  }),
  output: z.object({ data: z.array(movementCandidate) }),
});

export const matchBankStatement = route({
  name: 'matchBankStatement',
  method: 'POST',
  path: '/bank-statements/{id}/match',
  summary: 'Match the open lines of a statement again, after movements were recorded late',
  access: mayManage,
  params,
  output: oneStatement,
});

export const matchStatementLine = route({
  name: 'matchStatementLine',
  method: 'POST',
  path: '/bank-statement-lines/{id}/match',
  summary: 'Match an open line by hand. The movements must add up to its amount',
  access: mayManage,
  params: lineParams,
  body: z.strictObject({
    movements: z.array(movementKey).min(1).max(100).describe('The movements that match the line'),
  }),
  output: oneLine,
  errors: { line_not_open: 409, movement_not_free: 409, amount_differs: 422 },
});

export const unmatchStatementLine = route({
  name: 'unmatchStatementLine',
  method: 'POST',
  path: '/bank-statement-lines/{id}/unmatch',
  summary: 'Remove the matches of a line, which is open again',
  access: mayManage,
  params: lineParams,
  output: oneLine,
  errors: { line_not_matched: 409 },
});

export const writeOffStatementLine = route({
  name: 'writeOffStatementLine',
  method: 'POST',
  path: '/bank-statement-lines/{id}/write-off',
  summary: 'Request the write-off of an open line. Requires approval by another provider user',
  idempotency_key: 'optional',
  access: mayManage,
  params: lineParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(200).describe('Why it is written off') }),
  output: oneLine,
  errors: { line_not_open: 409 },
});

export const reverseWriteOff = route({
  name: 'reverseWriteOff',
  method: 'POST',
  path: '/bank-statement-lines/{id}/write-off/reversal',
  summary:
    'Request the reversal of an approved write-off. Requires approval by another provider user; the line is then open again',
  idempotency_key: 'optional',
  access: mayManage,
  params: lineParams,
  body: z.strictObject({ reason: z.string().trim().min(1).max(200).describe('Why it is reversed') }),
  output: oneLine,
  errors: { line_not_written_off: 409 },
});

export const decideWriteOff = route({
  name: 'decideWriteOff',
  method: 'POST',
  path: '/bank-statement-lines/{id}/write-off/decision',
  summary:
    'Approve the write-off or reversal of somebody else, which books it in the ledger, or reject it or withdraw your own',
  idempotency_key: 'optional',
  access: mayManage,
  step_up: true,
  params: lineParams,
  body: z.strictObject({ decision: z.enum(['approve', 'reject']).describe('The decision') }),
  output: oneLine,
  errors: { no_write_off: 409, self_approval: 422 },
});
