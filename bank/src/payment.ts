/** Simulates a payer: validates and records the payment of a code and creates its callbacks. */
import type { DatabaseSync } from 'node:sqlite';
import { type Localized, localized } from '@dasbor/contract/language';
import { validateQris } from '@dasbor/contract/qris-validation';
import { QRIS_ISSUERS } from '@dasbor/contract/qris-issuer';
import { QRIS_AMOUNT_MAX, calculateTip } from '@dasbor/contract/qris-tip';
import { z } from 'zod';
import { insertCallbacks } from './callback.ts';
import { inTransaction } from './database.ts';
import { buildQrNotification } from './qr-notification.ts';
import {
  CODE_KEYS,
  randomDigits,
  findCode,
  isStaticCode,
  type QrCode,
  formatTimestamp,
  toCodeStatus,
} from './qr-code.ts';
import { insertQrPayment, type QrPayment } from './qr-payment.ts';
import { readSwitches, type Switches } from './switches.ts';

export const UNKNOWN_CODE = localized(
  'This code was not issued by this bank.',
  'Kode ini tidak diterbitkan oleh bank ini.',
);
export const PAYMENT_DECLINED = localized(
  'The bank of the payer declined the payment.',
  'Bank pembayar menolak pembayaran.',
);
const CODE_PAID = localized('This code has already been paid.', 'Kode ini sudah dibayar.');
const CODE_CANCELLED = localized('This code was cancelled.', 'Kode ini telah dibatalkan.');
const CODE_EXPIRED = localized('This code has expired.', 'Kode ini sudah kedaluwarsa.');
const AMOUNT_MISSING = localized('Enter the amount to pay.', 'Masukkan jumlah pembayaran.');
const AMOUNT_DIFFERS = localized(
  'The amount does not match the amount of the code.',
  'Jumlah tidak sesuai dengan jumlah pada kode.',
);
const NO_TIP = localized('This code does not accept a tip.', 'Kode ini tidak menerima tip.');
const AMOUNT_LIMIT = localized(
  'A QRIS payment is limited to Rp 10.000.000, including the tip.',
  'Pembayaran QRIS dibatasi hingga Rp 10.000.000, termasuk tip.',
);
const invalidCode = (detail: string): Localized =>
  localized(`This QR payload is invalid: ${detail}`, `Payload QR ini tidak valid: ${detail}`);

export const payRequest = z
  .strictObject({
    qr_content: z.string().trim().min(1).max(512).optional().describe('Scanned QR payload'),
    reference_no: z.string().max(64).optional().describe("The bank's reference of the code, instead of the payload"),
    partner_reference_no: z
      .string()
      .max(64)
      .optional()
      .describe("The partner's reference of the code, instead of the payload"),
    amount: z
      .int()
      .min(1)
      .max(9_999_999_999_999)
      .optional()
      .describe('Whole rupiah without the tip; defaults to the amount of the code. Required for a static code'),
    tip: z.int().min(0).max(9_999_999).optional().describe('Tip, for codes that prompt for one'),
    issuer: z
      .enum(QRIS_ISSUERS.map(({ name }) => name) as [string, ...string[]])
      .optional()
      .describe('Issuing bank or e-wallet; random by default'),
  })
  .refine((body) => CODE_KEYS.filter((key) => body[key] !== undefined).length === 1, {
    error: 'Provide exactly one of qr_content, reference_no and partner_reference_no.',
  });
export type PayRequest = z.infer<typeof payRequest>;

/** An error of the simulation endpoints, in both languages. */
export class SimulationError extends Error {
  readonly status_code: 404 | 409 | 422;
  readonly code: string;
  readonly detail: Localized;
  constructor(status_code: 404 | 409 | 422, code: string, detail: Localized) {
    super(detail.en);
    this.detail = detail;
    this.status_code = status_code;
    this.code = code;
  }
}

