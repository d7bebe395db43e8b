/** The codes that the bank has issued. */
import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { fromSnap, type Rupiah } from '@dasbor/contract/money';
import { encodeQris, fitQrisText, QRIS_CITY_MAX, QRIS_NAME_MAX } from '@dasbor/contract/qris';
import type { QrGenerateRequest } from '@dasbor/contract/snap';
import { z } from 'zod';

const ACQUIRER_DOMAIN = 'ID.CO.BANKSANDBOX.WWW';
/** 9360 (Indonesia, QRIS) and an institution number that no bank has. */
const PAN_PREFIX = '93600999';

const qrCode = z.object({
  reference_no: z.string(),
  partner_reference_no: z.string(),
  amount: z.int(),
  nmid: z.string(),
  merchant_name: z.string(),
  merchant_city: z.string(),
  qr_content: z.string(),
  created_at: z.int(),
  expires_at: z.int(),
  paid_at: z.int().nullable(),
  paid_amount: z.int().nullable(),
  rrn: z.string().nullable(),
  approval_code: z.string().nullable(),
  issuer_name: z.string().nullable(),
  payer_name: z.string().nullable(),
});
export type QrCode = z.infer<typeof qrCode>;

export const CODE_KEYS = ['reference_no', 'partner_reference_no', 'qr_content'] as const;
export type CodeKey = (typeof CODE_KEYS)[number];

/** The code under one of its three unique keys, or null. */
export function findCode(database: DatabaseSync, key: CodeKey, value: string): QrCode | null {
  const row = database.prepare(`select * from qr_code where ${key} = ?`).get(value);
  return row ? qrCode.parse(row) : null;
}

export function listCodes(database: DatabaseSync, limit: number): QrCode[] {
  const rows = database.prepare('select * from qr_code order by created_at desc, rowid desc limit ?').all(limit);
  return rows.map((row) => qrCode.parse(row));
}

export function stateOf(code: QrCode, at: Date): 'paid' | 'expired' | 'open' {
  if (code.paid_at !== null) return 'paid';
  return at.getTime() >= code.expires_at ? 'expired' : 'open';
}

/** Issues a new code. The caller has made sure that the partner's reference is new. */
export function issueCode(database: DatabaseSync, request: QrGenerateRequest, at: Date): QrCode {
  const reference_no = `BS${stamp(at)}${digits(8)}`;
  const { merchantName, merchantCity, mcc, criteria } = request.additionalInfo;
  const amount = fromSnap(request.amount.value);
  const merchant_name = fitQrisText(merchantName, QRIS_NAME_MAX) || 'MERCHANT';
  const merchant_city = fitQrisText(merchantCity, QRIS_CITY_MAX) || 'INDONESIA';
  const code = {
    reference_no,
    partner_reference_no: request.partnerReferenceNo,
    amount,
    nmid: request.merchantId,
    merchant_name,
    merchant_city,
    qr_content: encodeQris({
      acquirer: { domain: ACQUIRER_DOMAIN, merchant_pan: panOf(request.merchantId), merchant_id: request.merchantId },
      nmid: request.merchantId,
      criteria,
      mcc,
      merchant_name,
      merchant_city,
      amount,
      bill_number: reference_no,
      terminal_label: request.terminalId,
    }),
    created_at: at.getTime(),
    expires_at: Date.parse(request.validityPeriod),
  };
  const columns = Object.keys(code);
  database
    .prepare(`insert into qr_code (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(code));
  return {
    ...code,
    paid_at: null,
    paid_amount: null,
    rrn: null,
    approval_code: null,
    issuer_name: null,
    payer_name: null,
  };
}

const ISSUERS = ['GoPay', 'OVO', 'DANA', 'ShopeePay', 'Bank Sandbox Mobile'];
const PAYERS = ['SARI W***', 'BUDI S***', 'DEWI L***', 'AGUS P***', 'RINA K***'];

/** Marks an open code as paid. */
export function markPaid(database: DatabaseSync, code: QrCode, paid_amount: Rupiah, at: Date): QrCode {
  const choice = randomInt(ISSUERS.length);
  const payment = {
    paid_at: at.getTime(),
    paid_amount,
    rrn: `${String(at.getUTCFullYear()).slice(3)}${dayOfYear(at)}${digits(8)}`,
    approval_code: digits(6),
    issuer_name: ISSUERS[choice] ?? '',
    payer_name: PAYERS[choice] ?? '',
  };
  const { changes } = database
    .prepare(
      `update qr_code set paid_at = ?, paid_amount = ?, rrn = ?, approval_code = ?, issuer_name = ?, payer_name = ?
       where reference_no = ? and paid_at is null`,
    )
    .run(...Object.values(payment), code.reference_no);
  if (changes !== 1) throw new Error(`Code ${code.reference_no} was paid already`);
  return { ...code, ...payment };
}

/** `20261121090507`, in UTC. */
export const stamp = (at: Date): string => at.toISOString().replaceAll(/\D/g, '').slice(0, 14);

export const digits = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

function dayOfYear(at: Date): string {
  const day = Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 0)) / 86_400_000);
  return String(day).padStart(3, '0');
}

/** Merchant PAN of 18 digits: prefix, nine digits of the NMID and the check digit of Luhn. */
function panOf(nmid: string): string {
  const body = PAN_PREFIX + nmid.slice(-9);
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
