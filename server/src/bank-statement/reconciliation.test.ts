/** Bank statements against deposits, transfers and payments: rules, matches by hand, write-offs and sums. */
import fc from 'fast-check';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listUnmatchedMovements, summariseUnmatchedMovements } from '@dasbor/contract/bank-movement';
import {
  approveRequest,
  countWaitingApprovals,
  getApproval,
  listApprovals,
  rejectRequest,
} from '@dasbor/contract/approval';
import { createBalanceAdjustment } from '@dasbor/contract/balance-adjustment';
import {
  type BankStatement,
  MOVEMENT_TYPES,
  type StatementLine,
  decideWriteOff,
  getBankStatement,
  listBankStatements,
  listMovementCandidates,
  listStatementLines,
  matchBankStatement,
  matchStatementLine,
  reverseWriteOff,
  unmatchStatementLine,
  uploadBankStatement,
  writeOffStatementLine,
} from '@dasbor/contract/bank-statement';
import { API_BASE } from '@dasbor/contract/route';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import type { DB } from '../db/schema.gen.ts';
import { asPlatform } from '../db/tx.ts';
import { verifyProvider } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import {
  listUnmatchedMovements as listUnmatchedRows,
  matchByAmountAndDay,
  matchByDailySum,
  matchByReference,
  sumUnmatchedMovements,
  withHashJoins,
} from './match-queries.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let t: TestApp;
let maker: TestClient;
let checker: TestClient;
const codeOf = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];

beforeAll(async () => {
  t = await startTestApp();
  maker = await t.signIn('platform_finance@dasbor.example');
  checker = await t.signIn('platform_admin@dasbor.example');
});
afterAll(() => t?.close());
beforeEach(() => t.clock.advance(1_000));

