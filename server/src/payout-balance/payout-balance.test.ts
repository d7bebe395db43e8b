/** The payout balance: four eyes on what is moved to it, no race below the floor, and one email per fall. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getRoleAccess } from '@dasbor/contract/access';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listBalances } from '@dasbor/contract/balance';
import { saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import {
  approveBalanceTransfer,
  createBalanceTransfer,
  getBalanceTransfer,
  getPayoutAlert,
  listBalanceTransfers,
  rejectBalanceTransfer,
  savePayoutAlert,
} from '@dasbor/contract/payout-balance';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import { postTransfers } from '../ledger/posting.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { dispatchNotifications } from '../notification-email/dispatch.ts';
import { sendDueEmails } from '../notification-email/send.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { payoutBalanceJobs } from './jobs.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let finance: TestClient;
let superadmin: TestClient;
let approver: TestClient;
let account: Record<string, string>;
let count = 0;

beforeAll(async () => {
  t = await startTestApp();
  await recordWebhooks(t);
  finance = await t.signIn('finance@kopi.example');
  superadmin = await t.signIn('superadmin@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  account = Object.fromEntries((await finance.ok(listBalances)).data.map(({ type, id }) => [type, id]));
});
afterAll(() => t?.close());

const balances = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await finance.ok(listBalances)).data.map(({ type, balance }) => [type, balance]));
const code = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code;
const key = () => ({ 'idempotency-key': `key-${++count}` });
/** Puts money into an account, or takes it out, so that it holds exactly this. */
async function holds(type: string, amount: number): Promise<void> {
  const change = amount - (await balances())[type]!;
  if (change === 0) return;
  const [debit, credit] = change > 0 ? ['bank_clearing', type] : [type, 'bank_clearing'];
  const transfer = { debit_account: account[debit!]!, credit_account: account[credit!]!, amount: Math.abs(change) };
  const reference = { kind: 'adjustment', reference_type: 'test', reference_id: `ref-${++count}` };
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    postTransfers(tx, { posted_at: t.clock.now(), transfers: [{ ...transfer, ...reference }] }),
  );
}
const ask = async (amount: number, by = finance) =>
  (await by.ok(createBalanceTransfer, { body: { amount }, headers: key() })).data;
const approve = (id: string, by: TestClient, headers = key()) =>
  by.call(approveBalanceTransfer, { params: { id }, body: { remark: 'For the salaries' }, headers });

beforeEach(() => holds('available', 500_000));

