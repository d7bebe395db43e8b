/** Totals out of counted hours are the plain sums at every moment, whatever happened and whenever it was counted. */
import { fc, test as property } from '@fast-check/vitest';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { openOwnerClient } from '../../test/database.ts';
import { type Db, connect } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA, ensurePeople } from '../sandbox/people.ts';
import { buildDayCounts, buildSingleRows } from '../db/day-roll-up.ts';
import { PAYMENTS_BY_DAY, COMPLETION_TIMES_BY_DAY } from './day-roll-up-queries.ts';
import { summariseTransactionRows } from './queries.ts';
import { buildCountsTable } from './roll-up-queries.ts';
import { rollUpTransactions } from './roll-up.ts';
import { TRANSACTION_TRANSITIONS } from './rules.ts';
import { type NewTransaction, SYSTEM_ACTOR, insertTransaction, transitionTransaction } from './write-queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
const HOUR_MS = 3_600_000;
/** Whole hour from which the tests count theirs. */
const START_MS = Date.parse('2026-11-10T00:00:00.000Z');
let opened: Awaited<ReturnType<typeof openOwnerClient>>;
let db: Db;

beforeAll(async () => {
  opened = await openOwnerClient();
  db = connect(opened.database.web_url, { max: 10, on_error: () => undefined });
  await ensurePeople({ db }, new Date(START_MS - HOUR_MS));
});
afterAll(async () => {
  await db?.kysely.destroy();
  await opened?.close();
});

const inside = <T>(work: (tx: MerchantTx) => Promise<T>) => asMerchant(db, merchant_id, work);
const at = (offset_ms: number) => new Date(START_MS + offset_ms);

interface Made {
  id: string;
  status: TransactionStatus;
  last_event_seq: number;
}

const METHODS = ['qris', 'virtual_account'] as const;

async function make(offset_ms: number, amount: number): Promise<Made> {
  const created_at = at(offset_ms);
  const id = newId('transaction', created_at);
  const payment: NewTransaction = {
    id,
    method: METHODS[amount % 2] ?? 'qris',
    channel_code: null,
    source: amount % 3 === 0 ? 'api' : 'dashboard',
    provider: 'bank',
    amount,
    merchant_reference: null,
    description: null,
    customer_name: null,
    customer_email: null,
    expires_at: null,
    created_at,
  };
  await inside((tx) => insertTransaction(tx, payment, { status: 'created', actor: SYSTEM_ACTOR, reason: null }));
  return { id, status: 'created', last_event_seq: 1 };
}

/** Moves a payment to one of the states that may follow, if any does. */
async function move(made: Made, choice: number): Promise<void> {
  const following = TRANSACTION_TRANSITIONS[made.status];
  const to = following[choice % Math.max(1, following.length)];
  if (to === undefined) return;
  const moving = { ...made, transaction_id: made.id, payment_link_id: null };
  const change = to === 'partially_refunded' ? { refunded_amount: 1, refund_status: 'partial' as const } : {};
  await inside((tx) =>
    transitionTransaction(
      tx,
      moving,
      { path: [to], change },
      { now: at(50 * HOUR_MS), actor: SYSTEM_ACTOR, reason: null },
    ),
  );
  made.status = to;
  made.last_event_seq += 1;
}

type Range = { from?: Date; to?: Date };
const COLUMNS = sql`sum(count)::bigint as count, sum(amount)::bigint as amount, sum(fee_amount)::bigint as fee,
  sum(fee_vat_amount)::bigint as vat, sum(net)::bigint as net, sum(refunded_amount)::bigint as refunded`;

const counted = (range: Range) =>
  inside(async (tx) => {
    const { rows } = await sql`select status, method, source, ${COLUMNS}
      from (select c.*, c.net_amount as net from ${buildCountsTable(merchant_id, range)} c) c
      group by 1, 2, 3 order by 1, 2, 3`.execute(tx.sql);
    return rows;
  });

const plain = ({ from, to }: Range) =>
  inside(async (tx) => {
    const { rows } = await sql`select status, method, source, ${COLUMNS} from (
        select t.*, 1 as count, case when t.status = 'reversed' then 0 else t.net_amount end as net
        from app.transaction t
        where t.merchant_id = ${merchant_id} and t.created_at >= ${from?.toISOString() ?? '-infinity'}::timestamptz
          and t.created_at < ${to?.toISOString() ?? 'infinity'}::timestamptz) t
      group by 1, 2, 3 order by 1, 2, 3`.execute(tx.sql);
    return rows;
  });

