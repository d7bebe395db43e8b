/** Movements that no line of a bank statement shows, and the file of open lines. */
import { describe, expect, test } from 'vitest';
import { listUnmatchedMovements, summariseUnmatchedMovements } from '@dasbor/contract/bank-movement';
import { listStatementLines } from '@dasbor/contract/bank-statement';
import { toStatusAndCode } from '../../test/answer.ts';
import {
  KOPI,
  asOwner,
  maker,
  insertPayment,
  t,
  upload,
  setUpBankStatements,
} from '../../test/bank-statement-fixture.ts';

setUpBankStatements();

describe('unmatched movements', () => {
  const days = { from: '2026-11-18', to: '2026-11-18' };

  test('are listed page by page with their sums, until a line shows them', async () => {
    const first = await insertPayment(800_001, 'SIDE00001', 'BRI');
    t.clock.advance(1_000);
    const second = await insertPayment(800_002, 'SIDE00002', 'BRI');
    const read = async (cursor?: string): Promise<string[]> => {
      const query = { ...days, object_type: 'payment', limit: 3, ...(cursor === undefined ? {} : { cursor }) };
      const page = await maker.ok(listUnmatchedMovements, { query });
      const ids = page.data.map(({ object_id }) => object_id);
      return page.next_cursor === null ? ids : [...ids, ...(await read(page.next_cursor))];
    };
    const listed = await read();
    expect(listed).toEqual(expect.arrayContaining([first, second]));
    expect(new Set(listed).size).toBe(listed.length);
    const sums = async () => (await maker.ok(summariseUnmatchedMovements, { query: days })).data;
    const before = (await sums()).find(({ object_type }) => object_type === 'payment')!;
    expect(before.count).toBe(listed.length);
    const [newest] = (await maker.ok(listUnmatchedMovements, { query: { ...days, limit: 1 } })).data;
    expect(newest).toMatchObject({ object_id: second, merchant_name: 'Kopi Nusantara', reference: 'SIDE00002' });
    await upload([{ amount: 800_001, reference: 'SIDE00001' }]);
    expect(await read()).not.toContain(first);
    const after = (await sums()).find(({ object_type }) => object_type === 'payment')!;
    expect([after.count, after.amount]).toEqual([before.count - 1, before.amount - 800_001]);
    const other = { from: '2026-10-01', to: '2026-10-02', object_type: 'payment' };
    expect((await maker.ok(listUnmatchedMovements, { query: other })).data).toEqual([]);
  });

  test('a returned transfer is two movements of one time, which no page divides', async () => {
    const id = 'btr_00000000000000000000000001';
    await asOwner((owner) =>
      owner.query(
        `insert into app.bank_transfer (merchant_id, id, subject_type, subject_id, attempt, partner_reference_no, rail,
           service, bank_code, account_last4, amount, status, first_sent_at, last_sent_at, ended_at)
         values ($1, $2, 'disbursement', 'dsb_returned', 1, 'RETURNED1', 'bi_fast', '18', '014', '0001', 70000, 'returned',
           $3, $3, $3)`,
        [KOPI, id, '2026-10-05T03:00:00Z'],
      ),
    );
    const query = { from: '2026-10-05', to: '2026-10-05', limit: 1 };
    const first = await maker.ok(listUnmatchedMovements, { query });
    const second = await maker.ok(listUnmatchedMovements, { query: { ...query, cursor: first.next_cursor! } });
    expect(
      [...first.data, ...second.data].map(({ object_id, object_type, amount }) => [object_id, object_type, amount]),
    ).toEqual([
      [id, 'transfer_return', 70_000],
      [id, 'transfer', -70_000],
    ]);
    expect(second.next_cursor).toBeNull();
    expect((await maker.call(listUnmatchedMovements, { query: { ...query, cursor: 'x' } })).statusCode).toBe(400);
  });

  test.each([
    ['2026-11-18', '2026-11-17', 'range_reversed'],
    ['2026-01-01', '2026-11-17', 'range_too_long'],
  ])('from %s to %s is refused', async (from, to, code) =>
    expect(toStatusAndCode(await maker.call(listUnmatchedMovements, { query: { from, to } }))).toEqual([422, code]),
  );

  test('the open lines of a statement are a file', async () => {
    const statement = await upload([
      { amount: 900_001, description: 'UNKNOWN' },
      { amount: -5, description: 'FEE' },
    ]);
    const file = await maker.call(listStatementLines, {
      params: { id: statement.id },
      query: { status: 'open', q: 'unknown' },
      headers: { accept: 'text/csv' },
    });
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body.trim().split('\n')).toHaveLength(2);
    expect(file.body).toContain('900001');
  });
});
