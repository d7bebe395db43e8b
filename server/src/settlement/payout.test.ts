/** Payouts of settlements: time-outs, stops, status inquiries, returned transfers, and the hours of the rails. */
import { getCashFlowForecast } from '@dasbor/contract/cash-flow';
import { getDashboardBalance } from '@dasbor/contract/dashboard';
import { reactivateMerchant, setMerchantSwitches, suspendMerchant } from '@dasbor/contract/merchant';
import { holdSettlement, releaseSettlement, retrySettlement } from '@dasbor/contract/settlement-admin';
import { toBusinessDay } from '@dasbor/contract/time';
import { expect, test } from 'vitest';
import { insertPayment } from '../../test/settlement-payments.ts';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import { settleMerchant } from './run.ts';
import {
  merchant_id,
  MORNING,
  t,
  model,
  finance,
  provider,
  signIn,
  changeAccount,
  run,
  runPayout,
  readSettlement,
  readReserve,
  retry,
  settlePayment,
  advanceTime,
  countTransfers,
  setUpPayouts,
} from '../../test/settlement-payout-fixture.ts';

setUpPayouts();

/** Settles a payment of Rp 100.000 into a batch that is approved and not sent. */
async function closeBatch(): Promise<string> {
  const paid_at = new Date(t.clock.now().getTime() - 1);
  await insertPayment(t.deps.db, merchant_id, { method: 'qris', channel_code: null, amount: 100_000, paid_at });
  const result = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  return result.id;
}

test('a time-out never causes a second payout: the transfer status decides', async () => {
  model.setChooser(() => 'unknown_then_success');
  const id = await settlePayment();
  expect(await readSettlement(id)).toMatchObject({ status: 'processing', rail: 'intrabank' });
  expect(await readReserve()).toBe(0);
  await runPayout(id);
  await advanceTime(20);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
  expect(model.executed.filter(({ amount }) => amount === 99_223)).toHaveLength(1);
  expect(countTransfers(id)).toBe(1);
});

test('what is settled and not credited is in transit, on the home screen, in the cash flow and in the ledger', async () => {
  const { bank_clearing: sent_before = 0, reserve: held_before } = await readBalances(t, merchant_id);
  expect(held_before).toBe(0);
  /** The money in transit of each screen, of the reserve, and of the transfers that were sent since. */
  const readInTransit = async () => {
    const { reserve, bank_clearing = 0 } = await readBalances(t, merchant_id);
    return {
      home: (await finance.ok(getDashboardBalance)).data.in_transit,
      cash_flow: (await finance.ok(getCashFlowForecast, { query: { account: 'settled' } })).data.in_transit,
      reserve,
      sent: bank_clearing - sent_before,
    };
  };
  const nothing = { home: 0, cash_flow: 0, reserve: 0, sent: 0 };
  const held = { home: 99_223, cash_flow: 99_223, reserve: 99_223, sent: 0 };
  expect(await readInTransit()).toEqual(nothing);
  const id = await closeBatch();
  const expectInTransit = async (status: string, expected: typeof held) =>
    expect({ status: (await readSettlement(id)).status, ...(await readInTransit()) }).toEqual({ status, ...expected });
  await expectInTransit('approved', held);
  await provider.ok(holdSettlement, { params: { merchant_id, id }, body: { reason: 'Review' } });
  await expectInTransit('on_hold', held);
  const headers = { 'idempotency-key': 'release-in-transit' };
  await provider.ok(releaseSettlement, { params: { merchant_id, id }, headers });
  // The bank has received the transfer, and has not confirmed it.
  model.setChooser(() => 'unknown_then_failed');
  await runPayout(id);
  await expectInTransit('processing', { ...held, reserve: 0, sent: 99_223 });
  await advanceTime(20);
  await expectInTransit('failed', held);
  model.setChooser(() => 'success');
  await retry(id);
  await advanceTime(1_300, 60);
  await expectInTransit('paid', { ...nothing, sent: 99_223 });
  model.executed.at(-1)!.outcome = 'returned';
  await advanceTime(8_000, 100);
  await expectInTransit('returned', held);
  await retry(id);
  await advanceTime(1_300, 60);
  await expectInTransit('paid', { ...nothing, sent: 99_223 });
});

