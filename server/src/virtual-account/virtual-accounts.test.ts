/** Virtual accounts end to end against the sandbox bank, with every failure on the way. */
import { expect, test, vi } from 'vitest';
import { cancelTransaction, getTransaction, listTransactions, syncTransaction } from '@dasbor/contract/transaction';
import {
  deactivateVirtualAccount,
  listVirtualAccounts,
  syncVirtualAccount,
  updateVirtualAccount,
} from '@dasbor/contract/virtual-account';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { buildVaNumber } from '@dasbor/contract/bank';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { sendBankRequest, buildVaFields, buildVaPayment } from '../../test/va-callbacks.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { listVasDueForCheck } from './due-queries.ts';
import { virtualAccountJobs } from './jobs.ts';
import {
  KOPI,
  bank,
  nextNumber,
  create,
  readVirtualAccount,
  kopi,
  requestCreate,
  sendPayment,
  t,
  setUpVirtualAccounts,
} from '../../test/virtual-account-fixture.ts';

setUpVirtualAccounts();

const listVaTransactions = async ({ va_number }: { va_number: string }) =>
  (await kopi.ok(listTransactions, { query: { q: va_number } })).data;
const pay = (va: { va_number: string }, amount?: number) =>
  bank.simulate('POST', '/va/pay', { va_number: va.va_number, ...(amount === undefined ? {} : { amount }) });

const inquire = async (va_number: string) => {
  const body = { ...buildVaFields(va_number), inquiryRequestId: `INQ${nextNumber()}`, channelCode: 'ATM' };
  return (await sendBankRequest(t, 'va_inquiry', body)).body as unknown as {
    responseCode: string;
    virtualAccountData?: { totalAmount: { value: string }; virtualAccountName: string; virtualAccountTrxType: string };
  };
};
const until = (va: VirtualAccount, status: string) =>
  vi.waitFor(async () => expect((await readVirtualAccount(va)).status).toBe(status), { timeout: 20_000, interval: 50 });
const job = (name: string) => {
  const found = virtualAccountJobs.find((candidate) => candidate.name === name);
  if (!found) throw new Error(name);
  return found;
};
/** Runs work with the clock advanced, and sets it back. */
async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const start = t.clock.now();
  t.clock.set(new Date(start.getTime() + seconds * 1000));
  return work().finally(() => t.clock.set(start));
}
async function withSwitch<T>(change: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
  await bank.setSwitches(change);
  const rest = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value === true ? false : 0]));
  return work().finally(() => bank.setSwitches(rest));
}
const transferCount = (transaction_id: string | null | undefined) =>
  asMerchant(t.deps.db, KOPI, async (tx) => {
    const rows = tx.sql
      .selectFrom('transfer')
      .select('id')
      .where('merchant_id', '=', KOPI)
      .where('reference_id', '=', String(transaction_id));
    return (await rows.execute()).length;
  });

