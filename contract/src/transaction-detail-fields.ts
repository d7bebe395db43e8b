/** Fields of a transaction that only its details have. */
import { z } from 'zod';
import { feeBreakdown, feeRule } from './fee-rule.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';

export const transactionDetailFields = {
  provider: z.string().describe('Provider that processes the payment'),
  ip: z
    .string()
    .nullable()
    .describe("Payer's IP address, for payments started on a payment page; removed after 180 days"),
  user_agent: z
    .string()
    .nullable()
    .describe("Payer's user agent, for payments started on a payment page; removed after 180 days"),
  fee_rule: feeRule.nullable().describe('Fee rule that applied; null until paid'),
  fee_working: feeBreakdown.nullable().describe('Calculation of the fee, step by step; null until paid'),
  commission_amount: rupiah.describe(
    'Commissions of account groups at the expense of the merchant, whole rupiah; debited on the day after the payment and not part of net_amount',
  ),
  refund_fee_amount: rupiah.describe(
    'Fees of completed refunds by bank transfer with their VAT, whole rupiah; net_amount is reduced by them',
  ),
  settlement: z
    .object({ id: idSchema('settlement_batch'), batch_no: z.string().describe('Batch number') })
    .nullable()
    .describe('Settlement that contains the payment; null until it is settled'),
};
