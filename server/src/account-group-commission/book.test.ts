/** Booked commissions on the real database: entries, bookings and ledger agree for any history; runs repeat safely. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  EARNINGS_FILE_MAX,
  EARNINGS_SHOWN_MAX,
  listCommissionEarnings,
} from '@dasbor/contract/account-group-commission';
import type { CommissionBearer, CommissionTier } from '@dasbor/contract/account-group-commission-fields';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { getTransaction } from '@dasbor/contract/transaction';
import { toStatusAndCode } from '../../test/answer.ts';
import { createGroup } from '../../test/account-group-fixture.ts';
import { insertActiveRule, insertRefund } from '../../test/commission-fixture.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { listDueMonths } from '../invoice/queries.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { getBalance } from '../ledger/balance.ts';
import { foldBalances } from '../ledger/folding.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { listFeeRows } from '../report/fee-invoice-queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { settleMerchant } from '../settlement/run.ts';
import { bookCommissions } from './book.ts';

const earner = BATIK_LESTARI.merchant_id;
const member = KOPI_NUSANTARA.merchant_id;
let t: TestApp;
let group_id: string;
/** The first day on which the member earns. */
let first_day: string;

beforeAll(async () => {
  t = await startTestApp();
  // Far from the history of the sandbox.
  t.clock.advance(60 * 86_400_000);
  first_day = toBusinessDay(t.clock.now());
  const now = t.clock.now();
  group_id = await createGroup(t.deps.db, { owner_id: earner, member_ids: [member], from: first_day, now });
});
afterAll(() => t?.close());

const addDays = (days: number) => toBusinessDay(new Date(startOfBusinessDay(first_day).getTime() + days * 86_400_000));
const atNoon = (day: string) => new Date(startOfBusinessDay(day).getTime() + 12 * 3_600_000);

interface Version {
  version: number;
  series_id: string | null;
  rate_ppm: number;
  from: string;
  to: string | null;
  bearer: CommissionBearer;
  tiers?: CommissionTier[];
}
const addVersion = ({ from: effective_from, to: effective_to, ...version }: Version) =>
  insertActiveRule(t, { earner, group_id, ...version, effective_from, effective_to });

const pay = (amount: number, paid_at: Date, posted_at = paid_at) =>
  insertPayment(t.deps.db, member, { method: 'qris', channel_code: null, amount, paid_at, posted_at });
const book = (day: string) => bookCommissions(t.deps, member, startOfBusinessDay(day));

async function readSums(series_id: string) {
  return asMerchant(t.deps.db, member, async (tx) => {
    const { rows } = await sql<{ entries: number; bookings: number; payments: number }>`
      select (select coalesce(sum(e.amount), 0) from app.commission_entry e
          where e.merchant_id = ${member} and e.series_id = ${series_id})::bigint as entries,
        (select coalesce(sum(b.earned_amount - b.returned_amount), 0) from app.commission_booking b
          where b.merchant_id = ${member} and b.series_id = ${series_id})::bigint as bookings,
        (select coalesce(sum(b.transaction_count), 0) from app.commission_booking b
          where b.merchant_id = ${member} and b.series_id = ${series_id})::bigint as payments`.execute(tx.sql);
    return rows[0]!;
  });
}
const readLedger = () =>
  asMerchant(t.deps.db, member, async (tx) => getBalance(tx, getAccountId(await listAccountIds(tx), 'commission')));

const refund = (transaction_id: string, amount: number, at: Date) =>
  insertRefund(t, member, { transaction_id, amount }, at);

const findCommissionFaults = async () =>
  (await verifyLedger(t.deps.db)).discrepancies.filter(
    ({ kind, detail }) => kind === 'commission_differs' || detail.includes('commission'),
  );

