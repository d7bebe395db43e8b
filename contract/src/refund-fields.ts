/** The fields of refunds, and the words that they are told in (domain 1.6). Routes: refund.ts. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { currency, rupiah } from './money.ts';
import { instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const REFUND_STATUSES = ['pending', 'approved', 'processing', 'succeeded', 'failed', 'rejected'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
/** States in which the money is held and nothing is decided yet. */
export const OPEN_REFUND_STATUSES = ['pending', 'approved', 'processing'] as const satisfies readonly RefundStatus[];
export const REFUND_REASONS = ['customer_request', 'duplicate', 'fraud', 'order_cancelled', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const REFUND_METHODS = ['original', 'transfer'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/** Payments that one request can give back. */
export const BULK_REFUND_MAX = 100;

export const refundReason = z.enum(REFUND_REASONS).describe('Why; `other` takes a text');
export const refundReasonText = z
  .string()
  .trim()
  .min(1)
  .max(140)
  .describe('Why, in words; only for reason `other`, and required there');
export const refundNote = z.string().trim().max(500).describe('For your own people; the customer never sees it');

export const refund = z.object({
  id: idSchema('refund'),
  created_at: instant.describe('When it was asked for'),
  transaction_id: idSchema('transaction').describe('The payment that is given back'),
  transaction_amount: rupiah.describe('Gross amount of the payment, whole rupiah'),
  transaction_method: z.enum(TRANSACTION_METHODS).describe('How the payment was paid'),
  channel_code: z.string().nullable().describe('Bank or network of the payment'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number of the payment"),
  amount: rupiah.describe('What the customer gets back, whole rupiah'),
  currency,
  reason: refundReason,
  reason_text: z.string().nullable().describe('Why, in words; for reason `other`'),
  note: z.string().nullable().describe('For your own people'),
  method: z.enum(REFUND_METHODS).describe('original: the way it was paid; transfer: to a bank account'),
  status: z.enum(REFUND_STATUSES).describe('pending: waits for a second person; processing: at the bank'),
  beneficiary_bank: z.string().nullable().describe('Bank Indonesia code of the bank that gets a transfer'),
  beneficiary_account: z.string().nullable().describe('Last four digits of that account'),
  beneficiary_name: z.string().nullable().describe('Holder of that account, as the bank told it'),
  fee_amount: rupiah.describe('Fee of the transfer, whole rupiah; 0 on the original rail'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee of the transfer, whole rupiah'),
  fee_reversed_amount: rupiah.describe("The payment's fee that comes back, whole rupiah; 0 once it failed"),
  fee_vat_reversed_amount: rupiah.describe('VAT on it that comes back, whole rupiah; 0 once it failed'),
  requested_by: z.string().describe('Who asked for it'),
  decided_by: z.string().nullable().describe('Who approved or rejected it'),
  decided_at: instant.nullable().describe('When it was approved or rejected'),
  decision_note: z.string().nullable().describe('What was noted when it was approved, for your own people'),
  rejected_reason: z.string().nullable().describe('Why it was rejected'),
  error_code: z.string().nullable().describe('Machine code of the failure'),
  error_message: z.string().nullable().describe('The failure in words'),
  provider_reference: z.string().nullable().describe("The bank's own number of the refund"),
  sent_at: instant.nullable().describe('When it was first sent to the bank'),
  completed_at: instant.nullable().describe('When it succeeded or failed'),
  updated_at: instant.describe('When it last changed'),
});
export type Refund = z.infer<typeof refund>;

export const readRefund = z.object({
  ...refund.shape,
  may_decide: z
    .boolean()
    .describe('Whether the caller may approve or reject it: it waits, and somebody else asked for it'),
});
export type ReadRefund = z.infer<typeof readRefund>;

/** Refusals that depend on the payment; also what `refund-terms` tells beforehand. */
export const REFUND_REFUSALS = {
  payment_not_refundable: 422,
  channel_not_refundable: 422,
  refund_window_closed: 422,
  already_refunding: 409,
  refund_exceeds_remaining: 422,
  destination_required: 422,
  account_check_expired: 422,
  transfer_limit_exceeded: 422,
  insufficient_balance: 422,
} as const;
export type RefundRefusal = keyof typeof REFUND_REFUSALS;

export const refundRefusal = z.object({
  code: z.string().describe('Machine code of the refusal'),
  detail: z.string().describe('The refusal in words'),
});

export const refundTerms = z.object({
  transaction_id: idSchema('transaction'),
  amount: rupiah.describe('Gross amount of the payment, whole rupiah'),
  refunded_amount: rupiah.describe('Given back already, whole rupiah'),
  open_amount: rupiah.describe('Held by refunds that are not decided yet, whole rupiah'),
  remaining_amount: rupiah.describe('What can still be given back, whole rupiah'),
  methods: z.array(z.enum(REFUND_METHODS)).describe('Ways that are open, the usual one first; empty: none'),
  takes_parts: z.boolean().describe('Whether the original way gives back a part; else only the whole payment'),
  method_note: z.string().nullable().describe('Why the original way is not open, in words'),
  window_days: z.int().nullable().describe('Days after the payment in which it can be given back'),
  window_ends_at: instant.nullable().describe('Until when it can be given back'),
  fee_amount: rupiah.describe('Fee of the payment, whole rupiah'),
  fee_vat_amount: rupiah.describe('VAT on the fee of the payment, whole rupiah'),
  before: z
    .object({
      amount: rupiah.describe('Given back on the original rail, whole rupiah'),
      fee_amount: rupiah.describe('Fee that came back with it, whole rupiah'),
      fee_vat_amount: rupiah.describe('VAT that came back with it, whole rupiah'),
    })
    .describe('Earlier refunds on the original rail, those under way included, for the fee that comes back'),
  transfer_fee_amount: rupiah.describe('Fee of a refund by transfer, whole rupiah'),
  transfer_fee_vat_amount: rupiah.describe('VAT on that fee, whole rupiah'),
  balance: rupiah.describe('What waits for settlement and the available balance: both cover refunds, whole rupiah'),
  refusal: refundRefusal.nullable().describe('Why nothing can be given back; null when it can'),
});
export type RefundTerms = z.infer<typeof refundTerms>;