/**
 * Records a payment and creates its callbacks in one transaction.
 * Throws SimulationError when a real bank would decline the payment or a switch is set to.
 */
export function payCode(database: DatabaseSync, request: PayRequest, at: Date): QrCode & { payment: QrPayment } {
  return inTransaction(database, () => {
    const switches = readSwitches(database);
    const code = getCode(database, request);
    assertOpen(code, switches, at);
    const { reference_no: code_reference_no, partner_reference_no } = code;
    const reference_no = isStaticCode(code) ? `BP${formatTimestamp(at)}${randomDigits(8)}` : code_reference_no;
    const amounts = calculatePaidAmounts(code, request, switches);
    const issuer = QRIS_ISSUERS.find(({ name }) => name === request.issuer);
    const payment = insertQrPayment(database, { reference_no, code_reference_no, ...amounts }, issuer, at);
    insertCallbacks(database, {
      call: 'qr_mpm_notify',
      body: buildQrNotification(code, payment),
      reference_no,
      partner_reference_no,
      paid_amount: payment.paid_amount,
      copies: switches.duplicate,
      lost: switches.lost,
      created_at: at.getTime(),
      next_attempt_at: calculateFirstAttemptTime(code, switches, at),
    });
    return { ...code, payment };
  });
}

function assertOpen(code: QrCode, switches: Switches, at: Date): void {
  if (switches.refuse) throw new SimulationError(422, 'refused', PAYMENT_DECLINED);
  const state = toCodeStatus(code, at);
  if (state === 'paid') throw new SimulationError(409, 'already_paid', CODE_PAID);
  if (state === 'cancelled') throw new SimulationError(422, 'cancelled', CODE_CANCELLED);
  if (state === 'expired' && !switches.pay_expired) {
    throw new SimulationError(422, 'expired', CODE_EXPIRED);
  }
}

function getCode(database: DatabaseSync, request: PayRequest): QrCode {
  const [error] = request.qr_content === undefined ? [] : validateQris(request.qr_content);
  if (error) throw new SimulationError(422, 'invalid_code', invalidCode(error.detail.en));
  const key = CODE_KEYS.find((candidate) => request[candidate] !== undefined);
  const value = key && request[key];
  const code = key && value !== undefined ? findCode(database, key, value) : null;
  if (!code) throw new SimulationError(404, 'unknown_code', UNKNOWN_CODE);
  return code;
}

/** The paid amount and the tip in it. With the `wrong_amount` switch and no amount given, pays one rupiah too much. */
function calculatePaidAmounts(
  code: QrCode,
  { amount: given_amount, tip: given_tip = 0 }: PayRequest,
  { wrong_amount }: Switches,
): { paid_amount: number; tip_amount: number } {
  const amount = given_amount ?? code.amount;
  if (amount === null) throw new SimulationError(422, 'amount_missing', AMOUNT_MISSING);
  if (wrong_amount) return { paid_amount: given_amount ?? amount + calculateTip(amount, code) + 1, tip_amount: 0 };
  if (code.amount !== null && amount !== code.amount) {
    throw new SimulationError(422, 'amount_differs', AMOUNT_DIFFERS);
  }
  if (given_tip > 0 && code.tip_mode !== 'prompt') {
    throw new SimulationError(422, 'tip_differs', NO_TIP);
  }
  const tip_amount = code.tip_mode === 'prompt' ? given_tip : calculateTip(amount, code);
  const paid_amount = amount + tip_amount;
  if (paid_amount > QRIS_AMOUNT_MAX) {
    throw new SimulationError(422, 'amount_limit', AMOUNT_LIMIT);
  }
  return { paid_amount, tip_amount };
}

function calculateFirstAttemptTime(code: QrCode, switches: Switches, at: Date): number {
  const earliest = switches.late ? Math.max(at.getTime(), (code.expires_at ?? 0) + 1000) : at.getTime();
  return earliest + switches.callback_delay_ms;
}
