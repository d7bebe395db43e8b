/** Payments around a change of the amount of a number: what a bank accepted is recorded (decision 0023). */
import { expect, test } from 'vitest';
import { listTransactions } from '@dasbor/contract/transaction';
import { syncVirtualAccount, updateVirtualAccount } from '@dasbor/contract/virtual-account';
import { VA_DETAILS } from '@dasbor/contract/payment-reasons';
import { buildVaPayment, sendBankRequest } from '../../test/va-callbacks.ts';
import {
  bank,
  create,
  kopi,
  readVirtualAccount,
  sendPayment,
  setUpVirtualAccounts,
  t,
} from '../../test/virtual-account-fixture.ts';

setUpVirtualAccounts();

const REUSABLE = { bank: 'BNI', type: 'reusable', expires_in_s: null };
const change = ({ id }: { id: string }, body: object) => kopi.call(updateVirtualAccount, { params: { id }, body });
const listVaTransactions = async ({ va_number }: { va_number: string }) =>
  (await kopi.ok(listTransactions, { query: { q: va_number } })).data;
/** The callback of a payment that was made at `paid_at`. */
const callback = async ({ va_number }: { va_number: string }, amount: number, paid_at: Date) =>
  (await sendBankRequest(t, 'va_payment', buildVaPayment(va_number, amount, paid_at))).body.responseCode;
/** Loses the answer of the bank, which has executed the request. */
async function withLostAnswer<T>(work: () => Promise<T>): Promise<T> {
  const updateVa = t.deps.bank.updateVa.bind(t.deps.bank);
  t.deps.bank.updateVa = async (request) => ({
    kind: 'unreachable',
    detail: 'timeout',
    message: (await updateVa(request)).message,
  });
  return work().finally(() => (t.deps.bank.updateVa = updateVa));
}

test('decision 0023: a payment made before its amount changed is recorded when its callback comes afterwards', async () => {
  const va = await create(REUSABLE);
  t.clock.advance(2_000);
  const paid_at = t.clock.now();
  t.clock.advance(2_000);
  expect((await change(va, { expected_amount: 175_000 })).statusCode).toBe(200);
  expect(await callback(va, 150_000, paid_at)).toBe('2002500');
  const detail = await readVirtualAccount(va);
  expect(detail).toMatchObject({ payments_count: 1, paid_amount: 150_000, mismatches_count: 0, status: 'active' });
  expect(detail.payments).toMatchObject([{ match: 'ok', detail: VA_DETAILS.before_change }]);
  expect(await listVaTransactions(va)).toMatchObject([{ amount: 150_000, status: 'success' }]);
  // Nobody can pay the former amount any more.
  t.clock.advance(2_000);
  expect(await sendPayment(va, 150_000)).toBe('4042513');
});

test('the same for limits, over several changes', async () => {
  const va = await create({ ...REUSABLE, amount_type: 'min_max', amount_min: 20_000, amount_max: 90_000 });
  t.clock.advance(2_000);
  const paid_at = t.clock.now();
  for (const body of [{ amount_min: 40_000 }, { amount_min: 60_000 }]) {
    t.clock.advance(2_000);
    expect((await change(va, body)).statusCode).toBe(200);
  }
  expect(await callback(va, 25_000, paid_at)).toBe('2002500');
  // Below all limits that ever held.
  expect(await callback(va, 15_000, paid_at)).toBe('4042513');
});

test('a payment whose callback was lost before the change is found at the bank', async () => {
  const va = await create(REUSABLE);
  await bank.setSwitches({ lost: true });
  expect((await bank.simulate('POST', '/va/pay', { va_number: va.va_number })).status).toBe(200);
  await bank.setSwitches({ lost: false });
  t.clock.set(new Date(Date.now() + 2_000));
  expect((await change(va, { expected_amount: 175_000 })).statusCode).toBe(200);
  await kopi.ok(syncVirtualAccount, { params: { id: va.id } });
  expect(await readVirtualAccount(va)).toMatchObject({ payments_count: 1, paid_amount: 150_000, mismatches_count: 0 });
});

test('a change that the bank did not confirm may hold: both amounts are recorded', async () => {
  const reusable = await create(REUSABLE);
  const single = await create();
  for (const va of [reusable, single]) {
    const answer = await withLostAnswer(() => change(va, { expected_amount: 175_000 }));
    expect(answer.json()).toMatchObject({ code: 'bank_unreachable' });
  }
  t.clock.advance(2_000);
  expect(await sendPayment(reusable, 175_000)).toBe('2002500');
  expect(await sendPayment(reusable, 150_000)).toBe('2002500');
  expect((await readVirtualAccount(reusable)).payments.map(({ amount, detail }) => [amount, detail])).toEqual([
    [150_000, null],
    [175_000, VA_DETAILS.unconfirmed_change],
  ]);
  expect(await sendPayment(single, 175_000)).toBe('2002500');
  expect(await readVirtualAccount(single)).toMatchObject({ status: 'paid', expected_amount: 175_000 });
  expect(await listVaTransactions(single)).toMatchObject([{ status: 'success', amount: 175_000 }]);
});

test('a change that the bank declined never held', async () => {
  const va = await create(REUSABLE);
  await bank.setSwitches({ generate_refuse: true });
  expect((await change(va, { expected_amount: 175_000 })).json()).toMatchObject({ code: 'bank_refused' });
  await bank.setSwitches({ generate_refuse: false });
  t.clock.advance(2_000);
  expect(await sendPayment(va, 175_000)).toBe('4042513');
});
