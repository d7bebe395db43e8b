/**
 * Generated history of a sandbox for its bank: payments, numbers and transfers from before the bank first started. It lets
 * the sandbox bank respond to inquiries and refunds about them. Real banks have no such service. Times are ISO 8601.
 */
import { z } from 'zod';
import { TIP_MODES } from './qris-tip.ts';
import { TRANSFER_SERVICES } from './snap-transfer.ts';
import { vaCreateRequest } from './snap-va.ts';

export const BANK_HISTORY_PATH = '/simulate/history';

const time = z.iso.datetime();
const amount = z.int().min(1);

export const bankHistory = z.strictObject({
  accounts: z.array(z.strictObject({ bank_code: z.string(), account_no: z.string(), name: z.string() })),
  qr_codes: z.array(
    z.strictObject({
      reference_no: z.string(),
      partner_reference_no: z.string(),
      amount: amount.nullable().describe('null for a static code, like the expiry'),
      expires_at: time.nullable(),
      tip_mode: z.enum(TIP_MODES),
      tip_value: z.int().nullable(),
      nmid: z.string(),
      merchant_name: z.string(),
      merchant_city: z.string(),
      store: z.string().nullable(),
      terminal: z.string().nullable(),
      qr_content: z.string(),
      created_at: time,
      cancelled_at: time.nullable(),
    }),
  ),
  qr_payments: z.array(
    z.strictObject({
      reference_no: z.string(),
      code_reference_no: z.string(),
      paid_at: time,
      paid_amount: amount.describe('Gross, with the tip'),
      tip_amount: z.int(),
      rrn: z.string(),
      issuer_name: z.string(),
      payer_name: z.string(),
    }),
  ),
  vas: z.array(z.strictObject({ request: vaCreateRequest, created_at: time, closed_at: time.nullable() })),
  va_payments: z.array(
    z.strictObject({
      payment_request_id: z.string(),
      trx_id: z.string(),
      paid_at: time,
      paid_amount: amount,
      reference_no: z.string(),
      payer_name: z.string(),
      payer_bank: z.string(),
    }),
  ),
  transfers: z.array(
    z.strictObject({
      partner_reference_no: z.string(),
      reference_no: z.string(),
      service: z.enum(TRANSFER_SERVICES),
      bank_code: z.string(),
      account_no: z.string(),
      account_name: z.string(),
      amount,
      ending: z.enum(['success', 'returned']),
      settles_at: time.describe('From then on, the transfer has its final status'),
      created_at: time,
    }),
  ),
  qr_refunds: z.array(
    z.strictObject({
      partner_refund_no: z.string(),
      refund_no: z.string(),
      payment_reference_no: z.string(),
      amount,
      reason: z.string(),
      created_at: time,
    }),
  ),
});
export type BankHistory = z.infer<typeof bankHistory>;
