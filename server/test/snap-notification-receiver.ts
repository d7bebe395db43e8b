/**
 * A merchant's server that is notified over SNAP BI, written from the standard with node:crypto alone, so that it shares no
 * code with ours: it issues access tokens, verifies both kinds of signature, and accepts an X-EXTERNAL-ID once a day.
 */
import { createHash, createHmac, createVerify, randomBytes, timingSafeEqual } from 'node:crypto';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedNotification {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  body: object | string;
}

export interface MerchantSettings {
  client_key: string;
  client_secret: string;
  /** Of the sender, as PEM. */
  public_key: string;
  encoding: 'base64' | 'hex';
  signature: 'asymmetric' | 'symmetric';
}

const SERVICES: Record<string, string> = { '/v1.0/qr/qr-mpm-notify': '52', '/v1.0/transfer-va/payment': '25' };
const TOKEN_PATH = '/v1.0/access-token/b2b';
const SKEW_MS = 5 * 60_000;

interface ReceiverState {
  now: () => Date;
  url: string;
  /** Every request for a notification, whether or not it was accepted. */
  received: ReceivedNotification[];
  /** Access tokens that were issued. */
  tokens: Set<string>;
  used: Set<string>;
  settings: MerchantSettings | null;
  /** Replaces the answer to an accepted notification; null: no answer at all. */
  respond: ((notification: ReceivedNotification) => Answer | null) | undefined;
  /** The same for requests for a token. */
  respondToken: (() => Answer | null) | undefined;
}

/** `prefix`: path of the base URL. */
export async function startSnapReceiver(now: () => Date, prefix = '') {
  const state: ReceiverState = {
    now,
    url: '',
    received: [],
    tokens: new Set(),
    used: new Set(),
    settings: null,
    respond: undefined,
    respondToken: undefined,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const answered = answer(state, { path: request.url ?? '', headers: request.headers, body }, prefix);
      if (answered === null) return;
      const text = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body);
      response.writeHead(answered.status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  return Object.assign(state, {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
export type SnapReceiver = Awaited<ReturnType<typeof startSnapReceiver>>;

const refuse = (service: string, detail: string): Answer => ({
  status: 401,
  body: { responseCode: `401${service}00`, responseMessage: `Unauthorized. ${detail}` },
});

function answer(state: ReceiverState, notification: ReceivedNotification, prefix: string): Answer | null {
  const { settings, used } = state;
  if (settings === null) return refuse('00', 'No settings');
  const path = notification.path.slice(prefix.length);
  if (path === TOKEN_PATH) return answerToken(state, notification, settings);
  state.received.push(notification);
  const service = SERVICES[path];
  if (service === undefined) return refuse('00', 'Path');
  const { headers } = notification;
  if (!isSigned(notification, settings, state.tokens)) return refuse(service, 'Signature');
  if (!isRecent(headers, state.now())) return refuse(service, 'X-TIMESTAMP');
  if (headers['x-partner-id'] !== settings.client_key) return refuse(service, 'X-PARTNER-ID');
  const external_id = String(headers['x-external-id']);
  if (!/^\d{1,36}$/.test(external_id)) return refuse(service, 'X-EXTERNAL-ID');
  const use = `${String(headers['x-timestamp']).slice(0, 10)} ${external_id}`;
  if (used.has(use)) return { status: 409, body: { responseCode: `409${service}00`, responseMessage: 'Conflict' } };
  used.add(use);
  if (state.respond !== undefined) return state.respond(notification);
  return { status: 200, body: { responseCode: `200${service}00`, responseMessage: 'Successful' } };
}

function answerToken(
  { now, tokens, respondToken }: ReceiverState,
  { headers, body }: ReceivedNotification,
  { client_key, public_key, encoding }: MerchantSettings,
): Answer | null {
  if (respondToken !== undefined) return respondToken();
  const text = `${client_key}|${String(headers['x-timestamp'])}`;
  const signature = Buffer.from(String(headers['x-signature']), encoding);
  const is_signed = createVerify('RSA-SHA256').update(text).verify(public_key, signature);
  if (!is_signed || headers['x-client-key'] !== client_key) return refuse('73', 'Signature');
  if (!isRecent(headers, now())) return refuse('73', 'X-TIMESTAMP');
  if ((JSON.parse(body) as { grantType?: string }).grantType !== 'client_credentials') return refuse('73', 'grantType');
  const accessToken = randomBytes(16).toString('hex');
  tokens.add(accessToken);
  const success = { responseCode: '2007300', responseMessage: 'Successful' };
  return { status: 200, body: { ...success, accessToken, tokenType: 'BearerToken', expiresIn: '900' } };
}

function isRecent(headers: IncomingHttpHeaders, now: Date): boolean {
  const timestamp = String(headers['x-timestamp']);
  const is_formatted = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(timestamp);
  return is_formatted && Math.abs(now.getTime() - Date.parse(timestamp)) <= SKEW_MS;
}

function isSigned(
  { path, headers, body }: ReceivedNotification,
  { signature: kind, public_key, client_secret, encoding }: MerchantSettings,
  tokens: ReadonlySet<string>,
): boolean {
  const hash = createHash('sha256')
    .update(JSON.stringify(JSON.parse(body)))
    .digest('hex')
    .toLowerCase();
  const timestamp = String(headers['x-timestamp']);
  const signature = Buffer.from(String(headers['x-signature']), encoding);
  if (kind === 'asymmetric') {
    const text = `POST:${path}:${hash}:${timestamp}`;
    return createVerify('RSA-SHA256').update(text).verify(public_key, signature);
  }
  const token = String(headers.authorization).replace(/^Bearer /, '');
  if (!tokens.has(token)) return false;
  const text = `POST:${path}:${token}:${hash}:${timestamp}`;
  const expected = createHmac('sha512', client_secret).update(text).digest();
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}
