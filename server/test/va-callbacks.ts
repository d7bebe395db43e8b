/** Signed callbacks of the bank: about virtual accounts (services 24 and 25), and about payments of codes (52). */
import { createHash, createHmac, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseVaNumber, getVaBank } from '@dasbor/contract/bank';
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { type VaPaymentRequest, toVaFields } from '@dasbor/contract/snap-va';
import { toSnapTime } from '@dasbor/contract/time';
import { BANK_CREDENTIALS_FILE, type BankCredentials } from '../src/secrets.ts';
import { buildExternalId } from './external-id.ts';
import type { TestApp } from './test-app.ts';

let count = 0;
let addresses = 0;

/** Sends a signed callback. Returns the HTTP status and body. */
export async function sendBankRequest(
  t: TestApp,
  call: 'va_inquiry' | 'va_payment' | 'qr_mpm_notify',
  body: object,
  external_id = buildExternalId(t),
): Promise<{ status: number; body: Record<string, never> & { responseCode: string } }> {
  const file = join(t.deps.env.DATA_DIR, BANK_CREDENTIALS_FILE);
  const credentials = JSON.parse(readFileSync(file, 'utf8')) as BankCredentials;
  const timestamp = toSnapTime(t.clock.now());
  // Another address for each request, so that the limit of refused ones does not apply.
  const remoteAddress = `10.8.1.${++addresses % 250}`;
  const json = { 'content-type': 'application/json', 'x-timestamp': timestamp };
  const token_signature = createSign('sha256')
    .update(`${credentials.bank_client_key}|${timestamp}`)
    .sign(credentials.bank_private_key_pem, 'base64');
  const token_answer = await t.app.inject({
    method: 'POST',
    url: `/snap${SNAP_PATHS.access_token}`,
    headers: { ...json, 'x-client-key': credentials.bank_client_key, 'x-signature': token_signature },
    payload: JSON.stringify({ grantType: 'client_credentials' }),
    remoteAddress,
  });
  const token = token_answer.json<{ accessToken: string }>().accessToken;
  const url = `/snap${SNAP_PATHS[call]}`;
  const text = JSON.stringify(body);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const answer = await t.app.inject({
    method: 'POST',
    url,
    headers: {
      ...json,
      authorization: `Bearer ${token}`,
      'x-signature': createHmac('sha512', credentials.bank_client_secret)
        .update(`POST:${url}:${token}:${sha256}:${timestamp}`)
        .digest('base64'),
      'x-partner-id': credentials.bank_client_key,
      'x-external-id': external_id,
      'channel-id': '95221',
    },
    payload: text,
    remoteAddress,
  });
  return { status: answer.statusCode, body: answer.json() };
}

export const buildVaFields = (va_number: string) => {
  const read = parseVaNumber(va_number);
  if (read === null) throw new Error(`${va_number} is no number of ours`);
  return toVaFields(va_number, getVaBank(read.channel).company_code);
};

/** The payment callback of a virtual account. */
export function buildVaPayment(
  va_number: string,
  amount: number,
  paid_at: Date,
  change: Partial<VaPaymentRequest> = {},
): VaPaymentRequest {
  const no = ++count;
  return {
    ...buildVaFields(va_number),
    paymentRequestId: `PAY${process.pid}${no}`,
    paidAmount: { value: `${amount}.00`, currency: 'IDR' },
    trxDateTime: toSnapTime(paid_at),
    referenceNo: `REF${process.pid}${no}`,
    sourceAccountName: 'PT SUMBER DANA',
    sourceBankCode: '014',
    ...change,
  };
}