test('decision 0142: nothing is paid out to the bank while the merchant is suspended; it is after the reactivation', async () => {
  const target = { params: { merchant_id } };
  model.setChooser(() => 'refused');
  const failed = await settlePayment(150_000);
  model.setChooser(() => 'success');
  await provider.ok(suspendMerchant, { ...target, body: { reason: 'Fraud' } });
  const before = model.transfers.length;
  const id = await settlePayment();
  const held = await readSettlement(id);
  expect(held).toMatchObject({ status: 'on_hold', held_reason: 'The merchant is suspended' });
  expect(held.events.map(({ to_status }) => to_status)).toEqual(['open', 'closed', 'on_hold']);
  const refusals = [
    await provider.call(releaseSettlement, {
      params: { merchant_id, id },
      headers: { 'idempotency-key': 'release-suspended' },
    }),
    await provider.call(retrySettlement, {
      params: { merchant_id, id: failed },
      headers: { 'idempotency-key': 'retry-suspended' },
    }),
  ];
  for (const refused of refusals) expect(refused.json()).toMatchObject({ code: 'merchant_not_active' });
  expect(model.transfers.length).toBe(before);
  await provider.ok(reactivateMerchant, { ...target, body: {} });
  await run('release_stopped_settlements', { merchant_id });
  expect(await readSettlement(id)).toMatchObject({ status: 'approved', held_reason: null });
  await runPayout(id);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
  await retry(failed);
});

test('decision 0142: an approved payout that was not sent goes on hold when payouts are disabled', async () => {
  const target = { params: { merchant_id } };
  const id = await closeBatch();
  expect(await readSettlement(id)).toMatchObject({ status: 'approved' });
  const switches = { payments_enabled: true, payouts_enabled: false, reason: 'Review' };
  await provider.ok(setMerchantSwitches, { ...target, body: switches });
  await runPayout(id);
  expect(await readSettlement(id)).toMatchObject({
    status: 'on_hold',
    held_reason: 'Payouts of the merchant are disabled',
  });
  await run('release_stopped_settlements', { merchant_id });
  expect(await readSettlement(id)).toMatchObject({ status: 'on_hold' });
  await provider.ok(setMerchantSwitches, { ...target, body: { ...switches, payouts_enabled: true } });
  await run('release_stopped_settlements', { merchant_id });
  await runPayout(id);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
});

test('never received: sent again under the same number, after ten minutes without a record', async () => {
  model.setChooser(() => 'lost');
  const id = await settlePayment();
  model.setChooser(() => 'success');
  await advanceTime(590);
  expect([(await readSettlement(id)).status, countTransfers(id)]).toEqual(['processing', 1]);
  await advanceTime(600);
  expect([(await readSettlement(id)).status, countTransfers(id)]).toEqual(['paid', 2]);
});

test('a process that died before the call: the sweep finds out and sends it once', async () => {
  const bank = { ...t.deps.bank, transfer: () => Promise.reject(new Error('killed')) };
  const countExecuted = () => model.executed.filter(({ amount }) => amount === 99_223).length;
  const before = countExecuted();
  await expect(settlePayment(100_000, { ...t.deps, bank })).rejects.toThrow('killed');
  await advanceTime(1_500);
  expect(countExecuted()).toBe(before + 1);
  expect(await readReserve()).toBe(0);
});

test('a failed payout that the bank executed after all is paid, once, and can still be returned and retried', async () => {
  model.setChooser(() => 'late_success');
  const id = await settlePayment();
  await advanceTime(4, 2);
  expect(await readReserve()).toBe(99_223);
  await advanceTime(60);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid', failure_code: null });
  expect(await readReserve()).toBe(0);
  model.executed.at(-1)!.outcome = 'returned';
  await advanceTime(200);
  expect(await readSettlement(id)).toMatchObject({ status: 'returned', failure_code: 'returned' });
  expect(await readReserve()).toBe(99_223);
  model.setChooser(() => 'success');
  await retry(id);
  await runPayout(id);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
  expect(await readReserve()).toBe(0);
});

