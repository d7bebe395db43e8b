/** Sending over a real mail server that rejects, greylists and disconnects: no email is lost or retried without end. */
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { dispatchNotifications } from './dispatch.ts';
import { claimEmail, listDueEmails } from './send-queries.ts';
import { sendDueEmails } from './send.ts';
import { enqueueNotification } from './outbox-queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
const MINUTE_MS = 60_000;
type ServerMode = 'accepting' | 'greylisting' | 'rejecting' | 'disconnecting';

let t: TestApp;
let owner: pg.Client;
let server: SMTPServer;
let mode: ServerMode = 'accepting';
let raw: { source: Buffer; to: string }[] = [];
let attempts_seen = 0;

const buildReply = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      attempts_seen += 1;
      if (mode === 'greylisting') return done(buildReply(450, 'try again later'));
      return done(mode === 'rejecting' ? buildReply(550, 'no such user') : null);
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (mode === 'disconnecting') return server.connections.forEach((connection) => connection.close());
        raw.push({ source: Buffer.concat(parts), to: session.envelope.rcptTo[0]?.address ?? '' });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  t = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});
beforeEach(() => {
  mode = 'accepting';
  raw = [];
  attempts_seen = 0;
  t.clock.advance(10 * MINUTE_MS);
});

/** Accepted emails by recipient and Message-ID. */
const listAccepted = () =>
  Promise.all(raw.map(async ({ source, to }) => ({ to, id: (await PostalMime.parse(source)).messageId ?? '' })));

let count = 0;
/** One email to one address. */
const notify = () =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    enqueueNotification(tx, {
      event_id: `smtp-${++count}`,
      action: 1008,
      object_type: 'payout_alert',
      object_id: null,
      template_data: { balance: count, threshold: 1_000 },
      at: t.clock.now(),
      addresses: ['cfo@kopi.example'],
    }),
  );
const send = async () => {
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
};
const getEmail = async () => {
  const { rows } = await owner.query<Record<'attempts' | 'sent_at' | 'given_up_at' | 'error' | 'message_id', unknown>>(
    `select m.attempts, m.sent_at, m.given_up_at, m.error, m.message_id
     from app.notification_email m join app.notification_email_event e on e.merchant_id = m.merchant_id and e.email_id = m.id
     where e.event_id = $1`,
    [`smtp-${count}`],
  );
  return rows[0]!;
};

test('reliability 4.6: a greylisted email is retried after one, five, fifteen and thirty minutes', async () => {
  mode = 'greylisting';
  await notify();
  await send();
  for (const minutes of [1, 5, 15, 30, 60, 60]) {
    const before = attempts_seen;
    t.clock.advance(minutes * MINUTE_MS - 1);
    await send();
    expect(attempts_seen, `before ${minutes} minutes`).toBe(before);
    t.clock.advance(1);
    await send();
    expect(attempts_seen).toBe(before + 1);
  }
  mode = 'accepting';
  t.clock.advance(60 * MINUTE_MS);
  await send();
  await send();
  expect(raw).toHaveLength(1);
  expect(await getEmail()).toMatchObject({ attempts: 8, error: null, given_up_at: null });
});

test('after two days of outage each email arrives once, with its original Message-ID', async () => {
  mode = 'greylisting';
  const ids: unknown[] = [];
  for (let n = 0; n < 3; n++) {
    await notify();
    await send();
    ids.push((await getEmail()).message_id);
  }
  for (let attempt = 0; attempt < 12; attempt++) {
    t.clock.advance(4 * 60 * MINUTE_MS);
    await send();
  }
  mode = 'accepting';
  for (let hour = 0; hour < 2; hour++) {
    t.clock.advance(60 * MINUTE_MS);
    await send();
  }
  expect((await listAccepted()).map(({ id }) => id).sort()).toEqual(ids.map(String).sort());
});

test('a permanent rejection is given up at once, with its reason', async () => {
  mode = 'rejecting';
  await notify();
  await send();
  mode = 'accepting';
  t.clock.advance(24 * 60 * MINUTE_MS);
  await send();
  expect(raw).toEqual([]);
  const { attempts, given_up_at, error } = await getEmail();
  expect([attempts, given_up_at === null]).toEqual([1, false]);
  expect(error).toContain('no such user');
});

test('an email that was not accepted for seven days is given up', async () => {
  mode = 'greylisting';
  await notify();
  await send();
  t.clock.advance(7 * 24 * 60 * MINUTE_MS + 1);
  mode = 'accepting';
  await send();
  expect(raw).toEqual([]);
  expect((await getEmail()).given_up_at).not.toBeNull();
});

test('after a disconnect the email is sent again with the same Message-ID', async () => {
  mode = 'disconnecting';
  await notify();
  await send();
  const { message_id, sent_at } = await getEmail();
  expect(sent_at).toBeNull();
  mode = 'accepting';
  t.clock.advance(MINUTE_MS);
  await send();
  expect((await listAccepted()).map(({ id }) => id)).toEqual([message_id]);
});

test.each([
  ['before it was sent', false],
  ['after it was sent and before it was marked', true],
])('when a process dies %s, another one sends the email with the same Message-ID', async (_when, is_sent) => {
  await notify();
  await dispatchNotifications(t.deps, merchant_id);
  const now = t.clock.now();
  const [due] = await asPlatform(t.deps.db, (tx) => listDueEmails(tx, now, 1));
  const until = new Date(now.getTime() + 2 * MINUTE_MS);
  const mail = await asMerchant(t.deps.db, merchant_id, (tx) => claimEmail(tx, due!.id, now, until));
  const { recipient: to, message_id } = mail!;
  if (is_sent) await t.deps.mailer.send({ to, message_id, subject: 'As it was', text: '' });
  await Promise.all([send(), send()]);
  expect(raw).toHaveLength(is_sent ? 1 : 0);
  t.clock.advance(2 * MINUTE_MS);
  await Promise.all([send(), send(), send()]);
  expect((await listAccepted()).map(({ id }) => id)).toEqual(is_sent ? [message_id, message_id] : [message_id]);
});

test('a run ends after a few consecutive failures of the mail server', async () => {
  mode = 'greylisting';
  for (let n = 0; n < 20; n++) await notify();
  await send();
  expect(attempts_seen).toBeLessThanOrEqual(8);
  mode = 'accepting';
  for (let minute = 0; minute < 3; minute++) {
    t.clock.advance(MINUTE_MS);
    await send();
  }
  expect(raw).toHaveLength(20);
});

test('a payment does not wait for the mail server', async () => {
  mode = 'disconnecting';
  const started_at = performance.now();
  await insertPaidPayment(t, merchant_id, { amount: 10_000, method: 'qris' });
  expect(attempts_seen).toBe(0);
  await send();
  mode = 'accepting';
  t.clock.advance(5 * MINUTE_MS);
  await send();
  await send();
  expect(new Set(raw.map(({ to }) => to)).size).toBe(7);
  expect(performance.now() - started_at).toBeLessThan(60_000);
});
