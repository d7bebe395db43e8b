import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailer } from '../mail/mailer.ts';
import { storeMessage } from '../mail/mailbox-folder.ts';
import { startMailbox } from './mailbox.ts';

let data_dir: string;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let page: string;
beforeAll(async () => {
  data_dir = mkdtempSync(join(tmpdir(), 'dasbor-mailbox-'));
  mailbox = await startMailbox({
    host: '127.0.0.1',
    page_port: 0,
    folder: join(data_dir, 'mailbox'),
    log: pino({ level: 'silent' }),
    listCodes: () => [
      { to: 'approver@kopi.example', code: '123456', valid_from: new Date(0), valid_until: new Date(30_000) },
    ],
  });
  page = `http://127.0.0.1:${mailbox.port}`;
});
afterAll(async () => {
  await mailbox.stop();
  rmSync(data_dir, { recursive: true });
});

const get = async (path: string) => {
  const answer = await fetch(page + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const send = (more: object = {}) =>
  createMailer({ SMTP_URL: undefined, SANDBOX: true, DATA_DIR: data_dir, MAIL_FROM: 'D <no@dasbor.example>' }).send({
    to: 'sari@kopi.example',
    subject: 'Halo <script>alert(1)</script>',
    text: 'Open https://dasbor.example/verify?token=a&b=c. <img src=x onerror=alert(1)>',
    message_id: '<a@dasbor.example>',
    ...more,
  });

test('it shows an empty state', async () => {
  expect((await get('/')).text).toContain('No messages yet');
});

test('a mail is listed, shown, linked and safe', async () => {
  await send({
    html: '<p style="color:red">Halo</p><script>alert(1)</script>',
    attachments: [{ filename: 'a"b.csv', content: Buffer.from([0, 255, 10]), content_type: 'text/csv' }],
  });
  const list = await get('/');
  expect(list.text).toContain('to sari@kopi.example');
  expect(list.text).not.toContain('<script>');
  const [{ name }] = JSON.parse((await get('/mails.json')).text) as [{ name: string }];
  const mail = await get(`/mails/${name}`);
  expect(mail.text).toContain('href="https://dasbor.example/verify?token=a&amp;b=c"');
  expect(mail.text).not.toMatch(/<script>|<img/);
  for (const { headers } of [list, mail]) {
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const html = await get(`/mails/${name}/html`);
  expect(html.headers.get('content-security-policy')).toContain('sandbox;');
  const attachment = await fetch(`${page}/mails/${name}/attachments/0`);
  expect(attachment.headers.get('content-disposition')).toBe('attachment; filename="a_b.csv"');
  expect([...new Uint8Array(await attachment.arrayBuffer())]).toEqual([0, 255, 10]);
  expect((await get(`/mails/${name}.eml`)).text).toContain('Message-ID: <a@dasbor.example>');
});

test.for(['/mails/nope', '/mails/../../etc/passwd', '/mails/0000000000000-00000000', '/x'])(
  '%s is nothing',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test('a foreign name that points at this machine reads nothing', async () => {
  const status = await new Promise((resolve, reject) => {
    request(
      { port: mailbox.port, host: '127.0.0.1', path: '/mails.json', headers: { host: 'evil.example' } },
      (answer) => resolve(answer.statusCode),
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test('codes, emails and text messages are listed together, newest first', async () => {
  await send({ subject: 'First' });
  await new Promise((resolve) => setTimeout(resolve, 2));
  await storeMessage(
    join(data_dir, 'mailbox'),
    Buffer.from('To: +628123@sms.invalid\r\nX-Channel: sms\r\nSubject: SMS\r\n\r\nYour code is 4321\r\n'),
  );
  const { data } = JSON.parse((await get('/messages')).text) as { data: Record<string, string>[] };
  expect(data.slice(0, 3)).toMatchObject([
    { channel: 'otp', to: 'approver@kopi.example', text: '123456' },
    { channel: 'sms', text: 'Your code is 4321' },
    { channel: 'email', to: 'sari@kopi.example', subject: 'First' },
  ]);
  expect((await get('/')).text).toContain('123 456');
});
