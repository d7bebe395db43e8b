/** Lists, totals, files and bulk requests of refunds, and the sweep of lost jobs. */
import { describe, expect, test } from 'vitest';
import {
  createRefunds,
  getRefund,
  listRefunds,
  listDuplicatePayments,
  summariseRefunds,
} from '@dasbor/contract/refund';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { asMerchant } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import {
  approve,
  postRefund,
  checkBeneficiary,
  readErrorCode,
  finance,
  headers,
  insertPayment,
  payByQris,
  readRefund,
  requestRefund,
  run,
  t,
  readTransaction,
  setUpRefunds,
  signInFinance,
} from '../../test/refund-fixture.ts';

setUpRefunds();

describe('lists', () => {
  test('filters, totals, pages and CSV agree', async () => {
    const id = await payByQris(90_000);
    const reference = (await readTransaction(id)).provider_reference ?? '';
    const ids: string[] = [];
    for (const [amount, reason] of [
      [10_000, 'fraud'],
      [20_000, 'duplicate'],
      [30_000, 'fraud'],
    ] as const) {
      ids.push((await requestRefund(id, { amount, reason })).id);
    }
    const found = async (query: Record<string, string>) =>
      (await finance.ok(listRefunds, { query: { transaction_id: id, ...query } })).data.map((row) => row.amount);
    expect(await found({})).toEqual([30_000, 20_000, 10_000]);
    expect(await found({ reason: 'fraud' })).toEqual([30_000, 10_000]);
    expect(await found({ method: 'transfer' })).toEqual([]);
    expect(await found({ amount_min: '20000', amount_max: '20000' })).toEqual([20_000]);
    expect(await found({ status: 'pending,approved' })).toEqual([30_000, 20_000, 10_000]);
    expect(await found({ to: new Date(t.clock.now().getTime() - 3_600_000).toISOString() })).toEqual([]);
    expect(await found({ q: ids[1] ?? '' })).toEqual([20_000]);
    expect(await found({ q: reference.slice(2, 20) })).toEqual([30_000, 20_000, 10_000]);
    const first = await finance.ok(listRefunds, { query: { transaction_id: id, limit: 2 } });
    const rest = await finance.ok(listRefunds, {
      query: { transaction_id: id, limit: 2, cursor: first.next_cursor ?? '' },
    });
    expect([...first.data, ...rest.data].map((row) => row.id)).toEqual(ids.toReversed());
    expect(rest.next_cursor).toBeNull();
    expect((await finance.ok(summariseRefunds, { query: { transaction_id: id } })).data).toEqual([
      { status: 'pending', count: 3, amount: 60_000 },
    ]);
    const csv = await finance.call(listRefunds, {
      query: { transaction_id: id },
      headers: { accept: 'text/csv' },
    });
    const lines = csv.body.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('created_at (WIB)');
    expect(lines[1]).toContain(`,${id},90000,qris,`);
    expect((await finance.call(listRefunds, { query: { cursor: 'nonsense' } })).statusCode).toBe(400);
  });

  test('failure codes filter list, totals and CSV; none: without a code', async () => {
    const id = await payByQris(90_000);
    const coded: [number, string | null][] = [
      [10_000, 'account_closed'],
      [20_000, 'bank_refused'],
      [30_000, null],
    ];
    for (const [amount, code] of coded) {
      const refund = await requestRefund(id, { amount });
      await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
        tx.sql
          .updateTable('refund')
          .set({ error_code: code })
          .where('merchant_id', '=', tx.merchant_id)
          .where('id', '=', refund.id)
          .execute(),
      );
    }
    for (const [failure_code, amounts] of [
      ['account_closed', [10_000]],
      ['none', [30_000]],
      ['none,bank_refused', [30_000, 20_000]],
    ] as const) {
      const query = { transaction_id: id, failure_code };
      expect((await finance.ok(listRefunds, { query })).data.map(({ amount }) => amount)).toEqual(amounts);
      const sum = amounts.reduce<number>((total, amount) => total + amount, 0);
      const { data } = await finance.ok(summariseRefunds, { query });
      expect(data).toEqual([{ status: 'pending', count: amounts.length, amount: sum }]);
      const csv = await finance.call(listRefunds, {
        query: { ...query, columns: 'amount' },
        headers: { accept: 'text/csv' },
      });
      expect(csv.body.trim().split('\n').slice(1).map(Number)).toEqual(amounts);
    }
  });

  test('domain 1.9: duplicate payments are listed until they are refunded', async () => {
    const id = await insertPayment({ amount: 45_000, duplicate_payment: true });
    const queue = async () => (await finance.ok(listDuplicatePayments)).data.find((row) => row.transaction_id === id);
    expect(await queue()).toMatchObject({ amount: 45_000, remaining_amount: 45_000, channel_code: 'BNI' });
    await requestRefund(id, {
      amount: 45_000 - 2_775,
      reason: 'duplicate',
      account_check_id: (await checkBeneficiary()).id,
    });
    expect(await queue()).toMatchObject({ remaining_amount: 2_775 });
  });

  test('bulk: each payment has its own result, and a retry returns the same results', async () => {
    const [good, again, va] = [
      await payByQris(10_000),
      await payByQris(11_000),
      await insertPayment({ amount: 12_000 }),
    ];
    await requestRefund(again, { amount: 1_000 });
    const foreign = await insertPaidPayment(t, BATIK_LESTARI.merchant_id, { amount: 13_000 });
    const call = {
      body: { transaction_ids: [good, again, va, foreign], reason: 'order_cancelled' },
      headers: headers(),
    };
    const { data } = await finance.ok(createRefunds, call);
    expect(data.map(({ amount, refusal }) => [amount, refusal?.code ?? null])).toEqual([
      [10_000, null],
      [10_000, null],
      [0, 'destination_required'],
      [0, 'not_found'],
    ]);
    expect((await finance.ok(createRefunds, call)).data).toEqual(data);
    const body = { transaction_ids: Array.from({ length: 101 }, () => good), reason: 'fraud' };
    expect((await finance.call(createRefunds, { body, headers: headers() })).statusCode).toBe(400);
  });

  test('refunds of another merchant cannot be read, approved or rejected', async () => {
    const id = await payByQris(10_000);
    const refund = await requestRefund(id, { amount: 1_000 });
    const batik = await t.signIn('superadmin@batik.example');
    expect((await batik.call(getRefund, { params: { id: refund.id } })).statusCode).toBe(404);
    expect((await approve(refund.id, batik)).statusCode).toBe(404);
    expect((await postRefund(id, { amount: 1 }, batik)).statusCode).toBe(404);
    expect((await batik.ok(listRefunds)).data).toEqual([]);
    const check = await checkBeneficiary();
    const own = await insertPaidPayment(t, BATIK_LESTARI.merchant_id, { amount: 13_000 });
    expect(await readErrorCode(postRefund(own, { amount: 1, account_check_id: check.id }, batik))).toBe(
      'account_check_expired',
    );
  });

  test('the reconciliation sweep finds lost jobs; an old account check: account_check_expired', async () => {
    const id = await payByQris(10_000);
    const refund = await requestRefund(id, { amount: 1_000 });
    const account_check_id = (await checkBeneficiary()).id;
    const old = await requestRefund(id, { amount: 1_000, method: 'transfer', account_check_id });
    await approve(refund.id);
    await run('sweep_refunds', {});
    expect((await readRefund(refund.id)).status).toBe('approved');
    // The bank's clock stays behind from here on, so its responses are refused.
    t.clock.advance(31 * 60_000);
    await run('sweep_refunds', {});
    await signInFinance();
    expect((await readRefund(refund.id)).status).toBe('processing');
    expect((await readRefund(old.id)).status).toBe('pending');
    expect(await readErrorCode(postRefund(id, { amount: 1, method: 'transfer', account_check_id }))).toBe(
      'account_check_expired',
    );
  });
});
