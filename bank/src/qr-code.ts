/** QR codes issued by the bank: dynamic codes for one payment, static codes for any number. */
import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { fromSnapValue } from '@dasbor/contract/money';
import { encodeQris, toQrisText } from '@dasbor/contract/qris';
import { QRIS_CITY_MAX, QRIS_NAME_MAX } from '@dasbor/contract/qris-validation';
import { type QrisTip, TIP_MODES } from '@dasbor/contract/qris-tip';
import type { QrGenerateRequest } from '@dasbor/contract/snap';
import { z } from 'zod';
import { findLatestPayment, type QrPayment } from './qr-payment.ts';

const ACQUIRER_DOMAIN = 'ID.CO.BANKSANDBOX.WWW';
/** 9360 (Indonesia, QRIS) and an unassigned institution number. */
const PAN_PREFIX = '93600999';

const qrCodeRow = z.object({
  reference_no: z.string(),
  partner_reference_no: z.string(),
  /** Without the tip; null for a static code, like the expiry. */
  amount: z.int().nullable(),
  expires_at: z.int().nullable(),
  tip_mode: z.enum(TIP_MODES),
  tip_value: z.int().nullable(),
  nmid: z.string(),
  merchant_name: z.string(),
  merchant_city: z.string(),
  store: z.string().nullable(),
  terminal: z.string().nullable(),
  qr_content: z.string(),
  created_at: z.int(),
  cancelled_at: z.int().nullable(),
});

/** `payment`: the payment of a dynamic code or the latest of a static one; null until paid. */
export type QrCode = z.infer<typeof qrCodeRow> & { payment: QrPayment | null };

export const CODE_KEYS = ['reference_no', 'partner_reference_no', 'qr_content'] as const;
export type CodeKey = (typeof CODE_KEYS)[number];

/** Finds a code by one of its three unique keys. */
export function findCode(database: DatabaseSync, key: CodeKey, value: string): QrCode | null {
  const row = database.prepare(`select * from qr_code where ${key} = ?`).get(value);
  return row ? toQrCode(database, row) : null;
}

export function listCodes(database: DatabaseSync, limit: number): QrCode[] {
  const rows = database.prepare('select * from qr_code order by created_at desc, rowid desc limit ?').all(limit);
  return rows.map((row) => toQrCode(database, row));
}

function toQrCode(database: DatabaseSync, row: unknown): QrCode {
  const code = qrCodeRow.parse(row);
  return { ...code, payment: findLatestPayment(database, code.reference_no) };
}

export const isStaticCode = (code: Pick<QrCode, 'amount'>): boolean => code.amount === null;

export function toCodeStatus(code: QrCode, at: Date): 'paid' | 'cancelled' | 'expired' | 'open' {
  if (isStaticCode(code)) return 'open';
  if (code.payment !== null) return 'paid';
  if (code.cancelled_at !== null) return 'cancelled';
  return at.getTime() >= (code.expires_at ?? Infinity) ? 'expired' : 'open';
}

/** Creates a code. The caller ensures that the partner's reference is new. */
export function issueCode(database: DatabaseSync, request: QrGenerateRequest, at: Date): QrCode {
  const reference_no = `BS${formatTimestamp(at)}${randomDigits(8)}`;
  const { merchantName, merchantCity, mcc, criteria } = request.additionalInfo;
  const amount = request.amount ? fromSnapValue(request.amount.value) : null;
  const tip = getTip(request);
  const merchant_name = toQrisText(merchantName, QRIS_NAME_MAX) || 'MERCHANT';
  const merchant_city = toQrisText(merchantCity, QRIS_CITY_MAX) || 'INDONESIA';
  const code = {
    reference_no,
    partner_reference_no: request.partnerReferenceNo,
    amount,
    ...tip,
    nmid: request.merchantId,
    merchant_name,
    merchant_city,
    store: request.storeId ?? null,
    terminal: request.terminalId ?? null,
    qr_content: encodeQris({
      acquirer: {
        domain: ACQUIRER_DOMAIN,
        merchant_pan: buildMerchantPan(request.merchantId),
        merchant_id: request.merchantId,
      },
      nmid: request.merchantId,
      criteria,
      mcc,
      merchant_name,
      merchant_city,
      ...(amount === null ? {} : { amount }),
      tip,
      bill_number: reference_no,
      store_label: request.storeId,
      terminal_label: request.terminalId,
    }),
    created_at: at.getTime(),
    expires_at: request.validityPeriod === undefined ? null : Date.parse(request.validityPeriod),
  };
  const columns = Object.keys(code);
  database
    .prepare(`insert into qr_code (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(code));
  return { ...code, cancelled_at: null, payment: null };
}

/** The tip settings of a request. */
export const getTip = ({ additionalInfo: { tipMode, tipValue } }: QrGenerateRequest): QrisTip => ({
  tip_mode: tipMode ?? 'none',
  tip_value: tipValue ?? null,
});

/** Cancels an open code. */
export function cancelCode(database: DatabaseSync, code: QrCode, at: Date): void {
  database
    .prepare('update qr_code set cancelled_at = ? where reference_no = ? and cancelled_at is null')
    .run(at.getTime(), code.reference_no);
}

/** `20261121090507`, in UTC. */
export const formatTimestamp = (at: Date): string => at.toISOString().replaceAll(/\D/g, '').slice(0, 14);

export const randomDigits = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0');

/** Merchant PAN of 18 digits: prefix, nine digits of the NMID and the Luhn check digit. */
function buildMerchantPan(nmid: string): string {
  const body = PAN_PREFIX + nmid.slice(-9);
  const sum = Array.from(body)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
