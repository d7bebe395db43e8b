/** Write-offs of bank statement lines: the second person, the list of approvals, and the ledger. */
import { describe, expect, test } from 'vitest';
import {
  approveRequest,
  countWaitingApprovals,
  getApproval,
  listApprovals,
  rejectRequest,
  summariseApprovals,
} from '@dasbor/contract/approval';
import { createBalanceAdjustment } from '@dasbor/contract/balance-adjustment';
import {
  decideWriteOff,
  matchBankStatement,
  reverseWriteOff,
  writeOffStatementLine,
} from '@dasbor/contract/bank-statement';
import { expectTotals } from '../../test/list-totals.ts';
import type { TestClient } from '../../test/test-app.ts';
import { asPlatform } from '../db/tx.ts';
import { verifyProvider } from '../ledger/verifier.ts';
import { toStatusAndCode } from '../../test/answer.ts';
import {
  KOPI,
  asOwner,
  assertExplained,
  checker,
  headers,
  listLines,
  maker,
  insertPayment,
  t,
  upload,
  setUpBankStatements,
} from '../../test/bank-statement-fixture.ts';

setUpBankStatements();

/** Ledger transfers of the write-offs of a line, in their order. */
const listBooked = (line_id: string) =>
  asPlatform(t.deps.db, (tx) =>
    tx.sql
      .selectFrom('provider_transfer as x')
      .innerJoin('bank_write_off as w', 'w.id', 'x.reference_id')
      .select(['x.kind', 'x.account_no', 'x.debit_account', 'x.credit_account', 'x.amount'])
      .where('w.line_id', '=', line_id)
      .orderBy('x.posted_at')
      .execute(),
  );

