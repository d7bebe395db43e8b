/** Commission statements against a model bank: what they collect, who approves them, and that each is paid once. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveRequest, rejectRequest } from '@dasbor/contract/approval';
import {
  downloadCommissionStatement,
  getCommissionStatement,
  listCommissionStatementLines,
  listCommissionStatements,
  retryCommissionPayout,
  submitCommissionStatement,
} from '@dasbor/contract/commission-statement';
import type { LiveEvent } from '@dasbor/contract/live';
import { approveBankAccount, setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { createGroup } from '../../test/account-group-fixture.ts';
import { insertActiveRule, insertRefund } from '../../test/commission-fixture.ts';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { findRawWords, readPdfText } from '../../test/pdf-text.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { bookCommissions } from './book.ts';
import { makeStatements } from './make-statements.ts';
import { formatStatementReference } from './statement-rules.ts';

/** Kopi earns from the payments of Batik, and from its own. */
const earner = KOPI_NUSANTARA.merchant_id;
const member = BATIK_LESTARI.merchant_id;
let t: TestApp;
let model: ModelBank;
let maker: TestClient;
let checker: TestClient;
let first_day: string;
let next_day = 0;
let keys = 0;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  // Far from the history of the sandbox, at noon of the first day of a month.
  t.clock.set(new Date('2027-03-01T05:00:00Z'));
  first_day = toBusinessDay(t.clock.now());
});
afterAll(() => t?.close());
beforeEach(async () => {
  model.setChooser(() => 'success');
  await signIn();
});
/** The refunds of the fixture have no holds. */
const findFaults = async () =>
  (await verifyLedger(t.deps.db)).discrepancies.filter(
    ({ kind, detail }) => kind.startsWith('commission') || detail.includes('commission'),
  );
afterEach(async () => {
  expect(await findFaults()).toEqual([]);
});

async function signIn(): Promise<void> {
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
}

const addDays = (days: number) => toBusinessDay(new Date(startOfBusinessDay(first_day).getTime() + days * 86_400_000));
const atNoon = (day: string) => new Date(startOfBusinessDay(day).getTime() + 12 * 3_600_000);
const headers = () => ({ 'idempotency-key': `statement-${++keys}` });
const codeOf = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];
const run = (name: string, payload: Record<string, string> = {}) =>
  JOBS.find((job) => job.name === name)!.run(t.deps, payload);

/** Days of their own for each test. */
function reserveDays(count: number): number {
  const start = next_day;
  next_day += count;
  return start;
}
const addRule = async (start: number, days: number, change: Partial<Parameters<typeof insertActiveRule>[1]> = {}) => {
  const [effective_from, effective_to] = [addDays(start), addDays(start + days)];
  const now = t.clock.now();
  const member_ids = start === 0 ? [member, earner] : [];
  if (start === 0) group = await createGroup(t.deps.db, { owner_id: earner, member_ids, from: first_day, now });
  return insertActiveRule(t, { earner, group_id: group, effective_from, effective_to, ...change });
};
let group: string;
const pay = (merchant_id: string, amount: number, day: string, posted_day = day) =>
  insertPayment(t.deps.db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount,
    paid_at: atNoon(day),
    posted_at: atNoon(posted_day),
  });
/** Books and makes statements as the jobs of a day do. */
async function closeDays(day: string): Promise<void> {
  t.clock.set(new Date(Math.max(t.clock.now().getTime() + 1_000, startOfBusinessDay(day).getTime() + 3_600_000)));
  for (const merchant_id of [member, earner]) await bookCommissions(t.deps, merchant_id, startOfBusinessDay(day));
  await makeStatements(t.deps, earner, day);
  await signIn();
}
const list = async (rule_id: string) =>
  (await maker.ok(listCommissionStatements, { query: { rule_id, limit: 100 } })).data.toReversed();