test('a day is booked once, by the version and tier of its payments, and a late posting with the next run', async () => {
  const before = await readLedger();
  const tiers = [{ volume_from: 1_000_000, rate_ppm: 20_000, flat_amount: 0 }];
  const rule = { bearer: 'from_platform_fee', series_id: null } as const;
  const series_id = await addVersion({ ...rule, version: 1, rate_ppm: 1_000, from: first_day, to: addDays(1) });
  await addVersion({ ...rule, series_id, version: 2, rate_ppm: 2_000, tiers, from: addDays(1), to: addDays(3) });
  const id = await pay(1_000_000, atNoon(first_day));
  await Promise.all([book(addDays(1)), book(addDays(1))]);
  await book(addDays(1));
  expect(await readSums(series_id)).toMatchObject({ entries: 1_000, payments: 1 });
  // Domain 1.6: what the provider gives of its fee costs the merchant nothing.
  const owner = await t.signIn('superadmin@kopi.example');
  expect((await owner.ok(getTransaction, { params: { id } })).data.commission_amount).toBe(0);
  // The volume of the month reached the tier on the first day. QRIS costs 0.7 %, which is the most that the provider gives.
  await pay(1_000_000, atNoon(addDays(1)));
  await book(addDays(2));
  expect(await readSums(series_id)).toMatchObject({ entries: 8_000, payments: 2 });
  // Paid on the first day, posted on the third.
  await pay(500_000, atNoon(first_day), atNoon(addDays(2)));
  await pay(500_000, atNoon(addDays(3)));
  await book(addDays(4));
  expect(await readSums(series_id)).toMatchObject({ entries: 8_500, bookings: 8_500, payments: 3 });
  expect((await readLedger()) - before).toBe(8_500);
  const provider = await t.signIn('platform_finance@dasbor.example');
  const { data } = await provider.ok(listCommissionEarnings, {
    params: { id: series_id },
    query: { from: first_day, to: addDays(3) },
  });
  expect(data).toMatchObject([
    { period_from: addDays(1), period_to: addDays(1), transaction_count: 1, payable_amount: 7_000 },
    {
      period_from: first_day,
      merchant_id: member,
      transaction_count: 2,
      gross_amount: 1_500_000,
      payable_amount: 1_500,
    },
  ]);
  expect(await findCommissionFaults()).toEqual([]);
});

test('domain 1.6, 1.7: a commission of the merchant is a line of its settlement, and stands in the payment beside the net amount', async () => {
  const [from, to] = [addDays(10), addDays(11)];
  await addVersion({ version: 1, series_id: null, rate_ppm: 10_000, from, to, bearer: 'from_merchant_net' });
  const id = await pay(200_000, atNoon(from));
  const owner = await t.signIn('superadmin@kopi.example');
  const readDetail = async () => {
    const { commission_amount, net_amount } = (await owner.ok(getTransaction, { params: { id } })).data;
    return { commission_amount, net_amount };
  };
  const net_amount = 198_446;
  expect(await readDetail()).toEqual({ commission_amount: 0, net_amount });
  await book(to);
  expect(await readDetail()).toEqual({ commission_amount: 2_000, net_amount });
  const result = await settleMerchant(t.deps, member, addDays(13), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  const lines = await asMerchant(t.deps.db, member, (tx) =>
    tx.sql
      .selectFrom('settlement_line')
      .select(['line_type', 'commission_amount', 'net_amount'])
      .where('merchant_id', '=', member)
      .where('batch_id', '=', result.id)
      .where('reference_type', '=', 'commission_booking')
      .execute(),
  );
  expect(lines).toEqual([{ line_type: 'adjustment', commission_amount: 2_000, net_amount: -2_000 }]);
  expect(await findCommissionFaults()).toEqual([]);
});

test('for any history, entries, bookings and ledger agree, and a merchant outside the group earns nothing', async () => {
  let start = 20;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ day: fc.nat(2), amount: fc.integer({ min: 1_000, max: 5_000_000 }), late: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.array(fc.record({ at: fc.nat(4), part: fc.integer({ min: 1, max: 4 }) }), { maxLength: 4 }),
      fc.constantFrom<CommissionBearer>('from_platform_fee', 'from_merchant_net'),
      async (payments, refunds, bearer) => {
        const base = start;
        start += 5;
        const before = await readLedger();
        const [from, change, to] = [addDays(base), addDays(base + 1), addDays(base + 3)];
        const series_id = await addVersion({ version: 1, series_id: null, rate_ppm: 3_333, from, to: change, bearer });
        await addVersion({ version: 2, series_id, rate_ppm: 6_667, from: change, to, bearer });
        const ids: [id: string, amount: number][] = [];
        for (const { day, amount, late } of payments) {
          const paid_at = atNoon(addDays(base + day));
          ids.push([await pay(amount, paid_at, late ? atNoon(addDays(base + 3)) : paid_at), amount]);
        }
        await book(addDays(base + 2));
        await book(addDays(base + 3));
        for (const { at, part } of refunds) {
          const [id, amount] = ids[at % ids.length]!;
          // At most four refunds of a quarter each.
          await refund(id, Math.floor((amount * part) / 16), atNoon(addDays(base + 3)));
          if (part > 2) await book(addDays(base + 4));
        }
        await book(addDays(base + 4));
        const sums = await readSums(series_id);
        expect(sums.payments).toBe(payments.length);
        expect(sums.bookings).toBe(sums.entries);
        expect((await readLedger()) - before).toBe(sums.entries);
        await book(addDays(base + 4));
        expect(await readSums(series_id)).toEqual(sums);
      },
    ),
    { numRuns: 12 },
  );
  expect(await findCommissionFaults()).toEqual([]);
  const outside = await asPlatform(t.deps.db, (tx) =>
    tx.sql.selectFrom('commission_booking').select('merchant_id').distinct().execute(),
  );
  expect(outside).toEqual([{ merchant_id: member }]);
});

