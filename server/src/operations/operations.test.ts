/** Exceptions of all merchants, metrics over all merchants, and the job queue for people. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXCEPTION_KINDS, type ExceptionKind } from '@dasbor/contract/operations';
import {
  assignException,
  getOperationsOverview,
  listExceptions,
  listExceptionsOfKind,
  listProviderEvents,
  resolveException,
} from '@dasbor/contract/operations';
import { startReReview } from '@dasbor/contract/verification';
import { listJobs, retryJob, summariseJobs } from '@dasbor/contract/job';
import { getDashboardSummary } from '@dasbor/contract/dashboard';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { enqueue } from '../db/enqueue.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { storeFindings } from '../ledger/findings.ts';
import { insertRailLog, insertUnmatchedCallback } from '../rails/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { buildExceptionInsert } from '../sticker/event-queries.ts';
import { rollUpTransactions } from '../transaction/roll-up.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
let t: TestApp;
let owner: pg.Client;
let admin: TestClient;
let finance: TestClient;
let compliance: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  admin = await t.signIn('platform_admin@dasbor.example');
  finance = await t.signIn('platform_finance@dasbor.example');
  compliance = await t.signIn('platform_compliance@dasbor.example');
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const list = async (kind: ExceptionKind, client = admin) =>
  (await client.ok(listExceptions)).data.filter((row) => row.kind === kind);

const receiveUnmatched = (reason: string) =>
  asPlatform(t.deps.db, (tx) =>
    insertUnmatchedCallback(tx, {
      at: t.clock.now(),
      partner: 'bank',
      endpoint: '/v1.0/qr/qr-mpm-notify',
      external_id: null,
      response_code: '4045201',
      reason,
      request: null,
    }),
  );

describe('exceptions', () => {
  test('a discrepancy of the ledger appears with its merchant, and disappears when it is fixed', async () => {
    const found = { merchant_id: KOPI, kind: 'balance_differs', object_id: 'led_1', detail: 'off by 1' };
    await storeFindings(t.deps.db, [found, found], t.clock.now());
    const since = t.clock.now().toISOString();
    expect(await list('ledger_finding')).toMatchObject([
      { merchant_id: KOPI, merchant_name: 'Kopi Nusantara', state: 'balance_differs', detail: 'off by 1', since },
    ]);
    t.clock.advance(1_000);
    await storeFindings(t.deps.db, [found], t.clock.now());
    expect(await list('ledger_finding')).toMatchObject([{ since }]);
    t.clock.advance(1_000);
    await storeFindings(t.deps.db, [], t.clock.now());
    expect(await list('ledger_finding')).toEqual([]);
  });

  test('callbacks of one cause are one exception, which a note closes until the next one', async () => {
    await receiveUnmatched('unknown reference');
    await receiveUnmatched('unknown reference');
    await receiveUnmatched('invalid signature');
    const before = await list('unmatched_callback');
    expect(
      before.map(({ detail, count }) => [detail, count]).toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['invalid signature', 1],
      ['unknown reference', 2],
    ]);
    const { object_id } = before.find(({ count }) => count === 2)!;
    const body = { kind: 'unmatched_callback', object_id, note: 'Test of the bank' };
    expect((await compliance.call(resolveException, { body })).statusCode).toBe(403);
    await admin.ok(resolveException, { body });
    expect(await list('unmatched_callback')).toHaveLength(1);
    expect((await admin.call(resolveException, { body })).statusCode).toBe(404);
    const [event] = (await admin.ok(listProviderEvents, { query: { result: ['ok'] } })).data;
    expect(event).toMatchObject({ action: 'exception.resolved', object_id, after: { note: 'Test of the bank' } });
    t.clock.advance(1_000);
    await receiveUnmatched('unknown reference');
    expect(await list('unmatched_callback')).toHaveLength(2);
  });

  test('the exceptions of one kind are read page by page, oldest first', async () => {
    for (let n = 0; n < 4; n++) {
      t.clock.advance(1_000);
      await receiveUnmatched(`cause ${n}`);
    }
    const all = await list('unmatched_callback');
    const read = async (cursor?: string): Promise<string[]> => {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const page = await admin.ok(listExceptionsOfKind, { params: { kind: 'unmatched_callback' }, query });
      const ids = page.data.map(({ object_id }) => object_id);
      return page.next_cursor === null ? ids : [...ids, ...(await read(page.next_cursor))];
    };
    expect(await read()).toEqual(all.map(({ object_id }) => object_id));
    expect(all.length).toBeGreaterThanOrEqual(6);
    for (const { object_id } of all.slice(-4)) {
      await admin.ok(resolveException, { body: { kind: 'unmatched_callback', object_id, note: 'Read' } });
    }
  });

  test('an exception is assigned to one person at a time, and all see who', async () => {
    const [row] = await list('unmatched_callback');
    const body = { kind: row!.kind, object_id: row!.object_id };
    expect((await finance.ok(assignException, { body: { ...body, is_mine: true } })).data.is_mine).toBe(true);
    const [seen] = await list('unmatched_callback');
    expect(seen).toMatchObject({ is_mine: false, assigned_to: expect.any(String) });
    expect((await list('unmatched_callback', finance))[0]).toMatchObject({ is_mine: true });
    await finance.ok(assignException, { body: { ...body, is_mine: false } });
    expect((await list('unmatched_callback'))[0]).toMatchObject({ assigned_to: null });
  });

  test('kinds that end when their cause is fixed cannot be closed', async () => {
    const body = { kind: 'settlement_failed', object_id: 'x', note: 'x' };
    expect((await admin.call(resolveException, { body })).statusCode).toBe(400);
  });

  test('a bank that does not answer is one, until it answers', async () => {
    const log = (http_status: number | null) =>
      asMerchant(t.deps.db, KOPI, (tx) =>
        insertRailLog(
          tx,
          { object_type: 'qris_payment', object_id: 'qr_1' },
          {
            at: t.clock.now(),
            direction: 'out',
            partner: 'bank',
            endpoint: '/v1.0/qr/qr-mpm-generate',
            external_id: '1',
            http_status,
            response_code: null,
            latency_ms: 10,
            request: null,
            response: null,
          },
        ),
      );
    for (let count = 0; count < 3; count++) {
      t.clock.advance(1_000);
      await log(null);
    }
    expect(await list('bank_unavailable')).toMatchObject([{ object_id: 'bank', count: 3 }]);
    t.clock.advance(1_000);
    await log(200);
    expect(await list('bank_unavailable')).toEqual([]);
  });

  test('a webhook endpoint that fails is one, one that its merchant disabled is none', async () => {
    const insert = (id: string, status: string, reason: string | null) =>
      owner.query(
        `insert into app.webhook_endpoint (merchant_id, id, url, events, api_version, secret_sealed, status, disabled_reason,
           failing_since, created_by, created_at, updated_at)
         values ($1, $2, $3, '{*}', '1', '', $4, $5, $6, 'x', $6, $6)`,
        [BATIK, id, `https://${id}.example/`, status, reason, t.clock.now()],
      );
    // Row-level security is forced on the owner too.
    await owner.query('alter table app.webhook_endpoint no force row level security');
    await insert('whe_failing', 'failing', null);
    await insert('whe_gone', 'disabled', 'gone');
    await insert('whe_off', 'disabled', 'user');
    await owner.query('alter table app.webhook_endpoint force row level security');
    const rows = await list('webhook_failing');
    expect(
      rows.map(({ object_id, state }) => [object_id, state]).toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['whe_failing', 'failing'],
      ['whe_gone', 'gone'],
    ]);
  });

  test('every kind is in the list of a person who may only view, and merchants see none', async () => {
    const { counts } = await compliance.ok(listExceptions);
    expect(counts.every(({ kind }) => EXCEPTION_KINDS.includes(kind))).toBe(true);
    const merchant = await t.signIn('superadmin@kopi.example');
    expect((await merchant.call(listExceptions)).statusCode).toBe(403);
  });
});

describe('jobs', () => {
  test('a job that was given up is an exception until it is retried', async () => {
    await asMerchant(t.deps.db, KOPI, (tx) => enqueue(tx, 'send_disbursement', { merchant_id: KOPI, id: 'dsb_1' }));
    await owner.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'no answer\\nat line 1'`,
    );
    const [exception] = await list('job_failed');
    expect(exception).toMatchObject({ reference: 'send_disbursement', state: 'failed', detail: 'no answer' });
    const { data } = await admin.ok(listJobs, { query: { state: 'failed' } });
    expect(data).toMatchObject([{ task: 'send_disbursement', merchant_id: KOPI, object_id: 'dsb_1', state: 'failed' }]);
    expect((await compliance.call(retryJob, { params: { id: data[0]!.id } })).statusCode).toBe(403);
    await admin.ok(retryJob, { params: { id: data[0]!.id } });
    expect(await list('job_failed')).toEqual([]);
    expect((await admin.ok(listProviderEvents, { query: { result: ['ok'] } })).data[0]).toMatchObject({
      action: 'job.retried',
      object_id: data[0]!.id,
    });
    const { counts } = (await admin.ok(summariseJobs)).data;
    expect(counts.find(({ state }) => state === 'failed')?.count).toBe(0);
  });

  test('an unknown or running job is not retried', async () => {
    expect((await admin.call(retryJob, { params: { id: '999999999' } })).statusCode).toBe(404);
    const { data } = await admin.ok(listJobs);
    await owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-someone'`);
    expect((await admin.call(retryJob, { params: { id: data[0]!.id } })).statusCode).toBe(404);
    expect((await admin.ok(listJobs, { query: { state: 'running' } })).data).toHaveLength(data.length);
  });

  test('jobs are listed newest first, page by page', async () => {
    await asMerchant(t.deps.db, KOPI, async (tx) => {
      for (let n = 0; n < 3; n++) await enqueue(tx, 'send_disbursement', { merchant_id: KOPI, id: `dsb_${n}` });
    });
    const first = await admin.ok(listJobs, { query: { limit: 2 } });
    const second = await admin.ok(listJobs, { query: { limit: 100, cursor: first.next_cursor! } });
    const all = await admin.ok(listJobs, { query: { limit: 100 } });
    expect([...first.data, ...second.data]).toEqual(all.data);
  });

  test('every schedule has its next run', async () => {
    const { schedules } = (await admin.ok(summariseJobs)).data;
    expect(schedules.length).toBeGreaterThan(30);
    const expressions = Object.fromEntries(schedules.map(({ task, expression }) => [task, expression]));
    expect(expressions).toMatchObject({
      verify_ledger: '7 * * * *',
      verify_audit_log: '37 * * * *',
      export_ledger_heads: '* * * * *',
      export_audit_heads: '* * * * *',
      delete_expired_records: '41 20 * * *',
    });
    const now = t.clock.now().getTime();
    for (const { task, next_run_at } of schedules) expect(Date.parse(next_run_at), task).toBeGreaterThan(now);
  });
});

test('the metrics over all merchants are the sums of the merchants', async () => {
  for (const amount of [10_000, 25_000]) await insertPaidPayment(t, KOPI, { amount, method: 'qris', issuer: 'x' });
  await insertPaidPayment(t, BATIK, { amount: 700_000 });
  // The end of a period is exclusive.
  t.clock.advance(1_000);
  const read = async () => (await admin.ok(getOperationsOverview, { query: { period: '7d' } })).data;
  const before = await read();
  expect(before.volume).toEqual({ value: 735_000, previous: 0 });
  expect(before.payments.value).toBe(3);
  expect(before.active_merchants.value).toBe(2);
  expect(before.merchants.map(({ name, amount }) => [name, amount])).toEqual([
    ['Batik Lestari', 700_000],
    ['Kopi Nusantara', 35_000],
  ]);
  const kopi = (await (await t.signIn('superadmin@kopi.example')).ok(getDashboardSummary)).data;
  const batik = (await (await t.signIn('superadmin@batik.example')).ok(getDashboardSummary)).data;
  expect(before.fees.value).toBe(kopi.fees_amount.value! + batik.fees_amount.value!);
  const pending = before.balances.find(({ type }) => type === 'pending_settlement');
  expect(pending?.amount).toBe(735_000 - before.fees.value!);
  // The same from the hourly counts.
  t.clock.advance(3 * 3_600_000);
  await rollUpTransactions(t.deps.db, t.clock.now());
  const after = (
    await (await t.signIn('platform_admin@dasbor.example')).ok(getOperationsOverview, { query: { period: '7d' } })
  ).data;
  expect(after.volume).toEqual(before.volume);
  expect(after.fees).toEqual(before.fees);
});

// After the metrics, which its payment would change.
describe('exceptions of merchants', () => {
  // Sessions have expired meanwhile.
  beforeAll(async () => {
    admin = await t.signIn('platform_admin@dasbor.example');
    compliance = await t.signIn('platform_compliance@dasbor.example');
  });

  test('a payment of a static QR code above the limit is one, until a note closes it', async () => {
    const id = await insertPaidPayment(t, KOPI, { amount: 90_000, method: 'qris' });
    await asMerchant(t.deps.db, KOPI, (tx) =>
      buildExceptionInsert(tx, {
        transaction_id: id,
        reason: 'limit_per_day',
        amount: 90_000,
        sticker_name: 'Front counter',
        at: t.clock.now(),
      }).execute(),
    );
    expect(await list('payment_not_allowed')).toMatchObject([
      { object_id: id, merchant_id: KOPI, amount: 90_000, reference: 'Front counter', state: 'limit_exceeded' },
    ]);
    const note = { kind: 'payment_not_allowed', object_id: id, note: 'The merchant showed the invoice' };
    await admin.ok(resolveException, { body: note });
    expect(await list('payment_not_allowed')).toEqual([]);
  });

  test('a re-review that nobody ended in 14 days is one, until it ends', async () => {
    const reviewed = { merchant_id: BATIK };
    await compliance.ok(startReReview, { params: reviewed, body: { reason: 'The identity card expired' } });
    expect(await list('re_review_overdue')).toEqual([]);
    await owner.query(
      `update app.merchant_event set at = at - interval '14 days 1 minute'
       where merchant_id = $1 and to_status = 'under_re_review'`,
      [BATIK],
    );
    expect(await list('re_review_overdue')).toMatchObject([
      { object_id: BATIK, merchant_id: BATIK, detail: 'The identity card expired', is_resolvable: false },
    ]);
    await owner.query(`update app.merchant set verification_status = 'approved' where merchant_id = $1`, [BATIK]);
    expect(await list('re_review_overdue')).toEqual([]);
  });
});