const read = async (id: string) => (await maker.ok(getCommissionStatement, { params: { id } })).data;
const submit = (id: string, by = maker) =>
  by.call(submitCommissionStatement, { params: { id }, body: {}, headers: headers() });
const approve = (approval_id: string | null, by = checker) =>
  by.call(approveRequest, { params: { id: approval_id ?? '' }, body: {}, headers: headers() });
const retry = (id: string) => maker.call(retryCommissionPayout, { params: { id }, body: {}, headers: headers() });
const payOut = (id: string) => run('pay_commission_statement', { merchant_id: earner, id });
const commissionOf = async (merchant_id: string) => (await readBalances(t, merchant_id)).commission ?? 0;
/** How often the orders of a statement arrived, by attempt. */
const countOrders = (id: string, attempt = 1) =>
  model.orders.filter((order) => order === formatStatementReference(id, attempt)).length;
async function pass(seconds: number, step = 10): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    t.clock.advance(step * 1_000);
    await run('sweep_bank_transfers');
    await run('sweep_commission_statements');
  }
  await signIn();
}

/** Gives the merchant that earns a payout account whose cooling-off period is over. */
async function addPayoutAccount(): Promise<void> {
  const owner = await t.signIn('superadmin@kopi.example');
  const approver = await t.signIn('approver@kopi.example');
  const { data } = await owner.ok(setSettlementBankAccount, { body: { bank_code: '014', account_no: '8010000001' } });
  await approver.ok(approveBankAccount, { params: { id: data.pending_bank_account?.id ?? '' } });
  await asMerchant(t.deps.db, earner, (tx) =>
    tx.sql
      .updateTable('bank_account')
      .set({ usable_from: t.clock.now() })
      .where('merchant_id', '=', earner)
      .where('usable_from', 'is not', null)
      .execute(),
  );
}

/** A statement over one day of both merchants, submitted. */
async function submitted(change: { tax_rate_ppm?: number } = {}): Promise<string> {
  const start = reserveDays(1);
  const rule = await addRule(start, 1, { rate_ppm: 2_000, ...change });
  await pay(member, 1_000_000, addDays(start));
  await pay(earner, 500_000, addDays(start));
  await closeDays(addDays(start + 1));
  const [statement] = await list(rule);
  expect(codeOf(await submit(statement!.id))[0]).toBe(200);
  return statement!.id;
}
async function approved(change: { tax_rate_ppm?: number } = {}): Promise<string> {
  const id = await submitted(change);
  expect((await approve((await read(id)).approval_id)).statusCode).toBe(200);
  return id;
}

test('a statement of each period by merchant; later refunds and late payments are adjustments of the next one', async () => {
  const start = reserveDays(4);
  const rule = await addRule(start, 3, { rate_ppm: 2_000 });
  const [day1, day2, day3] = [addDays(start), addDays(start + 1), addDays(start + 2)];
  const refunded = await pay(member, 1_000_000, day1);
  await pay(earner, 500_000, day1);
  await closeDays(day2);
  await Promise.all([makeStatements(t.deps, earner, day2), makeStatements(t.deps, earner, day2)]);
  const [first] = await list(rule);
  expect(first).toMatchObject({
    status: 'closed',
    number: `COM-${day1.replaceAll('-', '')}-001`,
    period_from: day1,
    period_to: day1,
    transaction_count: 2,
    gross_amount: 1_500_000,
    commission_amount: 3_000,
    adjustment_amount: 0,
    payable_amount: 3_000,
    net_amount: 3_000,
  });
  const { data: lines } = await maker.ok(listCommissionStatementLines, { params: { id: first!.id } });
  expect(Object.fromEntries(lines.map((line) => [line.merchant_id, line.payable_amount]))).toEqual({
    [member]: 2_000,
    [earner]: 1_000,
  });
  expect([await commissionOf(member), await commissionOf(earner)]).toEqual([0, 3_000]);
  // Refunded on the second day; paid on the first day and posted on the second.
  await insertRefund(t, member, { transaction_id: refunded, amount: 500_000 }, atNoon(day2));
  await pay(member, 100_000, day1, day2);
  await pay(member, 400_000, day2);
  await closeDays(day3);
  const [, second] = await list(rule);
  expect(second).toMatchObject({
    period_from: day2,
    transaction_count: 1,
    gross_amount: 400_000,
    commission_amount: 800,
    adjustment_amount: -1_000 + 200,
    payable_amount: 0,
  });
  expect((await read(first!.id)).payable_amount).toBe(3_000);
});