test('a commission that the provider bears changes no invoice of the merchant', async () => {
  const [from, to] = [addDays(3_000), addDays(3_001)];
  await addVersion({ version: 1, series_id: null, rate_ppm: 3_000, from, to, bearer: 'from_platform_fee' });
  await pay(1_000_000, atNoon(from));
  const span = { from: startOfBusinessDay(from), to: startOfBusinessDay(to) };
  const listRows = () => asMerchant(t.deps.db, member, (tx) => listFeeRows(tx, span));
  const before = await listRows();
  expect(before).toMatchObject([{ service: 'qris', movement: 'charged', fee_amount: 7_000 }]);
  // Booked at noon of the same day, so that its postings are in the same period.
  const earned = await readLedger();
  const clock = { now: () => atNoon(from) };
  await bookCommissions({ ...t.deps, clock }, member, startOfBusinessDay(to));
  expect((await readLedger()) - earned).toBe(3_000);
  expect(await listRows()).toEqual(before);
});

test('a month with nothing but commissions has no invoice', async () => {
  const [from, to] = [addDays(3_010), addDays(3_011)];
  await addVersion({ version: 1, series_id: null, rate_ppm: 3_000, from, to, bearer: 'from_platform_fee' });
  await pay(1_000_000, atNoon(from));
  const booked_at = atNoon(addDays(3_110));
  await bookCommissions({ ...t.deps, clock: { now: () => booked_at } }, member, startOfBusinessDay(to));
  await foldBalances(t.deps.db, booked_at);
  const due = await asPlatform(t.deps.db, (tx) => listDueMonths(tx, { since: from, until: addDays(3_150) }));
  const months = due.filter(({ merchant_id }) => merchant_id === member).map(({ month }) => month.slice(0, 7));
  expect(months).toContain(from.slice(0, 7));
  expect(months).not.toContain(toBusinessDay(booked_at).slice(0, 7));
});

test('the file of the earnings has every row, beyond what the screen shows, or is refused', async () => {
  const series_id = await addVersion({
    version: 1,
    series_id: null,
    rate_ppm: 3_000,
    from: addDays(4_000),
    to: addDays(4_001),
    bearer: 'from_platform_fee',
  });
  const rows = EARNINGS_FILE_MAX + 1;
  await asMerchant(t.deps.db, member, (tx) =>
    sql`insert into app.commission_booking as x (merchant_id, id, rule_id, series_id, group_id, earned_by, bearer, day,
        booked_at, transaction_count, gross_amount, fee_amount, earned_amount, returned_amount)
      select ${member}, ${newId('commission_booking', t.clock.now())} || n, ${series_id}, ${series_id}, ${group_id}, ${earner},
        'from_platform_fee', ${addDays(5_000)}::date + n, ${t.clock.now()}, 1, 1000, 7, 3, 0
      from generate_series(1, ${rows}::int) as n returning x.id`.execute(tx.sql),
  );
  const provider = await t.signIn('platform_finance@dasbor.example');
  const list = (days: number, accept: string) =>
    provider.call(listCommissionEarnings, {
      params: { id: series_id },
      query: { from: addDays(5_001), to: addDays(5_000 + days) },
      headers: { accept },
    });
  const shown = await list(EARNINGS_SHOWN_MAX + 1, 'application/json');
  expect(shown.json<{ data: unknown[] }>().data).toHaveLength(EARNINGS_SHOWN_MAX);
  const file = await list(EARNINGS_SHOWN_MAX + 1, 'text/csv');
  expect(file.body.trim().split('\n')).toHaveLength(EARNINGS_SHOWN_MAX + 2);
  expect(toStatusAndCode(await list(rows, 'text/csv'))).toEqual([422, 'too_many_rows']);
});
