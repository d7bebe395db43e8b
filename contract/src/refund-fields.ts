/** Fields of refunds (domain 1.6). Routes: refund.ts. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { currency, rupiah } from './money.ts';
import { instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const REFUND_STATUSES = ['pending', 'approved', 'processing', 'succeeded', 'failed', 'rejected'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
/** Statuses in which the amount is still held. */
export const OPEN_REFUND_STATUSES = ['pending', 'approved', 'processing'] as const satisfies readonly RefundStatus[];
export const REFUND_REASONS = ['customer_request', 'duplicate', 'fraud', 'order_cancelled', 'other'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const REFUND_METHODS = ['original', 'transfer'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/** Maximum number of payments in one bulk refund. */
export const BULK_REFUND_MAX = 100;

export const refundReason = z.enum(REFUND_REASONS).describe('Reason; `other` requires `reason_text`');
export const refundReasonText = z
  .string()
  .trim()
  .min(1)
  .max(140)
  .describe('Description of the reason; required for `other`, not allowed otherwise');
export const refundNote = z.string().trim().max(500).describe('Internal note; not shown to the customer');

export const refund = z.object({
  id: idSchema('refund'),
  created_at: instant.describe('When it was requested'),
  transaction_id: idSchema('transaction').describe('Payment that is refunded'),
  transaction_amount: rupiah.describe('Gross amount of the payment, whole rupiah'),
  transaction_method: z.enum(TRANSACTION_METHODS).describe('Payment method of the payment'),
  channel_code: z.string().nullable().describe('Bank or network of the payment'),
  merchant_reference: z.string().nullable().describe("The merchant's order number of the payment"),
  amount: rupiah.describe('Amount that the customer receives, whole rupiah'),
  currency,
  reason: refundReason,
  reason_text: z.string().nullable().describe('Description of the reason; for reason `other`'),
  note: z.string().nullable().describe('Internal note'),
  method: z.enum(REFUND_METHODS).describe('original: original payment method; transfer: bank transfer'),
  status: z.enum(REFUND_STATUSES).describe('pending: awaiting approval; processing: sent to the bank'),
  beneficiary_bank: z.string().nullable().describe('Bank Indonesia code of the beneficiary bank'),
  beneficiary_account_last4: z.string().nullable().describe('Last four digits of the beneficiary account'),
  beneficiary_name: z.string().nullable().describe('Beneficiary name, as the bank reported it'),
  fee_amount: rupiah.describe('Transfer fee, whole rupiah; 0 for the original payment method'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the transfer fee, whole rupiah'),
  fee_reversed_amount: rupiah.describe('Payment fee that is reversed, whole rupiah; 0 once failed'),
  fee_vat_reversed_amount: rupiah.describe('VAT on the payment fee that is reversed, whole rupiah; 0 once failed'),
  requested_by: z.string().describe('Who requested it'),
  decided_by: z.string().nullable().describe('Who approved or rejected it'),
  decided_at: instant.nullable().describe('When it was approved or rejected'),
  decision_note: z.string().nullable().describe('Internal note of the approver'),
  rejected_reason: z.string().nullable().describe('Reason of the rejection'),
  error_code: z.string().nullable().describe('Failure code'),
  error_message: z.string().nullable().describe('Failure message'),
  provider_reference: z.string().nullable().describe("The bank's reference of the refund"),
  sent_at: instant.nullable().describe('When it was first sent to the bank'),
  completed_at: instant.nullable().describe('When it completed or failed'),
  updated_at: instant.describe('When it was last updated'),
});
export type Refund = z.infer<typeof refund>;

export const readRefund = z.object({
  ...refund.shape,
  may_decide: z
    .boolean()
    .describe('Whether it waits for you: it is pending, someone else requested it, and the policy names you'),
  approvals_missing: z.int().nullable().describe('Approvals that are still missing; null unless it is pending'),
});
export type ReadRefund = z.infer<typeof readRefund>;

/** Refusals that depend on the payment; `refund-terms` returns them in advance. */
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
  daily_limit_exceeded: 422,
} as const;
export type RefundRefusal = keyof typeof REFUND_REFUSALS;

export const refundRefusal = z.object({
  code: z.string().describe('Error code'),
  detail: z.string().describe('Error message'),
});

export const refundTerms = z.object({
  transaction_id: idSchema('transaction'),
  amount: rupiah.describe('Gross amount of the payment, whole rupiah'),
  refunded_amount: rupiah.describe('Already refunded, whole rupiah'),
  open_amount: rupiah.describe('Held by open refunds, whole rupiah'),
  remaining_amount: rupiah.describe('Refundable amount, whole rupiah'),
  methods: z.array(z.enum(REFUND_METHODS)).describe('Available refund methods, the default first; empty: none'),
  allows_partial: z.boolean().describe('Whether the original payment method accepts partial refunds'),
  method_note: z.string().nullable().describe('Why the original payment method is not available'),
  window_days: z.int().nullable().describe('Refund window in days after the payment'),
  window_ends_at: instant.nullable().describe('End of the refund window'),
  fee_amount: rupiah.describe('Fee of the payment, whole rupiah'),
  fee_vat_amount: rupiah.describe('VAT on the fee of the payment, whole rupiah'),
  previous_refunds: z
    .object({
      amount: rupiah.describe('Refunded to the original payment method, whole rupiah'),
      fee_amount: rupiah.describe('Fee that was reversed, whole rupiah'),
      fee_vat_amount: rupiah.describe('VAT that was reversed, whole rupiah'),
    })
    .describe(
      'Earlier refunds to the original payment method, including open ones; they determine the fee that is reversed',
    ),
  transfer_fee_amount: rupiah.describe('Fee of a refund by bank transfer, whole rupiah'),
  transfer_fee_vat_amount: rupiah.describe('VAT on that fee, whole rupiah'),
  balance: rupiah.describe('Balance that covers refunds: pending settlement plus available balance, whole rupiah'),
  refusal: refundRefusal.nullable().describe('Why the payment is not refundable; null when it is'),
});
export type RefundTerms = z.infer<typeof refundTerms>;