test('periods that are closed together: each collects from merchants with bookings, and none is empty', async () => {
  const start = reserveDays(4);
  const rule = await addRule(start, 3, { rate_ppm: 2_000 });
  const [day1, day2] = [addDays(start), addDays(start + 1)];
  await pay(earner, 500_000, day1);
  await closeDays(day2);
  // Paid on the first day and posted on the second: the statement of the second day takes it, and none is left for the third.
  await pay(earner, 100_000, day1, day2);
  await pay(member, 400_000, day2);
  await closeDays(addDays(start + 3));
  expect(await list(rule)).toMatchObject([
    { period_from: day1, payable_amount: 1_000 },
    { period_from: day2, commission_amount: 800, adjustment_amount: 200 },
  ]);
  const next = reserveDays(3);
  const both = await addRule(next, 2, { rate_ppm: 2_000 });
  await pay(earner, 500_000, addDays(next));
  await pay(member, 500_000, addDays(next + 1));
  await closeDays(addDays(next + 2));
  const rows = await asMerchant(t.deps.db, earner, (tx) =>
    tx.sql
      .selectFrom('commission_statement')
      .select('collects')
      .where('merchant_id', '=', earner)
      .where('series_id', '=', both)
      .orderBy('period_from')
      .execute(),
  );
  expect(rows).toEqual([{ collects: [earner] }, { collects: [member] }]);
});

test('a negative statement is not paid: the next one of the rule settles it', async () => {
  const start = reserveDays(4);
  const rule = await addRule(start, 3, { rate_ppm: 2_000 });
  const transaction_id = await pay(member, 1_000_000, addDays(start));
  await closeDays(addDays(start + 1));
  await insertRefund(t, member, { transaction_id, amount: 1_000_000 }, atNoon(addDays(start + 1)));
  await closeDays(addDays(start + 2));
  await pay(member, 3_000_000, addDays(start + 2));
  await closeDays(addDays(start + 3));
  const [, negative, next] = await list(rule);
  expect(negative).toMatchObject({ status: 'closed', payable_amount: -2_000, net_amount: -2_000 });
  expect(codeOf(await submit(negative!.id))).toEqual([422, 'nothing_to_pay']);
  expect(next).toMatchObject({ commission_amount: 6_000, carried_amount: -2_000, payable_amount: 4_000 });
  expect(await read(negative!.id)).toMatchObject({ carried_to_id: next!.id, carried_to_number: next!.number });
});

test('weeks and months are closed once they are over, by the cycle of the version', async () => {
  // From a Monday over the end of a month.
  next_day = Math.max(next_day, 28);
  const start = reserveDays(40);
  const weekly = await addRule(start, 7, { cycle: 'weekly' });
  const monthly = await addRule(start + 7, 30, { cycle: 'monthly' });
  await pay(member, 1_000_000, addDays(start));
  await pay(member, 1_000_000, addDays(start + 6));
  await pay(member, 1_000_000, addDays(start + 8));
  await closeDays(addDays(start + 6));
  expect(await list(weekly)).toEqual([]);
  await closeDays(addDays(start + 7));
  expect(await list(weekly)).toMatchObject([
    { cycle: 'weekly', period_from: addDays(start), period_to: addDays(start + 6), transaction_count: 2 },
  ]);
  await closeDays(addDays(start + 34));
  const [month] = await list(monthly);
  expect(month).toMatchObject({ cycle: 'monthly', commission_amount: 1_000 });
  expect(month?.period_from.slice(-2)).toBe('01');
});

