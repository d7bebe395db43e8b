/** Permanent numbers and what comes through them, from the bank's signed message to the ledger, on a real database. */
import {
  decideDepositReview,
  getDeposit,
  getDepositStatement,
  getDepositVa,
  listDepositDays,
  listDepositReviews,
  listDepositVas,
  listDeposits,
  openDepositVa,
  setDepositReviewLimit,
  setDepositVaStatus,
  summariseDeposits,
} from '@dasbor/contract/deposit-va';
import { listBalances } from '@dasbor/contract/balance';
import type { VaPaymentRequest } from '@dasbor/contract/snap-va';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { sendBankRequest, buildVaFields, buildVaPayment } from '../../test/va-callbacks.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import type { Deps } from '../deps.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { syncDepositVa } from './sync.ts';
import { depositVaJobs } from './jobs.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let kopi: TestClient;
let batik: TestClient;
let provider: TestClient;
/** What the bank at the other end of the line answers: nothing, a refusal, or what it has taken. */
const bank: { mood: 'ok' | 'refuses' | 'silent'; payments: VaPaymentRequest[]; asked: string[] } = {
  mood: 'ok',
  payments: [],
  asked: [],
};

beforeAll(async () => {
  t = await startTestApp({ change: (deps) => ({ ...deps, bank: { ...deps.bank, ...line(deps) } }) });
  await recordWebhooks(t);
  await signIn();
});
afterAll(() => t?.close());

async function signIn(): Promise<void> {
  kopi = await t.signIn('superadmin@kopi.example');
  batik = await t.signIn('superadmin@batik.example');
  provider = await t.signIn('platform_admin@dasbor.example');
}

/** The bank's end of services 26, 27 and 31; the sandbox bank itself is met in the browser's journey. */
function line(deps: Deps): Partial<Deps['bank']> {
  const respond = (endpoint: string, request: object, answer: object): never => {
    bank.asked.push(endpoint);
    const message = {
      at: deps.clock.now(),
      direction: 'out',
      partner: 'bank',
      endpoint,
      external_id: `${bank.asked.length}`,
      http_status: bank.mood === 'silent' ? null : 200,
      response_code: null,
      latency_ms: 1,
      request,
      response: null,
    };
    if (bank.mood === 'silent') return { message, kind: 'unreachable', detail: 'no answer' } as never;
    if (bank.mood === 'refuses')
      return { message, kind: 'refused', response_code: '4032705', detail: 'Do Not Honor' } as never;
    return { message, kind: 'ok', response: answer } as never;
  };
  return {
    createVa: async (request) => respond('create', request, { virtualAccountData: request }),
    deleteVa: async (request) => respond('delete', request, {}),
    queryVa: async (request) =>
      respond('status', request, {
        virtualAccountData: { ...request, additionalInfo: { payments: bank.payments } },
      }),
  };
}

const balances = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await kopi.ok(listBalances)).data.map(({ type, balance }) => [type, balance]));
const code = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code;
const run = async (name: string, payload = {}) =>
  depositVaJobs.find((job) => job.name === name)?.run(t.deps, payload as Record<string, string>);
const findVa = async (name: 'BCA' | 'BRI' | 'BNI' | 'PERMATA' | 'CIMB' | 'MANDIRI', client = kopi) => {
  const known = (await client.ok(listDepositVas)).data.find((va) => va.bank === name);
  return known ?? (await client.ok(openDepositVa, { body: { bank: name } })).data;
};
const pay = (va: { va_number: string }, amount: number) => {
  // Each at a different instant, so that the order is defined.
  t.clock.advance(1_000);
  return sendBankRequest(t, 'va_payment', buildVaPayment(va.va_number, amount, t.clock.now()));
};
const newest = async () => (await kopi.ok(listDeposits, { query: { limit: 1 } })).data[0]!;
const listDiscrepancies = async () => (await verifyLedger(t.deps.db)).discrepancies;