/** The daily counts of a range, and the same from the payments. */
const daily = (range: { from: Date; to: Date }, method?: string) => {
  const filter = method === undefined ? {} : { method: [method] };
  const read = (build: (...given: Parameters<typeof buildSingleRows>) => ReturnType<typeof buildSingleRows>) =>
    inside(async (tx) => {
      const payments = await sql`select status, method, source, sum(count)::bigint as count,
          sum(offered_count)::bigint as offered, sum(amount)::bigint as amount, sum(fees_amount)::bigint as fees,
          sum(refunded_amount)::bigint as refunded
        from ${build(PAYMENTS_BY_DAY, merchant_id, range, filter)} c group by 1, 2, 3 order by 1, 2, 3`.execute(tx.sql);
      const times = await sql`select bucket, sum(count)::bigint as count
        from ${build(COMPLETION_TIMES_BY_DAY, merchant_id, range, filter)} c group by 1 order by 1`.execute(tx.sql);
      return [payments.rows, times.rows];
    });
  return {
    counted: () => read((roll_up, of, within, given) => buildDayCounts(roll_up, of, within, { filter: given })),
    plain: () => read(buildSingleRows),
  };
};

const offset = fc.oneof(
  fc.integer({ min: 0, max: 12 * HOUR_MS }),
  // Exactly on the hour, and one millisecond before and after.
  fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -1, max: 1 })).map(([hour, ms]) => hour * HOUR_MS + ms),
);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('make' as const), offset, amount: fc.integer({ min: 2, max: 999 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), which: fc.nat(), choice: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('roll' as const), hour: fc.integer({ min: 0, max: 14 }) }) },
);
const range = fc.record({ from: fc.option(offset), to: fc.option(offset) });

const day_offset = fc.oneof(
  fc.integer({ min: 0, max: 120 * HOUR_MS }),
  // Midnight in Jakarta, and one millisecond before and after.
  fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -1, max: 1 }))
    .map(([day, ms]) => (day * 24 - 7) * HOUR_MS + ms),
);
const day_step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('make' as const),
      offset: day_offset,
      amount: fc.integer({ min: 2, max: 999 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), which: fc.nat(), choice: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('roll' as const), hour: fc.integer({ min: 0, max: 130 }) }) },
);

property.prop(
  [
    fc.array(day_step, { minLength: 6, maxLength: 25 }),
    fc.array(fc.tuple(day_offset, day_offset), { minLength: 3, maxLength: 3 }),
  ],
  { numRuns: 10 },
)('random histories over days: any range of the daily counts equals the payments', async (steps, ranges) => {
  const made: Made[] = [];
  for (const each of steps) {
    if (each.do === 'make') made.push(await make(each.offset, each.amount));
    else if (each.do === 'roll') await rollUpTransactions(db, at(each.hour * HOUR_MS + 1));
    else {
      const chosen = made[each.which % Math.max(1, made.length)];
      if (chosen) await move(chosen, each.choice);
    }
  }
  for (const [from, to] of ranges) {
    for (const method of [undefined, 'qris']) {
      const read = daily({ from: at(Math.min(from, to)), to: at(Math.max(from, to)) }, method);
      expect(await read.counted()).toEqual(await read.plain());
    }
  }
});

