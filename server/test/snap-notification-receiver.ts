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

export async function startSnapReceiver(now: () => Date, prefix = '') {
  const received: ReceivedNotification[] = [];
  const tokens = new Set<string>();
  const used = new Set<string>();
  const receiver = {
    url: '',
    /** Every request for a notification, whether or not it was accepted. */
    received,
    /** Access tokens that were issued. */
    tokens,
    settings: null as MerchantSettings | null,
    /** Replaces the answer to an accepted notification; null: no answer at all. */
    respond: undefined as ((notification: ReceivedNotification) => Answer | null) | undefined,
    /** The same for requests for a token. */
    respondToken: undefined as (() => Answer | null) | undefined,
  };

  const refuse = (service: string, detail: string): Answer => ({
    status: 401,
    body: { responseCode: `401${service}00`, responseMessage: `Unauthorized. ${detail}` },
  });

  function answerToken({ headers, body }: ReceivedNotification, settings: MerchantSettings): Answer | null {
    if (receiver.respondToken !== undefined) return receiver.respondToken();
    const text = `${settings.client_key}|${String(headers['x-timestamp'])}`;
    const signature = Buffer.from(String(headers['x-signature']), settings.encoding);
    const is_signed = createVerify('RSA-SHA256').update(text).verify(settings.public_key, signature);
    if (!is_signed || headers['x-client-key'] !== settings.client_key) return refuse('73', 'Signature');
    if (!isRecent(headers)) return refuse('73', 'X-TIMESTAMP');
    if ((JSON.parse(body) as { grantType?: string }).grantType !== 'client_credentials')
      return refuse('73', 'grantType');
    const accessToken = randomBytes(16).toString('hex');
    tokens.add(accessToken);
    const success = { responseCode: '2007300', responseMessage: 'Successful' };
    return { status: 200, body: { ...success, accessToken, tokenType: 'BearerToken', expiresIn: '900' } };
  }

  const isRecent = (headers: IncomingHttpHeaders): boolean => {
    const timestamp = String(headers['x-timestamp']);
    const is_formatted = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(timestamp);
    return is_formatted && Math.abs(now().getTime() - Date.parse(timestamp)) <= SKEW_MS;
  };

  function isSigned({ path, headers, body }: ReceivedNotification, settings: MerchantSettings): boolean {
    const hash = createHash('sha256')
      .update(JSON.stringify(JSON.parse(body)))
      .digest('hex')
      .toLowerCase();
    const timestamp = String(headers['x-timestamp']);
    const signature = Buffer.from(String(headers['x-signature']), settings.encoding);
    if (settings.signature === 'asymmetric') {
      const text = `POST:${path}:${hash}:${timestamp}`;
      return createVerify('RSA-SHA256').update(text).verify(settings.public_key, signature);
    }
    const token = String(headers.authorization).replace(/^Bearer /, '');
    if (!tokens.has(token)) return false;
    const text = `POST:${path}:${token}:${hash}:${timestamp}`;
    const expected = createHmac('sha512', settings.client_secret).update(text).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }

  function answer(notification: ReceivedNotification): Answer | null {
    const { settings } = receiver;
    if (settings === null) return refuse('00', 'No settings');
    const path = notification.path.slice(prefix.length);
    if (path === TOKEN_PATH) return answerToken(notification, settings);
    received.push(notification);
    const service = SERVICES[path];
    if (service === undefined) return refuse('00', 'Path');
    const { headers } = notification;
    if (!isSigned(notification, settings)) return refuse(service, 'Signature');
    if (!isRecent(headers)) return refuse(service, 'X-TIMESTAMP');
    if (headers['x-partner-id'] !== settings.client_key) return refuse(service, 'X-PARTNER-ID');
    const external_id = String(headers['x-external-id']);
    if (!/^\d{1,36}$/.test(external_id)) return refuse(service, 'X-EXTERNAL-ID');
    const use = `${String(headers['x-timestamp']).slice(0, 10)} ${external_id}`;
    if (used.has(use)) return { status: 409, body: { responseCode: `409${service}00`, responseMessage: 'Conflict' } };
    used.add(use);
    if (receiver.respond !== undefined) return receiver.respond(notification);
    return { status: 200, body: { responseCode: `200${service}00`, responseMessage: 'Successful' } };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const answered = answer({ path: request.url ?? '', headers: request.headers, body });
      if (answered === null) return;
      const text = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body);
      response.writeHead(answered.status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  return Object.assign(receiver, {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
export type SnapReceiver = Awaited<ReturnType<typeof startSnapReceiver>>;
