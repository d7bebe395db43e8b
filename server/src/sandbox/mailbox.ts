/**
 * The inbox of the sandbox: a page on its own port that shows emails and text messages instead of sending them, and the
 * current one-time code of the only sandbox user with a second factor.
 */
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import PostalMime, { type Email } from 'postal-mime';
import { listMessages, findMessage } from '../mail/mailbox-folder.ts';
import {
  type Channel,
  type MailboxEntry,
  type OneTimeCode,
  buildListPage,
  buildMailPage,
  buildNotFoundPage,
  formatRecipients,
  getChannel,
} from './mailbox-page.ts';

/** Emails on the page; older ones stay in the folder. */
const SHOWN = 200;
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

interface Mailbox {
  host: string;
  folder: string;
  log: FastifyBaseLogger;
  /** One-time codes that are valid now; none by default. */
  listCodes?: () => OneTimeCode[];
}

/**
 * `folder` is where the mailer stores the messages. For tests and scripts, `GET /messages` lists them with the one-time
 * codes, newest first, and `GET /mails.json` lists the emails with their details.
 */
export async function startMailbox(
  options: Mailbox & { page_port: number },
): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error: unknown) => {
      options.log.error({ err: error }, 'the mailbox page failed');
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.page_port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  setHeaders(response, nonce);
  // Prevents DNS rebinding: a page of another host name must not read the emails.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (!LOCAL_HOSTS.has(host) && host !== mailbox.host && mailbox.host !== '0.0.0.0')
    return end(response, 403, 'text/plain', 'Forbidden');
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'text/plain', 'Only GET');
  const path = (request.url ?? '/').replace(/\?.*$/, '');
  const codes = mailbox.listCodes?.() ?? [];
  if (path === '/')
    return end(response, 200, 'text/html', buildListPage(await listNewest(mailbox.folder), codes, nonce));
  if (path === '/messages') {
    const data = [...codes.map(toCodeMessage), ...(await listNewest(mailbox.folder)).map(toMessage)];
    return end(response, 200, 'application/json', JSON.stringify({ data }));
  }
  if (path === '/mails.json') {
    return end(response, 200, 'application/json', JSON.stringify((await listNewest(mailbox.folder)).map(toJson)));
  }
  const [, name = '', rest = ''] = /^\/mails\/([0-9a-f-]+)(\.eml|\/html|\/attachments\/\d{1,3})?$/.exec(path) ?? [];
  const source = await findMessage(mailbox.folder, name);
  if (source === null) return end(response, 404, 'text/html', buildNotFoundPage(nonce));
  if (rest === '.eml') return download(response, `${name}.eml`, 'message/rfc822', source);
  const email = await PostalMime.parse(source);
  if (rest === '/html') return sendHtml(response, email.html ?? '');
  if (rest === '') return end(response, 200, 'text/html', buildMailPage({ name, email }, nonce));
  const attachment = email.attachments[Number(rest.split('/').at(-1))];
  if (attachment === undefined) return end(response, 404, 'text/html', buildNotFoundPage(nonce));
  const content = Buffer.from(attachment.content as ArrayBuffer | string as string);
  return download(response, attachment.filename ?? 'attachment', 'application/octet-stream', content);
}

/** Allows no scripts, only our styles, and nothing from other origins. */
function setHeaders(response: ServerResponse, nonce: string): void {
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  );
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cache-control', 'no-store');
}

function end(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
}

/** The HTML of an email may use its styles, but cannot run scripts or load anything. */
function sendHtml(response: ServerResponse, html: string): void {
  response.setHeader(
    'content-security-policy',
    `default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'self'`,
  );
  end(response, 200, 'text/html', html);
}

function download(response: ServerResponse, file_name: string, type: string, content: Buffer): void {
  const safe = file_name.replaceAll(/[^\w.-]/g, '_');
  response
    .writeHead(200, { 'content-type': type, 'content-disposition': `attachment; filename="${safe}"` })
    .end(content);
}

async function listNewest(folder: string): Promise<{ name: string; email: Email }[]> {
  const names = (await listMessages(folder)).slice(0, SHOWN);
  const mails = await Promise.all(
    names.map(async (name) => {
      const source = await findMessage(folder, name);
      return source === null ? null : { name, email: await PostalMime.parse(source) };
    }),
  );
  return mails.filter((mail) => mail !== null);
}

const toJson = ({ name, email }: { name: string; email: Email }) => ({
  name,
  message_id: email.messageId,
  to: formatRecipients(email),
  subject: email.subject,
  date: email.date,
  text: email.text,
  attachments: email.attachments.map((each) => each.filename),
});

/** A message of any channel, in the shape of `GET /messages`. */
interface Message {
  channel: Channel | 'otp';
  to: string;
  subject: string;
  text: string;
  /** ISO-8601; when it was sent, for a code when it became valid. */
  at: string;
}

const toMessage = ({ name, email }: MailboxEntry): Message => ({
  channel: getChannel(email),
  to: formatRecipients(email),
  subject: email.subject ?? '',
  text: email.text?.trimEnd() ?? '',
  // The name begins with the time at which the message was stored.
  at: new Date(Number(name.slice(0, name.indexOf('-')))).toISOString(),
});

const toCodeMessage = ({ to, code, valid_from }: OneTimeCode): Message => ({
  channel: 'otp',
  to,
  subject: 'One-time code',
  text: code,
  at: valid_from.toISOString(),
});