const MESSAGE = {
  at: MORNING,
  direction: 'out',
  partner: 'bank',
  endpoint: '/v1.0/transfer/status',
  external_id: '1',
  http_status: null,
  response_code: null,
  latency_ms: 1,
  request: {},
  response: null,
} as const;
const status = (latestTransactionStatus: string, value: string) => ({
  kind: 'ok',
  response: {
    originalReferenceNo: 'BT1',
    transactionStatusDesc: 'Status',
    latestTransactionStatus,
    amount: { value, currency: 'IDR' },
  },
});

/** Answers inquiries with the same status, about the transfer that was asked about. */
const answerAbout =
  (answer: { kind: string; response?: object }) => async (originalPartnerReferenceNo: string, serviceCode: string) =>
    ({
      message: MESSAGE,
      ...answer,
      ...(answer.response === undefined
        ? {}
        : { response: { originalPartnerReferenceNo, serviceCode, ...answer.response } }),
    }) as unknown as BankOutcome<never>;

test('a status inquiry decides only by a definite status of the same amount', async () => {
  model.setChooser(() => 'lost');
  const id = await settlePayment(70_000);
  for (const answer of [
    { kind: 'refused', response_code: '4033605', detail: 'Do Not Honor' },
    { kind: 'refused', response_code: '4003601', detail: 'Invalid Field Format' },
    { kind: 'refused', response_code: '4043616', detail: 'Partner Not Found' },
    { kind: 'unreachable', detail: 'No response' },
    status('00', '69455.00'),
    status('06', '69455.00'),
    status('03', '69456.00'),
  ]) {
    const queryTransfer = answerAbout(answer);
    await advanceTime(1_200, 600, { ...t.deps, bank: { ...t.deps.bank, queryTransfer } });
    expect([(await readSettlement(id)).status, countTransfers(id)], JSON.stringify(answer)).toEqual(['processing', 1]);
  }
  const queryTransfer = answerAbout(status('06', '69456.00'));
  await advanceTime(600, 600, { ...t.deps, bank: { ...t.deps.bank, queryTransfer } });
  expect(await readSettlement(id)).toMatchObject({
    status: 'failed',
    failure_code: 'transfer_failed',
    failure_message: 'Status',
  });
  model.setChooser(() => 'success');
  await retry(id);
  await advanceTime(1_300);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
});

test('domain 4.4: a payout above the limit of BI-FAST waits for the hours of SKN, one above SKN for those of RTGS', async () => {
  await changeAccount('009', '0090000003');
  // 20:00 (WIB).
  t.clock.set(new Date('2026-12-23T13:00:00Z'));
  const ids = [await settlePayment(300_000_000), await settlePayment(1_100_000_000)];
  // Joint leave, Christmas, and before 06:30 of the Monday after.
  for (const closed of ['2026-12-24T03:00:00Z', '2026-12-25T03:00:00Z', '2026-12-27T23:29:59Z']) {
    t.clock.set(new Date(closed));
    await run('sweep_settlements');
    await signIn();
    for (const id of ids) expect((await readSettlement(id)).status, closed).toBe('approved');
  }
  t.clock.set(new Date('2026-12-27T23:30:00Z'));
  await run('sweep_settlements');
  expect(await readSettlement(ids[0]!)).toMatchObject({ status: 'paid', rail: 'skn' });
  expect((await readSettlement(ids[1]!)).status).toBe('approved');
  t.clock.set(new Date('2026-12-28T00:00:00Z'));
  await run('sweep_settlements');
  await signIn();
  expect(await readSettlement(ids[1]!)).toMatchObject({ status: 'paid', rail: 'rtgs' });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'settlement payout')).toEqual([]);
});
