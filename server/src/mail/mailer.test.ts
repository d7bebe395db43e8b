import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { listMessages, findMessage } from './mailbox-folder.ts';
import { type Mail, createMailer } from './mailer.ts';

const MAIL: Mail = {
  to: 'finance@kopi.example',
  subject: 'Laporan transaksi',
  text: 'Terlampir.',
  message_id: '<rrun_1.a@dasbor.example>',
  attachments: [{ filename: 'transactions.csv', content: Buffer.from('id\r\n1\r\n'), content_type: 'text/csv' }],
};

interface Received {
  envelope_to: string[];
  raw: Buffer;
}
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A real SMTP server that stores what it accepts. */
async function startSmtp(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          envelope_to: session.envelope.rcptTo.map((each) => each.address),
          raw: Buffer.concat(chunks),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, server, mailer: mailerTo(`smtp://127.0.0.1:${port}`) };
}

function mailerTo(url: string) {
  const mailer = createMailer({
    SMTP_URL: url,
    SANDBOX: false,
    DATA_DIR: '/nonexistent',
    MAIL_FROM: 'D <no@dasbor.example>',
  });
  cleanups.push(() => mailer.close());
  return mailer;
}

const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

test('a mail arrives with its Message-ID, text and attachment, for its one recipient', async () => {
  const { mailer, received } = await startSmtp();
  await mailer.send(MAIL);
  const message = await PostalMime.parse(received[0]?.raw ?? '');
  expect(received.map((each) => each.envelope_to)).toEqual([['finance@kopi.example']]);
  expect(message.messageId).toBe(MAIL.message_id);
  expect(message.subject).toBe(MAIL.subject);
  expect(message.attachments[0]?.filename).toBe('transactions.csv');
  expect(Buffer.from(message.attachments[0]?.content as ArrayBuffer).toString()).toBe('id\r\n1\r\n');
});

test('a permanent rejection is reported as refused, with the response of the server', async () => {
  const { mailer } = await startSmtp({ onRcptTo: (_address, _session, done) => done(smtpError(550, 'no such user')) });
  await expect(mailer.send(MAIL)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('no such user'),
  });
});

test('greylisting is a temporary error, and the same mail is accepted on the next attempt', async () => {
  let asked = 0;
  const { mailer, received } = await startSmtp({
    onRcptTo: (_address, _session, done) => (asked++ === 0 ? done(smtpError(450, 'greylisted')) : done()),
  });
  await expect(mailer.send(MAIL)).rejects.toMatchObject({ code: 'temporary' });
  await mailer.send(MAIL);
  expect(received).toHaveLength(1);
});

test('a connection closed after DATA is a temporary error: the mail is retried with the same Message-ID', async () => {
  const { mailer, server } = await startSmtp({
    onData: (stream) => {
      stream.resume();
      stream.on('end', () => server.connections.forEach((connection) => connection.close()));
    },
  });
  await expect(mailer.send(MAIL)).rejects.toMatchObject({ code: 'temporary' });
});

test('an unreachable server is a temporary error', async () => {
  await expect(mailerTo('smtp://127.0.0.1:1').send(MAIL)).rejects.toMatchObject({ code: 'temporary' });
});

test.for([
  ['a second address', { to: 'a@kopi.example, evil@example.com' }],
  ['a line break in the recipient', { to: 'a@kopi.example\r\nBcc: evil@example.com' }],
  ['a display name', { to: 'Evil <evil@example.com>' }],
  ['a quoted local part', { to: '"a, evil"@example.com' }],
  ['an empty recipient', { to: '' }],
  ['a line break in the subject', { subject: 'Hi\r\nBcc: evil@example.com' }],
  ['a NUL in the subject', { subject: 'Hi\0' }],
  ['a line break in the Message-ID', { message_id: '<a@b>\r\nBcc: evil@example.com' }],
  [
    'a line break in a file name',
    { attachments: [{ filename: 'a\r\nX: y', content: Buffer.alloc(0), content_type: 'a/b' }] },
  ],
] as [string, Partial<Mail>][])('header injection by %s is refused before anything is sent', async ([, change]) => {
  const { mailer, received } = await startSmtp();
  await expect(mailer.send({ ...MAIL, ...change })).rejects.toMatchObject({ code: 'invalid' });
  expect(received).toEqual([]);
});

test('without a mail server the sandbox stores mails in its mailbox folder', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'dasbor-mail-'));
  cleanups.push(() => rmSync(DATA_DIR, { recursive: true }));
  await createMailer({ SMTP_URL: undefined, SANDBOX: true, DATA_DIR, MAIL_FROM: 'D <no@dasbor.example>' }).send(MAIL);
  const [name = ''] = await listMessages(join(DATA_DIR, 'mailbox'));
  const message = await PostalMime.parse((await findMessage(join(DATA_DIR, 'mailbox'), name)) ?? '');
  expect(message.to?.[0]?.address).toBe('finance@kopi.example');
  expect(await findMessage(join(DATA_DIR, 'mailbox'), '../../etc/passwd')).toBeNull();
});

test('outside the sandbox a missing mail server is an error', async () => {
  const mailer = createMailer({
    SMTP_URL: undefined,
    SANDBOX: false,
    DATA_DIR: '/nonexistent',
    MAIL_FROM: 'a@b.example',
  });
  await expect(mailer.send(MAIL)).rejects.toMatchObject({ code: 'not_configured' });
});
