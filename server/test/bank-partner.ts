/** A merchant as a partner of the sandbox bank: registered there, and set by the provider. */
import { createHash, createHmac, createSign } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type BankCredential,
  setMerchantBankCredential,
  verifyMerchantBankCredential,
} from '@dasbor/contract/bank-credential';
import type { LinkChannel } from '@dasbor/contract/payment-link-terms';
import { SNAP_PATHS, type SnapCall } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import type { BankProcess } from './bank-process.ts';
import { buildExternalId } from './external-id.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** What the bank hands to a partner. */
export interface Handover {
  client_key: string;
  client_secret: string;
  bank_client_key: string;
  bank_client_secret: string;
  bank_public_key_pem: string;
}

export const registerPartner = async (bank: BankProcess, name: string): Promise<Handover> =>
  (await bank.simulate('POST', '/partners', { name })).body as unknown as Handover;

export const handKeyOver = (bank: BankProcess, { client_key }: Handover, partner_public_key_pem: string) =>
  bank.simulate('PUT', `/partners/${client_key}/key`, { partner_public_key_pem });

export const toCredentialBody = (handover: Handover) => ({
  client_key: handover.client_key,
  client_secret: handover.client_secret,
  bank_client_key: handover.bank_client_key,
  bank_client_secret: handover.bank_client_secret,
  bank_public_key: handover.bank_public_key_pem,
});

export interface BankPartner {
  handover: Handover;
  credential: BankCredential;
}

/** Registers a merchant at the bank, sets its credentials for a channel, and activates them by a test. */
export async function activateCredential(
  { bank, provider }: { bank: BankProcess; provider: TestClient },
  merchant_id: string,
  channel: LinkChannel,
): Promise<BankPartner> {
  const handover = await registerPartner(bank, `${merchant_id} ${channel}`);
  const params = { merchant_id, channel };
  const body = { ...toCredentialBody(handover), credits_provider: true };
  const { data: set } = await provider.ok(setMerchantBankCredential, { params, body });
  await handKeyOver(bank, handover, set.partner_public_key);
  const { data: credential } = await provider.ok(verifyMerchantBankCredential, { params });
  return { handover, credential };
}

/** The bank's side of one credential: with it, callbacks can be signed. */
export interface SignerKeys {
  bank_client_key: string;
  bank_client_secret: string;
  bank_private_key_pem: string;
}

/** Reads the keys with which the sandbox bank signs for a partner. */
export function readSignerKeys(bank: BankProcess, { client_key }: Pick<Handover, 'client_key'>): SignerKeys {
  const database = new DatabaseSync(join(bank.folder, 'bank.sqlite'), { readOnly: true });
  const row = database
    .prepare('select bank_client_key, bank_client_secret, bank_private_key_pem from partner where client_key = ?')
    .get(client_key);
  database.close();
  return { ...row } as unknown as SignerKeys;
}

/** Requests an access token under a credential. */
export function requestToken(t: TestApp, { bank_client_key, bank_private_key_pem }: SignerKeys) {
  const timestamp = toSnapTime(t.clock.now());
  const signature = createSign('sha256').update(`${bank_client_key}|${timestamp}`).sign(bank_private_key_pem, 'base64');
  return t.app.inject({
    method: 'POST',
    url: `/snap${SNAP_PATHS.access_token}`,
    headers: {
      'content-type': 'application/json',
      'x-client-key': bank_client_key,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    payload: JSON.stringify({ grantType: 'client_credentials' }),
  });
}

/** Sends a callback signed under a credential. `token_of`: obtains the token under another one. */
export async function sendSigned(
  t: TestApp,
  keys: SignerKeys,
  message: { call: SnapCall; body: object; external_id?: string; token_of?: SignerKeys },
): Promise<{ status: number; code: string }> {
  const { call, body, external_id = buildExternalId(t), token_of = keys } = message;
  const timestamp = toSnapTime(t.clock.now());
  const token = (await requestToken(t, token_of)).json<{ accessToken?: string }>().accessToken ?? 'none';
  const url = `/snap${SNAP_PATHS[call]}`;
  const text = JSON.stringify(body);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const answer = await t.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      'x-timestamp': timestamp,
      authorization: `Bearer ${token}`,
      'x-signature': createHmac('sha512', keys.bank_client_secret)
        .update(`POST:${url}:${token}:${sha256}:${timestamp}`)
        .digest('base64'),
      'x-partner-id': keys.bank_client_key,
      'x-external-id': external_id,
      'channel-id': '95221',
    },
    payload: text,
  });
  return { status: answer.statusCode, code: answer.json<{ responseCode: string }>().responseCode };
}
