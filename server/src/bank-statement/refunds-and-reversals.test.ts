/** Refunds to the original payment method and payments that the bank reversed, as lines of their own or within the sum of a day. */
import { describe, expect, test } from 'vitest';
import { listUnmatchedMovements, summariseUnmatchedMovements } from '@dasbor/contract/bank-movement';
import {
  type StatementLine,
  listMovementCandidates,
  matchBankStatement,
  matchStatementLine,
  unmatchStatementLine,
} from '@dasbor/contract/bank-statement';
import { toStatusAndCode } from '../../test/answer.ts';
import {
  assertExplained,
  insertPayment,
  insertRefund,
  listLines,
  maker,
  reversePayment,
  setUpBankStatements,
  t,
  upload,
} from '../../test/bank-statement-fixture.ts';

setUpBankStatements();

/** What explains each line: its rule, and the kinds and ids of its movements. */
const summarize = (lines: readonly StatementLine[]) =>
  lines.map(({ matches }) => [
    matches[0]?.rule ?? null,
    ...matches.map(({ object_type, object_id }) => `${object_type} ${object_id}`).toSorted(),
  ]);

describe('a line of its own', () => {
  test('a refund is found by our reference or that of the bank, and its payment by its full amount', async () => {
    const payment = await insertPayment(500_001, 'OWNPAY0001', 'OWN1');
    const first = await insertRefund(payment, { amount: 120_001, provider_reference: 'BANKRFD0001' });
    const second = await insertRefund(payment, { amount: 120_001, partner_reference_no: 'PARTNERRFD02' });
    const { id } = await upload([
      { amount: -120_001, description: 'REFUND QRIS bankrfd0001' },
      { amount: -120_001, reference: 'PARTNERRFD02' },
      { amount: 500_001, reference: 'OWNPAY0001' },
    ]);
    expect(summarize(await listLines(id))).toEqual([
      ['reference', `refund ${first}`],
      ['reference', `refund ${second}`],
      ['reference', `payment ${payment}`],
    ]);
    await assertExplained(id);
  });

  test('a reversal is found by the reference of its payment, or by its amount and day', async () => {
    const [referenced, single] = [
      await insertPayment(610_001, 'OWNREV0001', 'OWN2'),
      await insertPayment(620_002, 'OWNREV0002', 'OWN2'),
    ];
    await reversePayment(referenced);
    await reversePayment(single);
    const { id } = await upload([
      { amount: 610_001, reference: 'OWNREV0001' },
      { amount: -610_001, reference: 'OWNREV0001' },
      { amount: 620_002 },
      { amount: -620_002, description: 'REVERSAL' },
    ]);
    expect(summarize(await listLines(id))).toEqual([
      ['reference', `payment ${referenced}`],
      ['reference', `reversal ${referenced}`],
      ['amount_and_day', `payment ${single}`],
      ['amount_and_day', `reversal ${single}`],
    ]);
    await assertExplained(id);
  });

  test('a refund that the bank has not executed is no movement', async () => {
    const payment = await insertPayment(630_003, 'OWNWAIT001', 'OWN3');
    const object_id = await insertRefund(payment, { amount: 130_003, status: 'processing' });
    const { id } = await upload([{ amount: -130_003 }]);
    const [line] = await listLines(id);
    expect(line?.status).toBe('open');
    const body = { movements: [{ object_type: 'refund', object_id }] };
    const answer = await maker.call(matchStatementLine, { params: { id: line!.id }, body });
    expect(toStatusAndCode(answer)).toEqual([409, 'movement_not_free']);
  });

  test('a person matches them by hand, and can take that back', async () => {
    const payment = await insertPayment(640_004, 'OWNHAND001', 'OWN4');
    const reversed = await insertPayment(64_005, 'OWNHAND002', 'OWN5');
    await reversePayment(reversed);
    const refund = await insertRefund(payment, { amount: 40_004, provider_reference: 'HANDRFD001' });
    const { id } = await upload([{ amount: 640_004 - 40_004 - 64_005, description: 'LUMP SUM' }, { amount: -9 }]);
    const [line, other] = await listLines(id);
    expect(line?.status).toBe('open');
    const find = async (q: string) =>
      (await maker.ok(listMovementCandidates, { params: { id }, query: { q } })).data
        .map(({ object_type, amount }) => `${object_type} ${amount}`)
        .toSorted();
    expect(await find('handrfd001')).toEqual(['refund -40004']);
    expect(await find('ownhand002')).toEqual(['payment 64005', 'reversal -64005']);
    const movements = [
      { object_type: 'payment', object_id: payment },
      { object_type: 'refund', object_id: refund },
      { object_type: 'reversal', object_id: reversed },
    ] as const;
    const match = (line_id: string, given: readonly object[]) =>
      maker.call(matchStatementLine, { params: { id: line_id }, body: { movements: given } as never });
    expect(toStatusAndCode(await match(line!.id, movements.slice(0, 2)))).toEqual([422, 'amount_differs']);
    expect((await match(line!.id, movements)).statusCode).toBe(200);
    expect(toStatusAndCode(await match(other!.id, movements.slice(1, 2)))).toEqual([409, 'movement_not_free']);
    expect(toStatusAndCode(await match(other!.id, movements.slice(2)))).toEqual([409, 'movement_not_free']);
    // A payment that nobody reversed has no reversal.
    const none = [{ object_type: 'reversal', object_id: payment }];
    expect(toStatusAndCode(await match(other!.id, none))).toEqual([409, 'movement_not_free']);
    await assertExplained(id);
    await maker.ok(unmatchStatementLine, { params: { id: line!.id } });
    await assertExplained(id);
  });
});

