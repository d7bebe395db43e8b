/** A payer pays a code: what the bank checks, and what it then owes its partner. */
import type { DatabaseSync } from 'node:sqlite';
import { checkQris } from '@dasbor/contract/qris';
import { z } from 'zod';
import { oweCallbacks } from './callback.ts';
import { inTransaction } from './database.ts';
import { notificationOf } from './qr-notification.ts';
import { CODE_KEYS, findCode, markPaid, type QrCode } from './qr-code.ts';
import { readSwitches, type Switches } from './switches.ts';

const CODE_UNKNOWN = 'This bank has not issued this code';

export const payRequest = z
  .strictObject({
    qr_content: z.string().trim().min(1).max(512).optional().describe('The payload that the payer has scanned'),
    reference_no: z
      .string()
      .max(64)
      .optional()
      .describe("The bank's number instead, where nobody has seen the code yet"),
    partner_reference_no: z.string().max(64).optional().describe("The partner's number instead"),
    amount: z.int().min(1).max(9_999_999_999_999).optional().describe('Whole rupiah; that of the code when absent'),
  })
  .refine((body) => CODE_KEYS.filter((key) => body[key] !== undefined).length === 1, {
    error: 'Name the code by exactly one of qr_content, reference_no and partner_reference_no',
  });
export type PayRequest = z.infer<typeof payRequest>;

/** A refusal of the simulation, in the shape of the contract's problem. */
export class PaymentRefused extends Error {
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
export function pay(database: DatabaseSync, request: PayRequest, at: Date): QrCode {
  return inTransaction(database, () => {
    const switches = readSwitches(database);
    const code = identify(database, request);
    if (switches.refuse) throw new PaymentRefused(422, 'refused', "The payer's bank refuses the payment");
    if (code.paid_at !== null) throw new PaymentRefused(409, 'already_paid', 'This code is paid already');
    if (at.getTime() >= code.expires_at && !switches.pay_expired) {
      throw new PaymentRefused(422, 'expired', 'This code has expired');
    }
    const paid = markPaid(database, code, paidAmount(code, request.amount, switches), at);
    oweCallbacks(database, {
      call: 'qr_mpm_notify',
      body: notificationOf(paid),
      reference_no: code.reference_no,
      partner_reference_no: code.partner_reference_no,
      paid_amount: paid.paid_amount ?? paid.amount,
      copies: switches.duplicate,
      lost: switches.lost,
      created_at: at.getTime(),
      next_attempt_at: firstAttemptAt(code, switches, at),
    });
    return paid;
  });
}

function identify(database: DatabaseSync, request: PayRequest): QrCode {
  const [fault] = request.qr_content === undefined ? [] : checkQris(request.qr_content);
  if (fault) throw new PaymentRefused(422, 'faulty_code', `No wallet can read this code: ${fault.detail}`);
  const key = CODE_KEYS.find((candidate) => request[candidate] !== undefined);
  const value = key && request[key];
  const code = key && value !== undefined ? findCode(database, key, value) : null;
  if (!code) throw new PaymentRefused(404, 'unknown_code', CODE_UNKNOWN);
  return code;
}

/** With the switch and without a wish, one rupiah too much. */
function paidAmount(code: QrCode, wish: number | undefined, switches: Switches): number {
  if (switches.wrong_amount) return wish ?? code.amount + 1;
  if (wish !== undefined && wish !== code.amount) {
    throw new PaymentRefused(422, 'amount_differs', 'The amount differs from that of the code');
  }
  return code.amount;
}

function firstAttemptAt(code: QrCode, switches: Switches, at: Date): number {
  const earliest = switches.late ? Math.max(at.getTime(), code.expires_at + 1000) : at.getTime();
  return earliest + switches.callback_delay_ms;
}