interface Entry {
  amount: number;
  reference?: string;
  description?: string;
  /** Day of November. */
  day?: string;
}
let keys = 0;
const key = () => ({ 'idempotency-key': `statement-${++keys}` });
let statements = 0;
/** A statement of 18 November 2026, the day of the tests. */
function writeMt940(entries: readonly Entry[]): string {
  const closing = entries.reduce((sum, { amount }) => sum + amount, 10_000_000_000);
  return [
    `:20:S${++statements}`,
    ':25:8880001234',
    `:28C:${statements}`,
    ':60F:C261117IDR10000000000,00',
    ...entries.flatMap(({ amount, reference = 'NONREF', description, day = '18' }) => [
      `:61:2611${day}11${day}${amount < 0 ? 'D' : 'C'}${Math.abs(amount)},00NTRF${reference}`,
      ...(description === undefined ? [] : [`:86:${description}`]),
    ]),
    `:62F:C261118IDR${closing},00`,
    '-',
  ].join('\r\n');
}
function send(
  text: string,
  { name = 'statement.sta', by = maker, account_no }: { name?: string; by?: TestClient; account_no?: string } = {},
) {
  const boundary = 'statement-boundary';
  const field =
    account_no === undefined
      ? ''
      : `--${boundary}\r\ncontent-disposition: form-data; name="account_no"\r\n\r\n${account_no}\r\n`;
  return t.app.inject({
    method: 'POST',
    url: API_BASE + uploadBankStatement.path,
    headers: { authorization: by.authorization ?? '', 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${field}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`,
  });
}
async function upload(entries: readonly Entry[]): Promise<BankStatement> {
  const answer = await send(writeMt940(entries));
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<{ data: BankStatement }>().data;
}
const linesOf = async (id: string): Promise<StatementLine[]> =>
  (await maker.ok(listStatementLines, { params: { id }, query: { limit: 100 } })).data;
const pay = (amount: number, provider_reference: string, channel_code = 'BNI') =>
  insertPaidPayment(t, KOPI, { amount, provider_reference, channel_code });

/** Every rupiah of the statement is matched, written off or open, and the ledger holds exactly what is written off. */
async function assertExplained(id: string): Promise<void> {
  const { data } = await maker.ok(getBankStatement, { params: { id } });
  expect(data.matched_amount + data.written_off_amount + data.open_amount).toBe(
    data.closing_balance - data.opening_balance,
  );
  const lines = await linesOf(id);
  const wrong = lines.filter(({ status, amount, matches }) => {
    const sum = matches.reduce((total, each) => total + each.amount, 0);
    return sum !== (status === 'matched' ? amount : 0);
  });
  expect(wrong).toEqual([]);
  expect(await sumBooked(id)).toBe(data.written_off_amount);
  expect(await verifyProvider(t.deps.db)).toEqual([]);
}

/** Changes what the application may not. */
async function asOwner(change: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  try {
    await change(owner);
  } finally {
    await owner.end();
  }
}

/** What the provider's ledger holds for the write-offs of a statement: change of its bank account. */
const sumBooked = (statement_id: string): Promise<number> =>
  asPlatform(t.deps.db, async (tx) => {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(case when x.debit_account = 'bank' then x.amount else -x.amount end), 0)::bigint as sum
      from app.provider_transfer x
      join app.bank_write_off w on w.id = x.reference_id
      join app.bank_statement_line l on l.id = w.line_id
      where l.statement_id = ${statement_id}`.execute(tx.sql);
    return rows[0]?.sum ?? 0;
  });
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

describe('rules', () => {
  test('a reference with the same amount, a single amount near the day, and the sum of a day', async () => {
    const referenced = await pay(111_001, 'BANKREF0001');
    const single = await pay(222_002, 'BANKREF0002');
    await pay(300_000, 'BANKREF0003', 'BCA');
    await pay(33_003, 'BANKREF0004', 'BCA');
    // Two of the same amount fit both lines: left to a person.
    await pay(444_004, 'BANKREF0005', 'PERMATA');
    await pay(444_004, 'BANKREF0006', 'CIMB');
    const { id } = await upload([
      { amount: 111_001, description: 'VA PAYMENT bankref0001 BUDI' },
      { amount: 222_002 },
      { amount: 333_003, description: 'SETTLEMENT VA BCA' },
      { amount: 444_004 },
      { amount: 111_002, description: 'BANKREF0001 OTHER AMOUNT' },
    ]);
    const lines = await linesOf(id);
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
    expect((await linesOf(id))[0]?.status).toBe('open');
    await pay(555_005, 'LATE00001');
    expect((await maker.ok(matchBankStatement, { params: { id } })).data.open_count).toBe(0);
    expect((await maker.ok(matchBankStatement, { params: { id } })).data.matched_count).toBe(1);
    const again = await upload([{ amount: 555_005, reference: 'LATE00001' }]);
    expect(again.open_count).toBe(1);
  });
});

describe('uploads', () => {
  test('the same file and the same statement are refused, and so are files that do not add up', async () => {
    const text = writeMt940([{ amount: 5, reference: 'UPLOAD0001' }]);
    expect((await send(text)).statusCode).toBe(201);
    expect(codeOf(await send(text))).toEqual([409, 'duplicate_statement']);
    expect(codeOf(await send(`${text}\r\n `))).toEqual([409, 'duplicate_statement']);
    expect(codeOf(await send(text.replace(/:62F:C261118IDR\d+/, ':62F:C261118IDR1')))).toEqual([
      422,
      'invalid_statement',
    ]);
    expect((await send('hello', { name: 'statement.sta' })).statusCode).toBe(422);
  });

  test('a CSV needs the account number', async () => {
    const csv = 'Date,Description,Amount,Balance\n2026-11-18,X,7,7\n';
    expect(codeOf(await send(csv, { name: 'a.csv' }))).toEqual([422, 'invalid_statement']);
    const answer = await send(csv, { name: 'a.csv', account_no: '777888999' });
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
    expect((await send(writeMt940([{ amount: 1 }]), { by: owner })).statusCode).toBe(403);
    expect((await reader.call(listBankStatements)).statusCode).toBe(200);
    expect((await send(writeMt940([{ amount: 1 }]), { by: reader })).statusCode).toBe(403);
  });
});

describe('by hand', () => {
  test('movements must add up, explain one line only, and can be taken back', async () => {
    const [first, second] = [await pay(600_001, 'HAND00001', 'MANDIRI'), await pay(600_002, 'HAND00002', 'BSI')];
    const statement = await upload([{ amount: 1_200_003, description: 'LUMP SUM' }, { amount: 9 }]);
    const [line, other] = await linesOf(statement.id);
    const body = (...ids: string[]) => ({
      movements: ids.map((object_id) => ({ object_type: 'payment' as const, object_id })),
    });
    const match = (id: string, ...ids: string[]) =>
      maker.call(matchStatementLine, { params: { id }, body: body(...ids) });
    const found = await maker.ok(listMovementCandidates, { params: { id: statement.id }, query: { q: 'hand00001' } });
    expect(found.data.map(({ object_id }) => object_id)).toEqual([first]);
    expect(codeOf(await match(line!.id, first))).toEqual([422, 'amount_differs']);
    expect((await match(line!.id, first, second)).statusCode).toBe(200);
    expect(codeOf(await match(line!.id, first, second))).toEqual([409, 'line_not_open']);
    expect(codeOf(await match(other!.id, first))).toEqual([409, 'movement_not_free']);
    await assertExplained(statement.id);
    const params = { id: line!.id };
    expect((await maker.ok(unmatchStatementLine, { params })).data).toMatchObject({ status: 'open', matches: [] });
    expect(codeOf(await maker.call(unmatchStatementLine, { params }))).toEqual([409, 'line_not_matched']);
    await assertExplained(statement.id);
  });

  test('a write-off needs a second person, and blocks the line while it waits', async () => {
    const statement = await upload([{ amount: -6_500, description: 'BIAYA ADM BULANAN' }]);
    const [line] = await linesOf(statement.id);
    const params = { id: line!.id };
    const decide = (by: TestClient, decision: 'approve' | 'reject') =>
      by.call(decideWriteOff, { params, body: { decision } });
    expect(codeOf(await decide(checker, 'approve'))).toEqual([409, 'no_write_off']);
    const body = { reason: 'Bank charge' };
    await maker.ok(writeOffStatementLine, { params, body });
    expect(codeOf(await maker.call(writeOffStatementLine, { params, body }))).toEqual([409, 'line_not_open']);
    expect(codeOf(await decide(maker, 'approve'))).toEqual([422, 'self_approval']);
    expect((await decide(maker, 'reject')).statusCode).toBe(200);
    expect((await linesOf(statement.id))[0]).toMatchObject({ status: 'open', write_off: null });
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

describe('write-offs in the list of approvals', () => {
  const waiting = async (by: TestClient) =>
    (await by.ok(listApprovals, { query: { view: 'waiting', subject_type: 'bank_write_off' } })).data;
  const countOf = async (by: TestClient) => (await by.ok(countWaitingApprovals)).data.count;
  const decide = (by: TestClient, id: string, body: { reason?: string } = {}) =>
    'reason' in body
      ? by.call(rejectRequest, { params: { id }, body: { reason: body.reason! }, headers: key() })
      : by.call(approveRequest, { params: { id }, body: {}, headers: key() });

  test('domain 1.12: write-offs and their reversals wait for the other people of the provider', async () => {
    const statement = await upload([{ amount: -7_500, description: 'BIAYA ADM' }]);
    const [line] = await linesOf(statement.id);
    const before = await countOf(checker);
    await maker.ok(writeOffStatementLine, { params: { id: line!.id }, body: { reason: 'Bank charge' } });
    expect(await countOf(checker)).toBe(before + 1);
    const [request] = await waiting(checker);
    expect(request).toMatchObject({
      subject_id: line!.id,
      merchant_id: null,
      amount: -7_500,
      facts: { reason: 'Bank charge', statement_id: statement.id, line_no: 1, is_reversal: false },
      is_own: false,
      may_decide: true,
      may_reject: true,
      expires_at: null,
    });
    expect(await waiting(maker)).not.toContainEqual(expect.objectContaining({ id: request!.id }));
    const own = await maker.ok(listApprovals, { query: { view: 'requested' } });
    expect(own.data[0]).toMatchObject({ id: request!.id, is_own: true, may_decide: false });
    expect(codeOf(await decide(maker, request!.id))).toEqual([422, 'self_approval']);
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
    expect(await countOf(checker)).toBe(before);

    await maker.ok(reverseWriteOff, { params: { id: line!.id }, body: { reason: 'Returned' } });
    const [reversal] = await waiting(checker);
    expect(reversal).toMatchObject({ subject_id: line!.id, facts: { is_reversal: true } });
    expect((await decide(checker, reversal!.id, { reason: 'It was not returned' })).statusCode).toBe(200);
    const rejected = await maker.ok(getApproval, { params: { id: reversal!.id } });
    expect(rejected.data).toMatchObject({ status: 'rejected', decisions: [{ reason: 'It was not returned' }] });
    expect(codeOf(await decide(checker, reversal!.id))).toEqual([409, 'no_write_off']);
    // A newer request of the line is not approved through the one that is over.
    await maker.ok(reverseWriteOff, { params: { id: line!.id }, body: { reason: 'Returned twice' } });
    expect(codeOf(await decide(checker, reversal!.id))).toEqual([409, 'no_write_off']);
    const [newer] = await waiting(checker);
    expect(newer).toMatchObject({ subject_id: line!.id, status: 'pending' });
    expect((await decide(checker, newer!.id)).statusCode).toBe(200);
    expect(await listBooked(line!.id)).toHaveLength(2);
  });

  test('pages of the list hold write-offs and requests of merchants in one order', async () => {
    const statement = await upload([1, 2, 3].map((fee) => ({ amount: -fee * 1_000, description: `BIAYA ${fee}` })));
    for (const { id } of await linesOf(statement.id)) {
      t.clock.advance(1_000);
      await maker.ok(writeOffStatementLine, { params: { id }, body: { reason: 'Bank charge' } });
      t.clock.advance(1_000);
      const body = { account_type: 'available', amount: 1_000, reason: 'Correction' } as const;
      await maker.ok(createBalanceAdjustment, { params: { merchant_id: KOPI }, body, headers: key() });
    }
    const all = await checker.ok(listApprovals, { query: { limit: 100 } });
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
    const [charge, interest] = (await linesOf(statement.id)).map(({ id }) => id) as [string, string];
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
    expect(codeOf(await reverse(charge, checker))).toEqual([409, 'line_not_written_off']);
    expect((await linesOf(statement.id))[0]).toMatchObject({
      status: 'written_off',
      write_off: { status: 'approved', reversal: { reason: 'The bank returned it', is_own: true } },
    });
    expect(codeOf(await decide(charge, maker, 'approve'))).toEqual([422, 'self_approval']);
    expect((await decide(charge, maker, 'reject')).statusCode).toBe(200);
    expect((await linesOf(statement.id))[0]).toMatchObject({ status: 'written_off', write_off: { reversal: null } });
    expect((await reverse(charge)).statusCode).toBe(200);
    expect((await decide(charge, checker, 'approve')).statusCode).toBe(200);
    expect((await linesOf(statement.id))[0]).toMatchObject({ status: 'open', write_off: null });
    const back = { debit_account: 'bank', credit_account: 'bank_differences', amount: 6_500 };
    expect(await listBooked(charge)).toEqual([
      { ...BOOKED, amount: 6_500 },
      { ...BOOKED, ...back, kind: 'write_off_reversal' },
    ]);
    await assertExplained(statement.id);
    expect(codeOf(await reverse(charge))).toEqual([409, 'line_not_written_off']);
    // The line can be explained again.
    expect((await request(charge)).statusCode).toBe(200);
    expect((await decide(charge, checker, 'approve')).statusCode).toBe(200);
    expect(await listBooked(charge)).toHaveLength(3);
    await assertExplained(statement.id);
  });

  test('a requested write-off is not matched by a rule, so that an approval never explains a line twice', async () => {
    const statement = await upload([{ amount: 777_007, reference: 'WAITING01' }]);
    const [line] = await linesOf(statement.id);
    expect((await request(line!.id)).statusCode).toBe(200);
    await pay(777_007, 'WAITING01');
    expect((await maker.ok(matchBankStatement, { params: { id: statement.id } })).data.open_count).toBe(1);
    expect((await decide(line!.id, checker, 'approve')).statusCode).toBe(200);
    await assertExplained(statement.id);
  });

  test('the verification finds a write-off that is not booked, or booked wrongly', async () => {
    const statement = await upload([{ amount: -9_009 }]);
    const [line] = await linesOf(statement.id);
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

describe('sen', () => {
  test('interest with sen does not refuse a file; a person writes its line off, and the ledger holds the sen', async () => {
    const csv =
      'Date,Description,Debit,Credit,Balance\n2026-11-18,Interest,,1234.56,10001234.56\n' +
      '2026-11-18,Tax,246.91,,10000987.65\n2026-11-18,Rounding,,0.35,10000988.00\n';
    const { data: statement } = (await send(csv, { name: 'giro.csv', account_no: '555666777' })).json<{
      data: BankStatement;
    }>();
    expect(statement).toMatchObject({ opening_balance: 10_000_000, closing_balance: 10_000_988, open_count: 3 });
    expect([statement.open_amount, statement.open_cents]).toEqual([988, 0]);
    const lines = await linesOf(statement.id);
    expect(lines.map(({ amount, cents }) => [amount, cents])).toEqual([
      [1_234, 56],
      [-246, -91],
      [0, 35],
    ]);
    const payment = await pay(1_234, 'SEN000001', 'DANAMON');
    await maker.ok(matchBankStatement, { params: { id: statement.id } });
    const params = { id: lines[0]!.id };
    const movements = [{ object_type: 'payment', object_id: payment }];
    expect(codeOf(await maker.call(matchStatementLine, { params, body: { movements } }))).toEqual([
      422,
      'amount_differs',
    ]);
    for (const { id, amount, cents } of lines) {
      await maker.ok(writeOffStatementLine, { params: { id }, body: { reason: 'Interest of the account' } });
      const query = { view: 'waiting', subject_type: 'bank_write_off' } as const;
      const [request] = (await checker.ok(listApprovals, { query })).data;
      expect(request).toMatchObject({ subject_id: id, amount, facts: { cents } });
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

describe('unmatched movements', () => {
  const days = { from: '2026-11-18', to: '2026-11-18' };

  test('are listed page by page with their sums, until a line shows them', async () => {
    const first = await pay(800_001, 'SIDE00001', 'BRI');
    t.clock.advance(1_000);
    const second = await pay(800_002, 'SIDE00002', 'BRI');
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
    expect(codeOf(await maker.call(listUnmatchedMovements, { query: { from, to } }))).toEqual([422, code]),
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

/** Few amounts, so that payments and lines often fit several others. */
const AMOUNTS = [10_007, 20_011, 30_018, 40_022] as const;
type Action =
  /** `fits`: with a payment of the line's amount, if there is one; otherwise with the named ones. */
  | { do: 'match'; line: number; payments: number[]; fits: boolean }
  | { do: 'unmatch' | 'write_off' | 'reverse' | 'rematch'; line: number }
  | { do: 'decide'; line: number; decision: 'approve' | 'reject' };
const place = fc.nat(2);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant('match' as const),
    line: place,
    payments: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
    fits: fc.boolean(),
  }),
  fc.record({ do: fc.constantFrom('unmatch' as const, 'rematch' as const), line: place }),
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('write_off' as const, 'reverse' as const), line: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      line: place,
      decision: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
    }),
  },
);

/** A sequence with every kind of change. */
const EVERY_KIND: [(typeof AMOUNTS)[number][], ((typeof AMOUNTS)[number] | -6_500)[], Action[]] = [
  Array.from({ length: 6 }, () => AMOUNTS[0]),
  [-6_500, ...Array.from({ length: 5 }, () => AMOUNTS[0])],
  [
    { do: 'write_off', line: 0 },
    { do: 'decide', line: 0, decision: 'approve' },
    { do: 'reverse', line: 0 },
    { do: 'decide', line: 0, decision: 'approve' },
    { do: 'match', line: 1, payments: [0], fits: true },
    { do: 'unmatch', line: 1 },
    { do: 'rematch', line: 1 },
  ],
];

test('text that the database cannot store is refused', async () => {
  const answer = await send(writeMt940([{ amount: 5, description: 'SETORAN \u0000 VA' }]));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'file_damaged']);
});

test('domain 2.12: whatever is matched, removed, written off or reversed, every rupiah is explained once and booked', async () => {
  let runs = 0;
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...AMOUNTS), { minLength: 6, maxLength: 6 }),
      fc.array(fc.constantFrom(...AMOUNTS, -6_500), { minLength: 6, maxLength: 6 }),
      fc.array(action, { minLength: 20, maxLength: 30 }),
      async (paid, entries, actions) => {
        const run = ++runs;
        // Limits count by session and minute.
        t.clock.advance(60_000);
        maker = await t.signIn('platform_finance@dasbor.example');
        checker = await t.signIn('platform_admin@dasbor.example');
        const payments: string[] = [];
        for (const [index, amount] of paid.entries()) payments.push(await pay(amount, `SUMS${run}N${index}`, 'BNI'));
        const { id } = await upload(entries.map((amount) => ({ amount })));
        const ids = (await linesOf(id)).map((line) => line.id);
        for (const each of actions) {
          const fitting = paid.indexOf(entries[each.line] as (typeof AMOUNTS)[number]);
          const given = each.do === 'match' && each.fits && fitting >= 0 ? { ...each, payments: [fitting] } : each;
          const answer = await act(given, { statement_id: id, line_id: ids[each.line] ?? '', payments });
          expect([200, 409, 422]).toContain(answer.statusCode);
          if (answer.statusCode === 200) done.add(each.do);
          await assertExplained(id);
        }
        const matched = (await linesOf(id)).flatMap(({ matches }) => matches.map(({ object_id }) => object_id));
        expect(new Set(matched).size).toBe(matched.length);
      },
    ),
    { numRuns: 10, examples: [EVERY_KIND] },
  );
  // The sequences reach every kind of change.
  expect([...done].toSorted()).toEqual(['decide', 'match', 'rematch', 'reverse', 'unmatch', 'write_off']);
}, 120_000);

function act(
  given: Action,
  { statement_id, line_id, payments }: { statement_id: string; line_id: string; payments: string[] },
) {
  const params = { id: line_id };
  switch (given.do) {
    case 'match': {
      const movements = given.payments.map((index) => ({
        object_type: 'payment' as const,
        object_id: payments[index] ?? '',
      }));
      return maker.call(matchStatementLine, { params, body: { movements } });
    }
    case 'unmatch':
      return maker.call(unmatchStatementLine, { params });
    case 'write_off':
      return maker.call(writeOffStatementLine, { params, body: { reason: 'Not ours' } });
    case 'reverse':
      return maker.call(reverseWriteOff, { params, body: { reason: 'Ours' } });
    case 'rematch':
      return maker.call(matchBankStatement, { params: { id: statement_id } });
    case 'decide':
      return checker.call(decideWriteOff, { params, body: { decision: given.decision } });
  }
}

test('domain 2.12: a month of ten thousand lines is matched in seconds, and what is left is listed', async () => {
  const LINES = 10_000;
  const LEFT = 25;
  const references = Array.from({ length: LINES }, (_, index) => `MONTH${String(index).padStart(6, '0')}`);
  // Payments of the days of November; the first lines have none.
  await asOwner((owner) =>
    owner.query(
      `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, method, amount, net_amount,
         status, source, provider, provider_reference, last_event_seq, paid_at)
       select $1, 'txn_' || n, p.at, p.at, null, 'virtual_account', 2000000 + n, 2000000 + n, 'success', 'va', 'bank',
         'MONTH' || lpad(n::text, 6, '0'), 1, p.at
       from generate_series($2::int, $3::int) as n
       cross join lateral (select timestamptz '2026-11-01 03:00Z' + (n % 18) * interval '1 day' as at) p`,
      [KOPI, LEFT, LINES - 1],
    ),
  );
  await asOwner((owner) => owner.query('analyze app.transaction'));
  const entries = references.map((reference, index) => ({
    amount: 2_000_000 + index,
    reference,
    day: String((index % 18) + 1).padStart(2, '0'),
  }));
  const started = performance.now();
  const statement = await upload(entries);
  const took_ms = performance.now() - started;
  expect([statement.line_count, statement.matched_count, statement.open_count]).toEqual([LINES, LINES - LEFT, LEFT]);
  const { data: left } = await maker.ok(listStatementLines, {
    params: { id: statement.id },
    query: { status: 'open', limit: 100 },
  });
  expect(left.map(({ reference }) => reference)).toEqual(references.slice(0, LEFT));
  await assertExplained(statement.id);
  expect(took_ms).toBeLessThan(15_000);
  await asOwner((owner) => owner.query('analyze app.transaction, app.bank_statement_match'));
  await assertNoSequentialScan();
}, 120_000);

test('ten thousand lines are stored and matched set-based: the time per line does not grow', async () => {
  const entries = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({ amount: 1_000_000 + index, reference: `${prefix}${index}` }));
  await pay(1_000_777, 'SMALL777');
  const timed = async (count: number, prefix: string) => {
    const started = performance.now();
    const statement = await upload(entries(count, prefix));
    expect(statement.line_count).toBe(count);
    return { per_line_ms: (performance.now() - started) / count, statement };
  };
  const small = await timed(1_000, 'SMALL');
  const large = await timed(10_000, 'LARGE');
  expect(small.statement.matched_count).toBe(1);
  // Linear: a loop over pairs would be ten times as slow per line.
  expect(large.per_line_ms / small.per_line_ms).toBeLessThan(5);
}, 120_000);

/** Payments and matches are read through their indexes, however many there are: reading all of them would not end. */
async function assertNoSequentialScan(): Promise<void> {
  // Days without payments, so that only the planner's statistics decide, which were just made.
  const window = { first_day: '2026-12-25', last_day: '2026-12-25' };
  const plans = await asPlatform(t.deps.db, async (tx) => {
    const explained: string[] = [];
    const explain = { ...tx, sql: explainInstead(tx.sql, explained) } as typeof tx;
    const input = { statement_id: 'bst_none', now: t.clock.now(), ...window };
    await withHashJoins(tx, async () => {
      for (const match of [matchByReference, matchByAmountAndDay, matchByDailySum]) await match(explain, input);
    });
    await listUnmatchedRows(explain, { ...window, types: MOVEMENT_TYPES }, { after: null, limit: 50 });
    await sumUnmatchedMovements(explain, { ...window, types: MOVEMENT_TYPES });
    return explained;
  });
  expect(plans).toHaveLength(5);
  for (const plan of plans) {
    expect(plan).toMatch(/Index.*Scan.* on transaction_paid|Index.*Scan using transaction_paid/);
    // The other tables have a page or two here.
    expect(plan).not.toMatch(/Seq Scan on (?:transaction|bank_statement_match)\b/);
  }
}

/** A property of an object, whose methods keep their `this`. */
function bound<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
}

/** Executes the plan of each statement instead of the statement. */
function explainInstead(db: Kysely<DB>, plans: string[]): Kysely<DB> {
  const executor = db.getExecutor();
  return new Proxy(db, {
    get: (target, name) =>
      name === 'getExecutor'
        ? () =>
            new Proxy(executor, {
              get: (inner, key) =>
                key === 'executeQuery'
                  ? async (query: CompiledQuery) => {
                      const { rows } = await inner.executeQuery<{ 'QUERY PLAN': string }>({
                        ...query,
                        sql: `explain ${query.sql}`,
                      });
                      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
                      return { rows: [] };
                    }
                  : bound(inner, key),
            })
        : bound(target, name),
  });
}
