/** Callbacks signed with the bank's credentials, to test messages that a correct bank never sends. */
import { createHash, createHmac, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { SNAP_PATHS, type QrNotifyRequest } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { BANK_CREDENTIALS_FILE, type BankCredentials } from '../src/secrets.ts';
import { buildExternalId } from './external-id.ts';
import type { TestApp } from './test-app.ts';

interface MessageChange {
  timestamp?: string;
  external_id?: string;
  token?: string;
  signature?: string;
  /** Raw request body; compact JSON of the body by default. */
  text?: string;
  headers?: Record<string, string>;
}

export interface BankClient {
  token: (change?: { timestamp?: string; client_key?: string }) => Promise<LightMyRequestResponse>;
  /** Sends a notification with a valid signature, unless one is given. */
  notify: (body: unknown, change?: MessageChange) => Promise<LightMyRequestResponse>;
}

/** Creates a client with the bank's credentials. */
export function createBankClient(t: TestApp): BankClient {
  const file = join(t.deps.env.DATA_DIR, BANK_CREDENTIALS_FILE);
  const credentials = JSON.parse(readFileSync(file, 'utf8')) as BankCredentials;
  const now = () => toSnapTime(t.clock.now());

  const token: BankClient['token'] = ({ timestamp = now(), client_key = credentials.bank_client_key } = {}) =>
    t.app.inject({
      method: 'POST',
      url: `/snap${SNAP_PATHS.access_token}`,
      headers: {
        'content-type': 'application/json',
        'x-client-key': client_key,
        'x-timestamp': timestamp,
        'x-signature': createSign('sha256')
          .update(`${client_key}|${timestamp}`)
          .sign(credentials.bank_private_key_pem, 'base64'),
      },
      payload: JSON.stringify({ grantType: 'client_credentials' }),
    });

  return {
    token,
    notify: async (body, change = {}) => {
      const access_token = change.token ?? (await token()).json<{ accessToken: string }>().accessToken;
      const text = change.text ?? JSON.stringify(body);
      const timestamp = change.timestamp ?? now();
      const url = `/snap${SNAP_PATHS.qr_mpm_notify}`;
      const sha256 = createHash('sha256').update(text).digest('hex');
      const signed = `POST:${url}:${access_token}:${sha256}:${timestamp}`;
      const signature = createHmac('sha512', credentials.bank_client_secret).update(signed).digest('base64');
      return t.app.inject({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${access_token}`,
          'x-timestamp': timestamp,
          'x-signature': change.signature ?? signature,
          'x-partner-id': credentials.bank_client_key,
          'x-external-id': change.external_id ?? buildExternalId(t),
          'channel-id': '95221',
          ...change.headers,
        },
        payload: text,
      });
    },
  };
}

/** The notification that a QR code was paid. */
export function buildPaidNotification(
  payment: { partner_reference_no: string; amount: number },
  change: Partial<QrNotifyRequest> & { rrn?: string; paid_at?: Date } = {},
): QrNotifyRequest {
  const { rrn = '632412345678', paid_at = new Date(), ...rest } = change;
  return {
    originalReferenceNo: `BS${payment.partner_reference_no.slice(-20)}`,
    originalPartnerReferenceNo: payment.partner_reference_no,
    latestTransactionStatus: '00',
    transactionStatusDesc: 'Success',
    amount: { value: `${payment.amount}.00`, currency: 'IDR' },
    additionalInfo: {
      issuerName: 'GoPay',
      rrn,
      approvalCode: '123456',
      payerName: 'SARI W***',
      paidAt: toSnapTime(paid_at),
    },
    ...rest,
  };
}
