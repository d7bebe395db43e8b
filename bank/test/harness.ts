/** Test harness: a bank with a recording partner and a manual clock. */
import { createHash, createHmac, createPrivateKey, generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { type BankConfig, buildBank } from '../src/bank.ts';
import type { BankCredentials } from '../src/credentials.ts';

export const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
export const PARTNER_KEYS = pair();
export const BANK_KEYS = pair();

export const CREDENTIALS: BankCredentials = {
  client_key: 'dasbor',
  client_secret: 'secret-of-the-partner-0123456789abcdef',
  partner_public_key_pem: PARTNER_KEYS.publicKey,
  bank_client_key: 'bank-sandbox',
  bank_client_secret: 'secret-of-the-bank-0123456789abcdef',
  bank_private_key_pem: BANK_KEYS.privateKey,
};

export const START = new Date('2026-11-21T03:00:00Z');

export interface Notification {
  /** X-PARTNER-ID. */
  partner_id: string;
  external_id: string;
  body: Record<string, unknown>;
  signature: string;
  /** Whether WebCrypto, an independent implementation, verifies the signature. */
  is_signed: boolean;
}

/** What the partner verifies the bank's requests with, by the client key that the bank uses. */
export const BANK_CREDENTIALS = new Map([
  [CREDENTIALS.bank_client_key, { public_key: BANK_KEYS.publicKey, secret: CREDENTIALS.bank_client_secret }],
]);

type PartnerResponse = { status: number; body: object };
export const ACCEPTED: PartnerResponse = {
  status: 200,
  body: { responseCode: '2005200', responseMessage: 'Successful' },
};
export const SERVER_ERROR: PartnerResponse = {
  status: 500,
  body: { responseCode: '5005200', responseMessage: 'General Error' },
};

/** The partner: issues tokens, records notifications, and responds with the next of `answers`, then with ACCEPTED. */
export async function startPartner(answers: PartnerResponse[] = [], onNotification: () => void = () => undefined) {
  const app = Fastify();
  const notifications: Notification[] = [];
  let tokens = 0;
  let last_token = '';
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/snap/v1.0/access-token/b2b', async (request, reply) => {
    const text = `${String(request.headers['x-client-key'])}|${String(request.headers['x-timestamp'])}`;
    const side = BANK_CREDENTIALS.get(String(request.headers['x-client-key']));
    if (!(await isSignedByBank(side?.public_key ?? '', text, String(request.headers['x-signature']))))
      return reply.code(401).send({});
    tokens += 1;
    last_token = `token-${tokens}`;
    const answer = { responseCode: '2007300', responseMessage: 'Successful', accessToken: last_token };
    return { ...answer, tokenType: 'BearerToken', expiresIn: '900' };
  });
  app.post('/snap/v1.0/qr/qr-mpm-notify', async (request, reply) => {
    const text = String(request.body);
    const signature = String(request.headers['x-signature']);
    const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
    const signed = `POST:/snap/v1.0/qr/qr-mpm-notify:${last_token}:${hash}:${String(request.headers['x-timestamp'])}`;
    const partner_id = String(request.headers['x-partner-id']);
    notifications.push({
      partner_id,
      external_id: String(request.headers['x-external-id']),
      body: JSON.parse(text) as Record<string, unknown>,
      signature,
      is_signed: await isHmac(BANK_CREDENTIALS.get(partner_id)?.secret ?? '', signed, signature),
    });
    onNotification();
    const answer = answers.shift() ?? ACCEPTED;
    return reply.code(answer.status).header('location', '/taken').send(answer.body);
  });
  app.get('/taken', async () => ACCEPTED.body);
  const url = await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  return { url, notifications, tokensGiven: () => tokens, close: () => app.close() };
}

async function isSignedByBank(public_key: string, text: string, signature: string): Promise<boolean> {
  if (public_key === '') return false;
  const der = Buffer.from(public_key.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('spki', der, algorithm, false, ['verify']);
  return webcrypto.subtle.verify(algorithm, key, Buffer.from(signature, 'base64'), Buffer.from(text));
}

async function isHmac(secret: string, text: string, signature: string): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-512' };
  const key = await webcrypto.subtle.importKey('raw', Buffer.from(secret), algorithm, false, ['verify']);
  return webcrypto.subtle.verify(algorithm, key, Buffer.from(signature, 'base64'), Buffer.from(text));
}