describe('approval and payout', () => {
  test('without a payout account nothing is submitted', async () => {
    const start = reserveDays(1);
    const rule = await addRule(start, 1);
    await pay(member, 1_000_000, addDays(start));
    await closeDays(addDays(start + 1));
    const [statement] = await list(rule);
    expect(codeOf(await submit(statement!.id))).toEqual([422, 'no_payout_account']);
    await addPayoutAccount();
    expect((await submit(statement!.id)).statusCode).toBe(200);
  });

  test('another person approves; the money leaves the commission account once, and the CSV has the figures', async () => {
    const before = await commissionOf(earner);
    const id = await submitted();
    const { approval_id, net_amount } = await read(id);
    expect(net_amount).toBe(3_000);
    expect(codeOf(await approve(approval_id, maker))).toEqual([422, 'self_approval']);
    expect(codeOf(await submit(id))).toEqual([409, 'wrong_status']);
    expect((await approve(approval_id)).statusCode).toBe(200);
    expect((await read(id)).status).toBe('approved');
    await payOut(id);
    const statement = await read(id);
    expect(statement).toMatchObject({
      status: 'paid',
      approval_id: null,
      submitted_by: 'Panji Wicaksono',
      approved_by: 'Putri Maharani',
      account_last4: '0001',
    });
    expect(statement.events.map(({ to_status }) => to_status)).toEqual([
      'open',
      'closed',
      'pending_approval',
      'approved',
      'processing',
      'paid',
    ]);
    expect(await commissionOf(earner)).toBe(before);
    const csv = await maker.call(listCommissionStatementLines, { params: { id }, headers: { accept: 'text/csv' } });
    expect(csv.body).toContain('2000');
    const all = await maker.call(listCommissionStatements, { headers: { accept: 'text/csv' } });
    expect(all.body).toContain(statement.number);
  });

  test.each([
    ['en', ['Commission statement', 'Beneficiary', 'Net payable', 'Paid to', 'Bank reference', 'In words']],
    ['id', ['Laporan komisi', 'Penerima komisi', 'Jumlah dibayar', 'Dibayar ke', 'Referensi bank', 'Terbilang']],
  ])('domain 1.19: the PDF has the figures by merchant and the payment in %s', async (language, words) => {
    const id = await submitted();
    await approve((await read(id)).approval_id);
    await payOut(id);
    const statement = await read(id);
    const answer = await maker.call(downloadCommissionStatement, {
      params: { id },
      headers: { 'accept-language': language },
    });
    expect(answer.headers['content-disposition']).toContain(`${statement.number}.pdf`);
    const text = readPdfText(answer.rawPayload);
    const names = statement.lines.map(({ merchant_name }) => merchant_name);
    const facts = [statement.number, statement.beneficiary_name, statement.bank_reference ?? '', '3.000', 'tiga ribu'];
    for (const word of [...words, ...names, ...facts]) expect(text.toLowerCase()).toContain(word.toLowerCase());
    expect(findRawWords(text)).toEqual([]);
  });

  test("every change of a statement is published to the provider's staff", async () => {
    const events: LiveEvent[] = [];
    const unsubscribe = t.deps.live.subscribe(null, { event: (event) => events.push(event), end: () => undefined });
    // The first one: the hub is listening.
    await expect.poll(() => events.some(({ topic }) => topic === 'resync')).toBe(true);
    const id = await submitted();
    const change = { topic: 'commission-statement', id } as const;
    await expect.poll(() => events).toContainEqual({ ...change, change: 'created' });
    await approve((await read(id)).approval_id);
    events.length = 0;
    await payOut(id);
    await expect.poll(() => events).toContainEqual({ ...change, change: 'updated' });
    unsubscribe();
  });

  test('a rejected statement is closed again with the reason, and can be submitted again', async () => {
    const id = await submitted();
    const { approval_id } = await read(id);
    await checker.ok(rejectRequest, {
      params: { id: approval_id ?? '' },
      body: { reason: 'Check the rate' },
      headers: headers(),
    });
    expect(await read(id)).toMatchObject({ status: 'closed', remark: 'Check the rate', approval_id: null });
    expect((await submit(id)).statusCode).toBe(200);
    // The first request is over; approving it does not approve the second one.
    expect(codeOf(await approve(approval_id))).toEqual([409, 'not_pending']);
    expect(await read(id)).toMatchObject({ status: 'pending_approval' });
  });

  test('tax withheld is owed to the tax office, and the net amount is paid', async () => {
    const before = await readBalances(t, earner);
    const id = await approved({ tax_rate_ppm: 20_000 });
    await payOut(id);
    expect(await read(id)).toMatchObject({ status: 'paid', payable_amount: 3_000, tax_amount: 60, net_amount: 2_940 });
    const after = await readBalances(t, earner);
    expect((after.tax_withheld ?? 0) - (before.tax_withheld ?? 0)).toBe(60);
    expect(after.commission).toBe(before.commission);
    expect(model.executed.at(-1)?.amount).toBe(2_940);
  });

  test('20 approvals, payouts and retries at once pay once', async () => {
    const id = await submitted();
    const { approval_id } = await read(id);
    const paid = model.executed.length;
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(approval_id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await Promise.all(Array.from({ length: 20 }, () => payOut(id)));
    const retries = await Promise.all(Array.from({ length: 20 }, () => retry(id)));
    expect(new Set(retries.map((answer) => codeOf(answer)[1]))).toEqual(new Set(['wrong_status']));
    await pass(60);
    expect((await read(id)).status).toBe('paid');
    expect(model.executed.slice(paid).map(({ amount }) => amount)).toEqual([3_000]);
    expect(countOrders(id)).toBe(1);
  });

  test('a time-out never causes a second payout: the transfer status decides', async () => {
    model.setChooser(() => 'unknown_then_success');
    const id = await approved();
    await payOut(id);
    expect((await read(id)).status).toBe('processing');
    await payOut(id);
    await pass(20);
    expect([(await read(id)).status, countOrders(id)]).toEqual(['paid', 1]);
  });

  test('a refused payout is booked back and retried under a new number, after the bank has denied it long enough', async () => {
    const before = await commissionOf(earner);
    model.setChooser(() => 'refused');
    const id = await approved();
    await payOut(id);
    expect(await read(id)).toMatchObject({ status: 'failed' });
    expect((await commissionOf(earner)) - before).toBe(3_000);
    model.setChooser(() => 'success');
    const key = headers();
    expect((await retry(id)).statusCode).toBe(200);
    expect(codeOf(await maker.call(retryCommissionPayout, { params: { id }, body: {}, headers: key }))).toEqual([
      409,
      'wrong_status',
    ]);
    await payOut(id);
    expect(countOrders(id, 2)).toBe(0);
    await pass(1_300);
    expect([(await read(id)).status, countOrders(id, 2)]).toEqual(['paid', 1]);
    expect(await commissionOf(earner)).toBe(before);
  });

  test('a returned transfer is booked back with its tax, failed, and can be submitted again', async () => {
    const before = await readBalances(t, earner);
    const id = await approved({ tax_rate_ppm: 20_000 });
    await payOut(id);
    expect((await read(id)).status).toBe('paid');
    model.executed.at(-1)!.outcome = 'returned';
    await pass(200);
    expect(await read(id)).toMatchObject({ status: 'failed', paid_at: null });
    const after = await readBalances(t, earner);
    expect(after.commission! - before.commission!).toBe(3_000);
    expect(after.tax_withheld).toBe(before.tax_withheld);
    expect((await submit(id)).statusCode).toBe(200);
    expect((await approve((await read(id)).approval_id)).statusCode).toBe(200);
    await payOut(id);
    expect([(await read(id)).status, countOrders(id, 2)]).toEqual(['paid', 1]);
  });

  test('a failed payout that was executed after all is paid, also while it waits for approval again', async () => {
    model.setChooser(() => 'late_success');
    const id = await approved();
    await payOut(id);
    await pass(4, 2);
    expect((await read(id)).status).toBe('failed');
    expect((await submit(id)).statusCode).toBe(200);
    await pass(60);
    expect(await read(id)).toMatchObject({ status: 'paid', approval_id: null });
    expect([countOrders(id), countOrders(id, 2)]).toEqual([1, 0]);
  });
});

test('for any history, entries, statements, ledger and payouts agree to the rupiah', async () => {
  const readTotals = () =>
    asPlatform(t.deps.db, async (tx) => {
      const { rows } = await sql<{ entries: number; collected: number; statements: number; paid: number }>`
        select (select coalesce(sum(e.amount), 0)::bigint from app.commission_entry e) as entries,
          (select coalesce(sum(b.earned_amount - b.returned_amount), 0)::bigint from app.commission_booking b
            where b.statement_id is not null) as collected,
          (select coalesce(sum(s.commission_amount + s.adjustment_amount), 0)::bigint
            from app.commission_statement s) as statements,
          (select coalesce(sum(s.net_amount + s.tax_amount), 0)::bigint from app.commission_statement s
            where s.status = 'paid') as paid`.execute(tx.sql);
      return rows[0]!;
    });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ of_member: fc.boolean(), day: fc.nat(1), amount: fc.integer({ min: 1_000, max: 5_000_000 }) }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.array(fc.record({ at: fc.nat(3), part: fc.integer({ min: 1, max: 4 }) }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.constantFrom('success', 'refused', 'returned', 'unknown_then_success', 'late_success'),
      async (payments, refunds, tax_rate_ppm, outcome) => {
        const start = reserveDays(4);
        const rule = await addRule(start, 3, { rate_ppm: 3_333, tax_rate_ppm });
        const paid: { merchant_id: string; transaction_id: string; amount: number }[] = [];
        for (const { of_member, day, amount } of payments) {
          const merchant_id = of_member ? member : earner;
          const transaction_id = await pay(merchant_id, amount, addDays(start + day));
          paid.push({ merchant_id, transaction_id, amount });
        }
        await closeDays(addDays(start + 1));
        for (const { at, part } of refunds) {
          const { merchant_id, transaction_id, amount } = paid[at % paid.length]!;
          await insertRefund(
            t,
            merchant_id,
            { transaction_id, amount: Math.floor((amount * part) / 16) },
            atNoon(addDays(start + 2)),
          );
        }
        await closeDays(addDays(start + 3));
        model.setChooser(() => outcome);
        for (const { id, net_amount } of await list(rule)) {
          if (net_amount <= 0) continue;
          expect((await submit(id)).statusCode).toBe(200);
          expect((await approve((await read(id)).approval_id)).statusCode).toBe(200);
          await payOut(id);
        }
        await pass(120, 20);
        const { entries, collected, statements, paid: paid_out } = await readTotals();
        expect(statements).toBe(collected);
        expect((await commissionOf(member)) + (await commissionOf(earner))).toBe(entries - paid_out);
      },
    ),
    { numRuns: 8 },
  );
});

