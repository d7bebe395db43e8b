/** Cash flow on a real database: days partition the period, and each is what the ledger's own rows add up to. */
import { fc, test as property } from '@fast-check/vitest';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ACCOUNT_TYPES, ENTRY_KINDS } from '@dasbor/contract/balance';
import {
  CASH_FLOW_ACCOUNTS,
  CASH_FLOW_CATEGORIES,
  type CashFlowAccount,
  type CashFlowDay,
  type CashFlowEntry,
  getCashFlow,
  getCashFlowForecast,
  getCashFlowPdf,
  listCashFlowEntries,
} from '@dasbor/contract/cash-flow';
import { API_BASE, type Output, XLSX_TYPE } from '@dasbor/contract/route';
import { listUpcomingSettlements } from '@dasbor/contract/settlement';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { TEST_START, type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { createManualClock } from '../db/clock.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { foldBalances } from '../ledger/folding.ts';
import { type NewTransfer, postTransfers } from '../ledger/posting.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { ensureMerchant } from '../merchant/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { holdForRefund, insertPayment } from '../../test/settlement-payments.ts';
import { settleMerchant } from '../settlement/run.ts';
import { readFlows } from './queries.ts';
import { getAccountTypes, buildCashFlow, listDays } from './rules.ts';

const { merchant_id } = KOPI_NUSANTARA;
const TODAY = toBusinessDay(TEST_START);
const HOUR_MS = 3_600_000;
const folder = mkdtempSync(path.join(tmpdir(), 'dasbor-cash-flow-'));
let t: TestApp;
let kopi: TestClient;
let batik: TestClient;
let merchants = 0;
let references = 0;

beforeAll(async () => {
  t = await startTestApp();
  kopi = await t.signIn('finance@kopi.example');
  batik = await t.signIn('superadmin@batik.example');
});
afterAll(async () => {
  await t?.close();
  rmSync(folder, { recursive: true, force: true });
});

const on = (day: string, hour: number, ms = 0): Date =>
  new Date(startOfBusinessDay(day).getTime() + hour * HOUR_MS + ms);
type Step = Pick<NewTransfer, 'kind' | 'amount'> & { from: string; to: string };
const post = (of: string, posted_at: Date, ...steps: Step[]) =>
  asMerchant(t.deps.db, of, async (tx) => {
    const ids: Record<string, string | undefined> = await listAccountIds(tx);
    await postTransfers(tx, {
      posted_at,
      transfers: steps.map(({ from, to, ...step }) => ({
        ...step,
        debit_account: ids[from] ?? '',
        credit_account: ids[to] ?? '',
        reference_type: 'test',
        reference_id: `ref-${++references}`,
      })),
    });
  });
const fold = () => foldBalances(t.deps.db, TEST_START);
const settle = (of: string, day: string) =>
  settleMerchant({ db: t.deps.db, clock: createManualClock(on(day, 6)) }, of, day);
const topUp = (amount: number): Step => ({ kind: 'top_up', from: 'provider_receivable', to: 'payout', amount });

/** Uses the queries of the API, for merchants without a signed-in user. */
const readFlow = (of: string, account: CashFlowAccount, period: { from: string; to: string }) =>
  asMerchant(t.deps.db, of, async (tx) => {
    const ids = await listAccountIds(tx);
    const listIds = (types: readonly (keyof typeof ids)[]) => types.flatMap((type) => ids[type] ?? []);
    const scope = { ids: listIds(getAccountTypes(account)), settled_ids: listIds(['reserve', 'available']) };
    const { flows, ends } = await readFlows(tx, scope, period);
    return buildCashFlow({ account, ...period, as_of: TEST_START.toISOString() }, flows, ends);
  });

/** What the transfers themselves say: balance before a day and net of it, by another road than the product's. */
const readExpected = (of: string, account: CashFlowAccount, days: readonly string[]) =>
  asMerchant(t.deps.db, of, async (tx) => {
    const { rows } = await sql<{ day: string; opening: number; net: number }>`
      with side as (
        select f.posted_at, a.type, f.amount as net from app.transfer f
          join app.ledger_account a on a.merchant_id = ${of} and a.id = f.credit_account where f.merchant_id = ${of}
        union all
        select f.posted_at, a.type, -f.amount from app.transfer f
          join app.ledger_account a on a.merchant_id = ${of} and a.id = f.debit_account where f.merchant_id = ${of})
      select d.day::date::text as day,
        coalesce(sum(s.net) filter (where timezone('Asia/Jakarta', s.posted_at) < d.day), 0)::bigint as opening,
        coalesce(sum(s.net) filter (where timezone('Asia/Jakarta', s.posted_at)::date = d.day::date), 0)::bigint as net
      from unnest(${days}::timestamp[]) as d (day)
      left join side s on s.type = any (${getAccountTypes(account)})
      group by d.day order by d.day`.execute(tx.sql);
    return rows.map(({ day, opening, net }) => ({ day, opening, closing: opening + net }));
  });
const sumMovements = (day: Omit<CashFlowDay, 'day' | 'entry_count'>) =>
  CASH_FLOW_CATEGORIES.reduce((sum, category) => sum + day[category], 0);

async function newMerchant(): Promise<string> {
  const id = `mer_01k0cash0000000000000000${String(++merchants).padStart(2, '0')}`;
  await ensureMerchant(t.deps.db, { ...KOPI_NUSANTARA, merchant_id: id, code: `CSH${merchants}` }, on('2026-11-01', 0));
  return id;
}

const START = '2026-11-02';
const DAYS = listDays(START, addDays(START, 9));
const MOVEMENTS = ['qris', 'va', 'refund', 'top_up', 'move', 'withdrawal', 'adjustment', 'disbursement'] as const;
const event = fc.record({
  day: fc.nat({ max: 8 }),
  // Just before and after midnight, in Jakarta and in UTC.
  hour: fc.constantFrom(0, 6.5, 7, 12, 23.9999997),
  amount: fc.integer({ min: 10_000, max: 900_000 }),
  what: fc.constantFrom(...MOVEMENTS),
  is_folded: fc.boolean(),
});

/** A history with a movement of every kind. */
const EVERY_MOVEMENT = MOVEMENTS.map((what, day) => ({
  day,
  hour: 12 as const,
  amount: 100_000,
  what,
  is_folded: false,
}));

property.prop([fc.array(event, { minLength: 1, maxLength: 16 })], { numRuns: 7, examples: [[EVERY_MOVEMENT]] })(
  'domain 1.3: for any history each day is the sum of the ledger, and the days are the period',
  async (events) => {
    const of = await newMerchant();
    for (const [place, day] of DAYS.entries()) {
      await settle(of, day);
      for (const { hour, amount, what, is_folded } of events.filter((each) => each.day === place)) {
        const paid_at = on(day, hour);
        if (what === 'qris')
          await insertPayment(t.deps.db, of, { method: 'qris', channel_code: null, amount, paid_at });
        if (what === 'va')
          await insertPayment(t.deps.db, of, { method: 'virtual_account', channel_code: 'BCA', amount, paid_at });
        if (what === 'refund') {
          const refund = { refund_id: `rfd_${++references}`, amount: Math.ceil(amount / 50) };
          await holdForRefund(t.deps.db, of, refund, paid_at);
        }
        if (what === 'top_up')
          await post(
            of,
            paid_at,
            topUp(amount),
            { kind: 'top_up_fee', from: 'payout', to: 'fees_paid', amount: 4_000 },
            { kind: 'top_up_fee_vat', from: 'payout', to: 'vat_paid', amount: 440 },
          );
        if (what === 'move') await post(of, paid_at, { kind: 'balance_move', from: 'available', to: 'payout', amount });
        if (what === 'withdrawal')
          await post(of, paid_at, { kind: 'withdrawal', from: 'available', to: 'bank_clearing', amount });
        if (what === 'adjustment')
          await post(of, paid_at, { kind: 'adjustment', from: 'suspense', to: 'available', amount });
        if (what === 'disbursement')
          await post(of, paid_at, { kind: 'disbursement', from: 'payout', to: 'bank_clearing', amount });
        if (is_folded) await fold();
      }
    }
    const period = { from: START, to: DAYS.at(-1) ?? START };
    for (const account of ['settled', 'available', 'payout', 'pending_settlement', 'reserve', 'fees_paid'] as const) {
      const flow = await readFlow(of, account, period);
      expect(flow.days.map(({ day, opening, closing }) => ({ day, opening, closing }))).toEqual(
        await readExpected(of, account, DAYS),
      );
      for (const day of flow.days) {
        expect(day.difference).toBe(0);
        expect(day.opening + sumMovements(day)).toBe(day.closing);
        expect(day.inflow - day.outflow).toBe(sumMovements(day));
      }
      expect(flow.total.difference).toBe(0);
      for (const category of CASH_FLOW_CATEGORIES)
        expect(flow.total[category]).toBe(flow.days.reduce((sum, day) => sum + day[category], 0));
    }
    await fold();
    const discrepancies = (await verifyLedger(t.deps.db)).discrepancies.filter(({ kind }) =>
      /hours|days|balance/.test(kind),
    );
    expect(discrepancies).toEqual([]);
  },
);

test('every posted kind has a category', async () => {
  const { rows } = await asPlatform(t.deps.db, (tx) =>
    sql<{ kind: string }>`select distinct kind from app.transfer`.execute(tx.sql),
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { kind } of rows) expect(ENTRY_KINDS).toContain(kind);
});

describe('of a merchant', () => {
  const get = async (query: Record<string, string> = {}, client = kopi) =>
    (await client.ok(getCashFlow, { query: query as never })).data;
  const everyEntry = async (day: string, query: Record<string, string> = {}): Promise<CashFlowEntry[]> => {
    const rows: CashFlowEntry[] = [];
    let cursor: string | null = null;
    do {
      const page: Output<typeof listCashFlowEntries> = await kopi.ok(listCashFlowEntries, {
        params: { day },
        query: { limit: 2, ...query, ...(cursor === null ? {} : { cursor }) } as never,
      });
      rows.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return rows;
  };

  beforeAll(async () => {
    const { db } = t.deps;
    // Monday to Wednesday; domain 3: of 100.000 the fee is 700, and its VAT 77.
    await insertPayment(db, merchant_id, {
      method: 'qris',
      channel_code: null,
      amount: 100_000,
      paid_at: on('2026-11-16', 10),
    });
    await holdForRefund(db, merchant_id, { refund_id: 'rfd_1', amount: 20_000 }, on('2026-11-16', 12));
    await settle(merchant_id, '2026-11-17');
    await fold();
    await post(merchant_id, on('2026-11-17', 23.9999997), topUp(50_000));
    await post(merchant_id, on('2026-11-18', 0), {
      kind: 'withdrawal',
      from: 'available',
      to: 'bank_clearing',
      amount: 30_000,
    });
    await insertPayment(db, merchant_id, {
      method: 'qris',
      channel_code: null,
      amount: 200_000,
      paid_at: on('2026-11-18', 9),
    });
  });

  test('domain 1.3: a settlement is split into its parts; days change at midnight WIB', async () => {
    const { days, total, ...named } = await get({ from: '2026-11-16', to: '2026-11-18' });
    expect(named).toEqual({
      account: 'settled',
      from: '2026-11-16',
      to: '2026-11-18',
      as_of: t.clock.now().toISOString(),
    });
    const nothing = Object.fromEntries(CASH_FLOW_CATEGORIES.map((category) => [category, 0]));
    expect(days).toEqual([
      { day: '2026-11-16', opening: 0, ...nothing, closing: 0, difference: 0, inflow: 0, outflow: 0, entry_count: 0 },
      {
        day: '2026-11-17',
        opening: 0,
        ...nothing,
        money_in: 100_000,
        refunds: -20_000,
        fees: -700,
        vat: -77,
        top_ups: 50_000,
        closing: 129_223,
        difference: 0,
        inflow: 150_000,
        outflow: 20_777,
        entry_count: 2,
      },
      {
        day: '2026-11-18',
        opening: 129_223,
        ...nothing,
        payouts: -30_000,
        closing: 99_223,
        difference: 0,
        inflow: 0,
        outflow: 30_000,
        entry_count: 1,
      },
    ]);
    expect(total).toMatchObject({ opening: 0, closing: 99_223, inflow: 150_000, outflow: 50_777, difference: 0 });
  });

  test('the default period is the last thirty days including today', async () => {
    const { from, to, days } = await get();
    expect([from, to, days.length]).toEqual(['2026-10-20', TODAY, 30]);
    expect((await get({ to: '2026-11-16', from: '2026-11-16' })).total).toMatchObject({ opening: 0, closing: 0 });
  });

  test('every account adds up, and the pending balance settles to the available balance', async () => {
    for (const account of CASH_FLOW_ACCOUNTS) {
      const { total, days } = await get({ account });
      expect([account, total.difference, ...days.map(({ difference }) => difference)]).toEqual([
        account,
        ...Array(31).fill(0),
      ]);
    }
    const waiting = (await get({ account: 'pending_settlement', from: '2026-11-17', to: '2026-11-17' })).total;
    expect(waiting).toMatchObject({ opening: 79_223, payouts: -79_223, closing: 0 });
    const { total } = await get({ account: 'available', from: '2026-11-17', to: '2026-11-17' });
    expect(total).toMatchObject({ money_in: 100_000, refunds: -20_000, fees: -700, vat: -77, closing: 79_223 });
  });

  test('the movements of a day add up across pages; a category filter includes settlements with such a part', async () => {
    const [day] = (await get({ from: '2026-11-17', to: '2026-11-17' })).days;
    const entries = await everyEntry('2026-11-17');
    expect(
      entries.map(({ kind, amount, account_type, other_type }) => [kind, amount, account_type, other_type]),
    ).toEqual([
      ['top_up', 50_000, 'payout', 'provider_receivable'],
      ['settlement', 79_223, 'reserve', 'pending_settlement'],
    ]);
    expect(entries).toHaveLength(day?.entry_count ?? 0);
    for (const category of CASH_FLOW_CATEGORIES) {
      const parts = entries.flatMap((entry) => entry.parts).filter((part) => part.category === category);
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(day?.[category]);
      const found = await everyEntry('2026-11-17', { category });
      expect(found).toEqual(entries.filter(({ parts: own }) => own.some((part) => part.category === category)));
    }
    const waiting = await everyEntry('2026-11-16', { account: 'pending_settlement' });
    expect(waiting.map(({ kind }) => kind)).toEqual(['refund_hold', 'payment_fee_vat', 'payment_fee', 'payment']);
    expect(
      (await kopi.call(listCashFlowEntries, { params: { day: TODAY }, query: { cursor: 'x' } as never })).statusCode,
    ).toBe(400);
  });

  test('a tampered roll-up shows as a difference of its day and of the period', async () => {
    const tamper = (by: number) =>
      asMerchant(t.deps.db, merchant_id, (tx) =>
        sql`
          update app.transfer_day set amount = amount + ${by}
          where merchant_id = ${merchant_id} and kind = 'settlement'`.execute(tx.sql),
      );
    await tamper(1);
    const { days, total } = await get({ from: '2026-11-16', to: '2026-11-18' });
    expect(days.map(({ difference }) => difference)).toEqual([0, -1, 0]);
    expect(total).toMatchObject({ difference: -1, closing: 99_223 });
    const { discrepancies } = await verifyLedger(t.deps.db);
    expect(discrepancies.filter(({ kind }) => kind === 'days_differ')).toHaveLength(1);
    const pdf = await readText('2026-11-16');
    expect(pdf).toContain('DOES NOT MATCH: the movements differ from the ledger by -Rp 1 (17 Nov 2026)');
    await tamper(-1);
    expect((await get()).total.difference).toBe(0);
  });

  test('the forecast lists pending payments on their settlement days', async () => {
    const { data } = await kopi.ok(getCashFlowForecast, { query: {} as never });
    expect(data).toMatchObject({ opening: 99_223, waiting: 198_446, later: 0, scheduled_disbursements: 0 });
    const upcoming = (await kopi.ok(listUpcomingSettlements)).data;
    const expected = data.days.filter(({ payment_count }) => payment_count > 0);
    expect(expected.map(({ day, payment_count, inflow }) => [day, payment_count, inflow])).toEqual(
      upcoming.map(({ settlement_date, count, net_amount }) => [settlement_date, count, net_amount]),
    );
    expect(expected[0]).toMatchObject({ day: '2026-11-19', closing: 297_669 });
  });

  test.each([
    [{ from: '2026-05-22' }, 'range_too_long'],
    [{ from: '2026-11-19', to: '2026-11-18' }, 'range_reversed'],
  ])('an invalid period is rejected: %o', async (query, code) => {
    for (const route of [getCashFlow, getCashFlowPdf]) {
      const answer = await kopi.call(route, { query: query as never });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, code]);
    }
  });

  const readFile = (accept: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
    t.app.inject({
      method: 'GET',
      url: `${API_BASE}/cash-flow`,
      query: { from: '2026-11-16', to: '2026-11-18', ...query },
      headers: { accept, authorization: kopi.authorization ?? '', ...headers },
    });

  test('the CSV has the columns of the screen; unselected categories are one column', async () => {
    const all = await readFile('text/csv', {});
    expect(all.headers['content-disposition']).toContain('cash-flow-2026-11-16-2026-11-18.csv');
    expect(all.body.split('\n').slice(0, 3)).toEqual([
      'Day (WIB),Opening,Money in,Refunds,Fees,PPN,Disbursements,Payouts,Top-ups,Adjustments,Closing,Difference',
      '2026-11-16,0,0,0,0,0,0,0,0,0,0,0',
      '2026-11-17,0,100000,-20000,-700,-77,0,0,50000,0,129223,0',
    ]);
    const selected = await readFile('text/csv', { category: 'fees,vat' });
    expect(selected.body.split('\n')[2]).toBe('2026-11-17,0,-700,-77,130000,129223,0');
    const indonesian = await readFile('text/csv', { category: 'fees' }, { 'accept-language': 'id-ID,id;q=0.9' });
    expect(indonesian.body.split('\n')[0]).toBe('Tanggal (WIB),Saldo awal,Biaya,Lainnya,Saldo akhir,Selisih');
  });

  test('the XLSX opens in a spreadsheet program, with totals', async () => {
    const answer = await readFile(XLSX_TYPE, {});
    expect(answer.headers['content-type']).toBe(XLSX_TYPE);
    const [book, csv] = [path.join(folder, 'flow.xlsx'), path.join(folder, 'flow.csv')];
    writeFileSync(book, answer.rawPayload);
    execFileSync('ssconvert', [book, csv], { stdio: 'pipe' });
    const lines = readFileSync(csv, 'utf8').trimEnd().split('\n');
    expect(lines[2]).toBe('2026/11/17,0,100000,-20000,-700,-77,0,0,50000,0,129223,0');
    expect(lines.at(-1)).toBe('Total,0,100000,-20000,-700,-77,0,-30000,50000,0,99223,0');
  });

  async function readText(from: string, headers: Record<string, string> = {}): Promise<string> {
    const answer = await kopi.call(getCashFlowPdf, { query: { from, to: '2026-11-18' } as never, headers });
    expect(answer.headers['content-type']).toBe('application/pdf');
    const text = readPdfText(answer.rawPayload);
    expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
    return text;
  }

  test('the PDF states both balances and the check, in both languages', async () => {
    const text = await readText('2026-11-16');
    expect(text).toContain('16 Nov 2026 to 18 Nov 2026');
    expect(text).toContain('Rp 0 + Rp 99.223 = Rp 99.223: matches the ledger');
    expect(text).toMatch(/17 Nov 2026 +0 +100\.000 +-20\.000 +-700 +-77 +0 +0 +50\.000 +0 +129\.223 +0/);
    expect(text).toMatch(/Total +0 +100\.000/);
    const indonesian = await readText('2026-11-16', { 'accept-language': 'id' });
    expect(indonesian).toContain('16 Nov 2026 sampai 18 Nov 2026');
    expect(indonesian).toContain('Semua dana yang sudah dicairkan');
    expect(indonesian).toContain('Rp 0 + Rp 99.223 = Rp 99.223: sesuai dengan buku besar');
  });

  test('a merchant sees only its own cash flow', async () => {
    const { total } = await get({}, batik);
    expect(total).toMatchObject({ opening: 0, closing: 0, inflow: 0, outflow: 0 });
    const page = await batik.ok(listCashFlowEntries, { params: { day: '2026-11-17' }, query: {} as never });
    expect(page.data).toEqual([]);
    const { data } = await batik.ok(getCashFlowForecast, { query: {} as never });
    expect(data).toMatchObject({ opening: 0, waiting: 0 });
    expect(BATIK_LESTARI.merchant_id).not.toBe(merchant_id);
  });

  test.each(['operator', 'developer', 'support'])('domain 1.14: %s sees no cash flow', async (role) => {
    const client = await t.signIn(`${role}@kopi.example`);
    expect((await client.call(getCashFlow)).statusCode).toBe(403);
    expect((await client.call(getCashFlowForecast)).statusCode).toBe(403);
  });
});

test('every account type can be selected', () => {
  expect(CASH_FLOW_ACCOUNTS).toEqual(['settled', ...ACCOUNT_TYPES]);
});