/** A clock that only moves when advanced. */
export function createManualClock(start = START) {
  let now_ms = start.getTime();
  const clock = () => new Date(now_ms);
  return Object.assign(clock, {
    advance: (seconds: number) => {
      now_ms += seconds * 1000;
    },
  });
}

/** Starts a bank that does not poll for due callbacks, and its partner. */
export async function startBank(
  options: Omit<Partial<BankConfig>, 'clock'> & { answers?: PartnerResponse[]; start?: Date } = {},
) {
  const { answers, start, ...config } = options;
  const partner = await startPartner(answers);
  const clock = createManualClock(start);
  const settings = { data_dir: null, partner_url: partner.url, credentials: CREDENTIALS, clock, poll_ms: 0 };
  const bank = buildBank({ ...settings, ...config });
  onTestFinished(() => bank.close());
  return { bank, partner, clock, ...createSnapClient(bank, clock), ...createSimulationClient(bank) };
}

/** Signs requests to the bank. */
export interface SnapClient {
  client_key: string;
  client_secret: string;
  private_key: string;
}
const FIRST_CLIENT: SnapClient = {
  client_key: CREDENTIALS.client_key,
  client_secret: CREDENTIALS.client_secret,
  private_key: PARTNER_KEYS.privateKey,
};

/** The partner's requests, signed independently of the bank's code. */
export function createSnapClient(bank: FastifyInstance, clock: () => Date, caller = FIRST_CLIENT) {
  const { client_key, client_secret, private_key } = caller;
  let calls = 0;
  const token = async (headers: Record<string, string> = {}) => {
    const timestamp = toSnapTime(clock());
    const key = createPrivateKey(private_key);
    const signature = sign('sha256', Buffer.from(`${client_key}|${timestamp}`), key).toString('base64');
    return bank.inject({
      method: 'POST',
      url: SNAP_PATHS.access_token,
      headers: { 'x-client-key': client_key, 'x-timestamp': timestamp, 'x-signature': signature, ...headers },
      payload: { grantType: 'client_credentials' },
    });
  };
  const call = async (
    url: string,
    body: object,
    headers: Record<string, string> = {},
    method: 'POST' | 'PUT' | 'DELETE' = 'POST',
  ) => {
    const timestamp = headers['x-timestamp'] ?? toSnapTime(clock());
    const access_token = (await token()).json<{ accessToken: string }>().accessToken;
    const text = JSON.stringify(body);
    const hash = createHash('sha256').update(text).digest('hex');
    const signed = `${method}:${url}:${access_token}:${hash}:${timestamp}`;
    calls += 1;
    return bank.inject({
      method,
      url,
      payload: text,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${access_token}`,
        'x-timestamp': timestamp,
        'x-signature': createHmac('sha512', client_secret).update(signed).digest('base64'),
        'x-partner-id': client_key,
        'x-external-id': `${clock().getTime()}${calls}`,
        'channel-id': '95221',
        ...headers,
      },
    });
  };
  const generate = (change: object = {}, headers: Record<string, string> = {}) =>
    call(SNAP_PATHS.qr_mpm_generate, { ...GENERATE, ...change }, headers);
  const query = (originalPartnerReferenceNo = 'txn_1') =>
    call(SNAP_PATHS.qr_mpm_query, { originalPartnerReferenceNo, serviceCode: '47' });
  return { token, call, generate, query };
}

/** The simulation endpoints. */
export function createSimulationClient(bank: FastifyInstance) {
  return {
    pay: (payload: object = { partner_reference_no: 'txn_1' }) =>
      bank.inject({ method: 'POST', url: '/simulate/qris/pay', payload }),
    turn: (payload: object) => bank.inject({ method: 'PUT', url: '/simulate/switches', payload }),
  };
}

/** Valid for fifteen minutes from START. */
export const GENERATE = {
  partnerReferenceNo: 'txn_1',
  amount: { value: '50000.00', currency: 'IDR' },
  merchantId: 'ID1020000000017',
  validityPeriod: '2026-11-21T10:15:00+07:00',
  additionalInfo: { merchantName: 'Kopi Nusantara', merchantCity: 'Jakarta', mcc: '5814', criteria: 'UMI' },
};
