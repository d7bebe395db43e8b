/** The behaviour of an account decides how transfers to it are answered, executed and end. */
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { expect, test } from 'vitest';
import { startBank } from '../test/harness.ts';
import { TRANSFER_OUTCOMES } from './transfer-behaviour.ts';

const ACCOUNT = '8010000001';

/** A bank whose account behaves, and a caller of the transfer services. */
async function startBehaving(outcome: string, start?: Date) {
  const { bank, call, clock } = await startBank(start && { start });
  const set = await bank.inject({
    method: 'POST',
    url: '/simulate/transfer/behaviour',
    payload: { account_no: ACCOUNT, outcome },
  });
  expect(set.statusCode).toBe(200);
  const request = {
    partnerReferenceNo: 'ref-1',
    amount: { value: '10000.00', currency: 'IDR' },
    beneficiaryAccountNo: ACCOUNT,
    beneficiaryAccountName: 'SARI PRATIWI',
    beneficiaryBankCode: '014',
    sourceAccountNo: '0012345678',
    transactionDate: toSnapTime(clock()),
  };
  const send = async () => (await call(SNAP_PATHS.transfer_skn, request)).json<{ responseCode: string }>().responseCode;
  const ask = async () => {
    const answer = await call(SNAP_PATHS.transfer_status, { originalPartnerReferenceNo: 'ref-1', serviceCode: '23' });
    const body = answer.json<{ responseCode: string; latestTransactionStatus?: string; amount?: { value: string } }>();
    return [body.latestTransactionStatus ?? body.responseCode, body.amount?.value];
  };
  const executed = async () =>
    (await bank.inject({ method: 'GET', url: '/simulate/transfers' })).json<{ data: unknown[] }>().data.length;
  return { bank, send, ask, executed, clock };
}

const NOT_FOUND = ['4043601', undefined];
const [SUCCESS, PENDING, FAILED, RETURNED] = ['00', '03', '06', '04'].map((status) => [status, '10000.00']);

test.each([
  { outcome: 'success', code: '2002300', count: 1, first: SUCCESS, last: SUCCESS },
  { outcome: 'failed', code: '4032305', count: 0, first: NOT_FOUND, last: NOT_FOUND },
  { outcome: 'cut_off', code: '4032301', count: 0, first: NOT_FOUND, last: NOT_FOUND },
  { outcome: 'offline', code: '5032300', count: 0, first: NOT_FOUND, last: NOT_FOUND },
  { outcome: 'unknown_then_success', code: '5042300', count: 1, first: PENDING, last: SUCCESS },
  { outcome: 'unknown_then_failed', code: '5042300', count: 1, first: PENDING, last: FAILED },
  { outcome: 'late_success', code: '5042300', count: 1, first: FAILED, last: SUCCESS },
  { outcome: 'returned', code: '2002300', count: 1, first: SUCCESS, last: RETURNED },
  { outcome: 'returned_next_day', code: '2002300', count: 1, first: SUCCESS, last: SUCCESS },
  { outcome: 'duplicate', code: '4092301', count: 1, first: SUCCESS, last: SUCCESS },
  { outcome: 'wrong_amount', code: '2002300', count: 1, first: ['00', '10001.00'], last: ['00', '10001.00'] },
])('$outcome: answered $code, executed $count times', async ({ outcome, code, count, first, last }) => {
  const { send, ask, executed, clock } = await startBehaving(outcome);
  expect(await send()).toBe(code);
  expect(await executed()).toBe(count);
  expect(await ask()).toEqual(first);
  clock.advance(10);
  expect(await ask()).toEqual(last);
});

test('an executed reference is never executed again', async () => {
  const { send, executed } = await startBehaving('success');
  await send();
  expect(await send()).toBe('4092301');
  expect(await executed()).toBe(1);
});

test('an unknown outcome is refused, and every known one is offered on the page in both languages', async () => {
  const { bank } = await startBank();
  const refused = await bank.inject({
    method: 'POST',
    url: '/simulate/transfer/behaviour',
    payload: { account_no: ACCOUNT, outcome: 'explode' },
  });
  expect(refused.statusCode).toBe(400);
  for (const language of ['en', 'id']) {
    const page = await bank.inject({ method: 'GET', url: '/messages.js', headers: { 'accept-language': language } });
    for (const outcome of TRANSFER_OUTCOMES) expect(page.body).toContain(`behaviour_${outcome}`);
  }
});

test('returned_next_day: the money stays with the receiver for 24 hours', async () => {
  const { send, ask, clock } = await startBehaving('returned_next_day');
  expect(await send()).toBe('2002300');
  clock.advance(86_399);
  expect(await ask()).toEqual(SUCCESS);
  clock.advance(1);
  expect(await ask()).toEqual(RETURNED);
});

test.each([
  ['2026-11-23T06:29:59+07:00', '4032301'],
  ['2026-11-23T06:30:00+07:00', '2002300'],
  ['2026-11-23T16:29:59+07:00', '2002300'],
  ['2026-11-23T16:30:00+07:00', '4032301'],
  ['2026-11-22T10:00:00+07:00', '4032301'],
])('domain 4.4: with the switch for hours, SKN at %s is answered %s', async (at, code) => {
  const { bank, send } = await startBehaving('success', new Date(at));
  await bank.inject({ method: 'PUT', url: '/simulate/switches', payload: { transfer_hours: true } });
  expect(await send()).toBe(code);
});