test('domain 1.9: a closed number is opened, inquired and paid, and appears everywhere', async () => {
  const va = await create({
    merchant_reference: 'VA-1',
    description: 'Beans',
    customer_name: 'Sari',
    customer_email: 'sari@mail.example',
    customer_phone: '+628123456789',
  });
  expect(va).toMatchObject({ status: 'active', type: 'single', holder_name: 'KOPI NUSANTARA', payments_count: 0 });
  expect(va.va_number).toMatch(/^39025\d{5}\d{8}$/);
  const { transaction_id } = va;
  const [waiting] = await listVaTransactions(va);
  expect(waiting).toMatchObject({
    id: transaction_id,
    status: 'pending',
    method: 'virtual_account',
    channel_code: 'BCA',
  });
  expect(waiting).toMatchObject({ source: 'dashboard', merchant_reference: 'VA-1', expires_at: va.expires_at });

  expect((await pay(va)).body).toMatchObject({ status: 'paid', paid_amount: 150_000 });
  await until(va, 'paid');
  const detail = await readVirtualAccount(va);
  expect(detail).toMatchObject({ paid_amount: 150_000, payments_count: 1, mismatches_count: 0 });
  expect(detail.payments).toMatchObject([{ amount: 150_000, match: 'ok', transaction_id, sender_bank: 'BCA' }]);
  expect(detail.inquiries).toMatchObject([{ response_code: '2002400', response_description: 'Payable' }]);
  expect(detail.events.map(({ to_status, actor_type }) => [to_status, actor_type])).toEqual([
    ['pending', 'user'],
    ['active', 'provider'],
    ['paid', 'provider'],
  ]);
  const codes = Object.fromEntries(detail.rail_log.map(({ endpoint, response_code }) => [endpoint, response_code]));
  expect(codes).toEqual({ '/v1.0/transfer-va/create-va': '2002700', '/v1.0/transfer-va/payment': '2002500' });
  expect(detail.simulator_url).toContain(va.va_number);

  const payment = (await kopi.ok(getTransaction, { params: { id: transaction_id ?? '' } })).data;
  // Rp 4 500 by the rule for BCA, 11 % of it VAT.
  expect(payment).toMatchObject({ status: 'success', fee_amount: 4_500, fee_vat_amount: 495, net_amount: 145_005 });
  expect(payment).toMatchObject({ virtual_account_id: va.id, va_number: va.va_number, late_payment: false });
  expect(payment.fee_rule?.name).toBe('Virtual account BCA');
  expect(new Set(payment.rail_log.map(({ direction }) => direction))).toEqual(new Set(['out', 'in']));
  expect(await transferCount(transaction_id)).toBe(3);
});

test('an open reusable number accepts any number of payments, each as a transaction of its own', async () => {
  const va = await create({ bank: 'BNI', type: 'reusable', amount_type: 'open', expires_in_s: null });
  expect(va).toMatchObject({ status: 'active', expires_at: null, transaction_id: null });
  expect(await listVaTransactions(va)).toEqual([]);
  expect(await inquire(va.va_number)).toMatchObject({ virtualAccountData: { virtualAccountTrxType: 'O' } });
  for (const amount of [10_000, 75_000]) expect(await sendPayment(va, amount)).toBe('2002500');
  const found = await listVaTransactions(va);
  expect(found.map(({ amount, status, source, fee_amount }) => [amount, status, source, fee_amount])).toEqual([
    [75_000, 'success', 'va', 4_000],
    [10_000, 'success', 'va', 4_000],
  ]);
  expect(await readVirtualAccount(va)).toMatchObject({ status: 'active', payments_count: 2, paid_amount: 85_000 });
});

test('domain 3: the metadata of a number is copied to every payment', async () => {
  const metadata = { branch: 'Tebet', 'order.no': '=1+1' };
  const va = await create({ bank: 'BNI', metadata });
  expect(va.metadata).toEqual(metadata);
  const waiting = (await kopi.ok(getTransaction, { params: { id: va.transaction_id! } })).data;
  expect(waiting.metadata).toEqual(metadata);
  const open = await create({ bank: 'BNI', type: 'reusable', amount_type: 'open', expires_in_s: null, metadata });
  expect(await sendPayment(open, 25_000)).toBe('2002500');
  const [paid] = await listVaTransactions(open);
  expect(paid).toMatchObject({ status: 'success', metadata });
  // At most fifty, and none without a name.
  const names = (count_of: number) => Object.fromEntries(Array.from({ length: count_of }, (_, n) => [`k${n}`, 'v']));
  expect((await requestCreate({ metadata: names(50) })).statusCode).toBe(201);
  for (const wrong of [names(51), { '': 'v' }, { k: 'v'.repeat(501) }, { 'no space': 'v' }]) {
    expect((await requestCreate({ metadata: wrong })).statusCode).toBe(400);
  }
});

