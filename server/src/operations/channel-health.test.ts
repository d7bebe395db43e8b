/** Health of the channels to banks: from recorded calls of all merchants, whichever process made them. */
import { type BankHealth, type ChannelService, getChannelHealth } from '@dasbor/contract/channel-health';
import * as duration from '@dasbor/contract/duration';
import { addOutage } from '@dasbor/contract/outage';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startAppWithBank } from '../../test/app-with-bank.ts';
import type { BankProcess } from '../../test/bank-process.ts';
import { findFreePort } from '../../test/free-port.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { createCircuitStore } from '../rails/circuit-store.ts';
import { insertTransfer } from '../rails/transfer-queries.ts';
import { insertRailLog } from '../rails/queries.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { buildCalls } from './channel-queries.ts';
import { countBankCalls } from './count-calls.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
let t: TestApp;
let bank: BankProcess;

beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});

/** Sessions expire while the clock of a test advances. */
const signIn = (): Promise<TestClient> => t.signIn('platform_admin@dasbor.example');
const read = async () => (await (await signIn()).ok(getChannelHealth)).data;
const readBank = async (name = 'bank'): Promise<BankHealth> => (await read()).banks.find((each) => each.bank === name)!;
const readService = async (service: ChannelService) =>
  (await readBank()).services.find((each) => each.service === service)!;

const CALL: Omit<RailMessage, 'at'> = {
  direction: 'out',
  partner: 'bank',
  endpoint: SNAP_PATHS.qr_mpm_generate,
  external_id: '1',
  http_status: 200,
  response_code: '2004700',
  latency_ms: 100,
  request: null,
  response: null,
};
const UNANSWERED = { http_status: null, response_code: null };
async function record(change: Partial<RailMessage>, { merchant_id = KOPI, object_id = 'qr_1', times = 1 } = {}) {
  await asMerchant(t.deps.db, merchant_id, async (tx) => {
    for (let n = 0; n < times; n++) {
      const object = { object_type: 'disbursement', object_id };
      await insertRailLog(tx, object, { ...CALL, at: t.clock.now(), ...change });
    }
  });
}

// First: the bank checks the time of requests.
test('a bank that is down: its failures with their code, what waits for it, and the outage that is declared', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const create = (key: string) =>
    kopi.call(createQrisPayment, { body: { amount: 10_000 }, headers: { 'idempotency-key': key } });
  // With a token; without one, the call itself would not be sent.
  await create('before');
  await bank.setSwitches({ offline: true });
  await create('down');
  const qris = await readService('qris');
  expect(qris.recent).toMatchObject({ count: 2, success_rate: 5_000 });
  expect(qris.last_failure).toMatchObject({ response_code: '5034700', http_status: 503 });
  expect(qris.waiting.count).toBe(1);
  const now_ms = t.clock.now().getTime();
  const staff = await signIn();
  const { data: outage } = await staff.ok(addOutage, {
    body: {
      methods: ['qris'],
      text_en: 'QRIS is disrupted.',
      text_id: 'QRIS terganggu.',
      starts_at: new Date(now_ms - 1_000).toISOString(),
      ends_at: new Date(now_ms + duration.hours(1)).toISOString(),
    },
  });
  expect((await readService('qris')).outages.map(({ id }) => id)).toEqual([outage.id]);
  expect((await readService('virtual_account')).outages).toEqual([]);
  await bank.setSwitches({ offline: false });
  await create('up');
  expect((await readService('qris')).recent).toMatchObject({ count: 3, success_rate: 6_667 });
});

