/** Disputes of settlement lines, and the terms and holidays that the provider manages. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { approveRequest, listApprovals } from '@dasbor/contract/approval';
import { disputeSettlementLine, getSettlement, listSettlementLines } from '@dasbor/contract/settlement';
import {
  addMerchantSettlementTerm,
  addSettlementTerm,
  listHolidays,
  listMerchantSettlementTerms,
  listSettlementTerms,
  removeHoliday,
  setHoliday,
} from '@dasbor/contract/settlement-calendar';
import {
  resolveSettlementDispute,
  confirmSettlementDispute,
  listMerchantSettlementDisputes,
  listSettlementDisputes,
} from '@dasbor/contract/settlement-dispute';
import { getSettlementSetting } from '@dasbor/contract/settlement-admin';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { toStatusAndCode } from '../../test/answer.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { insertPayment } from '../../test/settlement-payments.ts';
import { listHolidays as readHolidays } from './terms-queries.ts';
import { settleMerchant } from './run.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let finance: TestClient;
let provider: TestClient;
let keys = 0;

beforeAll(async () => {
  t = await startTestApp();
  finance = await t.signIn('finance@kopi.example');
  provider = await t.signIn('platform_admin@dasbor.example');
});
afterAll(() => t?.close());
afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));

const headers = () => ({ 'idempotency-key': `dispute-${++keys}` });
const waiting = async () => {
  const all = await asMerchant(t.deps.db, merchant_id, (tx) => listBalances(tx));
  return all.find(({ type }) => type === 'pending_settlement')!.balance;
};
/** Inserts a payment and settles the pending balance. Returns the id of the batch. */
async function settled(amount: number): Promise<string> {
  const paid_at = new Date(t.clock.now().getTime() - 3_600_000);
  await insertPayment(t.deps.db, merchant_id, { method: 'qris', channel_code: null, amount, paid_at });
  const result = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  return result.id;
}
const listLines = async (id: string) => (await finance.ok(listSettlementLines, { params: { id } })).data;
async function disputed(amount = 100_000): Promise<{ batch_id: string; id: string }> {
  t.clock.advance(1000);
  const batch_id = await settled(amount);
  const { data } = await finance.ok(disputeSettlementLine, {
    params: { id: batch_id, line_no: 1 },
    body: { reason: 'The fee is that of a large merchant' },
  });
  return { batch_id, id: data.id };
}
const answer = (id: string, body: object, at = headers()) =>
  provider.call(resolveSettlementDispute, { params: { merchant_id, id }, body: body as never, headers: at });

test('domain 1.7: an accepted dispute adds an adjustment line to the next batch and appears on the line and in the timeline', async () => {
  const { batch_id, id } = await disputed();
  expect((await listLines(batch_id))[0]).toMatchObject({ dispute_status: 'open', dispute_answer: null });
  const { data: open } = await provider.ok(listMerchantSettlementDisputes, {
    params: { merchant_id },
    query: { status: 'open' },
  });
  expect(open).toMatchObject([{ id, batch_id, line_no: 1, created_by: 'Fitri Handayani' }]);
  const before = await waiting();
  const at = headers();
  const body = { decision: 'accept', adjustment_amount: 350, answer: 'You are right: a small merchant pays 0.3 %.' };
  const answers = await Promise.all([answer(id, body, at), answer(id, body, at)]);
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  expect((await answer(id, body, at)).json()).toMatchObject({
    data: { status: 'accepted', adjustment_amount: 350, answered_by: 'Putri Maharani' },
  });
  expect((await waiting()) - before).toBe(350);
  expect((await listLines(batch_id))[0]).toMatchObject({
    dispute_status: 'accepted',
    dispute_answer: body.answer,
    dispute_adjustment_amount: 350,
  });
  const { events } = (await finance.ok(getSettlement, { params: { id: batch_id } })).data;
  expect(events.slice(-2)).toMatchObject([
    { actor_name: 'Fitri Handayani', reason: 'Line 1 disputed: The fee is that of a large merchant' },
    {
      actor_type: 'provider',
      actor_name: 'Putri Maharani',
      reason: `Dispute of line 1 accepted, Rp 350 credited in the next settlement: ${body.answer}`,
    },
  ]);
  const next = await settled(10_000);
  const adjustment = (await listLines(next)).find(({ line_type }) => line_type === 'adjustment');
  expect(adjustment).toMatchObject({ type: 'adjustment', adjustment_amount: 350, net_amount: 350, reference_id: id });
});

