/** Bank statements against deposits, transfers and payments: uploads, rules, matches by hand, and sen. */
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { listApprovals } from '@dasbor/contract/approval';
import {
  type BankStatement,
  decideWriteOff,
  getBankStatement,
  listBankStatements,
  listMovementCandidates,
  matchBankStatement,
  matchStatementLine,
  reverseWriteOff,
  unmatchStatementLine,
  writeOffStatementLine,
} from '@dasbor/contract/bank-statement';
import type { TestClient } from '../../test/test-app.ts';
import { asPlatform } from '../db/tx.ts';
import { verifyProvider } from '../ledger/verifier.ts';
import { toStatusAndCode } from '../../test/answer.ts';
import { matchLine } from './reconcile.ts';
import {
  assertExplained,
  checker,
  listLines,
  maker,
  insertPayment,
  sendFile,
  t,
  upload,
  writeMt940,
  setUpBankStatements,
} from '../../test/bank-statement-fixture.ts';

setUpBankStatements();

describe('rules', () => {
  test('a reference with the same amount, a single amount near the day, and the sum of a day', async () => {
    const referenced = await insertPayment(111_001, 'BANKREF0001');
    const single = await insertPayment(222_002, 'BANKREF0002');
    await insertPayment(300_000, 'BANKREF0003', 'BCA');
    await insertPayment(33_003, 'BANKREF0004', 'BCA');
    // Two of the same amount fit both lines: left to a person.
    await insertPayment(444_004, 'BANKREF0005', 'PERMATA');
    await insertPayment(444_004, 'BANKREF0006', 'CIMB');
    const { id } = await upload([
      { amount: 111_001, description: 'VA PAYMENT bankref0001 BUDI' },
      { amount: 222_002 },
      { amount: 333_003, description: 'SETTLEMENT VA BCA' },
      { amount: 444_004 },
      { amount: 111_002, description: 'BANKREF0001 OTHER AMOUNT' },
    ]);
    const lines = await listLines(id);
    expect(lines.map(({ status, matches }) => [status, matches[0]?.rule ?? null, matches.length])).toEqual([
      ['matched', 'reference', 1],
      ['matched', 'amount_and_day', 1],
      ['matched', 'daily_sum', 2],
      ['open', null, 0],
      ['open', null, 0],
    ]);
    expect([lines[0]?.matches[0]?.object_id, lines[1]?.matches[0]?.object_id]).toEqual([referenced, single]);
    await assertExplained(id);
  });

  test('matching again finds what was recorded late, and nothing twice', async () => {
    const { id } = await upload([{ amount: 555_005, reference: 'LATE00001' }]);
    expect((await listLines(id))[0]?.status).toBe('open');
    await insertPayment(555_005, 'LATE00001');
    expect((await maker.ok(matchBankStatement, { params: { id } })).data.open_count).toBe(0);
    expect((await maker.ok(matchBankStatement, { params: { id } })).data.matched_count).toBe(1);
    const again = await upload([{ amount: 555_005, reference: 'LATE00001' }]);
    expect(again.open_count).toBe(1);
  });
});

test('the sum of a day is not matched while one of its movements is matched with another line', async () => {
  const other = await upload([{ amount: 700_001, description: 'ONE BY ONE' }]);
  const [line] = await listLines(other.id);
  const object_id = await insertPayment(700_001, 'RACE00001', 'BRI');
  await insertPayment(70_002, 'RACE00002', 'BRI');
  const { promise: is_matched, resolve: matched } = Promise.withResolvers<void>();
  const { promise: may_commit, resolve: commit } = Promise.withResolvers<void>();
  const context = { principal: { id: 'usr_1', name: 'Tester' }, request: { ip: '127.0.0.1' }, now: t.clock.now() };
  const matching = asPlatform(t.deps.db, async (tx) => {
    await matchLine(tx, line!.id, [{ object_type: 'payment', object_id }], context as never);
    matched();
    await may_commit;
  });
  await is_matched;
  const uploading = upload([{ amount: 770_003 }]);
  await vi.waitFor(async () => {
    // Other databases of the server have transactions of other tests.
    const { rows } = await t.deps.db.pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(rows).toHaveLength(1);
  });
  commit();
  await matching;
  const { id } = await uploading;
  expect(await listLines(id)).toMatchObject([{ status: 'open', matches: [] }]);
  await assertExplained(id);
});