describe('recorded calls', () => {
  beforeEach(() => {
    // What the test before recorded is older than a day.
    t.clock.advance(duration.hours(25));
  });

  test('every service of the bank is listed before its first call', async () => {
    const { circuit, services } = await readBank();
    expect(circuit).toEqual({ state: 'closed', processes: 0, since: null, retry_at: null });
    expect(services).toHaveLength(9);
    const none = { count: 0, not_sent_count: 0, success_rate: null, p50_ms: null, p95_ms: null };
    expect(services[0]).toEqual({
      service: 'qris',
      recent: none,
      day: none,
      last_success_at: null,
      last_failure: null,
      last_callback_at: null,
      waiting: { count: 0, since: null },
      outages: [],
    });
  });

  test('metrics of 15 minutes and 24 hours over all merchants, equal before and after the calls are counted', async () => {
    await record({ latency_ms: 4_000 }, { times: 2, merchant_id: BATIK });
    t.clock.advance(duration.hours(2));
    await record({ latency_ms: 100 }, { times: 16 });
    // The bank declined this request: it handled the call.
    await record({ http_status: 404, response_code: '4044708', latency_ms: 100 });
    await record({ ...UNANSWERED, latency_ms: 5_000 }, { merchant_id: BATIK, times: 2 });
    t.clock.advance(1_000);
    await record({ http_status: 503, response_code: '5034700', latency_ms: 100 });
    const failed_at = t.clock.now().toISOString();
    await record({ ...UNANSWERED, latency_ms: null }, { times: 3 });
    await record({ direction: 'in', endpoint: SNAP_PATHS.qr_mpm_notify });
    t.clock.advance(1_000);
    // The last two calls of the log are read, the others counted.
    await countBankCalls(t.deps);
    const qris = await readService('qris');
    expect(qris.recent).toMatchObject({ count: 20, not_sent_count: 3, success_rate: 8_500 });
    // 17 of 20 calls took 100 ms, 2 took 5 s.
    expect(qris.recent.p50_ms).toBeGreaterThanOrEqual(100);
    expect(qris.recent.p50_ms).toBeLessThanOrEqual(109);
    expect(qris.recent.p95_ms).toBeGreaterThanOrEqual(5_000);
    expect(qris.recent.p95_ms).toBeLessThanOrEqual(5_450);
    expect(qris.day).toMatchObject({ count: 22, success_rate: 8_636 });
    expect(qris.last_failure).toEqual({ at: failed_at, response_code: '5034700', http_status: 503 });
    expect(qris.last_callback_at).toBe(failed_at);
    expect((await readService('virtual_account')).day.count).toBe(0);

    t.clock.advance(duration.minutes(7));
    await countBankCalls(t.deps);
    await countBankCalls(t.deps);
    expect((await read()).missing_from).toBeNull();
    expect(await readService('qris')).toEqual(qris);

    // A call that was recorded late is counted in one of the next runs.
    await record({ at: new Date(t.clock.now().getTime() - duration.minutes(7)) });
    await countBankCalls(t.deps);
    expect((await readService('qris')).day.count).toBe(23);

    t.clock.advance(duration.minutes(25));
    await countBankCalls(t.deps);
    const later = await readService('qris');
    expect([later.recent.count, later.day.count]).toEqual([0, 23]);
    t.clock.advance(duration.hours(25));
    expect(await readService('qris')).toMatchObject({ day: { count: 0 }, last_success_at: null, last_failure: null });
  });

  test('when the job that counts is late, the screen says since when calls are missing', async () => {
    await countBankCalls(t.deps);
    await record({});
    t.clock.advance(duration.minutes(20));
    expect(await read()).toMatchObject({ missing_from: null });
    expect((await readService('qris')).day.count).toBe(1);
    t.clock.advance(duration.minutes(20));
    const { missing_from } = await read();
    expect(Date.parse(missing_from!)).toBeGreaterThan(t.clock.now().getTime() - duration.minutes(50));
  });

  test('transfers are counted by their rail, which BI-FAST and online transfers do not show in their path', async () => {
    const at = t.clock.now();
    const transfer = { service: '18', bank_code: '008', account_last4: '0001', amount: 1, first_sent_at: at } as const;
    for (const rail of ['bi_fast', 'online'] as const) {
      await asMerchant(t.deps.db, KOPI, (tx) =>
        insertTransfer(tx, {
          ...transfer,
          id: `btr_${rail}`,
          subject_type: 'disbursement',
          subject_id: `dsb_${rail}`,
          attempt: 1,
          partner_reference_no: rail,
          rail,
          external_id: '1',
          next_check_at: at,
        }),
      );
    }
    await record({ endpoint: SNAP_PATHS.transfer_interbank }, { object_id: 'dsb_bi_fast', times: 2 });
    await record({ endpoint: SNAP_PATHS.transfer_interbank }, { object_id: 'dsb_online' });
    await record({ endpoint: SNAP_PATHS.transfer_skn }, { object_id: 'dsb_skn' });
    await record({ endpoint: SNAP_PATHS.transfer_status }, { object_id: 'dsb_online', times: 4 });
    await record({ endpoint: SNAP_PATHS.account_inquiry_external }, { object_id: 'ack_1', times: 5 });
    const counts = (await readBank()).services.map(({ service, day }) => [service, day.count]);
    expect(Object.fromEntries(counts)).toMatchObject({
      bi_fast: 2,
      online: 1,
      skn: 1,
      transfer_status: 4,
      account_inquiry: 5,
    });
    expect((await readService('online')).waiting).toEqual({ count: 1, since: at.toISOString() });
  });

  test('the circuit breakers of all processes, until they close or their process ends', async () => {
    const one = createCircuitStore(t.deps);
    const two = createCircuitStore(t.deps);
    const partner = 'other';
    const circuit = async () => (await readBank(partner))?.circuit;
    const since = t.clock.now();
    const reopens_at = new Date(since.getTime() + 5_000);
    one.record({ partner, state: 'open', reopens_at });
    const open = { state: 'open', processes: 1, since: since.toISOString(), retry_at: reopens_at.toISOString() };
    await vi.waitFor(async () => expect(await circuit()).toEqual(open));
    t.clock.advance(1_000);
    two.record({ partner, state: 'open', reopens_at: new Date(reopens_at.getTime() + 1_000) });
    await vi.waitFor(async () => expect(await circuit()).toEqual({ ...open, processes: 2 }));
    t.clock.advance(4_500);
    // The first one sends its next call.
    expect(await circuit()).toMatchObject({ state: 'open', retry_at: null });
    one.record({ partner, state: 'half_open', reopens_at: null });
    one.record({ partner, state: 'closed', reopens_at: null });
    await vi.waitFor(async () => expect(await circuit()).toMatchObject({ state: 'open', processes: 1 }));
    t.clock.advance(1_000);
    expect(await circuit()).toMatchObject({ state: 'half_open', retry_at: null });
    // A process that has had nothing to send since is not waiting for anything: the bank answered another one.
    await record({ partner });
    expect(await circuit()).toMatchObject({ state: 'closed', processes: 0 });
    await Promise.all([one.close(), two.close()]);
    t.clock.advance(duration.hours(25));
    expect(await readBank(partner)).toBeUndefined();
  });

  test('an opening circuit breaker of this process is seen by the others', async () => {
    const stopped = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${await findFreePort()}` } });
    for (let n = 0; n < 5; n++) await stopped.deps.bank.queryQr('txn_1');
    const staff = await stopped.signIn('platform_admin@dasbor.example');
    await vi.waitFor(async () => {
      const { banks } = (await staff.ok(getChannelHealth)).data;
      expect(banks[0]!.circuit).toMatchObject({ state: 'open', processes: 1, retry_at: expect.any(String) });
    });
    await stopped.close();
  });

  test('the cost has a limit: the primary key bounds the time, and each merchant the number of rows', async () => {
    await asMerchant(t.deps.db, KOPI, (tx) =>
      sql`
      insert into app.rail_log as x (merchant_id, id, at, direction, partner, endpoint, external_id, business_day,
        object_type, object_id, http_status, response_code, latency_ms)
      select ${KOPI}, 'rlg_' || lpad(n::text, 10, '0') || '0000000000000000', now(), 'out', 'bank', '/', '1', now(), 'x', 'x', 200,
        '2004700', 1
      from generate_series(1, 30000) n returning x.id`.execute(tx.sql),
    );
    await record({}, { times: 30 });
    await asPlatform(t.deps.db, async (tx) => {
      const explain = async (calls: RawBuilder<unknown>): Promise<string> => {
        const { rows } = await sql<{
          'QUERY PLAN': string;
        }>`explain (analyze, costs off, timing off) select count(*) from ${calls} c`.execute(tx.sql);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      const recent = await explain(buildCalls({ from: new Date(t.clock.now().getTime() - 60_000), limit: 20 }));
      expect(recent).not.toMatch(/Seq Scan on rail_log/);
      expect(recent).toMatch(/rail_log_pkey/);
      const [, rows = ''] = /Limit \(actual rows=(\d+)/.exec(recent) ?? [];
      expect(Number(rows)).toBeLessThanOrEqual(20);
      // A step has an end as well.
      const from = new Date(t.clock.now().getTime() - duration.minutes(5));
      const step = await explain(buildCalls({ from, to: t.clock.now() }));
      expect(step).not.toMatch(/Seq Scan on rail_log/);
    });
  });
});