test('domain 1.9: limits hold on both sides, and mismatched payments are recorded without moving money', async () => {
  const va = await create({ amount_type: 'min_max', amount_min: 20_000, amount_max: 30_000 });
  expect(await inquire(va.va_number)).toMatchObject({ virtualAccountData: { virtualAccountTrxType: 'I' } });
  expect([await sendPayment(va, 19_999), await sendPayment(va, 30_001)]).toEqual(['4042513', '4042513']);
  const wrong = await readVirtualAccount(va);
  expect(wrong.payments.map(({ match, transaction_id }) => [match, transaction_id])).toEqual([
    ['overpaid', null],
    ['underpaid', null],
  ]);
  expect(wrong).toMatchObject({ status: 'active', paid_amount: 0, payments_count: 0, mismatches_count: 2 });
  expect(wrong.events.at(-1)?.reason).toBe('Rejected: Rp 30.001 instead of Rp 20.000 to Rp 30.000');
  expect(await listVaTransactions(va)).toEqual([]);
  expect(await sendPayment(va, 30_000)).toBe('2002500');
  expect(await readVirtualAccount(va)).toMatchObject({ status: 'paid', paid_amount: 30_000 });
});

test('a wrong amount is declined by the bank; one that it accepts by mistake is rejected', async () => {
  const va = await create();
  expect((await pay(va, 149_999)).body).toMatchObject({ code: 'amount_differs' });
  await withSwitch({ wrong_amount: true }, () => pay(va));
  await vi.waitFor(async () => expect((await readVirtualAccount(va)).payments).toMatchObject([{ match: 'overpaid' }]));
  expect(await transferCount(va.transaction_id)).toBe(0);
  expect((await kopi.ok(listVirtualAccounts, { query: { mismatch: 'yes', q: va.va_number } })).data).toHaveLength(1);
});

test('a repeated payment returns the same response and has no second effect', async () => {
  const va = await create();
  const payment = buildVaPayment(va.va_number, 150_000, t.clock.now());
  const send = async (body: object, external_id?: string) =>
    (await sendBankRequest(t, 'va_payment', body, external_id)).body.responseCode;
  expect(await send(payment, '1001')).toBe('2002500');
  // The X-EXTERNAL-ID was consumed; with a new one the repeat succeeds.
  expect(await send(payment, '1001')).toBe('4092500');
  expect(await send(payment, '1002')).toBe('2002500');
  expect(await send({ ...payment, paidAmount: { value: '160000.00', currency: 'IDR' } }, '1003')).toBe('4042518');
  expect(await sendPayment(va, 10_000, { paymentRequestId: 'WRONG' })).toBe('4042513');
  expect(await sendPayment(va, 10_000, { paymentRequestId: 'WRONG' })).toBe('4042513');
  const detail = await readVirtualAccount(va);
  expect(detail.payments.map(({ match }) => match).toSorted()).toEqual(['ok', 'underpaid']);
  expect(await transferCount(va.transaction_id)).toBe(3);
  expect(await sendPayment(va, 10_000, { paidAmount: { value: '150000.50', currency: 'IDR' } })).toBe('4042513');
});

test('domain 1.9: a second payment of a single-use number is recorded and flagged for refund', async () => {
  const va = await create();
  expect(await sendPayment(va, 150_000)).toBe('2002500');
  expect((await inquire(va.va_number)).responseCode).toBe('4042414');
  expect((await pay(va)).status).toBe(409);
  await withSwitch({ va_skip_inquiry: true }, () => pay(va));
  await vi.waitFor(async () => expect((await readVirtualAccount(va)).payments_count).toBe(2));
  const [second] = await listVaTransactions(va);
  expect(second).toMatchObject({ status: 'success', duplicate_payment: true, source: 'va', amount: 150_000 });
  const { payments, ...detail } = await readVirtualAccount(va);
  expect(detail).toMatchObject({ status: 'paid', mismatches_count: 1 });
  // Times of SNAP are whole seconds: both payments may have the same one.
  expect(payments.map(({ match }) => match).toSorted()).toEqual(['duplicate', 'ok']);
  expect(await transferCount(second?.id)).toBe(3);
});