test('a number is added once per bank, named after the merchant, and requested until the bank responds', async () => {
  bank.mood = 'silent';
  const { data: va } = await kopi.ok(openDepositVa, { body: { bank: 'BCA' } });
  expect(va).toMatchObject({ bank: 'BCA', status: 'opening', holder_name: 'KOPI NUSANTARA', topped_up_this_month: 0 });
  expect(va.va_number).toMatch(/^39025\d{5}0{8}$/);
  expect((await sendBankRequest(t, 'va_inquiry', inquiry(va))).body.responseCode).toBe('4042412');
  expect(code(await kopi.call(openDepositVa, { body: { bank: 'BCA' } }))).toBe('deposit_va_exists');
  bank.mood = 'ok';
  await run('sweep_unfinished_deposit_vas');
  expect((await kopi.ok(getDepositVa, { params: { id: va.id } })).data.status).toBe('active');
  const asked = bank.asked.length;
  await run('sync_deposit_va', { merchant_id, id: va.id });
  await run('sweep_unfinished_deposit_vas');
  expect(bank.asked).toHaveLength(asked);
  const answer = await sendBankRequest(t, 'va_inquiry', inquiry(va));
  expect(answer.body).toMatchObject({
    responseCode: '2002400',
    virtualAccountData: { virtualAccountName: 'KOPI NUSANTARA', totalAmount: { value: '0.00' } },
  });
});

const inquiry = (va: { va_number: string }) => ({ ...buildVaFields(va.va_number), inquiryRequestId: 'INQ1' });

test('a number that the bank refused can be requested again', async () => {
  bank.mood = 'refuses';
  const refused = await kopi.call(openDepositVa, { body: { bank: 'CIMB' } });
  expect([refused.statusCode, code(refused)]).toEqual([422, 'bank_refused']);
  const failed = await findVa('CIMB');
  expect(failed).toMatchObject({ status: 'failed', failure_message: 'Do Not Honor' });
  bank.mood = 'ok';
  const { data: again } = await kopi.ok(openDepositVa, { body: { bank: 'CIMB' } });
  expect(again).toMatchObject({ id: failed.id, va_number: failed.va_number, status: 'active', failure_message: null });
});

test('domain 1.11: a deposit is credited to the payout balance at once, and once', async () => {
  const va = await findVa('BRI');
  const before = await balances();
  const message = buildVaPayment(va.va_number, 250_000, t.clock.now());
  expect((await sendBankRequest(t, 'va_payment', message)).body.responseCode).toBe('2002500');
  expect((await sendBankRequest(t, 'va_payment', message)).body.responseCode).toBe('2002500');
  const lost_receipt = { ...message, paymentRequestId: `${message.paymentRequestId}B` };
  expect((await sendBankRequest(t, 'va_payment', lost_receipt)).body.responseCode).toBe('2002500');
  const other_amount = { ...message, paidAmount: { value: '1.00', currency: 'IDR' } };
  expect((await sendBankRequest(t, 'va_payment', other_amount)).body.responseCode).toBe('4042518');
  const after = await balances();
  expect(after['payout']! - before['payout']!).toBe(250_000);
  expect(after['provider_receivable']! - before['provider_receivable']!).toBe(-250_000);
  const { data: deposit } = await kopi.ok(getDeposit, { params: { id: (await newest()).id } });
  expect(deposit).toMatchObject({
    status: 'credited',
    amount: 250_000,
    net_amount: 250_000,
    sender_name: 'PT SUMBER DANA',
    bank_reference: message.referenceNo,
    review_reason: null,
  });
  expect(deposit.events.map(({ from_status, to_status }) => [from_status, to_status])).toEqual([
    [null, 'received'],
    ['received', 'credited'],
  ]);
  expect(deposit.rail_log).toHaveLength(4);
  const shown = await kopi.ok(getDepositVa, { params: { id: va.id } });
  expect(shown.data).toMatchObject({ topped_up_this_month: 250_000, last_top_up_at: deposit.ended_at });
  expect(await listDiscrepancies()).toEqual([]);
});

test('two deposits with the same reference and amount at different times are both credited', async () => {
  const va = await findVa('BRI');
  const before = (await balances())['payout'] ?? 0;
  const first = buildVaPayment(va.va_number, 40_000, t.clock.now());
  t.clock.advance(60_000);
  const second = { ...buildVaPayment(va.va_number, 40_000, t.clock.now()), referenceNo: first.referenceNo };
  for (const message of [first, second, first, second]) {
    expect((await sendBankRequest(t, 'va_payment', message)).body.responseCode).toBe('2002500');
  }
  expect((await balances())['payout']).toBe(before + 80_000);
  expect(await listDiscrepancies()).toEqual([]);
});

