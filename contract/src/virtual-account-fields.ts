/** What a virtual account is, and what is kept of it: its payments, the bank's questions, its timeline (domain 1.9). */
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
  created_at: instant.describe('When it was asked for'),
  va_number: z.string().describe('The number to pay to: company code, merchant and suffix'),
  bank: z.enum(VA_BANK_CHANNELS).describe('Bank that issues the number'),
  holder_name: z.string().describe('Name that the payer sees'),
  type: z.enum(VA_TYPES).describe('single: one payment; reusable: any number of payments'),
  amount_type: z.enum(VA_AMOUNT_TYPES).describe('closed: one exact amount; open: any amount; min_max: within limits'),
  expected_amount: rupiah.nullable().describe('Exact amount of a payment, whole rupiah, for closed numbers'),
  amount_min: rupiah.nullable().describe('Least amount of a payment, whole rupiah, for min_max numbers'),
  amount_max: rupiah.nullable().describe('Greatest amount of a payment, whole rupiah, for min_max numbers'),
  paid_amount: rupiah.describe('Sum of all payments that were taken, whole rupiah'),
  payments_count: z.int().describe('Payments that were taken, duplicates included'),
  mismatches_count: z.int().describe('Payments that did not match: refused for their amount or state, or duplicates'),
  last_paid_at: instant.nullable().describe('When the newest payment was made'),
  merchant_reference: z.string().nullable().describe("The merchant's own reference, unique per merchant"),
  description: z.string().nullable().describe('What is being paid'),
  customer_name: z.string().nullable().describe('Name of the customer'),
  customer_email: z.string().nullable().describe('E-mail of the customer; masked for the support role'),
  customer_phone: z.string().nullable().describe('Phone of the customer; masked for the support role'),
  status: z.enum(VA_STATUSES).describe('pending: the bank was asked and has not answered yet'),
  expires_at: instant.nullable().describe('Until when it can be paid; null: for ever'),
  transaction_id: idSchema('transaction').nullable().describe('The waiting payment of a single-use closed number'),
  payment_link_id: idSchema('payment_link').nullable().describe('The payment link that asked for it'),
  metadata: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The merchant's own texts by name; every payment of the number carries them"),
  updated_at: instant.describe('When it last changed'),
});
export type VirtualAccount = z.infer<typeof virtualAccount>;

export const vaPayment = z.object({
  id: idSchema('va_payment'),
  paid_at: instant.describe('When the payer paid'),
  received_at: instant.describe('When we learned of it'),
  amount: rupiah.describe('What was paid, whole rupiah'),
  match: z
    .enum(VA_MATCHES)
    .describe('ok and duplicate were taken; underpaid, overpaid and refused moved no money to the merchant'),
  detail: z.string().nullable().describe('Why it does not match, in words'),
  sender_name: z.string().nullable().describe('Name of the payer, when the bank tells it'),
  sender_bank: z.string().nullable().describe('Bank of the payer, when told'),
  payment_request_id: z.string().describe("The bank's number of the payment (paymentRequestId)"),
  trx_id: z.string().describe('Our number of the virtual account at the bank (trxId)'),
  reference_no: z.string().nullable().describe('Reference number on the receipt of the payer'),
  transaction_id: idSchema('transaction').nullable().describe('The transaction that took it; null when none did'),
});
export type VaPayment = z.infer<typeof vaPayment>;

export const vaInquiry = z.object({
  id: idSchema('va_inquiry'),
  at: instant.describe('When the bank asked'),
  inquiry_request_id: z.string().describe("The bank's number of the question"),
  channel: z.string().nullable().describe("The payer's channel, when told: ATM, mobile, teller"),
  response_code: z.string().describe('SNAP BI response code that was answered, 7 digits'),
  answer: z.string().describe('The answer in words'),
});
export type VaInquiry = z.infer<typeof vaInquiry>;

export const vaEvent = z.object({
  seq: z.int().describe('Place in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(VA_STATUSES).nullable().describe('State before; null for the first'),
  to_status: z.enum(VA_STATUSES).describe('State after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Who caused it'),
  actor_name: z.string().nullable().describe('Name of the person, key or bank'),
  reason: z.string().nullable().describe('What happened, in words'),
});