test('domain 1.7: a rejected dispute has an answer and posts nothing; a dispute is resolved once', async () => {
  const { batch_id, id } = await disputed();
  const before = await waiting();
  expect((await answer(id, { decision: 'reject', answer: 'The rate is the agreed one.' })).statusCode).toBe(200);
  expect(await waiting()).toBe(before);
  expect((await listLines(batch_id))[0]).toMatchObject({
    dispute_status: 'rejected',
    dispute_answer: 'The rate is the agreed one.',
    dispute_adjustment_amount: null,
  });
  const again = await answer(id, { decision: 'accept', adjustment_amount: 1, answer: 'After all' });
  expect(toStatusAndCode(again)).toEqual([409, 'already_resolved']);
  const { data } = await finance.ok(listSettlementDisputes, { query: { status: 'rejected', limit: 1 } });
  expect(data).toMatchObject([{ id }]);
});

test('an adjustment is bounded by its line, and above the limit a second staff member of the provider confirms it', async () => {
  const platform_finance = await t.signIn('platform_finance@dasbor.example');
  const accept = (id: string, adjustment_amount: number) =>
    answer(id, { decision: 'accept', adjustment_amount, answer: 'You are right' });
  const confirm = (id: string, who: TestClient) =>
    who.call(confirmSettlementDispute, { params: { merchant_id, id }, headers: headers() });
  const { id: small } = await disputed();
  expect(toStatusAndCode(await accept(small, 100_001))).toEqual([422, 'adjustment_exceeds_line']);
  expect(toStatusAndCode(await confirm(small, platform_finance))).toEqual([409, 'not_proposed']);
  const { id } = await disputed(8_000_000);
  const before = await waiting();
  expect((await accept(id, 5_000_001)).json()).toMatchObject({
    data: { status: 'open', proposed_amount: 5_000_001, proposed_by: 'Putri Maharani' },
  });
  expect(await waiting()).toBe(before);
  expect(toStatusAndCode(await confirm(id, provider))).toEqual([422, 'self_approval']);
  expect((await confirm(id, platform_finance)).json()).toMatchObject({
    data: { status: 'accepted', adjustment_amount: 5_000_001, answered_by: 'Panji Wicaksono' },
  });
  expect(await waiting()).toBe(before + 5_000_001);
  expect(toStatusAndCode(await confirm(id, platform_finance))).toEqual([409, 'already_resolved']);
});

test('a proposal that a later one replaced is not confirmed through its own request', async () => {
  const platform_finance = await t.signIn('platform_finance@dasbor.example');
  const { id } = await disputed(8_000_000);
  const propose = async (adjustment_amount: number) => {
    expect((await answer(id, { decision: 'accept', adjustment_amount, answer: 'You are right' })).statusCode).toBe(200);
    t.clock.advance(1_000);
    const { data } = await platform_finance.ok(listApprovals, { query: { view: 'waiting', q: id } });
    expect(data).toMatchObject([{ amount: adjustment_amount }]);
    return data[0]!.id;
  };
  const approve = (request_id: string) =>
    platform_finance.call(approveRequest, { params: { id: request_id }, body: {}, headers: headers() });
  const read = await propose(5_000_001);
  const replacing = await propose(7_000_000);
  const before = await waiting();
  expect(toStatusAndCode(await approve(read))).toEqual([409, 'not_pending']);
  expect(await waiting()).toBe(before);
  expect((await approve(replacing)).statusCode).toBe(200);
  expect(await waiting()).toBe(before + 7_000_000);
});

test('a debit for a dispute never exceeds the pending balance', async () => {
  const { id } = await disputed();
  const take = (amount: number) => answer(id, { decision: 'accept', adjustment_amount: -amount, answer: 'Overpaid' });
  expect(toStatusAndCode(await take((await waiting()) + 1))).toEqual([422, 'insufficient_balance']);
  await insertPayment(t.deps.db, merchant_id, {
    method: 'qris',
    channel_code: null,
    amount: 50_000,
    paid_at: t.clock.now(),
  });
  expect((await take(1_000)).statusCode).toBe(200);
  const { id: another } = await disputed();
  for (const wrong of [
    { decision: 'accept', adjustment_amount: 0, answer: 'x' },
    { decision: 'accept', answer: 'x' },
    { decision: 'reject', adjustment_amount: 1, answer: 'x' },
    { decision: 'reject', answer: ' ' },
  ]) {
    expect((await answer(another, wrong)).statusCode).toBe(400);
  }
});