describe('write-offs in the list of approvals', () => {
  const waiting = async (by: TestClient) =>
    (await by.ok(listApprovals, { query: { view: 'waiting', subject_type: 'bank_write_off' } })).data;
  const readWaitingCount = async (by: TestClient) => (await by.ok(countWaitingApprovals)).data.count;
  const decide = (by: TestClient, id: string, body: { reason?: string } = {}) =>
    'reason' in body
      ? by.call(rejectRequest, { params: { id }, body: { reason: body.reason! }, headers: headers() })
      : by.call(approveRequest, { params: { id }, body: {}, headers: headers() });

  test('domain 1.12: write-offs and their reversals wait for the other people of the provider', async () => {
    const statement = await upload([{ amount: -7_500, description: 'BIAYA ADM' }]);
    const [line] = await listLines(statement.id);
    const before = await readWaitingCount(checker);
    await maker.ok(writeOffStatementLine, { params: { id: line!.id }, body: { reason: 'Bank charge' } });
    expect(await readWaitingCount(checker)).toBe(before + 1);
    const [request] = await waiting(checker);
    expect(request).toMatchObject({
      subject_id: line!.id,
      merchant_id: null,
      amount: -7_500,
      details: { reason: 'Bank charge', statement_id: statement.id, line_no: 1, is_reversal: false },
      is_own: false,
      may_decide: true,
      may_reject: true,
      expires_at: null,
    });
    expect(await waiting(maker)).not.toContainEqual(expect.objectContaining({ id: request!.id }));
    const own = await maker.ok(listApprovals, { query: { view: 'requested' } });
    expect(own.data[0]).toMatchObject({ id: request!.id, is_own: true, may_decide: false });
    expect(toStatusAndCode(await decide(maker, request!.id))).toEqual([422, 'self_approval']);
    // Nobody of a merchant sees it, and staff without the level decide nothing.
    const merchant = await t.signIn('superadmin@kopi.example');
    expect((await merchant.call(getApproval, { params: { id: request!.id } })).statusCode).toBe(404);
    const support = await t.signIn('platform_support@dasbor.example');
    expect((await decide(support, request!.id)).statusCode).toBe(403);

    const answers = await Promise.all([1, 2, 3].map(() => decide(checker, request!.id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(2);
    const { data } = await checker.ok(getApproval, { params: { id: request!.id } });
    expect(data).toMatchObject({ status: 'approved', approvals_given: 1 });
    expect(data.decisions).toHaveLength(1);
    expect(await listBooked(line!.id)).toHaveLength(1);
    expect(await readWaitingCount(checker)).toBe(before);

    await maker.ok(reverseWriteOff, { params: { id: line!.id }, body: { reason: 'Returned' } });
    const [reversal] = await waiting(checker);
    expect(reversal).toMatchObject({ subject_id: line!.id, details: { is_reversal: true } });
    expect((await decide(checker, reversal!.id, { reason: 'It was not returned' })).statusCode).toBe(200);
    const rejected = await maker.ok(getApproval, { params: { id: reversal!.id } });
    expect(rejected.data).toMatchObject({ status: 'rejected', decisions: [{ reason: 'It was not returned' }] });
    expect(toStatusAndCode(await decide(checker, reversal!.id))).toEqual([409, 'no_write_off']);
    // A newer request of the line is not approved through the one that is over.
    await maker.ok(reverseWriteOff, { params: { id: line!.id }, body: { reason: 'Returned twice' } });
    expect(toStatusAndCode(await decide(checker, reversal!.id))).toEqual([409, 'no_write_off']);
    const [newer] = await waiting(checker);
    expect(newer).toMatchObject({ subject_id: line!.id, status: 'pending' });
    expect((await decide(checker, newer!.id)).statusCode).toBe(200);
    expect(await listBooked(line!.id)).toHaveLength(2);
  });

  test('pages of the list hold write-offs and requests of merchants in one order', async () => {
    const statement = await upload([1, 2, 3].map((fee) => ({ amount: -fee * 1_000, description: `BIAYA ${fee}` })));
    for (const { id } of await listLines(statement.id)) {
      t.clock.advance(1_000);
      await maker.ok(writeOffStatementLine, { params: { id }, body: { reason: 'Bank charge' } });
      t.clock.advance(1_000);
      const body = { account_type: 'available', amount: 1_000, reason: 'Correction' } as const;
      await maker.ok(createBalanceAdjustment, { params: { merchant_id: KOPI }, body, headers: headers() });
    }
    const all = await checker.ok(listApprovals, { query: { limit: 100 } });
    for (const query of [{}, { view: 'waiting' }, { subject_type: 'bank_write_off' }]) {
      const routes = [listApprovals, summariseApprovals] as const;
      await expectTotals(checker, routes, query, ({ amount }) => Math.abs(Number(amount)));
    }
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await checker.ok(listApprovals, { query: { limit: 2, ...(cursor ? { cursor } : {}) } });
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all.data.map(({ id }) => id));
    expect(all.data.slice(0, 4).map(({ subject_type }) => subject_type)).toEqual([
      'balance_adjustment',
      'bank_write_off',
      'balance_adjustment',
      'bank_write_off',
    ]);
  });
});

describe('write-offs in the ledger', () => {
  const BOOKED = {
    kind: 'write_off',
    account_no: '8880001234',
    debit_account: 'bank_differences',
    credit_account: 'bank',
  };
  const request = (id: string) =>
    maker.call(writeOffStatementLine, { params: { id }, body: { reason: 'Bank charge' } });
  const reverse = (id: string, by = maker) =>
    by.call(reverseWriteOff, { params: { id }, body: { reason: 'The bank returned it' } });
  const decide = (id: string, by: TestClient, decision: 'approve' | 'reject') =>
    by.call(decideWriteOff, { params: { id }, body: { decision } });

  test('domain 2.12: an approved write-off is booked, and a second one reverses it', async () => {
    const statement = await upload([
      { amount: -6_500, description: 'BIAYA ADM' },
      { amount: 1_234, description: 'BUNGA' },
    ]);
    const [charge, interest] = (await listLines(statement.id)).map(({ id }) => id) as [string, string];
    for (const id of [charge, interest]) {
      expect((await request(id)).statusCode).toBe(200);
      expect(await listBooked(id)).toEqual([]);
      expect((await decide(id, checker, 'approve')).statusCode).toBe(200);
    }
    expect(await listBooked(charge)).toEqual([{ ...BOOKED, amount: 6_500 }]);
    const credit = { ...BOOKED, debit_account: 'bank', credit_account: 'bank_differences', amount: 1_234 };
    expect(await listBooked(interest)).toEqual([credit]);
    await assertExplained(statement.id);

    t.clock.advance(1_000);
    expect((await reverse(charge)).statusCode).toBe(200);
    expect(toStatusAndCode(await reverse(charge, checker))).toEqual([409, 'line_not_written_off']);
    expect((await listLines(statement.id))[0]).toMatchObject({
      status: 'written_off',
      write_off: { status: 'approved', reversal: { reason: 'The bank returned it', is_own: true } },
    });
    expect(toStatusAndCode(await decide(charge, maker, 'approve'))).toEqual([422, 'self_approval']);
    expect((await decide(charge, maker, 'reject')).statusCode).toBe(200);
    expect((await listLines(statement.id))[0]).toMatchObject({ status: 'written_off', write_off: { reversal: null } });
    expect((await reverse(charge)).statusCode).toBe(200);
    expect((await decide(charge, checker, 'approve')).statusCode).toBe(200);
    expect((await listLines(statement.id))[0]).toMatchObject({ status: 'open', write_off: null });
    const back = { debit_account: 'bank', credit_account: 'bank_differences', amount: 6_500 };
    expect(await listBooked(charge)).toEqual([
      { ...BOOKED, amount: 6_500 },
      { ...BOOKED, ...back, kind: 'write_off_reversal' },
    ]);
    await assertExplained(statement.id);
    expect(toStatusAndCode(await reverse(charge))).toEqual([409, 'line_not_written_off']);
    // The line can be explained again.
    expect((await request(charge)).statusCode).toBe(200);
    expect((await decide(charge, checker, 'approve')).statusCode).toBe(200);
    expect(await listBooked(charge)).toHaveLength(3);
    await assertExplained(statement.id);
  });

  test('a requested write-off is not matched by a rule, so that an approval never explains a line twice', async () => {
    const statement = await upload([{ amount: 777_007, reference: 'WAITING01' }]);
    const [line] = await listLines(statement.id);
    expect((await request(line!.id)).statusCode).toBe(200);
    await insertPayment(777_007, 'WAITING01');
    expect((await maker.ok(matchBankStatement, { params: { id: statement.id } })).data.open_count).toBe(1);
    expect((await decide(line!.id, checker, 'approve')).statusCode).toBe(200);
    await assertExplained(statement.id);
  });

  test('the verification finds a write-off that is not booked, or booked wrongly', async () => {
    const statement = await upload([{ amount: -9_009 }]);
    const [line] = await listLines(statement.id);
    await request(line!.id);
    await decide(line!.id, checker, 'approve');
    const change = (text: string) => asOwner((owner) => owner.query(text, [line!.id]));
    const of_line = `reference_id in (select id from app.bank_write_off where line_id = $1)`;
    await change(`update app.provider_transfer set amount = amount + 1 where ${of_line}`);
    const kinds = async () => (await verifyProvider(t.deps.db)).map(({ kind }) => kind).toSorted();
    expect(await kinds()).toEqual(['statement_line_differs', 'write_off_differs']);
    await change(`update app.provider_transfer set amount = amount - 1 where ${of_line}`);
    await change(`update app.bank_statement_line set amount = amount - 1 where id = $1`);
    expect(await kinds()).toEqual(['statement_differs', 'statement_line_differs', 'write_off_differs']);
    await change(`update app.bank_statement_line set amount = amount + 1 where id = $1`);
    expect(await kinds()).toEqual([]);
  });
});
