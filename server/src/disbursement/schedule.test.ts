/** When a disbursement is sent: its time, the hours of its rail, outages and the balance. */
import { cancelDisbursement, listDisbursements } from '@dasbor/contract/disbursement';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readBalances, topUpPayout } from '../../test/payout-fixture.ts';
import { asMerchant } from '../db/tx.ts';
import {
  PAID,
  approve,
  approver,
  balances_before,
  readChanges,
  finance,
  headers,
  merchant_id,
  model,
  owner,
  readDisbursement,
  requestDisbursement,
  run,
  send,
  signIn,
  superadmin,
  t,
  setUpDisbursements,
  nextNumber,
} from '../../test/disbursement-fixture.ts';

setUpDisbursements();

describe('schedule, hours and balance', () => {
  test('scheduled: reserved at approval, sent when its time has come', async () => {
    const schedule_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString();
    const { id } = await requestDisbursement({ schedule_at });
    await approve(id);
    expect(await readDisbursement(id)).toMatchObject({ status: 'approved', queue_reason: 'scheduled' });
    await send(id);
    expect((await readDisbursement(id)).status).toBe('approved');
    expect((await finance.ok(listDisbursements, { query: { view: 'scheduled' } })).data.map((row) => row.id)).toContain(
      id,
    );
    t.clock.advance(3_600_000);
    await signIn();
    await run('sweep_disbursements');
    expect((await readDisbursement(id)).status).toBe('success');
    expect(await readChanges()).toEqual(PAID);
  });

  test('outside the hours of its rail it waits for the next business day', async () => {
    // Saturday.
    t.clock.set(new Date('2027-01-09T03:00:00.000Z'));
    await signIn();
    const { id } = await requestDisbursement({ bank_code: '008', amount: 20_000_000, rail: 'skn' });
    await approve(id);
    await send(id);
    expect(await readDisbursement(id)).toMatchObject({
      status: 'queued',
      queue_reason: 'outside_cutoff',
      expected_at: '2027-01-11T03:30:00.000Z',
    });
    t.clock.set(new Date('2027-01-11T00:00:00.000Z'));
    await signIn();
    await run('sweep_disbursements');
    expect(await readDisbursement(id)).toMatchObject({ status: 'success', rail: 'skn' });
    expect(model.executed.at(-1)?.service).toBe('23');
  });

  /** An announced outage, from now on. */
  const announce = (outage: { rail?: string; bank_code?: string; minutes: number }) =>
    owner.query(
      `insert into app.transfer_outage (id, rail, bank_code, starts_at, ends_at) values ($1, $2, $3, $4, $5)`,
      [
        `outage-${nextNumber()}`,
        outage.rail ?? null,
        outage.bank_code ?? null,
        t.clock.now(),
        new Date(t.clock.now().getTime() + outage.minutes * 60_000),
      ],
    );

  test('bank_offline: during an announced outage of the bank it waits, with its expected time', async () => {
    t.clock.set(new Date('2027-01-11T03:00:00.000Z'));
    await signIn();
    await announce({ bank_code: '008', minutes: 30 });
    const { id } = await requestDisbursement({ bank_code: '008' });
    const other = await requestDisbursement({ bank_code: '009' });
    for (const each of [id, other.id]) {
      await approve(each);
      await send(each);
    }
    expect((await readDisbursement(other.id)).status).toBe('success');
    const waiting = { status: 'queued', queue_reason: 'bank_offline', expected_at: '2027-01-11T03:45:00.000Z' };
    expect(await readDisbursement(id)).toMatchObject(waiting);
    t.clock.set(new Date('2027-01-11T03:29:59.999Z'));
    await signIn();
    await run('sweep_disbursements');
    expect((await readDisbursement(id)).status).toBe('queued');
    t.clock.set(new Date('2027-01-11T03:30:00.000Z'));
    await run('sweep_disbursements');
    expect((await readDisbursement(id)).status).toBe('success');
  });

  test('bank_offline: an outage of a rail that ends after its hours moves to the next opening', async () => {
    // 16:00 (WIB) on a Friday; SKN closes at 16:30.
    t.clock.set(new Date('2027-01-15T09:00:00.000Z'));
    await signIn();
    await announce({ rail: 'skn', minutes: 60 });
    const { id } = await requestDisbursement({ bank_code: '008', amount: 20_000_000, rail: 'skn' });
    await approve(id);
    await send(id);
    expect(await readDisbursement(id)).toMatchObject({
      status: 'queued',
      queue_reason: 'bank_offline',
      expected_at: '2027-01-18T03:30:00.000Z',
    });
    t.clock.set(new Date('2027-01-17T23:30:00.000Z'));
    await signIn();
    await run('sweep_disbursements');
    expect(await readDisbursement(id)).toMatchObject({ status: 'success', rail: 'skn' });
  });

  test('bank_offline: while the bank does not respond nothing is sent, and it is tried again', async () => {
    const { id } = await requestDisbursement();
    await approve(id);
    model.setReopening(new Date(t.clock.now().getTime() + 40_000));
    await send(id);
    expect(await readDisbursement(id)).toMatchObject({ status: 'queued', queue_reason: 'bank_offline' });
    expect((await readDisbursement(id)).expected_at).not.toBeNull();
    expect(await readChanges()).toEqual({ payout: -101_665, payout_reserved: 101_665 });
    model.setReopening(null);
    await run('sweep_disbursements');
    expect((await readDisbursement(id)).status).toBe('queued');
    t.clock.advance(60_000);
    await run('sweep_disbursements');
    expect(await readDisbursement(id)).toMatchObject({ status: 'success', queue_reason: null });
    expect(await readChanges()).toEqual(PAID);
  });

  test('50 approved at once against a balance for 10: ten are reserved, the rest wait and are sent after a top-up', async () => {
    const total = 101_665;
    await topUpPayout(t, merchant_id, total * 10 + 5_000 - (balances_before.payout ?? 0));
    const ids: string[] = [];
    for (let each = 0; each < 50; each++) ids.push((await requestDisbursement()).id);
    const answers = await Promise.all(ids.map((id) => approve(id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 200));
    const reasons = answers.map((answer) => answer.json().data.queue_reason as string | null);
    expect(reasons.filter((reason) => reason === null)).toHaveLength(10);
    expect(reasons.filter((reason) => reason === 'insufficient_balance')).toHaveLength(40);
    const sent = model.executed.length;
    t.clock.advance(1_000);
    await Promise.all([run('sweep_disbursements'), run('sweep_disbursements'), run('sweep_disbursements')]);
    expect(model.executed.length - sent).toBe(10);
    expect((await readBalances(t, merchant_id)).payout).toBe(5_000);
    await topUpPayout(t, merchant_id, total * 40);
    t.clock.advance(61_000);
    await run('sweep_disbursements');
    expect(model.executed.length - sent).toBe(50);
    expect(new Set(model.executed.map((each) => each.partner_reference_no)).size).toBe(model.executed.length);
    expect(await readBalances(t, merchant_id)).toMatchObject({
      payout: 5_000,
      payout_reserved: balances_before.payout_reserved,
    });
    await topUpPayout(t, merchant_id, 100_000_000);
  });

  test('20 approvals at once: one counts, the money is reserved once', async () => {
    const { id } = await requestDisbursement();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) => approve(id, each % 2 ? approver : superadmin)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await readChanges()).toEqual({ payout: -101_665, payout_reserved: 101_665 });
    await finance.ok(cancelDisbursement, { params: { id }, body: {}, headers: headers() });
  });

  test('cancel against send: either it is sent or it is cancelled, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await requestDisbursement();
      await approve(id);
      const { partner_reference_no } = await readDisbursement(id);
      const [cancelled] = await Promise.all([
        finance.call(cancelDisbursement, { params: { id }, body: {}, headers: headers() }),
        send(id),
        send(id),
      ]);
      const executed = model.executed.filter((each) => each.partner_reference_no === partner_reference_no).length;
      const { status } = await readDisbursement(id);
      expect([cancelled.statusCode, executed, status]).toEqual(
        status === 'cancelled' ? [200, 0, 'cancelled'] : [409, 1, 'success'],
      );
    }
    expect((await readBalances(t, merchant_id)).payout_reserved).toBe(balances_before.payout_reserved);
  });

  test('payouts that the provider disabled wait', async () => {
    const { id } = await requestDisbursement();
    await approve(id);
    const setEnabled = (is_enabled: boolean) =>
      asMerchant(t.deps.db, merchant_id, (tx) =>
        sql`update app.merchant set payouts_enabled = ${is_enabled} where merchant_id = ${merchant_id}`.execute(tx.sql),
      );
    await setEnabled(false);
    await send(id);
    expect(await readDisbursement(id)).toMatchObject({ status: 'queued', queue_reason: 'payouts_disabled' });
    await setEnabled(true);
    await send(id);
    expect((await readDisbursement(id)).status).toBe('success');
  });
});