describe('uploads', () => {
  test('the same file and the same statement are refused, and so are files that do not add up', async () => {
    const text = writeMt940([{ amount: 5, reference: 'UPLOAD0001' }]);
    expect((await sendFile(text)).statusCode).toBe(201);
    expect(toStatusAndCode(await sendFile(text))).toEqual([409, 'duplicate_statement']);
    expect(toStatusAndCode(await sendFile(`${text}\r\n `))).toEqual([409, 'duplicate_statement']);
    expect(toStatusAndCode(await sendFile(text.replace(/:62F:C261118IDR\d+/, ':62F:C261118IDR1')))).toEqual([
      422,
      'invalid_statement',
    ]);
    expect((await sendFile('hello', { name: 'statement.sta' })).statusCode).toBe(422);
  });

  test('a CSV needs the account number', async () => {
    const csv = 'Date,Description,Amount,Balance\n2026-11-18,X,7,7\n';
    expect(toStatusAndCode(await sendFile(csv, { name: 'a.csv' }))).toEqual([422, 'invalid_statement']);
    const answer = await sendFile(csv, { name: 'a.csv', account_no: '777888999' });
    expect(answer.json<{ data: BankStatement }>().data).toMatchObject({
      format: 'csv',
      account_no: '777888999',
      line_count: 1,
    });
  });

  test('merchants have no access, readers cannot change', async () => {
    const owner = await t.signIn('superadmin@kopi.example');
    const reader = await t.signIn('platform_support@dasbor.example');
    expect((await owner.call(listBankStatements)).statusCode).toBe(403);
    expect((await sendFile(writeMt940([{ amount: 1 }]), { by: owner })).statusCode).toBe(403);
    expect((await reader.call(listBankStatements)).statusCode).toBe(200);
    expect((await sendFile(writeMt940([{ amount: 1 }]), { by: reader })).statusCode).toBe(403);
  });
});

describe('by hand', () => {
  test('movements must add up, explain one line only, and can be taken back', async () => {
    const [first, second] = [
      await insertPayment(600_001, 'HAND00001', 'MANDIRI'),
      await insertPayment(600_002, 'HAND00002', 'BSI'),
    ];
    const statement = await upload([{ amount: 1_200_003, description: 'LUMP SUM' }, { amount: 9 }]);
    const [line, other] = await listLines(statement.id);
    const body = (...ids: string[]) => ({
      movements: ids.map((object_id) => ({ object_type: 'payment' as const, object_id })),
    });
    const match = (id: string, ...ids: string[]) =>
      maker.call(matchStatementLine, { params: { id }, body: body(...ids) });
    const found = await maker.ok(listMovementCandidates, { params: { id: statement.id }, query: { q: 'hand00001' } });
    expect(found.data.map(({ object_id }) => object_id)).toEqual([first]);
    expect(toStatusAndCode(await match(line!.id, first))).toEqual([422, 'amount_differs']);
    expect((await match(line!.id, first, second)).statusCode).toBe(200);
    expect(toStatusAndCode(await match(line!.id, first, second))).toEqual([409, 'line_not_open']);
    expect(toStatusAndCode(await match(other!.id, first))).toEqual([409, 'movement_not_free']);
    await assertExplained(statement.id);
    const params = { id: line!.id };
    expect((await maker.ok(unmatchStatementLine, { params })).data).toMatchObject({ status: 'open', matches: [] });
    expect(toStatusAndCode(await maker.call(unmatchStatementLine, { params }))).toEqual([409, 'line_not_matched']);
    await assertExplained(statement.id);
  });

  test('a write-off needs a second person, and blocks the line while it waits', async () => {
    const statement = await upload([{ amount: -6_500, description: 'BIAYA ADM BULANAN' }]);
    const [line] = await listLines(statement.id);
    const params = { id: line!.id };
    const decide = (by: TestClient, decision: 'approve' | 'reject') =>
      by.call(decideWriteOff, { params, body: { decision } });
    expect(toStatusAndCode(await decide(checker, 'approve'))).toEqual([409, 'no_write_off']);
    const body = { reason: 'Bank charge' };
    await maker.ok(writeOffStatementLine, { params, body });
    expect(toStatusAndCode(await maker.call(writeOffStatementLine, { params, body }))).toEqual([409, 'line_not_open']);
    expect(toStatusAndCode(await decide(maker, 'approve'))).toEqual([422, 'self_approval']);
    expect((await decide(maker, 'reject')).statusCode).toBe(200);
    expect((await listLines(statement.id))[0]).toMatchObject({ status: 'open', write_off: null });
    await maker.ok(writeOffStatementLine, { params, body });
    expect((await decide(checker, 'approve')).json()).toMatchObject({ data: { status: 'written_off' } });
    const { data } = await maker.ok(getBankStatement, { params: { id: statement.id } });
    expect(data).toMatchObject({ written_off_amount: -6_500, open_count: 0 });
    await assertExplained(statement.id);
    const { rows } = await asPlatform(t.deps.db, (tx) =>
      sql<{
        action: string;
      }>`select e.action from app.provider_event e where e.object_id = ${line!.id} and e.result = 'ok' order by e.at, e.id`.execute(
        tx.sql,
      ),
    );
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set([
        'bank_statement.write_off_requested',
        'bank_statement.write_off_rejected',
        'bank_statement.write_off_approved',
      ]),
    );
  });
});

