/** Recipients, language and number of notification emails: from real events to the sandbox mailbox. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import pg from 'pg';
import { createApiKey, revokeApiKey } from '@dasbor/contract/api-settings';
import { listNotificationPreferences, saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { API_BASE } from '@dasbor/contract/route';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { asMerchant } from '../db/tx.ts';
import { listMessages, findMessage } from '../mail/mailbox-folder.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { buildTransitionPath } from '../transaction/rules.ts';
import { SYSTEM_ACTOR, insertTransaction, transitionTransaction } from '../transaction/write-queries.ts';
import { newId } from '../db/new-id.ts';
import { dispatchNotifications } from './dispatch.ts';
import { notificationEmailJobs } from './jobs.ts';
import { publishSecurityEvents } from './security-events.ts';
import { sendDueEmails } from './send.ts';
import { type NotificationInput, enqueueNotification } from './outbox-queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
const EVERYBODY = ['admin', 'approver', 'developer', 'finance', 'operator', 'superadmin', 'support'];
let t: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const mailbox = () => join(t.deps.env.DATA_DIR, 'mailbox');
beforeEach(async () => {
  // Outside the burst window of the test before.
  t.clock.advance(10 * 60_000);
  await deliver();
  await rm(mailbox(), { recursive: true, force: true });
});

/** Dispatches and sends what is due; returns the emails of the test so far, oldest first. */
async function deliver(is_about_sign_ins = false): Promise<Email[]> {
  await publishSecurityEvents(t.deps);
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
  const names = await listMessages(mailbox());
  const mails = await Promise.all(
    names.toReversed().map(async (name) => PostalMime.parse((await findMessage(mailbox(), name)) ?? '')),
  );
  return mails.filter(({ subject }) => is_about_sign_ins === (subject === NEW_SIGN_IN));
}
/** Each test client comes from a network of its own. */
const NEW_SIGN_IN = 'New sign-in to your Dasbor account';
const getAddress = (mail: Email): string => mail.to?.[0]?.address ?? '';
/** Names of the recipients before the @, sorted. */
const listNames = (mails: Email[]): string[] => mails.map((mail) => getAddress(mail).split('@')[0]!).sort();
const findFirst = (mails: Email[], who: string): Email => mails.find((mail) => getAddress(mail).startsWith(`${who}@`))!;
const setPreference = (action: number, is_active: boolean) =>
  owner.query(
    `insert into app.notification_preference values ($1, $2, $3, now(), 'test')
     on conflict (merchant_id, notification_action) do update set is_active = excluded.is_active`,
    [merchant_id, action, is_active],
  );
const setLocale = (email: string, locale: 'en' | 'id') =>
  owner.query('update app.login set locale = $2 where email = $1', [email, locale]);

let count = 0;
const notify = (more: Partial<NotificationInput> = {}) =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    enqueueNotification(tx, {
      event_id: `event-${++count}`,
      action: 1102,
      object_type: 'transaction',
      object_id: 'txn_00000000000000000000000000',
      facts: { method: 'qris', amount: 1_234_567 },
      at: t.clock.now(),
      ...more,
    }),
  );

test('domain 1.21: a paid QRIS payment is emailed to users with access to transactions, in their language', async () => {
  await setLocale('finance@kopi.example', 'id');
  const id = await insertPaidPayment(t, merchant_id, {
    amount: 1_250_000,
    method: 'qris',
    issuer: 'GoPay',
    merchant_reference: 'INV-77',
  });
  const mails = await deliver();
  expect(listNames(mails)).toEqual(EVERYBODY);
  const english = findFirst(mails, 'superadmin');
  expect(english.subject).toBe('Payment received: Rp 1.250.000 via QRIS (INV-77)');
  expect(english.text).toContain(`http://localhost:4000/transaction/${id}`);
  expect(english.text).toContain('Paid at: 18 Nov 2026, ');
  expect(english.text).toMatch(/\d\d:\d\d WIB/);
  expect(english.text).toContain(
    "role at Kopi Nusantara has access to Transactions and the notification 'Successful Payments: QRIS' is on",
  );
  expect(english.html).toContain(`href="http://localhost:4000/transaction/${id}"`);
  expect(english.html).toContain('lang="en"');
  const indonesian = findFirst(mails, 'finance');
  expect(indonesian.subject).toBe('Pembayaran diterima: Rp 1.250.000 melalui QRIS (INV-77)');
  expect(indonesian.text).toContain('Jumlah: Rp 1.250.000');
  expect(indonesian.text).toContain('Dibayar dengan: GoPay');
  expect(indonesian.html).toContain('lang="id"');
  await setLocale('finance@kopi.example', 'en');
  expect(await deliver()).toHaveLength(EVERYBODY.length);
});

