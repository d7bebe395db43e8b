/** Payouts of settlements with a second attempt or another account, and attempts that the bank executes late. */
import { approveSettlement } from '@dasbor/contract/settlement';
import {
  holdSettlement,
  rebindSettlement,
  retrySettlement,
  setSettlementSetting,
} from '@dasbor/contract/settlement-admin';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatPayoutReference } from './rules.ts';
import {
  merchant_id,
  DAILY,
  t,
  model,
  finance,
  provider,
  changeAccount,
  nextNumber,
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

test('not received for a day: failed, and a retry uses a new number at once, because it is confirmed as not executed', async () => {
  model.setChooser(() => 'lost');
  const id = await settlePayment(300_000);
  await advanceTime(90_000, 600);
  expect(await readSettlement(id)).toMatchObject({ status: 'failed', failure_code: 'not_received' });
  expect(await readReserve()).toBe(297_669);
  model.setChooser(() => 'success');
  const sent = countTransfers(id);
  await retry(id);
  const again = await provider.call(retrySettlement, {
    params: { merchant_id, id },
    headers: { 'idempotency-key': `retry-${nextNumber()}` },
  });
  expect(again.json()).toMatchObject({ code: 'status_conflict' });
  await runPayout(id);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
  expect([countTransfers(id), countTransfers(id, 2)]).toEqual([sent, 1]);
  expect(await readReserve()).toBe(0);
});

test('refused: a retry waits until the first number is confirmed as not executed for ten minutes without interruption', async () => {
  model.setChooser(() => 'refused');
  const id = await settlePayment();
  expect(await readSettlement(id)).toMatchObject({ status: 'failed', failure_code: 'bank_refused' });
  expect(await readReserve()).toBe(99_223);
  model.setChooser(() => 'success');
  await retry(id);
  await runPayout(id);
  await advanceTime(300);
  model.setOffline(true);
  await advanceTime(60);
  model.setOffline(false);
  await advanceTime(500);
  expect([(await readSettlement(id)).status, countTransfers(id, 2)]).toEqual(['processing', 0]);
  await advanceTime(700);
  expect([(await readSettlement(id)).status, countTransfers(id, 2)]).toEqual(['paid', 1]);
});

test('before a retry the status is queried: a payout that it executed after all is not paid again', async () => {
  model.setChooser(() => 'late_success');
  const id = await settlePayment();
  await advanceTime(4, 2);
  expect(await readSettlement(id)).toMatchObject({ status: 'failed', failure_code: 'transfer_failed' });
  await retry(id);
  t.clock.advance(6_000);
  await runPayout(id);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid', failure_code: null });
  expect([countTransfers(id), countTransfers(id, 2)]).toEqual([1, 0]);
  expect(await readReserve()).toBe(0);
});

describe('a payout that the merchant approved and that gets another account', () => {
  const params = (id: string) => ({ merchant_id, id });
  const approve = (id: string) =>
    finance.ok(approveSettlement, { params: { id }, headers: { 'idempotency-key': `approve-${nextNumber()}` } });
  /** A failed payout, bound to the account that the merchant changed to since. */
  const rebound = async (): Promise<string> => {
    const id = await settlePayment();
    await approve(id);
    await runPayout(id);
    await advanceTime(4, 2);
    expect((await readSettlement(id)).status).toBe('failed');
    await changeAccount('008', '0080000005');
    const { data } = await provider.ok(rebindSettlement, { params: params(id) });
    expect(data).toMatchObject({ status: 'closed', bank_account: 'Mandiri ••••0005' });
    return id;
  };
  beforeEach(() => finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank', approval: 'manual' } }));
  afterEach(async () => {
    await changeAccount('014', '8010000001');
    await finance.ok(setSettlementSetting, { body: { ...DAILY, destination: 'bank' } });
  });

  test('failed: it is paid after a new approval, under a new number', async () => {
    model.setChooser(() => 'refused');
    const id = await rebound();
    model.setChooser(() => 'success');
    const headers = { 'idempotency-key': `retry-${nextNumber()}` };
    const retried = await provider.call(retrySettlement, { params: params(id), headers });
    expect(retried.json()).toMatchObject({ code: 'status_conflict' });
    await advanceTime(1_300);
    expect([(await readSettlement(id)).status, countTransfers(id, 2)]).toEqual(['closed', 0]);
    await approve(id);
    await runPayout(id);
    await advanceTime(1_300);
    expect([(await readSettlement(id)).status, countTransfers(id, 2)]).toEqual(['paid', 1]);
    expect(await readReserve()).toBe(0);
  });

  test('failed, and executed after all: it is paid once, without the approval', async () => {
    model.setChooser(() => 'late_success');
    const id = await rebound();
    await advanceTime(60);
    expect(await readSettlement(id)).toMatchObject({ status: 'paid', failure_code: null });
    expect([countTransfers(id), countTransfers(id, 2), await readReserve()]).toEqual([1, 0, 0]);
  });

  const statuses = async (id: string) => (await readSettlement(id)).events.map(({ to_status }) => to_status);

  test('failed, put on hold, and executed after all: it is paid once, and no longer on hold', async () => {
    model.setChooser(() => 'late_success');
    const id = await rebound();
    await provider.ok(holdSettlement, { params: params(id), body: { reason: 'Review of the account' } });
    await advanceTime(60);
    expect(await readSettlement(id)).toMatchObject({ status: 'paid', failure_code: null, held_reason: null });
    expect((await statuses(id)).slice(-5)).toEqual(['on_hold', 'closed', 'approved', 'processing', 'paid']);
    expect([countTransfers(id), countTransfers(id, 2), await readReserve()]).toEqual([1, 0, 0]);
  });

  test('failed, approved again, and executed after all before it is sent: it is paid once', async () => {
    model.setChooser(() => 'late_success');
    const id = await rebound();
    await approve(id);
    expect((await readSettlement(id)).status).toBe('approved');
    t.clock.advance(60_000);
    await run('sweep_bank_transfers');
    expect(await readSettlement(id)).toMatchObject({ status: 'paid', failure_code: null });
    expect((await statuses(id)).slice(-3)).toEqual(['approved', 'processing', 'paid']);
    await runPayout(id);
    await advanceTime(1_300, 100);
    expect([countTransfers(id), countTransfers(id, 2), await readReserve()]).toEqual([1, 0, 0]);
  });
});

test('an earlier attempt that is executed while a later one is under way is booked, and pays it when that one fails', async () => {
  model.setChooser(() => 'refused');
  const id = await settlePayment();
  await advanceTime(1_300);
  await retry(id);
  model.setChooser(() => 'lost');
  await runPayout(id);
  expect([(await readSettlement(id)).status, countTransfers(id, 2)]).toEqual(['processing', 1]);
  // The bank finds the first one after all.
  model.executed.push({
    ...model.executed.at(-1)!,
    partner_reference_no: formatPayoutReference(id, 1),
    outcome: 'success',
  });
  await advanceTime(3_000, 60);
  const both = await readSettlement(id);
  expect(both.status).toBe('processing');
  expect(both.events.at(-1)?.reason).toContain('Reclaim the surplus');
  expect(await readReserve()).toBe(-99_223);
  await advanceTime(90_000, 600);
  const batch = await readSettlement(id);
  expect(batch).toMatchObject({ status: 'paid', failure_code: null });
  expect(batch.events.at(-1)?.reason).toBe('Another transfer of this payout succeeded');
  expect(await readReserve()).toBe(0);
});

test('an earlier attempt that is executed after a later one was paid is booked, and the timeline says so', async () => {
  model.setChooser(() => 'refused');
  const id = await settlePayment();
  model.setChooser(() => 'success');
  await advanceTime(1_300);
  await retry(id);
  await runPayout(id);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
  // The bank finds the first one after all.
  const [first] = model.executed.slice(-1);
  model.executed.push({ ...first!, partner_reference_no: formatPayoutReference(id, 1) });
  await advanceTime(3_000, 60);
  expect(await readReserve()).toBe(-99_223);
  const batch = await readSettlement(id);
  expect(batch.status).toBe('paid');
  expect(batch.events.at(-1)?.reason).toContain('Reclaim the surplus');
  // The surplus comes back.
  model.executed.at(-1)!.outcome = 'returned';
  await advanceTime(8_000, 100);
  expect(await readReserve()).toBe(0);
  expect(await readSettlement(id)).toMatchObject({ status: 'paid' });
});
