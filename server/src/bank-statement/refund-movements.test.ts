/** Refunds and reversals of the product itself, against the sandbox bank, as movements that a bank statement shows. */
import { expect, test } from 'vitest';
import { listUnmatchedMovements } from '@dasbor/contract/bank-movement';
import { toBusinessDay } from '@dasbor/contract/time';
import {
  approve,
  checkBeneficiary,
  insertPayment,
  payByQris,
  readRefund,
  requestRefund,
  reverse,
  send,
  setUpRefunds,
  t,
} from '../../test/refund-fixture.ts';

setUpRefunds();

test('a refund to the original method, one by transfer and a reversal are one debit each beside the full payment', async () => {
  const payment = await payByQris(120_000);
  const original = await requestRefund(payment, { amount: 20_000 });
  const account_check_id = (await checkBeneficiary()).id;
  const transfer = await requestRefund(payment, { amount: 30_000, method: 'transfer', account_check_id });
  for (const { id } of [original, transfer]) {
    await approve(id);
    await send(id);
    expect(await readRefund(id)).toMatchObject({ status: 'succeeded' });
  }
  const reversed = await insertPayment({ amount: 40_000 });
  t.clock.advance(20);
  await reverse(reversed);
  const platform = await t.signIn('platform_finance@dasbor.example');
  const day = toBusinessDay(t.clock.now());
  const { data } = await platform.ok(listUnmatchedMovements, { query: { from: day, to: day, limit: 100 } });
  const ids = new Set<string>([payment, original.id, transfer.id, reversed]);
  const found = data.filter(({ object_type, object_id }) => object_type === 'transfer' || ids.has(object_id));
  expect(
    found.map(({ object_type, object_id, amount }) => [object_type, ids.has(object_id) && object_id, amount]),
  ).toEqual(
    expect.arrayContaining([
      ['payment', payment, 120_000],
      ['refund', original.id, -20_000],
      ['transfer', false, -30_000],
      ['payment', reversed, 40_000],
      ['reversal', reversed, -40_000],
    ]),
  );
  expect(found).toHaveLength(5);
  const { provider_reference } = await readRefund(original.id);
  expect(provider_reference).toMatch(/.{6}/);
  expect(found.find(({ object_type }) => object_type === 'refund')?.reference).toBe(provider_reference);
});