test('domain 1.21: only active notifications are emailed', async () => {
  await setPreference(1102, false);
  await insertPaidPayment(t, merchant_id, { amount: 10_000, method: 'qris' });
  expect(await deliver()).toEqual([]);
  await setPreference(1102, true);
  expect(await deliver()).toEqual([]);
  await insertPaidPayment(t, merchant_id, { amount: 20_000, method: 'virtual_account' });
  const mails = await deliver();
  expect(mails[0]?.subject).toBe('Payment received: Rp 20.000 via BNI virtual account');
});

test.each([
  ['failed', 1112, 'Payment failed: Rp 15.000 via QRIS'],
  ['expired', 1122, 'Payment expired: Rp 15.000 via QRIS'],
] as const)('domain 1.21: %s payments are emailed once switched on', async (to, action, subject) => {
  const live = async () => {
    const id = newId('transaction', t.clock.now());
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const created_at = t.clock.now();
      const payment = {
        id,
        method: 'qris',
        channel_code: null,
        source: 'api',
        provider: 'bank',
        amount: 15_000,
      } as const;
      const rest = { merchant_reference: null, description: null, customer_name: null, customer_email: null };
      const begin = { status: 'created', actor: SYSTEM_ACTOR, reason: null } as const;
      await insertTransaction(tx, { ...payment, ...rest, expires_at: null, created_at }, begin);
      const moving = { transaction_id: id, status: 'created', last_event_seq: 1, payment_link_id: null } as const;
      const context = { now: created_at, actor: SYSTEM_ACTOR, reason: null };
      await transitionTransaction(tx, moving, { path: buildTransitionPath('created', to), change: {} }, context);
    });
  };
  await live();
  expect(await deliver()).toEqual([]);
  await setPreference(action, true);
  await live();
  const mails = await deliver();
  expect(listNames(mails)).toEqual(EVERYBODY);
  expect(mails[0]?.subject).toBe(subject);
  await setPreference(action, false);
});

test('domain 1.21: key changes are emailed to the acting user and superadmins and cannot be disabled', async () => {
  const developer = await t.signIn('developer@kopi.example');
  const access = [{ group: 'Transactions', access: 'view' }];
  const made = await developer.ok(createApiKey, { body: { name: 'Kasir', access } });
  await developer.ok(revokeApiKey, { params: { id: made.data.id } });
  const kopi = await t.signIn('superadmin@kopi.example');
  const off = [{ notification_action: 1003, is_active: false }];
  expect((await kopi.call(saveNotificationPreferences, { body: off })).statusCode).toBe(422);
  // A stored preference has no effect.
  await setPreference(1003, false);
  const mails = await deliver();
  expect(mails.map((mail) => `${getAddress(mail)} ${mail.subject}`).sort()).toEqual([
    'developer@kopi.example API key created: Kasir',
    'developer@kopi.example API key revoked: Kasir',
    'superadmin@kopi.example API key created: Kasir',
    'superadmin@kopi.example API key revoked: Kasir',
  ]);
  expect(mails[0]?.text).toContain('Security emails cannot be disabled.');
  expect(mails.map((mail) => `${mail.text}${mail.html}`).join()).not.toContain(made.data.secret);
});