test('days are read from the daily counts where they are clean', async () => {
  await rollUpTransactions(db, at(200 * HOUR_MS));
  const read = daily({ from: at(-7 * HOUR_MS), to: at(185 * HOUR_MS) });
  expect(await read.counted()).toEqual(await read.plain());
  expect((await read.counted())[0]?.length).toBeGreaterThan(0);
  // Days that are spoiled on purpose show what was read.
  await inside((tx) => sql`delete from app.transaction_day d where d.merchant_id = ${merchant_id}`.execute(tx.sql));
  expect((await read.counted())[0]).toEqual([]);
  const late = await make(30 * HOUR_MS, 77);
  expect(((await read.counted())[0] as { count: number }[]).reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(
    0,
  );
  await move(late, 0);
});

property.prop([fc.array(step, { minLength: 6, maxLength: 25 }), fc.array(range, { minLength: 4, maxLength: 4 })], {
  numRuns: 12,
})('random histories, counted at random moments: any range equals the plain sums', async (steps, ranges) => {
  const made: Made[] = [];
  for (const each of steps) {
    if (each.do === 'make') made.push(await make(each.offset, each.amount));
    else if (each.do === 'roll') await rollUpTransactions(db, at(each.hour * HOUR_MS + 1));
    else {
      const chosen = made[each.which % Math.max(1, made.length)];
      if (chosen) await move(chosen, each.choice);
    }
    for (const { from, to } of ranges) {
      const asked: Range = { ...(from === null ? {} : { from: at(from) }), ...(to === null ? {} : { to: at(to) }) };
      expect(await counted(asked)).toEqual(await plain(asked));
    }
  }
});

test('counting while payments are created and changed loses nothing', async () => {
  const busy = Array.from({ length: 40 }, async (_unused, index) => {
    const payment = await make((index % 8) * HOUR_MS, 100 + index);
    await move(payment, 0);
    await move(payment, index);
  });
  const rolling = Array.from({ length: 6 }, () => rollUpTransactions(db, at(20 * HOUR_MS)));
  await Promise.all([...busy, ...rolling]);
  expect(await counted({})).toEqual(await plain({}));
  await rollUpTransactions(db, at(20 * HOUR_MS));
  expect(await counted({})).toEqual(await plain({}));
  expect(await rollUpTransactions(db, at(20 * HOUR_MS))).toBe(0);
  const differences = (await verifyLedger(db)).discrepancies.filter(({ kind }) => kind === 'roll_up_differs');
  expect(differences).toEqual([]);
});

test(
  'a backlog of marks is processed in seconds, with the statistics of an empty queue',
  { timeout: 20_000 },
  async () => {
    const count = 25_000;
    await opened.client.query('vacuum (analyze) app.transaction_mark');
    await opened.client.query('alter table app.transaction_mark set (autovacuum_enabled = false)');
    await opened.client.query(
      `insert into app.transaction_mark (merchant_id, hour, id)
     select $1, date_trunc('hour', $2::timestamptz + n * interval '1 second', 'UTC'), 'mark' || n
     from generate_series(1, $3::int) n`,
      [merchant_id, at(0), count],
    );
    expect(await rollUpTransactions(db, at(20 * HOUR_MS))).toBe(count);
    expect(await counted({})).toEqual(await plain({}));
  },
);

test('the summary reads the hourly counts where possible and the payments otherwise', async () => {
  await rollUpTransactions(db, at(30 * HOUR_MS));
  // Hours that are spoiled on purpose show who was asked.
  await inside((tx) => sql`delete from app.transaction_hour h where h.merchant_id = ${merchant_id}`.execute(tx.sql));
  const filter = { date_field: 'created_at', from: at(0).toISOString(), to: at(13 * HOUR_MS).toISOString() } as const;
  expect(await inside((tx) => summariseTransactionRows(tx, filter))).toEqual([]);
  expect(await inside((tx) => summariseTransactionRows(tx, { ...filter, method: ['qris'], status: [] }))).toEqual([]);
  const others = [{ amount_min: 1 }, { q: 'txn' }, { date_field: 'paid_at' as const, from: undefined, to: undefined }];
  for (const other of others) {
    const rows = await inside((tx) => summariseTransactionRows(tx, { ...filter, ...other }));
    expect(rows.length).toBeGreaterThan(0);
  }
  const differences = (await verifyLedger(db)).discrepancies.filter(({ kind }) => kind === 'roll_up_differs');
  expect(differences.length).toBeGreaterThan(0);
});

test('a merchant reads and counts only its own hours', async () => {
  const rows = await asMerchant(db, BATIK_LESTARI.merchant_id, async (tx) => {
    const found = await sql`select * from ${buildCountsTable(BATIK_LESTARI.merchant_id, {})} c`.execute(tx.sql);
    const foreign = await sql`select 1 from app.transaction_mark k where k.merchant_id = ${merchant_id}`.execute(
      tx.sql,
    );
    return [...found.rows, ...foreign.rows];
  });
  expect(rows).toEqual([]);
});