test('domain 1.11: a request is approved by another person, and only then posted', async () => {
  const before = await balances();
  const move = await ask(200_000);
  expect(move).toMatchObject({ status: 'pending', amount: 200_000, is_own: true, decided_by: null });
  expect(await balances()).toEqual(before);
  const headers = key();
  const answers = await Promise.all(Array.from({ length: 5 }, () => approve(move.id, approver, headers)));
  // Concurrent requests are asked to retry, then return the same response.
  expect(answers.every((answer) => answer.statusCode === 200 || code(answer) === 'idempotency_key_in_use')).toBe(true);
  const replays = [await approve(move.id, approver, headers), await approve(move.id, approver, headers)];
  expect(
    new Set([...answers.filter(({ statusCode }) => statusCode === 200), ...replays].map(({ body }) => body)).size,
  ).toBe(1);
  const other = await approve((await ask(1_000)).id, approver, headers);
  expect([other.statusCode, code(other)]).toEqual([422, 'idempotency_key_reused']);
  const after = await balances();
  expect([after['available']! - before['available']!, after['payout']! - before['payout']!]).toEqual([
    -200_000, 200_000,
  ]);
  const read = (await approver.ok(getBalanceTransfer, { params: { id: move.id } })).data;
  expect(read).toMatchObject({ status: 'posted', is_own: false, remark: 'For the salaries' });
  expect(read.decided_by).toMatch(/./);
  const again = await approve(move.id, approver);
  expect([again.statusCode, code(again)]).toEqual([409, 'not_pending']);
  const late = await approver.call(rejectBalanceTransfer, { params: { id: move.id }, body: { remark: 'too late' } });
  expect([late.statusCode, code(late)]).toEqual([409, 'not_pending']);
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

test('a requester cannot approve the own request, in person or by a key', async () => {
  const own = await ask(10_000, superadmin);
  const refused = await approve(own.id, superadmin);
  expect([refused.statusCode, code(refused)]).toEqual([422, 'self_approval']);
  expect((await superadmin.ok(getBalanceTransfer, { params: { id: own.id } })).data.status).toBe('pending');
  const made = await superadmin.ok(createApiKey, { body: { name: 'ERP', access: getRoleAccess('superadmin') } });
  const server = t.client(`Bearer ${made.data.secret}`);
  const by_key = await ask(10_000, server);
  expect(code(await approve(by_key.id, superadmin))).toBe('self_approval');
  // A key approves nothing, whatever it may do.
  expect((await approve(own.id, server)).statusCode).toBe(403);
  expect((await approve(by_key.id, approver)).statusCode).toBe(200);
  expect((await approve(own.id, finance)).statusCode).toBe(403);
});

test('a rejected transfer posts nothing and returns the reason', async () => {
  const before = await balances();
  const { id } = await ask(10_000);
  const { data } = await superadmin.ok(rejectBalanceTransfer, { params: { id }, body: { remark: 'Not this month' } });
  expect(data).toMatchObject({ status: 'rejected', remark: 'Not this month' });
  expect(await balances()).toEqual(before);
  expect(code(await approve(id, approver))).toBe('not_pending');
});

test('no more than the settled balance is moved, by no race', async () => {
  const refused = await finance.call(createBalanceTransfer, { body: { amount: 500_001 }, headers: key() });
  expect([refused.statusCode, code(refused)]).toEqual([422, 'insufficient_balance']);
  const moves = await Promise.all(Array.from({ length: 8 }, () => ask(100_000)));
  const answers = await Promise.all(moves.map(({ id }) => approve(id, approver)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  expect(new Set(answers.filter(({ statusCode }) => statusCode !== 200).map(code))).toEqual(
    new Set(['insufficient_balance']),
  );
  expect((await balances())['available']).toBe(0);
  const waiting = await finance.ok(listBalanceTransfers, { query: { status: ['pending'], limit: 100 } as never });
  expect(waiting.data.filter(({ id }) => moves.some((move) => move.id === id))).toHaveLength(3);
  const first = await finance.ok(listBalanceTransfers, { query: { limit: 2 } });
  const next = await finance.ok(listBalanceTransfers, { query: { limit: 2, cursor: first.next_cursor! } });
  expect(new Set([...first.data, ...next.data].map(({ id }) => id)).size).toBe(4);
});

test('another merchant cannot see, approve or reject a move', async () => {
  const { id } = await ask(10_000);
  const batik = await t.signIn('superadmin@batik.example');
  expect((await batik.call(getBalanceTransfer, { params: { id } })).statusCode).toBe(404);
  expect((await approve(id, batik)).statusCode).toBe(404);
  expect((await batik.call(rejectBalanceTransfer, { params: { id }, body: {} })).statusCode).toBe(404);
});

const recipients = ['cfo@kopi.example', 'treasury@kopi.example'];
const check = () => payoutBalanceJobs.find(({ name }) => name === 'check_payout_balances')!.run(t.deps, {});
const mails = async (): Promise<string[]> => {
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
  const folder = join(t.deps.env.DATA_DIR, 'mailbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes('Subject: Low payout balance'));
};

test('domain 1.11: a low balance notifies each recipient once, and again only after it recovered', async () => {
  await holds('payout', 1_000_000);
  const { data: saved } = await finance.ok(savePayoutAlert, { body: { threshold: 500_000, recipients } });
  expect(saved).toMatchObject({ threshold: 500_000, recipients, balance: 1_000_000, is_below: false });
  await check();
  expect(await mails()).toHaveLength(0);
  await holds('payout', 499_999);
  await check();
  await check();
  const sent = await mails();
  expect(sent).toHaveLength(2);
  expect(sent.join()).toContain('Rp 499.999');
  expect(recipients.every((address) => sent.some((mail) => mail.includes(`To: ${address}`)))).toBe(true);
  await holds('payout', 100_000);
  await check();
  expect(await mails()).toHaveLength(2);
  await holds('payout', 500_000);
  await check();
  await holds('payout', 499_000);
  await Promise.all([check(), check(), check()]);
  expect(await mails()).toHaveLength(4);
  expect((await finance.ok(getPayoutAlert)).data).toMatchObject({
    is_below: true,
    last_alert_at: t.clock.now().toISOString(),
  });
  // Saving it unchanged sends nothing; a new threshold notifies again.
  await finance.ok(savePayoutAlert, { body: { threshold: 500_000, recipients } });
  await check();
  expect(await mails()).toHaveLength(4);
  await finance.ok(savePayoutAlert, { body: { threshold: 600_000, recipients: ['cfo@kopi.example'] } });
  await check();
  expect(await mails()).toHaveLength(5);
});

test('a disabled alert notifies nobody', async () => {
  await finance.ok(savePayoutAlert, { body: { threshold: null, recipients: [] } });
  await holds('payout', 1);
  const before = (await mails()).length;
  await check();
  await superadmin.ok(saveNotificationPreferences, {
    body: [{ notification_action: 1008, is_active: false }],
  } as never);
  await finance.ok(savePayoutAlert, { body: { threshold: 10_000, recipients } });
  await check();
  expect(await mails()).toHaveLength(before);
});

test.each([
  [{ threshold: 1, recipients: [] }, 422, 'recipients_missing'],
  [{ threshold: 1, recipients: ['a@b.example', 'A@b.example'] }, 422, 'duplicate_recipient'],
  [{ threshold: 1, recipients: ['nobody'] }, 400, 'invalid_request'],
  [{ threshold: 0, recipients: ['a@b.example'] }, 400, 'invalid_request'],
  [{ threshold: 1, recipients: [1, 2, 3, 4, 5, 6].map((n) => `a${n}@b.example`) }, 400, 'invalid_request'],
])('an alert of %o is refused with %i %s', async (body, status, expected) => {
  const refused = await finance.call(savePayoutAlert, { body });
  expect([refused.statusCode, code(refused)]).toEqual([status, expected]);
});

test('those who may approve a transfer receive an email about it', async () => {
  const { id } = await ask(12_345);
  await dispatchNotifications(t.deps, merchant_id);
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  const { rows } = await owner.query<{ recipient: string; template_data: object }>(
    `select e.recipient, o.template_data from app.notification_email_outbox o
     join app.notification_email_event e on e.merchant_id = o.merchant_id and e.event_id = o.event_id
     where o.object_id = $1 order by 1`,
    [id],
  );
  await owner.end();
  expect(rows.map(({ recipient }) => recipient)).toEqual(['approver@kopi.example', 'superadmin@kopi.example']);
  expect(rows[0]?.template_data).toMatchObject({ outcome: 'balance_transfer', amount: 12_345 });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'payout-balance')).toEqual([]);
});
