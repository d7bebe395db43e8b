/** Virtual accounts at the sandbox bank: opened, asked about, paid, changed, closed; and its bad habits. */
import { SNAP_PATHS, type SnapCall, getSnapMethod } from '@dasbor/contract/snap';
import { toVaFields } from '@dasbor/contract/snap-va';
import { expect, test } from 'vitest';
import { startBank } from '../test/harness.ts';

const NUMBER = '390251000112345678';
const FIELDS = toVaFields(NUMBER, '39025');
const CREATE = {
  ...FIELDS,
  virtualAccountName: 'KOPI NUSANTARA',
  trxId: 'va_1',
  totalAmount: { value: '150000.00', currency: 'IDR' },
  virtualAccountTrxType: 'C',
  expiredDate: '2026-11-21T11:00:00+07:00',
  additionalInfo: { isReusable: false },
};

async function openVaBank() {
  const opened = await startBank();
  const { bank, call } = opened;
  const send = async (name: SnapCall, change: object = {}) => {
    const answer = await call(SNAP_PATHS[name], { ...CREATE, ...change }, {}, getSnapMethod(name));
    return answer.json<{ responseCode: string; virtualAccountData?: { additionalInfo: { payments: object[] } } }>();
  };
  const pay = async (payload: object = { va_number: NUMBER }) => {
    const answer = await bank.inject({ method: 'POST', url: '/simulate/va/pay', payload });
    return answer.json<{ code?: string; status?: string; paid_amount?: number; payments_count?: number }>();
  };
  // The partner of these tests answers no inquiries: the bank uses its own records.
  await opened.turn({ va_skip_inquiry: true });
  return { ...opened, send, pay };
}

test('creating a virtual account is idempotent', async () => {
  const { send } = await openVaBank();
  expect(await send('va_create')).toMatchObject({ responseCode: '2002700', virtualAccountData: { trxId: 'va_1' } });
  expect((await send('va_create')).responseCode).toBe('2002700');
  expect((await send('va_create', { totalAmount: { value: '1.00', currency: 'IDR' } })).responseCode).toBe('4092701');
  expect((await send('va_create', { trxId: 'va_2' })).responseCode).toBe('4042712');
});

test.each([
  ['closed without an amount', { totalAmount: undefined }, '4002702'],
  ['an amount of 0', { totalAmount: { value: '0.00', currency: 'IDR' } }, '4042713'],
  ['an end in the past', { expiredDate: '2026-11-21T09:59:59+07:00' }, '4002701'],
  ['a number of no bank', toVaFields('123456789', '12345'), '4042712'],
])('%s is refused', async (_what, change, code) => {
  const { send } = await openVaBank();
  expect((await send('va_create', change)).responseCode).toBe(code);
});

test('a payment is notified completely and appears in the status response', async () => {
  const { send, pay, bank, partner } = await openVaBank();
  await send('va_create');
  expect(await pay({ va_number: NUMBER, amount: 1 })).toMatchObject({ code: 'amount_differs' });
  expect(await pay()).toMatchObject({ status: 'paid', paid_amount: 150_000, payments_count: 1 });
  await bank.delivery.deliverDue();
  // The partner of these tests serves QR notifications only; what was sent is in the book.
  expect(partner.notifications).toEqual([]);
  const status = await send('va_status');
  expect(status.virtualAccountData?.additionalInfo.payments).toMatchObject([
    {
      trxId: 'va_1',
      virtualAccountNo: FIELDS.virtualAccountNo,
      paidAmount: { value: '150000.00' },
      sourceBankCode: 'BCA',
    },
  ]);
  expect((await send('va_status', { trxId: 'va_9' })).responseCode).toBe('4042601');
});

test('updated, closed and expired virtual accounts accept payments accordingly', async () => {
  const { send, pay, turn, clock } = await openVaBank();
  await send('va_create');
  expect((await send('va_update', { totalAmount: { value: '175000.00', currency: 'IDR' } })).responseCode).toBe(
    '2002800',
  );
  expect(await pay({ va_number: NUMBER, amount: 150_000 })).toMatchObject({ code: 'amount_differs' });
  expect([(await send('va_delete')).responseCode, (await send('va_delete')).responseCode]).toEqual([
    '2003100',
    '2003100',
  ]);
  expect(await pay()).toMatchObject({ code: 'closed' });
  expect((await send('va_update')).responseCode).toBe('4042812');
  const other = { trxId: 'va_2' };
  expect((await send('va_create', other)).responseCode).toBe('2002700');
  clock.advance(3_600);
  expect(await pay()).toMatchObject({ code: 'expired' });
  await turn({ pay_expired: true });
  expect(await pay()).toMatchObject({ paid_amount: 150_000 });
  expect((await send('va_delete', other)).responseCode).toBe('4043114');
});

test('a payment requires a successful inquiry', async () => {
  const { send, pay, turn } = await openVaBank();
  await send('va_create');
  await turn({ va_skip_inquiry: false });
  expect(await pay()).toMatchObject({ code: 'biller_refused' });
  await turn({ va_skip_inquiry: true, refuse: true });
  expect(await pay()).toMatchObject({ code: 'refused' });
  await turn({ refuse: false, generate_refuse: true });
  expect((await send('va_create', { trxId: 'va_3' })).responseCode).toBe('4032705');
  expect(await pay({ va_number: '1' })).toMatchObject({ code: 'unknown_va_number' });
});

test('limits apply, reusable numbers accept several payments, and the wrong_amount switch accepts any amount', async () => {
  const { send, pay, turn, bank } = await openVaBank();
  const money = (value: string) => ({ value, currency: 'IDR' });
  const additionalInfo = { minAmount: money('20000.00'), maxAmount: money('30000.00'), isReusable: true };
  await send('va_create', { virtualAccountTrxType: 'I', totalAmount: undefined, additionalInfo });
  const codes = [];
  for (const amount of [19_999, 20_000, 30_000, 30_001]) codes.push((await pay({ va_number: NUMBER, amount })).code);
  expect(codes).toEqual(['amount_differs', undefined, undefined, 'amount_differs']);
  expect(await pay()).toMatchObject({ code: 'amount_missing' });
  await turn({ wrong_amount: true });
  expect(await pay()).toMatchObject({ paid_amount: 30_001, status: 'open' });
  const { data } = (await bank.inject({ url: '/simulate/va' })).json<{ data: object[] }>();
  expect(data).toMatchObject([{ va_number: NUMBER, payments_count: 3, paid_amount: 80_001, status: 'open' }]);
});