test('for any memberships, versions, payments and refunds, entries, statements and the ledger hold the same sum', async () => {
  const day = fc.nat(5);
  const membership = fc.record({ from: fc.nat(3), days: fc.integer({ min: 1, max: 5 }) });
  const who = fc.constantFrom(member, earner);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        members: fc.record({ [member]: fc.option(membership), [earner]: fc.option(membership) }),
        cut: fc.integer({ min: 1, max: 4 }),
        rates: fc.tuple(fc.integer({ min: 100, max: 3_000 }), fc.integer({ min: 100, max: 3_000 })),
        bearer: fc.constantFrom('from_platform_fee', 'from_merchant_net'),
        payments: fc.array(fc.record({ who, day, amount: fc.integer({ min: 100_000, max: 5_000_000 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        refunds: fc.array(fc.record({ of: fc.nat(5), day: fc.nat(6), part: fc.integer({ min: 1, max: 4 }) }), {
          maxLength: 4,
        }),
      }),
      async ({ members, cut, rates, bearer, payments, refunds }) => {
        const start = reserveDays(8);
        const at = (offset: number) => addDays(start + offset);
        const group_id = await createGroup(t.deps.db, {
          type: 'holding',
          owner_id: earner,
          member_ids: [],
          from: first_day,
          now: t.clock.now(),
        });
        const isMember = (merchant_id: string, offset: number): boolean => {
          const given = members[merchant_id];
          return given !== null && given !== undefined && offset >= given.from && offset < given.from + given.days;
        };
        await asPlatform(t.deps.db, async (tx) => {
          for (const [merchant_id, given] of Object.entries(members)) {
            if (given === null) continue;
            const now = t.clock.now();
            const row = { merchant_id, id: newId('account_group_member', now), group_id, type: 'holding' as const };
            const days = { effective_from: at(given.from), effective_to: at(given.from + given.days) };
            await tx.sql
              .insertInto('account_group_member')
              .values({ ...row, ...days, created_by_name: 'Test', created_at: now, updated_at: now })
              .execute();
          }
        });
        const rule = { earner, group_id, bearer };
        const [from, change, to] = [at(0), at(cut), at(6)];
        const series_id = await insertActiveRule(t, {
          ...rule,
          rate_ppm: rates[0],
          effective_from: from,
          effective_to: change,
        });
        const second = { rate_ppm: rates[1], effective_from: change, effective_to: to };
        await insertActiveRule(t, { ...rule, ...second, series_id, version: 2 });
        const before = [await commissionOf(earner), await commissionOf(member)];
        const ids: string[] = [];
        for (let offset = 0; offset <= 6; offset += 1) {
          for (const [index, payment] of payments.entries()) {
            if (payment.day === offset) ids[index] = await pay(payment.who, payment.amount, at(offset));
          }
          for (const { of, day: refund_day, part } of refunds) {
            const index = of % payments.length;
            const [transaction_id, payment] = [ids[index], payments[index]];
            if (refund_day !== offset || transaction_id === undefined || payment === undefined) continue;
            // At most four refunds of a quarter each.
            const amount = Math.floor((payment.amount * part) / 16);
            await insertRefund(t, payment.who, { transaction_id, amount }, atNoon(at(offset)));
          }
          t.clock.set(new Date(startOfBusinessDay(at(offset + 1)).getTime() + 3_600_000));
          for (const merchant_id of [member, earner]) {
            await bookCommissions(t.deps, merchant_id, startOfBusinessDay(at(offset + 1)));
          }
          await makeStatements(t.deps, earner, at(offset + 1));
        }
        const { rows } = await asPlatform(t.deps.db, (tx) =>
          sql<{ transaction_id: string; amount: number }>`
            select e.transaction_id, sum(e.amount)::bigint as amount from app.commission_entry e
            where e.series_id = ${series_id} group by e.transaction_id`.execute(tx.sql),
        );
        const entries = rows.reduce((sum, { amount }) => sum + amount, 0);
        // Exactly the payments of members on their days earn.
        expect(rows.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(
          ids.filter((_, index) => isMember(payments[index]!.who, payments[index]!.day)).toSorted(),
        );
        await signIn();
        const statements = await list(series_id);
        const stated = statements.map((each) => each.commission_amount + each.adjustment_amount);
        expect(stated.reduce((sum, amount) => sum + amount, 0)).toBe(entries);
        expect([await commissionOf(earner), await commissionOf(member)]).toEqual([before[0]! + entries, before[1]]);
      },
    ),
    { numRuns: 8 },
  );
}, 240_000);