test('of ten concurrent payments of a single-use number, exactly one is not a duplicate', async () => {
  const va = await create();
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendPayment(va, 150_000)));
  expect(answers).toEqual(Array<string>(10).fill('2002500'));
  const { payments } = await readVirtualAccount(va);
  expect(payments.filter(({ match }) => match === 'ok')).toHaveLength(1);
  expect(payments.filter(({ match }) => match === 'duplicate')).toHaveLength(9);
  expect(new Set(payments.map(({ transaction_id }) => transaction_id)).size).toBe(10);
});

test('an unpaid number expires; a payment after expiry is recorded as late', async () => {
  const va = await create({ expires_in_s: 20 });
  await later(21, async () => {
    await job('expire_virtual_accounts').run(t.deps, {});
    expect((await readVirtualAccount(va)).status).toBe('expired');
    expect((await listVaTransactions(va))[0]).toMatchObject({ status: 'expired' });
    expect((await inquire(va.va_number)).responseCode).toBe('4042412');
    expect(await sendPayment(va, 150_000)).toBe('2002500');
  });
  expect((await listVaTransactions(va))[0]).toMatchObject({ status: 'success', late_payment: true });
  expect(await readVirtualAccount(va)).toMatchObject({ status: 'paid', payments: [{ match: 'ok' }] });
});

test('a lost callback is found at expiry, by syncing the number, and by syncing its transaction', async () => {
  const [ending, asked, synced] = [await create({ expires_in_s: 60 }), await create(), await create()];
  await withSwitch({ lost: true }, async () => {
    for (const va of [ending, asked, synced]) expect((await pay(va)).status).toBe(200);
  });
  const params = { id: asked.id };
  expect((await kopi.ok(syncVirtualAccount, { params })).data.status).toBe('paid');
  const sync = await kopi.ok(syncTransaction, { params: { id: synced.transaction_id ?? '' } });
  expect(sync.data).toMatchObject({ status: 'success', late_payment: false });
  await later(61, () => job('expire_virtual_accounts').run(t.deps, {}));
  expect(await readVirtualAccount(ending)).toMatchObject({ status: 'paid', payments: [{ match: 'ok' }] });
  // Another sync finds nothing new.
  expect((await kopi.ok(syncVirtualAccount, { params })).data.payments_count).toBe(1);
});

test('a lost callback of a long-lived number is found by the regular check, least recently checked first', async () => {
  const va = await create({ type: 'reusable', expires_in_s: 30 * 86_400 });
  await withSwitch({ lost: true }, () => pay(va));
  await job('find_lost_va_payments').run(t.deps, {});
  expect((await readVirtualAccount(va)).payments_count).toBe(0);
  const half_hour_ago = () => new Date(t.clock.now().getTime() - 30 * 60_000);
  const listDue = () => asPlatform(t.deps.db, (tx) => listVasDueForCheck(tx, half_hour_ago(), 1_000));
  /** The bank refuses requests of another time, so the number is made older instead of moving the clock. */
  const makeDue = (change: { created_at: Date } | { last_checked_at: Date }) =>
    asMerchant(t.deps.db, KOPI, (tx) =>
      tx.sql
        .updateTable('virtual_account')
        .set(change)
        .where('merchant_id', '=', KOPI)
        .where('id', '=', va.id)
        .execute(),
    );
  const an_hour_ago = new Date(t.clock.now().getTime() - 60 * 60_000);
  await makeDue({ created_at: an_hour_ago });
  expect((await listDue()).map(({ id }) => id)).toContain(va.id);
  await job('find_lost_va_payments').run(t.deps, {});
  expect(await listDue()).toEqual([]);
  expect(await readVirtualAccount(va)).toMatchObject({
    status: 'active',
    payments: [{ match: 'ok', amount: 150_000 }],
  });
  expect((await listVaTransactions(va))[0]).toMatchObject({ status: 'success', late_payment: false });
  // The next check finds nothing new, and a bank that does not respond ends nothing.
  await makeDue({ last_checked_at: an_hour_ago });
  await job('find_lost_va_payments').run(t.deps, {});
  await makeDue({ last_checked_at: an_hour_ago });
  await withSwitch({ offline: true }, () => job('find_lost_va_payments').run(t.deps, {}));
  expect(await listDue()).toEqual([]);
  expect(await readVirtualAccount(va)).toMatchObject({ status: 'active', payments_count: 1 });
});

