/** A merchant's server as the standard describes it: written with node:crypto alone, so that it shares no code with ours. */
import { type KeyObject, createHash, createHmac, createSign } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './test-app.ts';

export interface SnapCredentials {
  client_key: string;
  client_secret: string;
  private_key: KeyObject;
  channel_id?: string;
  encoding?: 'base64' | 'hex';
}

/** What a request may get wrong. */
export interface SnapChange {
  token?: string;
  secret?: string;
  timestamp?: string;
  external_id?: string;
  /** Raw body; compact JSON by default. */
  text?: string;
  headers?: Record<string, string>;
}

/** `2026-11-22T14:05:00+07:00`. */
export const toTimestamp = (at: Date): string =>
  new Date(at.getTime() + 7 * 3_600_000).toISOString().replace(/\.\d{3}Z$/, '+07:00');

let count = 0;
const nextExternalId = (): string => String(Date.now()) + String(++count).padStart(6, '0');

export function createSnapMerchant(t: TestApp, credentials: SnapCredentials) {
  const { client_key, client_secret, private_key, channel_id = '95221', encoding = 'base64' } = credentials;
  let address = 0;
  const send = (url: string, payload: string, headers: Record<string, string>): Promise<LightMyRequestResponse> =>
    t.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress: `10.9.1.${++address % 250}`,
    });

  const requestToken = (change: { timestamp?: string; key?: KeyObject; body?: object } = {}) => {
    const timestamp = change.timestamp ?? toTimestamp(t.clock.now());
    const signer = createSign('RSA-SHA256').update(`${client_key}|${timestamp}`);
    return send('/snap/v1.0/access-token/b2b', JSON.stringify(change.body ?? { grantType: 'client_credentials' }), {
      'x-client-key': client_key,
      'x-timestamp': timestamp,
      'x-signature': signer.sign(change.key ?? private_key, encoding),
    });
  };

  const call = async (path: string, body: object, change: SnapChange = {}): Promise<LightMyRequestResponse> => {
    const token = change.token ?? (await requestToken()).json<{ accessToken: string }>().accessToken;
    const timestamp = change.timestamp ?? toTimestamp(t.clock.now());
    const url = `/snap/v1.0${path}`;
    const minified = JSON.stringify(body);
    const hash = createHash('sha256').update(minified).digest('hex').toLowerCase();
    const signature = createHmac('sha512', change.secret ?? client_secret)
      .update(['POST', url, token, hash, timestamp].join(':'))
      .digest(encoding);
    return send(url, change.text ?? minified, {
      authorization: `Bearer ${token}`,
      'x-timestamp': timestamp,
      'x-signature': signature,
      'x-partner-id': client_key,
      'x-external-id': change.external_id ?? nextExternalId(),
      'channel-id': channel_id,
      ...change.headers,
    });
  };
  return { requestToken, call };
}
