/** Commission statements: what they collect, by period, cycle and merchant. */
import { expect, test } from 'vitest';
import { listCommissionStatementLines } from '@dasbor/contract/commission-statement';
import { insertRefund } from '../../test/commission-fixture.ts';
import { asMerchant } from '../db/tx.ts';
import { createStatements } from './create-statements.ts';
import { toStatusAndCode } from '../../test/answer.ts';
import {
  addDays,
  addRule,
  atNoon,
  closeDays,
  getCommission,
  earner,
  listStatements,
  maker,
  member,
  insertPaymentOfDay,
  readStatement,
  reserveDays,
  submit,
  t,
  setUpCommissionStatements,
  skipToDay,
} from '../../test/commission-statement-fixture.ts';

setUpCommissionStatements();

test('a statement of each period by merchant; later refunds and late payments are adjustments of the next one', async () => {
  const start = reserveDays(4);
  const rule = await addRule(start, 3, { rate_ppm: 2_000 });
  const [day1, day2, day3] = [addDays(start), addDays(start + 1), addDays(start + 2)];
  const refunded = await insertPaymentOfDay(member, 1_000_000, day1);
  await insertPaymentOfDay(earner, 500_000, day1);
  await closeDays(day2);
  await Promise.all([createStatements(t.deps, earner, day2), createStatements(t.deps, earner, day2)]);
  const [first] = await listStatements(rule);
  expect(first).toMatchObject({
    status: 'closed',
    number: `COM-${day1.replaceAll('-', '')}-001`,
    period_from: day1,
    period_to: day1,
    transaction_count: 2,
    gross_amount: 1_500_000,
    commission_amount: 3_000,
    adjustment_amount: 0,
    payable_amount: 3_000,
    net_amount: 3_000,
  });
  const { data: lines } = await maker.ok(listCommissionStatementLines, { params: { id: first!.id } });
  expect(Object.fromEntries(lines.map((line) => [line.merchant_id, line.payable_amount]))).toEqual({
    [member]: 2_000,
    [earner]: 1_000,
  });
  expect([await getCommission(member), await getCommission(earner)]).toEqual([0, 3_000]);
  // Refunded on the second day; paid on the first day and posted on the second.
  await insertRefund(t, member, { transaction_id: refunded, amount: 500_000 }, atNoon(day2));
  await insertPaymentOfDay(member, 100_000, day1, day2);
  await insertPaymentOfDay(member, 400_000, day2);
  await closeDays(day3);
  const [, second] = await listStatements(rule);
  expect(second).toMatchObject({
    period_from: day2,
    transaction_count: 1,
    gross_amount: 400_000,
    commission_amount: 800,
    adjustment_amount: -1_000 + 200,
    payable_amount: 0,
  });
  expect((await readStatement(first!.id)).payable_amount).toBe(3_000);
});

test('periods that are closed together: each collects from merchants with bookings, and none is empty', async () => {
  const start = reserveDays(4);
  const rule = await addRule(start, 3, { rate_ppm: 2_000 });
  const [day1, day2] = [addDays(start), addDays(start + 1)];
  await insertPaymentOfDay(earner, 500_000, day1);
  await closeDays(day2);
  // Paid on the first day and posted on the second: the statement of the second day takes it, and none is left for the third.
  await insertPaymentOfDay(earner, 100_000, day1, day2);
  await insertPaymentOfDay(member, 400_000, day2);
  await closeDays(addDays(start + 3));
  expect(await listStatements(rule)).toMatchObject([
    { period_from: day1, payable_amount: 1_000 },
    { period_from: day2, commission_amount: 800, adjustment_amount: 200 },
  ]);
  const next = reserveDays(3);
  const both = await addRule(next, 2, { rate_ppm: 2_000 });
  await insertPaymentOfDay(earner, 500_000, addDays(next));
  await insertPaymentOfDay(member, 500_000, addDays(next + 1));
  await closeDays(addDays(next + 2));
  const rows = await asMerchant(t.deps.db, earner, (tx) =>
    tx.sql
      .selectFrom('commission_statement')
      .select('collects')
      .where('merchant_id', '=', earner)
      .where('series_id', '=', both)
      .orderBy('period_from')
      .execute(),
  );
  expect(rows).toEqual([{ collects: [earner] }, { collects: [member] }]);
});

test('a negative statement is not paid: the next one of the rule settles it', async () => {
  const start = reserveDays(4);
  const rule = await addRule(start, 3, { rate_ppm: 2_000 });
  const transaction_id = await insertPaymentOfDay(member, 1_000_000, addDays(start));
  await closeDays(addDays(start + 1));
  await insertRefund(t, member, { transaction_id, amount: 1_000_000 }, atNoon(addDays(start + 1)));
  await closeDays(addDays(start + 2));
  await insertPaymentOfDay(member, 3_000_000, addDays(start + 2));
  await closeDays(addDays(start + 3));
  const [, negative, next] = await listStatements(rule);
  expect(negative).toMatchObject({ status: 'closed', payable_amount: -2_000, net_amount: -2_000 });
  expect(toStatusAndCode(await submit(negative!.id))).toEqual([422, 'nothing_to_pay']);
  expect(next).toMatchObject({ commission_amount: 6_000, carried_amount: -2_000, payable_amount: 4_000 });
  expect(await readStatement(negative!.id)).toMatchObject({ carried_to_id: next!.id, carried_to_number: next!.number });
});

test('weeks and months are closed once they are over, by the cycle of the version', async () => {
  // From a Monday over the end of a month.
  skipToDay(28);
  const start = reserveDays(40);
  const weekly = await addRule(start, 7, { cycle: 'weekly' });
  const monthly = await addRule(start + 7, 30, { cycle: 'monthly' });
  await insertPaymentOfDay(member, 1_000_000, addDays(start));
  await insertPaymentOfDay(member, 1_000_000, addDays(start + 6));
  await insertPaymentOfDay(member, 1_000_000, addDays(start + 8));
  await closeDays(addDays(start + 6));
  expect(await listStatements(weekly)).toEqual([]);
  await closeDays(addDays(start + 7));
  expect(await listStatements(weekly)).toMatchObject([
    { cycle: 'weekly', period_from: addDays(start), period_to: addDays(start + 6), transaction_count: 2 },
  ]);
  await closeDays(addDays(start + 34));
  const [month] = await listStatements(monthly);
  expect(month).toMatchObject({ cycle: 'monthly', commission_amount: 1_000 });
  expect(month?.period_from.slice(-2)).toBe('01');
});
