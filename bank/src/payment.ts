/** A payer pays a code: what the bank checks, and what it then owes its partner. */
import type { DatabaseSync } from 'node:sqlite';
import { validateQris } from '@dasbor/contract/qris';
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
  getCodeStatus,
} from './qr-code.ts';
import { insertQrPayment, type QrPayment } from './qr-payment.ts';
import { readSwitches, type Switches } from './switches.ts';

const UNKNOWN_CODE = 'This bank has not issued this code';

export const payRequest = z
  .strictObject({
    qr_content: z.string().trim().min(1).max(512).optional().describe('The payload that the payer has scanned'),
    reference_no: z
      .string()
      .max(64)
      .optional()
      .describe("The bank's number instead, where nobody has seen the code yet"),
    partner_reference_no: z.string().max(64).optional().describe("The partner's number instead"),
    amount: z
      .int()
      .min(1)
      .max(9_999_999_999_999)
      .optional()
      .describe('Whole rupiah without the tip; that of the code when absent. A static code needs it'),
    tip: z.int().min(0).max(9_999_999).optional().describe('Tip on top, where the code leaves it to the payer'),
    issuer: z
      .enum(QRIS_ISSUERS.map(({ name }) => name) as [string, ...string[]])
      .optional()
      .describe('Bank or wallet that pays; any of the usual ones when absent'),
  })
  .refine((body) => CODE_KEYS.filter((key) => body[key] !== undefined).length === 1, {
    error: 'Name the code by exactly one of qr_content, reference_no and partner_reference_no',
  });
export type PayRequest = z.infer<typeof payRequest>;

/** A refusal of the simulation, in the shape of the contract's problem. */
export class SimulationError extends Error {
  readonly status_code: 404 | 409 | 422;
  readonly code: string;
  constructor(status_code: 404 | 409 | 422, code: string, detail: string) {
    super(detail);
    this.status_code = status_code;
    this.code = code;
  }
}

/**
 * Pays a code and owes its callbacks, in one transaction.
 * Throws PaymentRefused where a real bank would refuse, or where a switch says so.
 */
export function payCode(database: DatabaseSync, request: PayRequest, at: Date): QrCode & { payment: QrPayment } {
  return inTransaction(database, () => {
    const switches = readSwitches(database);
    const code = getCode(database, request);
    assertOpen(code, switches, at);
    const { reference_no: code_reference_no, partner_reference_no } = code;
    const reference_no = isStaticCode(code) ? `BP${formatTimestamp(at)}${randomDigits(8)}` : code_reference_no;
    const amounts = getPaidAmounts(code, request, switches);
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
      next_attempt_at: getFirstAttemptTime(code, switches, at),
    });
    return { ...code, payment };
  });
}

function assertOpen(code: QrCode, switches: Switches, at: Date): void {
  if (switches.refuse) throw new SimulationError(422, 'refused', "The payer's bank refuses the payment");
  const state = getCodeStatus(code, at);
  if (state === 'paid') throw new SimulationError(409, 'already_paid', 'This code is paid already');
  if (state === 'cancelled') throw new SimulationError(422, 'cancelled', 'This code was cancelled');
  if (state === 'expired' && !switches.pay_expired) {
    throw new SimulationError(422, 'expired', 'This code has expired');
  }
}

function getCode(database: DatabaseSync, request: PayRequest): QrCode {
  const [fault] = request.qr_content === undefined ? [] : validateQris(request.qr_content);
  if (fault) throw new SimulationError(422, 'faulty_code', `No wallet can read this code: ${fault.detail}`);
  const key = CODE_KEYS.find((candidate) => request[candidate] !== undefined);
  const value = key && request[key];
  const code = key && value !== undefined ? findCode(database, key, value) : null;
  if (!code) throw new SimulationError(404, 'unknown_code', UNKNOWN_CODE);
  return code;
}

/** What is paid, and the tip in it. With the switch and without a wish, one rupiah too much. */
function getPaidAmounts(
  code: QrCode,
  { amount: wish, tip: wished_tip = 0 }: PayRequest,
  { wrong_amount }: Switches,
): { paid_amount: number; tip_amount: number } {
  const asked = wish ?? code.amount;
  if (asked === null) throw new SimulationError(422, 'amount_missing', 'The payer types the amount of this code');
  if (wrong_amount) return { paid_amount: wish ?? asked + calculateTip(asked, code) + 1, tip_amount: 0 };
  if (code.amount !== null && asked !== code.amount) {
    throw new SimulationError(422, 'amount_differs', 'The amount differs from that of the code');
  }
  if (wished_tip > 0 && code.tip_mode !== 'prompt') {
    throw new SimulationError(422, 'tip_differs', 'This code leaves no tip to the payer');
  }
  const tip_amount = code.tip_mode === 'prompt' ? wished_tip : calculateTip(asked, code);
  const paid_amount = asked + tip_amount;
  if (paid_amount > QRIS_AMOUNT_MAX) {
    throw new SimulationError(422, 'amount_limit', 'One QRIS payment is at most Rp 10.000.000, tip included');
  }
  return { paid_amount, tip_amount };
}

function getFirstAttemptTime(code: QrCode, switches: Switches, at: Date): number {
  const earliest = switches.late ? Math.max(at.getTime(), (code.expires_at ?? 0) + 1000) : at.getTime();
  return earliest + switches.callback_delay_ms;
}