test('deposits with the same reference, amount and second at two banks are both credited', async () => {
  const [first_va, second_va] = [await findVa('BRI'), await findVa('CIMB')];
  const before = (await balances())['payout'] ?? 0;
  t.clock.advance(60_000);
  const first = buildVaPayment(first_va.va_number, 40_000, t.clock.now());
  const { referenceNo } = first;
  const second = buildVaPayment(second_va.va_number, 40_000, t.clock.now(), { referenceNo });
  for (const message of [first, second, first, second]) {
    expect((await sendBankRequest(t, 'va_payment', message)).body.responseCode).toBe('2002500');
  }
  expect((await balances())['payout']).toBe(before + 80_000);
  const { data } = await kopi.ok(listDeposits, { query: { q: referenceNo } });
  expect(data.map((each) => each.bank).toSorted()).toEqual(['BRI', 'CIMB']);
  expect(await listDiscrepancies()).toEqual([]);
});

test('an X-EXTERNAL-ID is good for one payment a day', async () => {
  const va = await findVa('BRI');
  const first = buildVaPayment(va.va_number, 20_000, t.clock.now());
  const second = buildVaPayment(va.va_number, 30_000, t.clock.now());
  expect((await sendBankRequest(t, 'va_payment', first, '777001')).body.responseCode).toBe('2002500');
  const before = await balances();
  expect((await sendBankRequest(t, 'va_payment', second, '777001')).body.responseCode).toBe('4092500');
  expect(await balances()).toEqual(before);
});

test('twenty copies of one message at once have one effect', async () => {
  const va = await findVa('BRI');
  const before = await balances();
  const message = buildVaPayment(va.va_number, 77_000, t.clock.now());
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendBankRequest(t, 'va_payment', message)));
  expect(new Set(answers.map(({ body }) => body.responseCode))).toEqual(new Set(['2002500']));
  expect((await balances())['payout']! - before['payout']!).toBe(77_000);
});

test('a fee and its PPN are deducted from the credited amount', async () => {
  await asOwner(`insert into app.fee_rule (id, name, method, channel_code, rate_bps, flat_amount, vat_rate_bps,
    vat_base_numerator, vat_base_denominator, effective_from) values ('fee_01kagz7v3w8x9y2m4n5p6q7r8s',
    'Deposit BNI', 'deposit', 'BNI', 0, 3000, 1200, 11, 12, '2025-01-01')`);
  const va = await findVa('BNI');
  const before = await balances();
  await pay(va, 100_000);
  const after = await balances();
  const change = (type: string) => after[type]! - before[type]!;
  expect([change('payout'), change('fees_paid'), change('vat_paid')]).toEqual([96_670, 3_000, 330]);
  expect(await newest()).toMatchObject({ fee_amount: 3_000, fee_vat_amount: 330, net_amount: 96_670 });
  // Less than its own fee: held, and credited without one when the provider says so.
  await pay(va, 2_000);
  const held = await newest();
  expect(held).toMatchObject({ status: 'under_review', review_reason: 'fee_exceeds_amount' });
  await decide(held.id, 'credit');
  expect(await newest()).toMatchObject({ status: 'credited', fee_amount: 0, net_amount: 2_000 });
  expect(await listDiscrepancies()).toEqual([]);
});