describe('sen', () => {
  test('interest with sen does not refuse a file; a person writes its line off, and the ledger holds the sen', async () => {
    const csv =
      'Date,Description,Debit,Credit,Balance\n2026-11-18,Interest,,1234.56,10001234.56\n' +
      '2026-11-18,Tax,246.91,,10000987.65\n2026-11-18,Rounding,,0.35,10000988.00\n';
    const { data: statement } = (await sendFile(csv, { name: 'giro.csv', account_no: '555666777' })).json<{
      data: BankStatement;
    }>();
    expect(statement).toMatchObject({ opening_balance: 10_000_000, closing_balance: 10_000_988, open_count: 3 });
    expect([statement.open_amount, statement.open_cents]).toEqual([988, 0]);
    const lines = await listLines(statement.id);
    expect(lines.map(({ amount, cents }) => [amount, cents])).toEqual([
      [1_234, 56],
      [-246, -91],
      [0, 35],
    ]);
    const payment = await insertPayment(1_234, 'SEN000001', 'DANAMON');
    await maker.ok(matchBankStatement, { params: { id: statement.id } });
    const params = { id: lines[0]!.id };
    const movements = [{ object_type: 'payment', object_id: payment }];
    expect(toStatusAndCode(await maker.call(matchStatementLine, { params, body: { movements } }))).toEqual([
      422,
      'amount_differs',
    ]);
    for (const { id, amount, cents } of lines) {
      await maker.ok(writeOffStatementLine, { params: { id }, body: { reason: 'Interest of the account' } });
      const query = { view: 'waiting', subject_type: 'bank_write_off' } as const;
      const [request] = (await checker.ok(listApprovals, { query })).data;
      expect(request).toMatchObject({ subject_id: id, amount, details: { cents } });
      await checker.ok(decideWriteOff, { params: { id }, body: { decision: 'approve' } });
    }
    const { data } = await maker.ok(getBankStatement, { params: { id: statement.id } });
    expect([data.written_off_amount, data.written_off_cents, data.open_count]).toEqual([988, 0, 0]);
    expect(await verifyProvider(t.deps.db)).toEqual([]);
    await maker.ok(reverseWriteOff, { params: { id: lines[2]!.id }, body: { reason: 'Wrong' } });
    await checker.ok(decideWriteOff, { params: { id: lines[2]!.id }, body: { decision: 'approve' } });
    expect(await verifyProvider(t.deps.db)).toEqual([]);
  });
});

test('text that the database cannot store is refused', async () => {
  const answer = await sendFile(writeMt940([{ amount: 5, description: 'SETORAN \u0000 VA' }]));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'file_damaged']);
});