test('a number that could not be opened while the bank was offline is opened by the jobs', async () => {
  const va = await withSwitch({ offline: true }, async () => {
    const pending = await create();
    expect(pending.status).toBe('pending');
    for (const route of [syncVirtualAccount] as const) {
      const answer = await kopi.call(route, { params: { id: pending.id } });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([502, 'bank_unreachable']);
    }
    const payload = { merchant_id: KOPI, id: pending.id };
    await expect(job('issue_virtual_account').run(t.deps, payload)).rejects.toThrow('did not respond');
    return pending;
  });
  const refused = await kopi.call(deactivateVirtualAccount, { params: { id: va.id } });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'status_conflict']);
  await later(30, () => job('sweep_unissued_virtual_accounts').run(t.deps, {}));
  expect((await readVirtualAccount(va)).status).toBe('active');
});

test('a number that was never opened expires; one that the bank declines fails with its payment', async () => {
  const expiring = await withSwitch({ offline: true }, async () => {
    const pending = await create({ expires_in_s: 20 });
    await later(21, () => job('expire_virtual_accounts').run(t.deps, {}));
    return pending;
  });
  expect((await readVirtualAccount(expiring)).status).toBe('expired');
  const answer = await withSwitch({ generate_refuse: true }, () => requestCreate({ merchant_reference: 'VA-REFUSED' }));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'bank_refused']);
  const [failed] = (await kopi.ok(listVirtualAccounts, { query: { q: 'va-refused' } })).data;
  expect(failed?.status).toBe('failed');
  const [payment] = (await kopi.ok(listTransactions, { query: { q: 'va-refused' } })).data;
  expect(payment).toMatchObject({ status: 'failed', failure_code: 'bank_refused', failure_message: 'Do Not Honor' });
  expect(await sendPayment({ va_number: failed?.va_number ?? '' }, 150_000)).toBe('4042512');
});

test('a payment before the response of the bank passes through active', async () => {
  await withSwitch({ generate_delay_ms: 1_500 }, async () => {
    const creating = create({ merchant_reference: 'VA-EARLY' });
    const find = () => kopi.ok(listVirtualAccounts, { query: { q: 'VA-EARLY' } });
    await vi.waitFor(async () => {
      const [va] = (await find()).data;
      expect((await pay({ va_number: va?.va_number ?? '' })).status).toBe(200);
    });
    const va = await creating;
    await until(va, 'paid');
    expect((await readVirtualAccount(va)).events.map(({ to_status }) => to_status)).toEqual([
      'pending',
      'active',
      'paid',
    ]);
  });
});

test('a change updates the number here, at the bank and in the pending payment', async () => {
  const va = await create();
  const body = { expected_amount: 175_000, expires_in_s: 3_600 };
  const { data } = await kopi.ok(updateVirtualAccount, { params: { id: va.id }, body });
  expect(data).toMatchObject({ expected_amount: 175_000, status: 'active' });
  const [payment] = await listVaTransactions(va);
  expect(payment).toMatchObject({
    amount: 175_000,
    // Unpaid payments have no net amount.
    net_amount: null,
    expires_at: data.expires_at,
    status: 'pending',
  });
  expect((await readVirtualAccount(va)).events.at(-1)?.reason).toBe('Changed: amount Rp 175.000, new expiry');
  t.clock.advance(1_000);
  expect(await sendPayment(va, 150_000)).toBe('4042513');
  expect((await pay(va)).body).toMatchObject({ paid_amount: 175_000 });
  await until(va, 'paid');
  const again = await kopi.call(updateVirtualAccount, { params: { id: va.id }, body });
  expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'status_conflict']);
});

