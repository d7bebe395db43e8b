/** Transfers to the bank as the provider's staff see them, and how two people end one that the bank does not answer clearly. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { amount, rupiah } from './money.ts';
import { route } from './route.ts';
import { instant } from './time.ts';
import { TRANSFER_RAILS } from './transfer-rail.ts';

const TRANSFER_SUBJECTS = ['disbursement', 'refund', 'settlement_batch', 'commission_statement'] as const;
const BANK_TRANSFER_STATUSES = ['sent', 'unknown', 'succeeded', 'failed', 'returned'] as const;

/** executed: the bank paid an amount, perhaps another one than ordered; not_executed: the bank paid nothing. */
const RESOLUTION_OUTCOMES = ['executed', 'not_executed'] as const;
export type ResolutionOutcome = (typeof RESOLUTION_OUTCOMES)[number];

const resolution = z.object({
  outcome: z.enum(RESOLUTION_OUTCOMES).describe('What was found out about the transfer'),
  executed_amount: rupiah.nullable().describe('What the bank executed, whole rupiah; null: nothing'),
  bank_reference: z.string().nullable().describe('Reference of the bank; null: nothing was executed'),
  reason: z.string().describe('How it was found out'),
  resolved_at: instant.nullable().describe('When another person approved it; null: it awaits approval'),
  approval_id: idSchema('approval_request').nullable().describe('Its request for approval'),
});

export const bankTransfer = z.object({
  id: idSchema('bank_transfer'),
  merchant_id: idSchema('merchant'),
  subject_type: z.enum(TRANSFER_SUBJECTS).describe('What it pays'),
  subject_id: z.string().describe('Id of the disbursement, refund, settlement or commission statement'),
  partner_reference_no: z.string().describe('Its reference at the bank'),
  rail: z.enum(TRANSFER_RAILS).describe('Rail'),
  bank_code: z.string().describe('Bank of the beneficiary'),
  account_last4: z.string().describe('Last four digits of the account of the beneficiary'),
  amount: rupiah.describe('Ordered amount, whole rupiah'),
  status: z.enum(BANK_TRANSFER_STATUSES).describe('Status'),
  sent_at: instant.describe('When it was sent first'),
  reported_amount: rupiah.nullable().describe('Amount that the bank reported last, whole rupiah; null: none'),
  resolvable_from: instant.nullable().describe('From when a resolution can be requested; null: it has ended'),
  resolution: resolution.nullable().describe('Resolution by two people; null: none'),
});
export type BankTransfer = z.infer<typeof bankTransfer>;

const params = z.object({
  merchant_id: idSchema('merchant'),
  id: z
    .string()
    .min(1)
    .max(64)
    .describe('Id of the disbursement, refund, settlement or commission statement that is transferred'),
});

export const getMerchantTransfer = route({
  name: 'getMerchantTransfer',
  method: 'GET',
  path: '/merchants/{merchant_id}/transfers/{id}',
  summary: 'Retrieve the latest transfer of a disbursement, refund, settlement or commission statement',
  access: needs('Merchant finance', 'view', { users_only: true }),
  params,
  output: z.object({ data: bankTransfer }),
});

const AMOUNT_RULE = validationMessage(
  'Give the executed amount and the reference of the bank if it was executed, and neither if it was not.',
  'Isi jumlah yang dijalankan dan nomor referensi bank jika dijalankan; kosongkan keduanya jika tidak.',
);

export const requestTransferResolution = route({
  name: 'requestTransferResolution',
  method: 'POST',
  path: '/merchants/{merchant_id}/transfers/{id}/resolution',
  summary:
    'Request the resolution of a transfer whose status has been unclear for the configured time. Another staff member of the provider approves it; the ledger then follows the executed amount',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  step_up: true,
  idempotency_key: 'required',
  params,
  body: z
    .strictObject({
      outcome: z.enum(RESOLUTION_OUTCOMES).describe('What was found out about the transfer'),
      executed_amount: amount.optional().describe('What the bank executed, whole rupiah'),
      bank_reference: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .optional()
        .describe('Reference of the transfer in the statement or response of the bank'),
      reason: z.string().trim().min(1).max(300).describe('How it was found out, such as a statement of the bank'),
    })
    .refine(
      ({ outcome, executed_amount, bank_reference }) =>
        (outcome === 'executed') === (executed_amount !== undefined) &&
        (executed_amount === undefined) === (bank_reference === undefined),
      { error: AMOUNT_RULE, path: ['executed_amount'] },
    )
    .meta({ examples: [{ outcome: 'not_executed', reason: 'The bank confirmed in writing that it paid nothing' }] }),
  status: 201,
  output: z.object({ data: bankTransfer }),
  errors: { transfer_not_open: 409, transfer_too_recent: 409, resolution_pending: 409 },
});
