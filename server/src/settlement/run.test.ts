/** The settlement run on a real database: every rupiah settles once, on its day, also when runs are interrupted. */
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { createManualClock } from '../db/clock.ts';
import { type Db, connect } from '../db/connect.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getBalance } from '../ledger/balance.ts';
import { buildBatchTotalCheck } from '../ledger/feature-checks.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { ensureMerchant } from '../merchant/queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { isBusinessDay, toPaidDay, calculateSettlementDay } from './calendar.ts';
import { findTerm } from './due.ts';
import { readForecastInput } from './forecast-queries.ts';
import { forecastSettlements } from './forecast-rules.ts';
import { type PlannedPayment, holdForRefund, insertPayment } from '../../test/settlement-payments.ts';
import { syncPaymentStatus } from './jobs.ts';
import { type RunOptions, settleMerchant } from './run.ts';
import { collectPayments } from './run-queries.ts';
import { upsertSetting } from './setting-queries.ts';
import { listHolidays, listTerms } from './terms-queries.ts';

const START = '2026-12-14';
const DAYS = 16;
let database: TestDatabase;
let db: Db;
let merchants = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 6, on_error: () => undefined });
});
afterAll(async () => {
  await db?.kysely.destroy();
  await database?.drop();
});

/** A separate merchant for each test. */
async function newMerchant(): Promise<string> {
  const merchant_id = `mer_01k0setx0000000000000000${String(++merchants).padStart(2, '0')}`;
  const code = `SET${merchants}`;
  await ensureMerchant(db, { ...KOPI_NUSANTARA, merchant_id, code }, startOfBusinessDay(START));
  return merchant_id;
}

const at = (day: number, hour: number): Date =>
  new Date(startOfBusinessDay(addDays(START, day)).getTime() + hour * 3_600_000);
const runOn = (merchant_id: string, day: string, change: RunOptions & { db?: Db } = {}) => {
  const { db: through = db, ...options } = change;
  const clock = createManualClock(new Date(startOfBusinessDay(day).getTime() + 6 * 3_600_000));
  return settleMerchant({ db: through, clock }, merchant_id, day, options);
};
const readPending = (merchant_id: string) =>
  asMerchant(db, merchant_id, async (tx) => getBalance(tx, (await listAccountIds(tx))['pending_settlement'] ?? ''));
const readAvailable = (merchant_id: string) =>
  asMerchant(db, merchant_id, async (tx) => getBalance(tx, (await listAccountIds(tx))['available'] ?? ''));

interface Line {
  batch_id: string;
  settlement_date: string;
  status: string;
  line_type: string;
  transaction_id: string | null;
  journal_id: string;
  method: string | null;
  channel_code: string | null;
  occurred_at: string;
  net_amount: number;
}
const listLines = (merchant_id: string): Promise<Line[]> =>
  asMerchant(db, merchant_id, async (tx) => {
    const { rows } = await sql<Line>`
      select l.batch_id, b.settlement_date, b.status, l.line_type, l.transaction_id, l.journal_id, l.method, l.channel_code,
        l.occurred_at, l.net_amount
      from app.settlement_line l
      join app.settlement_batch b on b.merchant_id = ${merchant_id} and b.id = l.batch_id
      where l.merchant_id = ${merchant_id} order by l.batch_id, l.line_no`.execute(tx.sql);
    return rows;
  });