test('domain 1.21: only a sign-in from a new device is emailed, to its user alone', async () => {
  const signIn = (remoteAddress: string, agent: string) =>
    t.app.inject({
      method: 'POST',
      url: `${API_BASE}/authenticate/login`,
      payload: { email: 'operator@kopi.example', password: SANDBOX_PASSWORD },
      headers: { 'user-agent': agent },
      remoteAddress,
    });
  const chrome = (version: number) =>
    `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
  await signIn('203.0.113.7', chrome(140));
  await signIn('203.0.113.99', chrome(141));
  expect(listNames(await deliver(true))).not.toContain('operator');
  await signIn('198.51.100.20', chrome(141));
  await signIn('198.51.100.21', chrome(142));
  const mails = (await deliver(true)).filter((mail) => getAddress(mail).startsWith('operator@'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('Browser: Chrome, Windows');
  expect(mails[0]?.text).toContain('198.51.100.20');
});

test('domain 1.21: a created payment link is emailed, although the screen hides its preference', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const link = { title: 'Kopi susu', type: 'single_use', amount: 50_000, status: 'active' };
  await kopi.ok(createPaymentLink, { headers: { 'idempotency-key': 'link-1' }, body: link });
  const mails = await deliver();
  expect(listNames(mails.filter(({ subject }) => subject === 'Payment link created: Kopi susu'))).toEqual(EVERYBODY);
});

test('domain 1.21: an event enqueued ten times concurrently is emailed once', async () => {
  await Promise.all(Array.from({ length: 10 }, () => notify({ event_id: 'the-same' })));
  await Promise.all(Array.from({ length: 4 }, () => dispatchNotifications(t.deps, merchant_id)));
  await Promise.all(Array.from({ length: 4 }, () => sendDueEmails(t.deps)));
  await notify({ event_id: 'the-same' });
  const mails = await deliver();
  expect(listNames(mails)).toEqual(EVERYBODY);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(EVERYBODY.length);
});

test('an event whose transaction rolls back is not emailed', async () => {
  const failing = asMerchant(t.deps.db, merchant_id, async (tx) => {
    await enqueueNotification(tx, {
      event_id: 'never',
      action: 1102,
      object_type: 'transaction',
      object_id: null,
      facts: {},
      at: t.clock.now(),
    });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await deliver()).toEqual([]);
});

test('suspended users, other merchants and roles without access receive nothing', async () => {
  await owner.query(`update app.login set status = 'suspended' where email = 'support@kopi.example'`);
  await notify({ action: 1006, facts: { amount: 5_000, outcome: 'succeeded' } });
  expect(listNames(await deliver())).toEqual(['admin', 'approver', 'finance', 'operator', 'superadmin']);
  await owner.query(`update app.login set status = 'active' where email = 'support@kopi.example'`);
});

test('disabled role access suppresses all but security emails', async () => {
  await owner.query(`update app.merchant set role_access = 'disabled' where merchant_id = $1`, [merchant_id]);
  await notify();
  await notify({ action: 1003, facts: { outcome: 'created', key_name: 'X' } });
  expect(listNames(await deliver())).toEqual(['superadmin']);
  await owner.query(`update app.merchant set role_access = 'enabled' where merchant_id = $1`, [merchant_id]);
});

const notifyBeneficiary = (merchant_reference: string) =>
  notify({
    action: 1203,
    object_type: 'beneficiary_notice',
    addresses: ['sari@beneficiary.example'],
    facts: { outcome: 'beneficiary', amount: 150_000, merchant_reference, bank: 'BCA', account_last4: '0001' },
  });

test('domain 1.21: beneficiaries are emailed although the merchant switched the notification off', async () => {
  await setPreference(1203, false);
  await notify({ action: 1203, object_type: 'disbursement', facts: { outcome: 'success', amount: 150_000 } });
  await notifyBeneficiary('PAYROLL-1');
  const mails = await deliver();
  expect(mails.map(getAddress)).toEqual(['sari@beneficiary.example']);
  expect(mails[0]?.text).not.toContain('/disbursement');
  await setPreference(1203, true);
});

test('many payments to one beneficiary are never combined into a digest', async () => {
  for (let n = 0; n < 22; n++) await notifyBeneficiary(`WAGE-${n}`);
  const mails = await deliver();
  expect(mails).toHaveLength(22);
  expect(mails.every(({ subject }) => subject?.includes('transfer'))).toBe(true);
});

test('events older than seven days are not emailed', async () => {
  const now_ms = t.clock.now().getTime();
  await notify({ at: new Date(now_ms - 7 * 86_400_000 - 1) });
  expect(await deliver()).toEqual([]);
  await notify({ at: new Date(now_ms - 7 * 86_400_000) });
  expect(await deliver()).toHaveLength(EVERYBODY.length);
});

const burst = (
  facts: NotificationInput['facts'] = { method: 'qris', amount: 1_000 },
  more: Partial<NotificationInput> = {},
) => notify({ addresses: ['cfo@kopi.example'], facts, ...more });
const digests = (mails: Email[]) => mails.filter(({ subject }) => /^\d+ notifications?/.test(subject ?? ''));

test('domain 1.21: twenty payments in five minutes are twenty emails and no digest', async () => {
  for (let each = 0; each < 4; each++) {
    for (let n = 0; n < 5; n++) await burst();
    t.clock.advance(60_000);
    await deliver();
  }
  t.clock.advance(10 * 60_000);
  const mails = await deliver();
  expect(mails).toHaveLength(20);
  expect(digests(mails)).toHaveLength(0);
});

test('domain 1.21: events beyond twenty in five minutes are one digest, each event exactly once', async () => {
  for (let n = 0; n < 20; n++) await burst({ method: 'qris', amount: 1_000, merchant_reference: `S${n}` });
  await deliver();
  for (let n = 0; n < 7; n++) {
    t.clock.advance(20_000);
    await burst({ method: 'qris', amount: 2_000, merchant_reference: `D${n}` });
    await deliver();
  }
  await burst({ method: 'virtual_account', amount: 500_000 }, { action: 1101 });
  expect(await deliver()).toHaveLength(20);
  t.clock.advance(5 * 60_000);
  const mails = await deliver();
  expect(mails).toHaveLength(21);
  const [digest] = digests(mails);
  expect(digest?.subject).toBe('8 notifications: Rp 514.000 received');
  expect(digest?.text).toContain('Successful payments, QRIS: 7 · Rp 14.000');
  expect(digest?.text).toContain('Successful payments, virtual account: 1 · Rp 500.000');
  expect(digest?.text).toContain('Payment received: Rp 2.000 via QRIS (D6)');
  expect(digest?.text).toContain('/transaction?status=success&method=qris&date_field=paid_at&from=');
  for (let n = 0; n < 20; n++) expect(mails.filter(({ subject }) => subject?.endsWith(`(S${n})`))).toHaveLength(1);
  // The burst is over: the next event has its own email.
  t.clock.advance(5 * 60_000);
  await burst({ method: 'qris', amount: 3_000, merchant_reference: 'AFTER' });
  expect((await deliver()).filter(({ subject }) => subject?.endsWith('(AFTER)'))).toHaveLength(1);
});

/** A seeded generator, so that a failure can be reproduced. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test.each([1, 2, 3])(
  'domain 1.21: in a random history every event is emailed once and single emails stay within the limit (%i)',
  async (seed) => {
    const next = numbersFrom(seed);
    const wanted: string[] = [];
    const singles_at: number[] = [];
    for (let step = 0; step < 14; step++) {
      t.clock.advance(next(3 * 60_000));
      for (let n = next(9); n > 0; n--) {
        const merchant_reference = `R${seed}-${step}-${n}`;
        wanted.push(merchant_reference);
        await burst({ method: 'qris', amount: 1_000, merchant_reference });
      }
      await deliver();
    }
    t.clock.advance(6 * 60_000);
    const mails = await deliver();
    const { rows } = await owner.query<{ reference: string; kind: string; at: Date }>(
      `select n.facts->>'merchant_reference' as reference, m.kind, m.sent_at as at
     from app.notification_email_event e
     join app.notification_email_outbox n on n.merchant_id = e.merchant_id and n.event_id = e.event_id
     join app.notification_email m on m.merchant_id = e.merchant_id and m.id = e.email_id
     where n.facts->>'merchant_reference' like $1`,
      [`R${seed}-%`],
    );
    expect(rows.map(({ reference }) => reference).sort()).toEqual(wanted.sort());
    expect(rows.every(({ at }) => at !== null)).toBe(true);
    for (const { kind, at } of rows) if (kind === 'single') singles_at.push(at.getTime());
    for (const at of singles_at) {
      const within = singles_at.filter((other) => other > at - 5 * 60_000 && other <= at);
      expect(within.length).toBeLessThanOrEqual(20);
    }
    const counted = digests(mails).reduce((sum, { subject }) => sum + Number(/^\d+/.exec(subject ?? '')?.[0]), 0);
    expect(counted + singles_at.length).toBe(wanted.length);
  },
);

test('a burst does not delay emails about other events', async () => {
  for (let n = 0; n < 30; n++) await burst();
  await notify({ action: 1004, facts: { outcome: 'paid', batch_no: 'STL-1', net_amount: 9_000 } });
  const mails = await deliver();
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['Settlement paid: Rp 9.000 (STL-1)']));
  expect(listNames(mails)).toEqual(['admin', 'approver', 'finance', 'operator', 'superadmin']);
});

test('domain 1.21: the daily summary is emailed once, to users with access to balances', async () => {
  await setPreference(1007, true);
  t.clock.set(new Date('2026-11-20T04:00:00Z'));
  await insertPaidPayment(t, merchant_id, { amount: 100_000, method: 'qris' });
  await insertPaidPayment(t, merchant_id, { amount: 50_000, method: 'qris' });
  await insertPaidPayment(t, merchant_id, { amount: 700_000, method: 'virtual_account' });
  t.clock.set(new Date('2026-11-20T17:00:00.000Z'));
  await insertPaidPayment(t, merchant_id, { amount: 999_000, method: 'qris' });
  t.clock.set(new Date('2026-11-21T01:00:00Z'));
  await deliver();
  await rm(mailbox(), { recursive: true, force: true });
  const daily = notificationEmailJobs.find(({ name }) => name === 'enqueue_daily_summaries')!;
  await Promise.all([daily.run(t.deps, {}), daily.run(t.deps, {})]);
  await daily.run(t.deps, {});
  const mails = await deliver();
  expect(listNames(mails)).toEqual(['admin', 'approver', 'finance', 'superadmin']);
  const { subject, text } = mails[0]!;
  expect(subject).toBe('Daily summary for Kopi Nusantara: 20 Nov 2026');
  expect(text).toContain('You received 3 payments totalling Rp 850.000');
  expect(text).toContain('QRIS: 2 · Rp 150.000');
  expect(text).toContain('Virtual account: 1 · Rp 700.000');
  expect(text).toContain('Payout balance: Rp 0');
  const batik = await t.signIn('superadmin@batik.example');
  const { data } = await batik.ok(listNotificationPreferences);
  expect(data.find(({ notification_action }) => notification_action === 1007)?.is_active).toBe(false);
  const { rows } = await owner.query(
    'select 1 from app.notification_email_outbox where merchant_id = $1 and action = 1007',
    [BATIK_LESTARI.merchant_id],
  );
  expect(rows).toEqual([]);
  await setPreference(1007, false);
});

test('the scheduled jobs run, and expired rows are deleted', async () => {
  await notify();
  for (const job of notificationEmailJobs) await job.run(t.deps, { merchant_id });
  t.clock.advance(31 * 86_400_000);
  await notificationEmailJobs.find(({ name }) => name === 'delete_expired_notifications')!.run(t.deps, {});
  for (const table of ['notification_email_outbox', 'notification_email', 'notification_email_event']) {
    const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from app.${table}`);
    expect(rows[0]?.n, table).toBe(0);
  }
});