async function asOwner(statement: string): Promise<void> {
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

const decide = (id: string, decision: 'credit' | 'return') =>
  provider.ok(decideDepositReview, { params: { merchant_id, id }, body: { decision, note: 'Checked by phone' } });

test('money to a number that is paused or closed is held, and the provider decides', async () => {
  const va = await findVa('PERMATA');
  const before = await balances();
  await kopi.ok(setDepositVaStatus, { params: { id: va.id }, body: { status: 'inactive' } });
  expect((await sendBankRequest(t, 'va_inquiry', inquiry(va))).body.responseCode).toBe('4042412');
  expect((await pay(va, 40_000)).body.responseCode).toBe('2002500');
  const first = await newest();
  expect(first).toMatchObject({ status: 'under_review', review_reason: 'va_inactive', ended_at: null });
  const held = await balances();
  expect([held['suspense']! - before['suspense']!, held['payout']! - before['payout']!]).toEqual([40_000, 0]);

  await kopi.ok(setDepositVaStatus, { params: { id: va.id }, body: { status: 'closed' } });
  expect(bank.asked.at(-1)).toBe('delete');
  await pay(va, 60_000);
  const second = await newest();
  expect(second.review_reason).toBe('va_closed');
  const queue = await provider.ok(listDepositReviews, { query: {} });
  expect(queue.data.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(queue.data[0]).toMatchObject({ merchant_id, brand_name: 'Kopi Nusantara' });

  await decide(first.id, 'credit');
  await decide(second.id, 'return');
  const after = await balances();
  const change = (type: string) => after[type]! - before[type]!;
  expect([change('payout'), change('suspense'), change('bank_clearing')]).toEqual([40_000, 0, 60_000]);
  const again = await provider.call(decideDepositReview, {
    params: { merchant_id, id: second.id },
    body: { decision: 'credit', note: 'again' },
  });
  expect([again.statusCode, code(again)]).toEqual([409, 'status_conflict']);
  const foreign = await provider.call(decideDepositReview, {
    params: { merchant_id: BATIK_LESTARI.merchant_id, id: second.id },
    body: { decision: 'credit', note: 'wrong merchant' },
  });
  expect(foreign.statusCode).toBe(404);
  const { data } = await kopi.ok(getDeposit, { params: { id: second.id } });
  expect(data.decision_note).toBe('Checked by phone');
  expect(data.events.at(-1)).toMatchObject({ from_status: 'under_review', to_status: 'returned' });

  // Added again, it is the same number.
  const { data: opened } = await kopi.ok(openDepositVa, { body: { bank: 'PERMATA' } });
  expect(opened).toMatchObject({ id: va.id, va_number: va.va_number, status: 'active' });
  expect(await listDiscrepancies()).toEqual([]);
});

test('a closed number cannot be paused, and one that the bank still closes cannot be added again', async () => {
  const va = await findVa('MANDIRI');
  bank.mood = 'silent';
  await kopi.ok(setDepositVaStatus, { params: { id: va.id }, body: { status: 'closed' } });
  const paused = await kopi.call(setDepositVaStatus, { params: { id: va.id }, body: { status: 'inactive' } });
  expect([paused.statusCode, code(paused)]).toEqual([409, 'status_conflict']);
  expect(code(await kopi.call(openDepositVa, { body: { bank: 'MANDIRI' } }))).toBe('still_closing');
  bank.mood = 'ok';
  await run('sweep_unfinished_deposit_vas');
  expect((await kopi.ok(openDepositVa, { body: { bank: 'MANDIRI' } })).data.status).toBe('active');
});

test('the provider limits what is credited without a look', async () => {
  const va = await findVa('BRI');
  const limit = (review_above: number | null) =>
    provider.ok(setDepositReviewLimit, { params: { merchant_id }, body: { review_above } });
  expect(await limit(100_000)).toEqual({ data: { review_above: 100_000 } });
  await pay(va, 100_000);
  expect((await newest()).status).toBe('credited');
  await pay(va, 100_001);
  const held = await newest();
  expect(held).toMatchObject({ status: 'under_review', review_reason: 'over_limit' });
  await decide(held.id, 'credit');
  expect(await limit(null)).toEqual({ data: { review_above: 1_000_000_000 } });
});

test('a payment whose callback was lost is found by a sync, once', async () => {
  const va = await findVa('BRI');
  const before = await balances();
  bank.payments = [
    buildVaPayment(va.va_number, 15_000, t.clock.now()),
    buildVaPayment(va.va_number, 16_000, t.clock.now()),
  ];
  await sendBankRequest(t, 'va_payment', bank.payments[0]!);
  t.clock.advance(1_000);
  expect(await syncDepositVa(t.deps, merchant_id, va.id)).toBe(1);
  expect(await syncDepositVa(t.deps, merchant_id, va.id)).toBe(0);
  expect((await balances())['payout']! - before['payout']!).toBe(31_000);
  const { data } = await kopi.ok(getDeposit, { params: { id: (await newest()).id } });
  expect(data.events[0]?.reason).toBe('found_by_sync');
  // The message that comes after all changes nothing.
  await sendBankRequest(t, 'va_payment', bank.payments[1]!);
  expect((await balances())['payout']! - before['payout']!).toBe(31_000);
  bank.payments = [];
  t.clock.advance(11 * 60_000);
  await signIn();
  const asked = bank.asked.length;
  await run('find_lost_deposits');
  expect(bank.asked.slice(asked).every((service) => service === 'status')).toBe(true);
  expect(bank.asked.length - asked).toBe((await kopi.ok(listDepositVas)).data.length);
  bank.mood = 'silent';
  expect(await syncDepositVa(t.deps, merchant_id, va.id)).toBeNull();
  bank.mood = 'ok';
});

test('a reported payment with cents does not hold up the others of its number', async () => {
  const va = await findVa('BRI');
  const odd = buildVaPayment(va.va_number, 15_000, t.clock.now());
  bank.payments = [
    { ...odd, paidAmount: { value: '15000.50', currency: 'IDR' } },
    buildVaPayment(va.va_number, 17_000, t.clock.now()),
  ];
  expect(await syncDepositVa(t.deps, merchant_id, va.id)).toBe(1);
  bank.payments = [];
});

test('the list, its totals, its CSV and its statement show the same deposits', async () => {
  const va = await findVa('BRI');
  const query = { bank: 'BRI', status: 'credited' } as const;
  const all = (await kopi.ok(listDeposits, { query: { ...query, limit: 100 } as never })).data;
  expect(all.length).toBeGreaterThan(3);
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: { id: string }[]; next_cursor: string | null } = await kopi.ok(listDeposits, {
      query: { ...query, limit: 2, ...(cursor === null ? {} : { cursor }) } as never,
    });
    paged.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(paged).toEqual(all.map(({ id }) => id));
  const sum = all.reduce((total, { amount }) => total + amount, 0);
  const summary = await kopi.ok(summariseDeposits, { query: query as never });
  expect(summary.data).toEqual([{ status: 'credited', count: all.length, amount: sum }]);
  const csv = await kopi.call(listDeposits, { query: query as never, headers: { accept: 'text/csv' } });
  const lines = csv.body.trim().split('\n');
  expect(lines).toHaveLength(all.length + 1);
  expect(lines[0]).toContain('received_at (WIB)');
  expect(lines[1]).toContain(all[0]!.id);
  const pdf = await kopi.call(getDepositStatement, { query: query as never });
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const text = readPdfText(pdf.rawPayload);
  expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
  expect(text).toContain(`${all.length}, of which ${all.length} credited`);
  expect(text).toContain(`Rp ${new Intl.NumberFormat('id-ID').format(sum)}`);
  expect(text.match(new RegExp(va.va_number, 'g'))).toHaveLength(all.length);
  expect(
    (await kopi.ok(listDeposits, { query: { q: all[0]!.bank_reference!.slice(1).toLowerCase() } })).data[0]?.id,
  ).toBe(all[0]!.id);
  expect((await kopi.ok(listDeposits, { query: { amount_min: 250_000, amount_max: 250_000 } })).data).toHaveLength(1);
  const days = await kopi.ok(listDepositDays, { params: { id: va.id }, query: { days: 7 } });
  expect(days.data).toHaveLength(7);
  expect(days.data.at(-1)).toMatchObject({ day: '2026-11-18' });
  expect(days.data.at(-1)?.net_amount).toBe(
    (await kopi.ok(getDepositVa, { params: { id: va.id } })).data.topped_up_this_month,
  );
  const wrong = await kopi.call(listDeposits, { query: { cursor: 'abc' } });
  expect(wrong.statusCode).toBe(400);
});

test('a statement of too many deposits is refused', async () => {
  const va = await findVa('BRI');
  await asOwner(`alter table app.deposit no force row level security;
    insert into app.deposit (merchant_id, id, deposit_va_id, bank, va_number, amount, fee_amount, fee_vat_amount,
      net_amount, payment_request_id, status, last_event_seq, paid_at, received_at, ended_at)
    select '${merchant_id}', 'dep_' || lpad(n::text, 26, '0'), '${va.id}', 'BRI', '${va.va_number}', 10000, 0, 0, 10000,
      'OLD' || n, 'credited', 2, at, at, at from generate_series(1, 10001) n, lateral (select timestamptz '2026-01-01') x(at);
    alter table app.deposit force row level security`);
  const refused = await kopi.call(getDepositStatement, { query: {} });
  expect([refused.statusCode, code(refused)]).toEqual([422, 'statement_too_long']);
});

test('another merchant sees nothing of it', async () => {
  const { id } = await findVa('BRI');
  expect((await batik.ok(listDepositVas)).data).toEqual([]);
  expect((await batik.ok(listDeposits, { query: {} })).data).toEqual([]);
  expect((await batik.call(getDepositVa, { params: { id } })).statusCode).toBe(404);
  expect((await batik.call(getDeposit, { params: { id: (await newest()).id } })).statusCode).toBe(404);
  const change = await batik.call(setDepositVaStatus, { params: { id }, body: { status: 'closed' } });
  expect(change.statusCode).toBe(404);
});

test('an inactive business cannot add a deposit VA', async () => {
  await asOwner(`alter table app.merchant no force row level security;
    update app.merchant set status = 'suspended' where merchant_id = '${BATIK_LESTARI.merchant_id}';
    alter table app.merchant force row level security`);
  const refused = await batik.call(openDepositVa, { body: { bank: 'BCA' } });
  expect([refused.statusCode, code(refused)]).toEqual([409, 'merchant_not_active']);
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'deposit-va')).toEqual([]);
});
