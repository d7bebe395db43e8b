/** Fields of virtual accounts, their payments, inquiries and timeline (domain 1.9). */
import { z } from 'zod';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { instant } from './time.ts';

export const VA_STATUSES = ['pending', 'active', 'paid', 'expired', 'inactive', 'failed'] as const;
export type VaStatus = (typeof VA_STATUSES)[number];
export const VA_TYPES = ['single', 'reusable'] as const;
export type VaType = (typeof VA_TYPES)[number];
export const VA_AMOUNT_TYPES = ['closed', 'open', 'min_max'] as const;
export type VaAmountType = (typeof VA_AMOUNT_TYPES)[number];
export const VA_MATCHES = ['ok', 'underpaid', 'overpaid', 'duplicate', 'refused'] as const;
export type VaMatch = (typeof VA_MATCHES)[number];

export const virtualAccount = z.object({
  id: idSchema('virtual_account'),
  created_at: instant.describe('When it was created'),
  va_number: z.string().describe('Virtual account number: company code, merchant and suffix'),
  bank: z.enum(VA_BANK_CHANNELS).describe('Bank that issues the number'),
  holder_name: z.string().describe('Holder name shown to the payer'),
  type: z.enum(VA_TYPES).describe('single: one payment; reusable: any number of payments'),
  amount_type: z.enum(VA_AMOUNT_TYPES).describe('closed: one exact amount; open: any amount; min_max: within limits'),
  expected_amount: rupiah.nullable().describe('Exact amount, whole rupiah; for closed only'),
  amount_min: rupiah.nullable().describe('Minimum amount, whole rupiah; for min_max only'),
  amount_max: rupiah.nullable().describe('Maximum amount, whole rupiah; for min_max only'),
  paid_amount: rupiah.describe('Sum of all accepted payments, whole rupiah'),
  payments_count: z.int().describe('Number of accepted payments, duplicates included'),
  mismatches_count: z.int().describe('Number of mismatched payments: rejected ones and duplicates'),
  last_paid_at: instant.nullable().describe('When the last payment was made'),
  merchant_reference: z.string().nullable().describe("The merchant's own reference, unique per merchant"),
  description: z.string().nullable().describe('Description of the purchase'),
  customer_name: z.string().nullable().describe('Customer name'),
  customer_email: z.string().nullable().describe('Customer email; masked for the support role'),
  customer_phone: z.string().nullable().describe('Customer phone; masked for the support role'),
  status: z.enum(VA_STATUSES).describe('pending: waiting for the bank to open the number'),
  expires_at: instant.nullable().describe('When it expires; null: never'),
  transaction_id: idSchema('transaction').nullable().describe('Pending transaction of a single-use closed number'),
  payment_link_id: idSchema('payment_link').nullable().describe('Payment link that created it'),
  metadata: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Key-value data of the merchant, copied to every payment'),
  updated_at: instant.describe('When it was last updated'),
});
export type VirtualAccount = z.infer<typeof virtualAccount>;

export const vaPayment = z.object({
  id: idSchema('va_payment'),
  paid_at: instant.describe('When the payer paid'),
  received_at: instant.describe('When the payment was reported to us'),
  amount: rupiah.describe('Amount paid, whole rupiah'),
  match: z.enum(VA_MATCHES).describe('ok and duplicate were accepted; underpaid, overpaid and refused were rejected'),
  detail: z.string().nullable().describe('Reason of the mismatch, in the language of the request'),
  sender_name: z.string().nullable().describe('Payer name, if the bank reports it'),
  sender_bank: z.string().nullable().describe("The payer's bank, if reported"),
  payment_request_id: z.string().describe("The bank's ID of the payment (paymentRequestId)"),
  trx_id: z.string().describe('Our ID of the virtual account at the bank (trxId)'),
  reference_no: z.string().nullable().describe("Reference number on the payer's receipt"),
  transaction_id: idSchema('transaction').nullable().describe('Transaction of the payment; null when it was rejected'),
});
export type VaPayment = z.infer<typeof vaPayment>;

export const vaInquiry = z.object({
  id: idSchema('va_inquiry'),
  at: instant.describe('When the bank sent the inquiry'),
  inquiry_request_id: z.string().describe("The bank's ID of the inquiry"),
  channel: z.string().nullable().describe("The payer's channel, if reported: ATM, mobile or branch"),
  response_code: z.string().describe('SNAP BI response code, 7 digits'),
  response_description: z.string().describe('Description of the response, in the language of the request'),
});
export type VaInquiry = z.infer<typeof vaInquiry>;

/** Kind of a timeline event; `status`: the status changed. */
export const VA_EVENT_KINDS = [
  'created',
  'opened',
  'payment',
  'payment_rejected',
  'changed',
  'note',
  'status',
] as const;
export type VaEventKind = (typeof VA_EVENT_KINDS)[number];

export const vaEvent = z.object({
  seq: z.int().describe('Sequence number in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(VA_STATUSES).nullable().describe('Status before; null for the first event'),
  to_status: z.enum(VA_STATUSES).describe('Status after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Type of the actor'),
  actor_name: z.string().nullable().describe('Name of the user, API key or bank'),
  kind: z.enum(VA_EVENT_KINDS).describe('What happened. `status`: only the status changed'),
  reason: z.string().nullable().describe('Description of the event, in the language of the request'),
});