const INVALID_CHANGES: [object, string][] = [
  [{}, 'expires_in_s'],
  [{ amount_min: 20_000 }, 'amount_min'],
  [{ expected_amount: 9_999 }, 'expected_amount'],
  [{ expires_in_s: null }, 'expires_in_s'],
  [{ expires_in_s: 19 }, 'expires_in_s'],
  [{ expires_in_s: 180 * 86_400 + 1 }, 'expires_in_s'],
];
test('an invalid change is rejected with its field', async () => {
  const va = await create();
  for (const [body, field] of INVALID_CHANGES) {
    const answer = await kopi.call(updateVirtualAccount, { params: { id: va.id }, body });
    expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([400, field]);
  }
});

test('nothing changes when the bank declines or does not respond', async () => {
  const va = await create();
  const params = { id: va.id };
  const readCode = async (call: ReturnType<typeof kopi.call>) => (await call).json<{ code: string }>().code;
  const change = () => readCode(kopi.call(updateVirtualAccount, { params, body: { expected_amount: 200_000 } }));
  const close = () => readCode(kopi.call(deactivateVirtualAccount, { params }));
  expect(await withSwitch({ generate_refuse: true }, async () => [await change(), await close()])).toEqual([
    'bank_refused',
    'bank_refused',
  ]);
  expect(await withSwitch({ offline: true }, async () => [await change(), await close()])).toEqual([
    'bank_unreachable',
    'bank_unreachable',
  ]);
  expect(await readVirtualAccount(va)).toMatchObject({ status: 'active', expected_amount: 150_000 });
});

test('deactivation cancels the pending payment; a payment after that is recorded as late', async () => {
  const va = await create();
  const { data } = await kopi.ok(deactivateVirtualAccount, { params: { id: va.id } });
  expect(data.status).toBe('inactive');
  expect((await listVaTransactions(va))[0]).toMatchObject({ status: 'cancelled' });
  expect((await pay(va)).body).toMatchObject({ code: 'closed' });
  expect((await inquire(va.va_number)).responseCode).toBe('4042412');
  expect(await sendPayment(va, 150_000)).toBe('2002500');
  const [own, first] = await listVaTransactions(va);
  expect(own).toMatchObject({ status: 'success', late_payment: true, source: 'va' });
  expect(first).toMatchObject({ id: va.transaction_id, status: 'cancelled' });
  expect(await readVirtualAccount(va)).toMatchObject({ status: 'paid', payments_count: 1 });
  // Another one is a duplicate.
  expect(await sendPayment(va, 150_000)).toBe('2002500');
  expect((await readVirtualAccount(va)).payments[0]?.match).toBe('duplicate');
});

test('cancelling the payment of a number deactivates it here and at the bank', async () => {
  const va = await create();
  const { data } = await kopi.ok(cancelTransaction, { params: { id: va.transaction_id ?? '' } });
  expect(data.status).toBe('cancelled');
  expect((await readVirtualAccount(va)).status).toBe('inactive');
  expect((await pay(va)).body).toMatchObject({ code: 'closed' });
});

test('a number of the merchant that was never issued has no bill', async () => {
  const va_part = (await create()).va_number.slice(5, 10);
  expect((await inquire(buildVaNumber('BRI', va_part, '7'))).responseCode).toBe('4042412');
  expect(await sendPayment({ va_number: buildVaNumber('BRI', va_part, '7') }, 50_000)).toBe('4042512');
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'virtual-account')).toEqual([]);
});