describe('the sum of a day', () => {
  /** A day of one bank: two payments, one of which is refunded in part, and a third one that the bank reversed. */
  async function insertDay(channel: string, base: number) {
    const [first, second, third] = [
      await insertPayment(base + 100_000, `${channel}PAY1`, channel),
      await insertPayment(base + 200_000, `${channel}PAY2`, channel),
      await insertPayment(base + 400_000, `${channel}PAY3`, channel),
    ] as const;
    const refund = await insertRefund(first, { amount: 30_000 + base });
    await reversePayment(third);
    return {
      gross: 3 * base + 700_000,
      refunded: 30_000 + base,
      reversed: base + 400_000,
      credits: [first, second, third].map((id) => `payment ${id}`),
      debits: [`refund ${refund}`, `reversal ${third}`],
    };
  }

  test('a bank that nets refunds and reversals credits what is left', async () => {
    const day = await insertDay('NET1', 11);
    const { id } = await upload([{ amount: day.gross - day.refunded - day.reversed }]);
    expect(summarize(await listLines(id))).toEqual([['daily_sum', ...[...day.credits, ...day.debits].toSorted()]]);
    await assertExplained(id);
  });

  test('a bank that shows them apart credits the payments, and debits each of the others', async () => {
    const day = await insertDay('APART1', 23);
    const { id } = await upload([{ amount: day.gross }, { amount: -day.refunded }, { amount: -day.reversed }]);
    expect(summarize(await listLines(id))).toEqual([
      ['daily_sum', ...day.credits.toSorted()],
      ['amount_and_day', day.debits[0]],
      ['amount_and_day', day.debits[1]],
    ]);
    await assertExplained(id);
  });

  test('or debits them as one sum, on another statement too', async () => {
    const day = await insertDay('APART2', 37);
    const gross = await upload([{ amount: day.gross }]);
    expect(summarize(await listLines(gross.id))).toEqual([['daily_sum', ...day.credits.toSorted()]]);
    const debits = await upload([{ amount: -day.refunded - day.reversed }]);
    expect(summarize(await listLines(debits.id))).toEqual([['daily_sum', ...day.debits.toSorted()]]);
    const both = await insertDay('APART3', 41);
    const { id } = await upload([{ amount: both.gross }, { amount: -both.refunded - both.reversed }]);
    expect(summarize(await listLines(id))).toEqual([
      ['daily_sum', ...both.credits.toSorted()],
      ['daily_sum', ...both.debits.toSorted()],
    ]);
    await assertExplained(id);
  });

  test('more refunds than payments are a debit', async () => {
    const payment = await insertPayment(900_053, 'DEBITPAY01', 'DEBIT1');
    await upload([{ amount: 900_053, reference: 'DEBITPAY01' }]);
    const sale = await insertPayment(50_059, 'DEBITPAY02', 'DEBIT1');
    const refunds = [
      await insertRefund(payment, { amount: 300_061 }),
      await insertRefund(payment, { amount: 200_067 }),
    ];
    const { id } = await upload([{ amount: 50_059 - 300_061 - 200_067 }]);
    expect(summarize(await listLines(id))).toEqual([
      ['daily_sum', `payment ${sale}`, ...refunds.map((each) => `refund ${each}`).toSorted()],
    ]);
    await assertExplained(id);
  });

  test('lines that fit both sums of a day, or a sum that fits two lines, are left to a person', async () => {
    const day = await insertDay('BOTH1', 71);
    const net = day.gross - day.refunded - day.reversed;
    const { id } = await upload([{ amount: day.gross }, { amount: net }]);
    expect(summarize(await listLines(id))).toEqual([[null], [null]]);
    const twice = await upload([{ amount: net }, { amount: net }]);
    expect(summarize(await listLines(twice.id))).toEqual([[null], [null]]);
    await assertExplained(twice.id);
  });

  test('a refund that completed late is found when the statement is matched again', async () => {
    const payment = await insertPayment(700_073, 'LATENET001', 'LATE1');
    await insertPayment(70_079, 'LATENET002', 'LATE1');
    const { id } = await upload([{ amount: 700_073 + 70_079 - 17_083 }]);
    expect((await listLines(id))[0]?.status).toBe('open');
    await insertRefund(payment, { amount: 17_083 });
    expect((await maker.ok(matchBankStatement, { params: { id } })).data.open_count).toBe(0);
    expect((await listLines(id))[0]?.matches).toHaveLength(3);
    await assertExplained(id);
  });
});

