/** Sending over a real mail server that refuses, greylists, hangs up and comes back: no mail lost, none for ever. */
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
type Mood = 'well' | 'greylisting' | 'refusing' | 'hangs_up';

let t: TestApp;
let owner: pg.Client;
let server: SMTPServer;
let mood: Mood = 'well';
let raw: { source: Buffer; to: string }[] = [];
let asked = 0;

const answerOf = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) => {
      asked += 1;
      if (mood === 'greylisting') return done(answerOf(450, 'come back later'));
      return done(mood === 'refusing' ? answerOf(550, 'no such user') : null);
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (mood === 'hangs_up') return server.connections.forEach((connection) => connection.close());
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
  mood = 'well';
  raw = [];
  asked = 0;
  t.clock.advance(10 * MINUTE_MS);
});

/** What the server has taken, by Message-ID and recipient. */
const takenMails = () =>
  Promise.all(raw.map(async ({ source, to }) => ({ to, id: (await PostalMime.parse(source)).messageId ?? '' })));

let count = 0;
/** One mail to one address. */
const tell = () =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    enqueueNotification(tx, {
      event_id: `smtp-${++count}`,
      action: 1008,
      object_type: 'payout_alert',
      object_id: null,
      facts: { balance: count, threshold: 1_000 },
      at: t.clock.now(),
      addresses: ['cfo@kopi.example'],
    }),
  );
const send = async () => {
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
};
const ledger = async () => {
  const { rows } = await owner.query<Record<'attempts' | 'sent_at' | 'given_up_at' | 'error' | 'message_id', unknown>>(
    `select m.attempts, m.sent_at, m.given_up_at, m.error, m.message_id
     from app.notice_mail m join app.notice_mail_event e on e.merchant_id = m.merchant_id and e.mail_id = m.id
     where e.event_id = $1`,
    [`smtp-${count}`],
  );
  return rows[0]!;
};

test('reliability 4.6: a greylisting server gets the mail after one, five, fifteen and thirty minutes', async () => {
  mood = 'greylisting';
  await tell();
  await send();
  for (const minutes of [1, 5, 15, 30, 60, 60]) {
    const tries = asked;
    t.clock.advance(minutes * MINUTE_MS - 1);
    await send();
    expect(asked, `before ${minutes} minutes`).toBe(tries);
    t.clock.advance(1);
    await send();
    expect(asked).toBe(tries + 1);
  }
  mood = 'well';
  t.clock.advance(60 * MINUTE_MS);
  await send();
  await send();
  expect(raw).toHaveLength(1);
  expect(await ledger()).toMatchObject({ attempts: 8, error: null, given_up_at: null });
});

test('after two days without a mail server each mail arrives once, under the number it was given at first', async () => {
  mood = 'greylisting';
  const ids: unknown[] = [];
  for (let n = 0; n < 3; n++) {
    await tell();
    await send();
    ids.push((await ledger()).message_id);
  }
  for (let look = 0; look < 12; look++) {
    t.clock.advance(4 * 60 * MINUTE_MS);
    await send();
  }
  mood = 'well';
  for (let hour = 0; hour < 2; hour++) {
    t.clock.advance(60 * MINUTE_MS);
    await send();
  }
  expect((await takenMails()).map(({ id }) => id).sort()).toEqual(ids.map(String).sort());
});

test('a refusal for good is given up at once, and says why', async () => {
  mood = 'refusing';
  await tell();
  await send();
  mood = 'well';
  t.clock.advance(24 * 60 * MINUTE_MS);
  await send();
  expect(raw).toEqual([]);
  const { attempts, given_up_at, error } = await ledger();
  expect([attempts, given_up_at === null]).toEqual([1, false]);
  expect(error).toContain('no such user');
});

test('what was not taken for seven days is given up, whatever the server says then', async () => {
  mood = 'greylisting';
  await tell();
  await send();
  t.clock.advance(7 * 24 * 60 * MINUTE_MS + 1);
  mood = 'well';
  await send();
  expect(raw).toEqual([]);
  expect((await ledger()).given_up_at).not.toBeNull();
});

test('a server that hangs up after the mail gets it again under the same Message-ID', async () => {
  mood = 'hangs_up';
  await tell();
  await send();
  const { message_id, sent_at } = await ledger();
  expect(sent_at).toBeNull();
  mood = 'well';
  t.clock.advance(MINUTE_MS);
  await send();
  expect((await takenMails()).map(({ id }) => id)).toEqual([message_id]);
});

test.each([
  ['before it was sent', false],
  ['after it was sent and before that was noted', true],
])(
  'a process that dies with a mail in its hand, %s, leaves it to the next under the same Message-ID',
  async (_when, is_sent) => {
    await tell();
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
    expect((await takenMails()).map(({ id }) => id)).toEqual(is_sent ? [message_id, message_id] : [message_id]);
  },
);

test('a dead mail server is left alone after a few tries, and holds up no job', async () => {
  mood = 'greylisting';
  for (let n = 0; n < 20; n++) await tell();
  await send();
  expect(asked).toBeLessThanOrEqual(8);
  mood = 'well';
  for (let minute = 0; minute < 3; minute++) {
    t.clock.advance(MINUTE_MS);
    await send();
  }
  expect(raw).toHaveLength(20);
});

test('a payment is taken whatever the mail server does', async () => {
  mood = 'hangs_up';
  const started_at = performance.now();
  await insertPaidPayment(t, merchant_id, { amount: 10_000, method: 'qris' });
  expect(asked).toBe(0);
  await send();
  mood = 'well';
  t.clock.advance(5 * MINUTE_MS);
  await send();
  await send();
  expect(new Set(raw.map(({ to }) => to)).size).toBe(7);
  expect(performance.now() - started_at).toBeLessThan(60_000);
});
