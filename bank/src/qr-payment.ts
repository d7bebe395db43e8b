/** Payments of QR codes. */
import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import { QRIS_ISSUERS, type QrisIssuer } from '@dasbor/contract/qris-issuer';
import { z } from 'zod';

const qrPayment = z.object({
  /** The bank's reference of the payment. */
  reference_no: z.string(),
  code_reference_no: z.string(),
  paid_at: z.int(),
  /** Gross, the tip included. */
  paid_amount: z.int(),
  tip_amount: z.int(),
  rrn: z.string(),
  approval_code: z.string(),
  issuer_name: z.string(),
  issuer_code: z.string(),
  payer_name: z.string(),
});
export type QrPayment = z.infer<typeof qrPayment>;

/** Finds a payment by the bank's reference. */
export function findQrPayment(database: DatabaseSync, reference_no: string): QrPayment | null {
  const row = database.prepare('select * from qr_payment where reference_no = ?').get(reference_no);
  return row ? qrPayment.parse(row) : null;
}

export function findLatestPayment(database: DatabaseSync, code_reference_no: string): QrPayment | null {
  const row = database
    .prepare('select * from qr_payment where code_reference_no = ? order by paid_at desc, rowid desc limit 1')
    .get(code_reference_no);
  return row ? qrPayment.parse(row) : null;
}

/** Lists the payments of a code between `from` (inclusive) and `to` (exclusive), oldest first. */
export const listCodePayments = (
  database: DatabaseSync,
  code_reference_no: string,
  { from, to, limit, offset }: { from: number; to: number; limit: number; offset: number },
): QrPayment[] =>
  database
    .prepare(
      `select * from qr_payment where code_reference_no = ? and paid_at >= ? and paid_at < ?
       order by paid_at, rowid limit ? offset ?`,
    )
    .all(code_reference_no, from, to, limit, offset)
    .map((row) => qrPayment.parse(row));

/** Default issuers: those that support full and partial refunds. */
const DEFAULT_ISSUERS = QRIS_ISSUERS.filter(({ refunds }) => refunds === 'full_and_partial');
const PAYERS = ['SARI W***', 'BUDI S***', 'DEWI L***', 'AGUS P***', 'RINA K***'];

/** Inserts a payment. `reference_no` is a new reference of the bank. */
export function insertQrPayment(
  database: DatabaseSync,
  paid: { reference_no: string; code_reference_no: string; paid_amount: Rupiah; tip_amount: Rupiah },
  issuer: QrisIssuer | undefined,
  at: Date,
): QrPayment {
  const { code, name } = issuer ?? DEFAULT_ISSUERS[randomInt(DEFAULT_ISSUERS.length)] ?? { code: '', name: '' };
  const payment: QrPayment = {
    ...paid,
    paid_at: at.getTime(),
    rrn: `${String(at.getUTCFullYear()).slice(3)}${dayOfYear(at)}${randomDigits(8)}`,
    approval_code: randomDigits(6),
    issuer_name: name,
    issuer_code: code,
    payer_name: PAYERS[randomInt(PAYERS.length)] ?? '',
  };
  const columns = Object.keys(payment);
  database
    .prepare(`insert into qr_payment (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(payment));
  return payment;
}

const randomDigits = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

function dayOfYear(at: Date): string {
  const day = Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 0)) / duration.days(1));
  return String(day).padStart(3, '0');
}