test('disputes of another merchant can be neither read nor resolved', async () => {
  const { id } = await disputed();
  const batik = await t.signIn('superadmin@batik.example');
  expect((await batik.ok(listSettlementDisputes)).data).toEqual([]);
  const elsewhere = { params: { merchant_id: BATIK_LESTARI.merchant_id, id }, headers: headers() };
  const body = { decision: 'reject', answer: 'no' } as const;
  expect((await provider.call(resolveSettlementDispute, { ...elsewhere, body })).statusCode).toBe(404);
  expect((await finance.call(resolveSettlementDispute, { ...elsewhere, body })).statusCode).toBe(403);
});

test('domain 4.5: holidays and joint leave are set, changed and removed, but never for past days', async () => {
  const today = toBusinessDay(t.clock.now());
  const day = addDays(today, 400);
  const body = { name: 'Idul Fitri', type: 'joint_leave' } as const;
  await provider.ok(setHoliday, { params: { day }, body });
  await provider.ok(setHoliday, { params: { day }, body: { ...body, name: 'Idul Fitri (joint leave)' } });
  const { data } = await provider.ok(listHolidays, { query: { year: Number(day.slice(0, 4)) } });
  expect(data).toContainEqual({ day, type: 'joint_leave', name: 'Idul Fitri (joint leave)' });
  expect(await asPlatform(t.deps.db, readHolidays)).toContain(day);
  expect((await provider.call(removeHoliday, { params: { day } })).statusCode).toBe(204);
  expect((await provider.call(removeHoliday, { params: { day } })).statusCode).toBe(404);
  for (const past of [addDays(today, -1), '2026-01-01']) {
    expect(toStatusAndCode(await provider.call(setHoliday, { params: { day: past }, body }))).toEqual([
      422,
      'day_is_past',
    ]);
  }
  expect(toStatusAndCode(await provider.call(removeHoliday, { params: { day: '2026-01-01' } }))).toEqual([
    422,
    'day_is_past',
  ]);
  await provider.ok(setHoliday, { params: { day: today }, body });
  await provider.call(removeHoliday, { params: { day: today } });
});

test('domain 4.5: a newer term replaces the current one from its start day, standard and per merchant', async () => {
  const today = toBusinessDay(t.clock.now());
  const tomorrow = addDays(today, 1);
  const input = { method: 'qris', days: 2, basis: 'business', effective_from: tomorrow } as const;
  expect(
    toStatusAndCode(await provider.call(addSettlementTerm, { body: { ...input, effective_from: today } })),
  ).toEqual([422, 'term_backdated']);
  await provider.ok(addSettlementTerm, { body: input });
  expect(toStatusAndCode(await provider.call(addSettlementTerm, { body: input }))).toEqual([409, 'duplicate_term']);
  const { data: all } = await provider.ok(listSettlementTerms);
  expect(all.filter(({ method }) => method === 'qris').map(({ days, is_own }) => [days, is_own])).toEqual([
    [2, false],
    [1, false],
  ]);
  const own = { ...input, days: 0, basis: 'calendar', cut_off_hour: 15 } as const;
  const params = { merchant_id };
  await provider.ok(addMerchantSettlementTerm, { params, body: own });
  expect(toStatusAndCode(await provider.call(addMerchantSettlementTerm, { params, body: own }))).toEqual([
    409,
    'duplicate_term',
  ]);
  const { data: of_merchant } = await provider.ok(listMerchantSettlementTerms, { params });
  expect(of_merchant.filter(({ method }) => method === 'qris')).toHaveLength(3);
  expect(of_merchant.filter(({ is_own }) => is_own)).toMatchObject([{ days: 0, cut_off_hour: 15 }]);
  // Today's payments keep the standard term; tomorrow's use the merchant's own.
  const termNow = async () => {
    const owner = await t.signIn('superadmin@kopi.example');
    const { data } = await owner.ok(getSettlementSetting);
    return data.terms.find(({ method, channel_code }) => method === 'qris' && channel_code === null);
  };
  expect(await termNow()).toMatchObject({ days: 1, basis: 'business' });
  t.clock.advance(24 * 3_600_000);
  expect(await termNow()).toMatchObject({ days: 0, basis: 'calendar', cut_off_hour: 15 });
});