test('both kinds are listed while no line shows them, page by page, with their sums', async () => {
  const days = { from: '2026-11-18', to: '2026-11-18' };
  const types = ['refund', 'reversal'];
  const sum = async () => {
    const { data } = await maker.ok(summariseUnmatchedMovements, { query: { ...days, object_type: types } as never });
    const { refund, reversal } = Object.fromEntries(data.map((each) => [each.object_type, [each.count, each.amount]]));
    return { refund: refund ?? [0, 0], reversal: reversal ?? [0, 0] } as Record<
      'refund' | 'reversal',
      [number, number]
    >;
  };
  const payment = await insertPayment(800_089, 'LISTPAY001', 'LIST1');
  const before = await sum();
  const refund = await insertRefund(payment, { amount: 80_089, provider_reference: 'LISTRFD001' });
  const reversed = await insertPayment(810_097, 'LISTPAY002', 'LIST1');
  t.clock.advance(1_000);
  await reversePayment(reversed);
  const after = await sum();
  expect(after).toEqual({
    refund: [before.refund[0] + 1, before.refund[1] - 80_089],
    reversal: [before.reversal[0] + 1, before.reversal[1] - 810_097],
  });
  const read = async (cursor?: string): Promise<string[]> => {
    const query = { ...days, object_type: types, limit: 1, ...(cursor === undefined ? {} : { cursor }) };
    const page = await maker.ok(listUnmatchedMovements, { query: query as never });
    const ids = page.data.map(({ object_type, object_id }) => `${object_type} ${object_id}`);
    return page.next_cursor === null ? ids : [...ids, ...(await read(page.next_cursor))];
  };
  const listed = await read();
  expect(listed.slice(0, 2)).toEqual([`reversal ${reversed}`, `refund ${refund}`]);
  expect(listed).toHaveLength(after.refund[0] + after.reversal[0]);
  expect(new Set(listed).size).toBe(listed.length);
  const query = { ...days, object_type: 'refund', limit: 1 };
  expect((await maker.ok(listUnmatchedMovements, { query })).data).toMatchObject([
    { object_id: refund, amount: -80_089, reference: 'LISTRFD001', day: '2026-11-18', merchant_name: 'Kopi Nusantara' },
  ]);
  await upload([{ amount: -80_089 }, { amount: -810_097 }]);
  const left = await read();
  expect(left).not.toContain(`refund ${refund}`);
  expect(left).not.toContain(`reversal ${reversed}`);
});