const readPaymentStatus = (merchant_id: string, id: string) =>
  asMerchant(db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('transaction')
      .select(['settlement_status as status', 'settled_at as at'])
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

test('domain 4.5: a payment settles on the next business day to the available balance and shows the status settled', async () => {
  const merchant_id = await newMerchant();
  const id = await insertPayment(db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount: 100_000,
    paid_at: at(0, 10),
  });
  expect(await runOn(merchant_id, START)).toEqual({ outcome: 'nothing' });
  const run = await runOn(merchant_id, addDays(START));
  expect(run.outcome).toBe('closed');
  // domain 3: 100.000 less 700 and 77.
  expect(await readAvailable(merchant_id)).toBe(99_223);
  expect(await readPending(merchant_id)).toBe(0);
  if (run.outcome === 'closed')
    await syncPaymentStatus({ db, clock: createManualClock(at(1, 6)) }, merchant_id, run.id);
  const payment = await asMerchant(db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('transaction')
      .select(['settlement_status', 'settlement_date'])
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  expect(payment).toEqual({ settlement_status: 'settled', settlement_date: addDays(START) });
  expect(await runOn(merchant_id, addDays(START))).toEqual({ outcome: 'nothing' });
});

test('a refund hold reduces the next batch; a negative batch stays open until payments cover it', async () => {
  const merchant_id = await newMerchant();
  await insertPayment(db, merchant_id, { method: 'qris', channel_code: null, amount: 100_000, paid_at: at(0, 10) });
  await runOn(merchant_id, addDays(START));
  // Paid today, not due before tomorrow; of it, some is held for a refund of the settled payment.
  await insertPayment(db, merchant_id, { method: 'qris', channel_code: null, amount: 200_000, paid_at: at(1, 10) });
  await holdForRefund(db, merchant_id, { refund_id: 'rfd_a', amount: 60_000 }, at(1, 12));
  expect((await runOn(merchant_id, addDays(START), {})).outcome).toBe('collecting');
  expect((await runOn(merchant_id, addDays(START, 2))).outcome).toBe('closed');
  expect(await readAvailable(merchant_id)).toBe(99_223 + 198_446 - 60_000);
  expect(await readPending(merchant_id)).toBe(0);
});

test('lines are numbered in the order of payment, over all pages, whatever the order in which payments were recorded', async () => {
  const merchant_id = await newMerchant();
  for (const hour of [9, 3, 7, 1, 8, 2, 6])
    await insertPayment(db, merchant_id, { method: 'qris', channel_code: null, amount: 50_000, paid_at: at(0, hour) });
  expect((await runOn(merchant_id, addDays(START), { page_size: 3 })).outcome).toBe('closed');
  const times = (await listLines(merchant_id)).map(({ occurred_at }) => occurred_at);
  expect(times).toEqual([1, 2, 3, 6, 7, 8, 9].map((hour) => at(0, hour).toISOString()));
});

test('a crash cannot lose the commit that closes a batch, while pages, which a new run collects again, do not wait for the disk', async () => {
  const merchant_id = await newMerchant();
  const commits: string[] = [];
  const readSetting = async (tx: MerchantTx) => {
    const { rows } = await sql<{ value: string }>`select current_setting('synchronous_commit') as value`.execute(
      tx.sql,
    );
    commits.push(rows[0]?.value ?? '');
  };
  await insertPayment(db, merchant_id, { method: 'qris', channel_code: null, amount: 50_000, paid_at: at(0, 1) });
  expect((await runOn(merchant_id, addDays(START), { onClosed: readSetting })).outcome).toBe('closed');
  await asMerchant(db, merchant_id, async (tx) => {
    const batch = { id: 'stl_none', batch_no: '', line_count: 0, net_amount: 0, last_event_seq: 0 };
    const progress = { run_day: null, run_paid_at: null, run_transaction_id: null };
    await collectPayments(tx, { ...batch, ...progress }, { due: [], now: at(0, 1) }, 1);
    await readSetting(tx);
  });
  expect(commits).toEqual(['on', 'off']);
});

test('early settlement includes everything that is paid, regardless of terms, and its payments are settled early', async () => {
  const merchant_id = await newMerchant();
  const id = await insertPayment(db, merchant_id, {
    method: 'virtual_account',
    channel_code: 'BCA',
    amount: 500_000,
    paid_at: at(0, 1),
  });
  const run = await runOn(merchant_id, START, { is_early: true });
  expect(run.outcome).toBe('closed');
  expect(await readPending(merchant_id)).toBe(0);
  if (run.outcome !== 'closed') return;
  const deps = { db, clock: createManualClock(at(0, 6)) };
  await syncPaymentStatus(deps, merchant_id, run.id);
  const settled = { status: 'early_settled', at: at(0, 6).toISOString() };
  expect(await readPaymentStatus(merchant_id, id)).toEqual(settled);
  // Payments that were settled before there was this status are updated by the sweep, and keep their time.
  await asMerchant(db, merchant_id, async (tx) => {
    await sql`update app.transaction set settlement_status = 'settled' where merchant_id = ${merchant_id}`.execute(
      tx.sql,
    );
    await sql`update app.settlement_batch set synced_status = null where merchant_id = ${merchant_id}`.execute(tx.sql);
  });
  deps.clock.set(at(1, 6));
  await syncPaymentStatus(deps, merchant_id, run.id);
  expect(await readPaymentStatus(merchant_id, id)).toEqual(settled);
});

test.each([true, false])(
  'a batch is early when an early run closes it, not when one opened it: %s',
  async (is_early) => {
    const merchant_id = await newMerchant();
    await asMerchant(db, merchant_id, (tx) => upsertSetting(tx, merchant_id, { minimum_amount: 150_000 }, at(0, 1)));
    const payment = { method: 'qris', channel_code: null, amount: 100_000 } as const;
    const first = await insertPayment(db, merchant_id, { ...payment, paid_at: at(0, 10) });
    expect((await runOn(merchant_id, addDays(START), { is_early: !is_early })).outcome).toBe('collecting');
    await insertPayment(db, merchant_id, { ...payment, paid_at: at(1, 10) });
    const run = await runOn(merchant_id, addDays(START, 2), { is_early });
    expect(run.outcome).toBe('closed');
    if (run.outcome !== 'closed') return;
    await syncPaymentStatus({ db, clock: createManualClock(at(2, 6)) }, merchant_id, run.id);
    expect((await readPaymentStatus(merchant_id, first)).status).toBe(is_early ? 'early_settled' : 'settled');
  },
);

test('early settlement includes what the run of the same day passed over because it was not due', async () => {
  const merchant_id = await newMerchant();
  // On another day of the week, so that the batch stays open.
  const weekly = { schedule: 'weekly', weekday: 5 } as const;
  await asMerchant(db, merchant_id, (tx) => upsertSetting(tx, merchant_id, weekly, at(0, 1)));
  const not_due = { method: 'virtual_account', channel_code: 'BCA', amount: 5_000_000, paid_at: at(0, 9) } as const;
  await insertPayment(db, merchant_id, not_due);
  await insertPayment(db, merchant_id, { method: 'qris', channel_code: null, amount: 100_000, paid_at: at(0, 20) });
  expect((await runOn(merchant_id, addDays(START))).outcome).toBe('collecting');
  expect((await listLines(merchant_id)).map(({ method }) => method)).toEqual(['qris']);
  expect((await runOn(merchant_id, addDays(START), { is_early: true })).outcome).toBe('closed');
  expect((await listLines(merchant_id)).map(({ method }) => method)).toEqual(['qris', 'virtual_account']);
  expect(await readPending(merchant_id)).toBe(0);
});

const payment: fc.Arbitrary<PlannedPayment> = fc
  .record({
    kind: fc.constantFrom(
      { method: 'qris' as const, channel_code: null },
      { method: 'virtual_account' as const, channel_code: 'BCA' },
      { method: 'virtual_account' as const, channel_code: 'BRI' },
    ),
    amount: fc.integer({ min: 10_000, max: 900_000 }),
    day: fc.integer({ min: 0, max: 9 }),
    hour: fc.integer({ min: 0, max: 23 }),
    // Some callbacks arrive late, so the journal is posted hours after the payment.
    hours_late: fc.constantFrom(0, 0, 2, 30),
  })
  .map(({ kind, amount, day, hour, hours_late }) => ({
    ...kind,
    amount,
    paid_at: at(day, hour),
    posted_at: at(day, hour + hours_late),
  }));
const refund = fc.record({
  of: fc.nat(),
  share: fc.integer({ min: 1, max: 90 }),
  after_days: fc.integer({ min: 0, max: 3 }),
  is_released: fc.boolean(),
});

property.prop(
  [
    fc.array(payment, { minLength: 1, maxLength: 8 }),
    fc.array(refund, { maxLength: 3 }),
    fc.integer({ min: 1, max: 12 }),
  ],
  {
    numRuns: 6,
  },
)(
  'for any history, every payment has one line on its due day and the lines sum to the ledger',
  async (payments, refunds, kill) => {
    const merchant_id = await newMerchant();
    const { holidays, terms } = await asMerchant(db, merchant_id, async (tx) => ({
      holidays: await listHolidays(tx),
      terms: await listTerms(tx),
    }));
    const ids: string[] = [];
    let held = 0;
    const planned = refunds.map(({ of, share, after_days, is_released }, n) => {
      const paid = payments[of % payments.length] as PlannedPayment;
      const amount = Math.floor((paid.amount * share) / 400);
      return { id: `rfd_${n}`, amount, day: addDays(toBusinessDay(paid.paid_at), after_days), is_released };
    });
    for (let n = 0; n < DAYS; n++) {
      const day = addDays(START, n);
      for (const plan of payments.filter(({ paid_at }) => toBusinessDay(paid_at) === day))
        ids.push(await insertPayment(db, merchant_id, plan));
      for (const { id, amount, is_released } of planned.filter((one) => one.day === day)) {
        // Held only while the pending balance covers it, as postWithFloor requires.
        if ((await readPending(merchant_id)) < amount) continue;
        await holdForRefund(db, merchant_id, { refund_id: id, amount }, at(n, 23));
        if (is_released) {
          await holdForRefund(db, merchant_id, { refund_id: id, amount, is_release: true }, at(n, 23.5));
        } else held += amount;
      }
      // domain 1.7: the expected net of the day is what the run then settles, and nothing pending is left out.
      const pending = await readPending(merchant_id);
      const forecast = forecastSettlements(
        await asMerchant(db, merchant_id, (tx) => readForecastInput(tx, at(n, 24))),
        addDays(day, 30),
      );
      expect(forecast.days.reduce((sum, { net_amount }) => sum + net_amount, forecast.later)).toBe(pending);
      for (const { gross_amount, fee_amount, fee_vat_amount, adjustment_amount, net_amount } of forecast.days) {
        expect(gross_amount - fee_amount - fee_vat_amount + adjustment_amount).toBe(net_amount);
      }
      // The run is interrupted at a random point and started again.
      await runOn(merchant_id, addDays(day), { db: dyingDb(db, kill), page_size: 2 }).catch(() => undefined);
      const unequal = await asMerchant(db, merchant_id, (tx) => buildBatchTotalCheck(merchant_id).execute(tx.sql));
      expect(unequal.rows).toEqual([]);
      await runOn(merchant_id, addDays(day), { page_size: 2 });
      expect(pending - (await readPending(merchant_id))).toBe(forecast.days[0]?.net_amount);
    }
    const lines = await listLines(merchant_id);
    const of_payments = lines.filter(({ line_type }) => line_type === 'payment');
    expect(
      of_payments.map(({ transaction_id }) => transaction_id ?? '').toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(ids.toSorted((a, b) => a.localeCompare(b)));
    expect(new Set(lines.map(({ journal_id }) => journal_id)).size).toBe(lines.length);
    for (const { occurred_at, channel_code, method, settlement_date, status } of of_payments) {
      const paid_day = toBusinessDay(new Date(occurred_at));
      const term = findTerm(
        terms.filter((one) => one.method === method),
        channel_code,
        paid_day,
      );
      if (term === undefined) throw new Error('Every method has terms');
      const due = calculateSettlementDay(toPaidDay(new Date(occurred_at), term), term, holidays);
      expect(isBusinessDay(due, holidays)).toBe(true);
      expect(settlement_date >= due).toBe(true);
      if (held === 0 && status === 'paid') expect(settlement_date).toBe(due);
    }
    const sum = lines.reduce((total, { net_amount }) => total + net_amount, 0);
    const open = lines
      .filter(({ status }) => status === 'open')
      .reduce((total, { net_amount }) => total + net_amount, 0);
    expect(await readAvailable(merchant_id)).toBe(sum - open);
    expect(await readPending(merchant_id)).toBe(open);
    // The holds have no refund rows in this test.
    const { discrepancies } = await verifyLedger(db);
    expect(discrepancies.filter(({ object_id }) => !object_id.startsWith('rfd_'))).toEqual([]);
  },
);

test('a payment that waits for its settlement names its journal', async () => {
  const merchant_id = await newMerchant();
  const id = await insertPayment(db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount: 100_000,
    paid_at: at(0, 10),
  });
  const forget = asMerchant(db, merchant_id, (tx) =>
    tx.sql
      .updateTable('transaction')
      .set({ journal_id: null })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute(),
  );
  await expect(forget).rejects.toThrow('transaction_unsettled_journal');
});

/** The database, failing from the n-th connection on as if the process had been killed. */
function dyingDb(alive: Db, connections: number): Db {
  let left = connections;
  const kysely = new Proxy(alive.kysely, {
    get: (target, name, receiver) => {
      if (name !== 'connection') return Reflect.get(target, name, receiver) as unknown;
      return () => {
        left -= 1;
        if (left <= 0) throw new Error('killed');
        return target.connection();
      };
    },
  });
  return { ...alive, kysely };
}

test('the provider can read the batches of every merchant', async () => {
  const rows = await asPlatform(db, (tx) => tx.sql.selectFrom('settlement_batch').select('id').execute());
  expect(rows.length).toBeGreaterThan(0);
});
