/**
 * Properties of bank statements: under any sequence of matches and write-offs, and however the bank shows a day. A statement
 * of ten thousand lines.
 */
import fc from 'fast-check';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { listUnmatchedMovements } from '@dasbor/contract/bank-movement';
import {
  MOVEMENT_TYPES,
  type MovementType,
  decideWriteOff,
  listStatementLines,
  matchBankStatement,
  matchStatementLine,
  reverseWriteOff,
  unmatchStatementLine,
  writeOffStatementLine,
} from '@dasbor/contract/bank-statement';
import type { DB } from '../db/schema.gen.ts';
import { asPlatform } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import type { UploadedFile } from '../http/upload.ts';
import { matchByAmountAndDay, matchByDailySum, matchByReference, withMatchingSettings } from './match-queries.ts';
import { listUnmatchedMovements as listUnmatchedRows, sumUnmatchedMovements } from './movement-queries.ts';
import { getStatement, parseFile, storeStatement } from './reconcile.ts';
import { countRowsRead } from '../../test/rows-read.ts';
import {
  KOPI,
  asOwner,
  assertExplained,
  checker,
  listLines,
  maker,
  insertPayment,
  insertRefund,
  reversePayment,
  t,
  upload,
  setUpBankStatements,
  signIn,
  writeMt940,
} from '../../test/bank-statement-fixture.ts';

setUpBankStatements();

/** Few amounts, so that payments and lines often fit several others. */
const AMOUNTS = [10_007, 20_011, 30_018, 40_022] as const;
/** Bank charge, refund of the first payment, and reversal of the second one where it has the first amount. */
const DEBITS = [-6_500, -7_003, -10_007] as const;
type Amount = (typeof AMOUNTS)[number] | (typeof DEBITS)[number];
interface Movement {
  object_type: MovementType;
  object_id: string;
  amount: number;
}
type Action =
  /** `fits`: with a movement of the line's amount, if there is one; otherwise with the named ones. */
  | { do: 'match'; line: number; movements: number[]; fits: boolean }
  | { do: 'unmatch' | 'write_off' | 'reverse' | 'rematch'; line: number }
  | { do: 'decide'; line: number; decision: 'approve' | 'reject' };
const place = fc.nat(3);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    do: fc.constant('match' as const),
    line: place,
    movements: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
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
const EVERY_KIND: [(typeof AMOUNTS)[number][], Amount[], Action[]] = [
  Array.from({ length: 6 }, () => AMOUNTS[0]),
  [-6_500, AMOUNTS[0], AMOUNTS[0], AMOUNTS[0], ...DEBITS.slice(1)],
  [
    { do: 'write_off', line: 0 },
    { do: 'decide', line: 0, decision: 'approve' },
    { do: 'reverse', line: 0 },
    { do: 'decide', line: 0, decision: 'approve' },
    { do: 'match', line: 1, movements: [0], fits: true },
    { do: 'unmatch', line: 1 },
    { do: 'rematch', line: 1 },
  ],
];

test('domain 2.12: whatever is matched, removed, written off or reversed, every rupiah is explained once and booked', async () => {
  let runs = 0;
  const done = new Set<string>();
  const kinds = new Set<MovementType>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...AMOUNTS), { minLength: 6, maxLength: 6 }),
      fc.array(fc.constantFrom<Amount[]>(...AMOUNTS, ...DEBITS), { minLength: 6, maxLength: 6 }),
      fc.array(action, { minLength: 20, maxLength: 30 }),
      async (paid, entries, actions) => {
        const run = ++runs;
        // Limits count by session and minute.
        t.clock.advance(60_000);
        await signIn();
        const movements = await insertMovements(paid, run);
        const { id } = await upload(entries.map((amount) => ({ amount })));
        const ids = (await listLines(id)).map((line) => line.id);
        for (const each of actions) {
          const fitting = movements.findIndex(({ amount }) => amount === entries[each.line]);
          const given = each.do === 'match' && each.fits && fitting >= 0 ? { ...each, movements: [fitting] } : each;
          const answer = await act(given, { statement_id: id, line_id: ids[each.line] ?? '', movements });
          expect([200, 409, 422]).toContain(answer.statusCode);
          if (answer.statusCode === 200) done.add(each.do);
          await assertExplained(id);
        }
        const matched = (await listLines(id)).flatMap(({ matches }) => matches);
        expect(new Set(matched.map(({ object_type, object_id }) => `${object_type} ${object_id}`)).size).toBe(
          matched.length,
        );
        for (const { object_type } of matched) kinds.add(object_type);
      },
    ),
    { numRuns: 10, examples: [EVERY_KIND] },
  );
  // The sequences reach every kind of change.
  expect([...done].toSorted()).toEqual(['decide', 'match', 'rematch', 'reverse', 'unmatch', 'write_off']);
  expect([...kinds]).toEqual(expect.arrayContaining(['refund', 'reversal']));
});

/** Payments of some amounts, a refund of the first one and a reversal of the second one. */
async function insertMovements(paid: readonly number[], run: number): Promise<Movement[]> {
  const movements: Movement[] = [];
  for (const [index, amount] of paid.entries()) {
    const object_id = await insertPayment(amount, `SUMS${run}N${index}`, 'BNI');
    movements.push({ object_type: 'payment', object_id, amount });
  }
  const [first, second] = movements as [Movement, Movement];
  const refund = await insertRefund(first.object_id, { amount: -DEBITS[1] });
  await reversePayment(second.object_id);
  return [
    ...movements,
    { object_type: 'refund', object_id: refund, amount: DEBITS[1] },
    { object_type: 'reversal', object_id: second.object_id, amount: -second.amount },
  ];
}

function act(
  given: Action,
  { statement_id, line_id, movements }: { statement_id: string; line_id: string; movements: readonly Movement[] },
) {
  const params = { id: line_id };
  switch (given.do) {
    case 'match': {
      const named = given.movements.flatMap((index) => movements[index] ?? []);
      const keys = named.map(({ object_type, object_id }) => ({ object_type, object_id }));
      return maker.call(matchStatementLine, { params, body: { movements: keys } });
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

/** How a bank shows a day: each movement, their net, or the payments in one sum with debits one by one or in another sum. */
const FORMS = ['singly', 'net', 'gross', 'gross_and_debits'] as const;
const sale = fc.oneof(
  fc.record({ refunds: fc.nat(2), is_reversed: fc.constant(false) }),
  fc.constant({ refunds: 0, is_reversed: true }),
);

test('domain 2.12: a day with refunds and reversals is explained completely, netted by the bank or shown apart', async () => {
  // Amounts that occur once, of payments and of refunds.
  let [next_amount, next_refund, day] = [3_000_000, 10_000, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 4 }), fc.constantFrom(...FORMS), async (sales, form) => {
      t.clock.advance(60_000);
      await signIn();
      const channel = `DAY${++day}`;
      const [credits, debits]: [number[], number[]] = [[], []];
      const keys = new Set<string>();
      for (const { refunds, is_reversed } of sales) {
        const amount = (next_amount += 37);
        const payment = await insertPayment(amount, `${channel}PAY${credits.length}`, channel);
        credits.push(amount);
        keys.add(`payment ${payment}`);
        for (let made = 0; made < refunds; made++) {
          const refund = (next_refund += 13);
          keys.add(`refund ${await insertRefund(payment, { amount: refund })}`);
          debits.push(-refund);
        }
        if (!is_reversed) continue;
        await reversePayment(payment);
        keys.add(`reversal ${payment}`);
        debits.push(-amount);
      }
      const statement = await upload(toEntries(form, { credits, debits }));
      expect([statement.open_count, statement.matched_count]).toEqual([0, statement.line_count]);
      await assertExplained(statement.id);
      const left = (await listMovementsOfDay()).filter(({ object_type, object_id }) =>
        keys.has(`${object_type} ${object_id}`),
      );
      // A net may equal a single payment next to one that was reversed, which leaves a pair of nothing.
      expect(left.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
      expect(form === 'net' ? [] : left).toEqual([]);
    }),
    { numRuns: 16 },
  );
});

function toEntries(
  form: (typeof FORMS)[number],
  { credits, debits }: { credits: readonly number[]; debits: readonly number[] },
): { amount: number }[] {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  // A net of nothing has no line, so such a day is shown singly.
  const amounts = {
    singly: [...credits, ...debits],
    net: sum(credits) + sum(debits) === 0 ? [...credits, ...debits] : [sum(credits) + sum(debits)],
    gross: [sum(credits), ...debits],
    gross_and_debits: [sum(credits), sum(debits)],
  }[form];
  return amounts.filter((amount) => amount !== 0).map((amount) => ({ amount }));
}

/** Every movement of the day of the tests that no line shows. */
async function listMovementsOfDay(cursor?: string): Promise<Movement[]> {
  const day = '2026-11-18';
  const query = { from: day, to: day, limit: 100, ...(cursor === undefined ? {} : { cursor }) };
  const { data, next_cursor } = await maker.ok(listUnmatchedMovements, { query });
  return next_cursor === null ? data : [...data, ...(await listMovementsOfDay(next_cursor))];
}

test('domain 2.12: a month of ten thousand lines is matched in seconds, and what is left is listed', async () => {
  const LINES = 10_000;
  const LEFT = 25;
  // The first lines have no payment.
  await insertPayments('MONTH', { first: LEFT, last: LINES - 1 });
  // Their timelines, and refunds that the bank has not executed: neither is a movement.
  await asOwner((owner) =>
    owner.query(
      `with event as (
         insert into app.transaction_event (merchant_id, transaction_id, seq, at, from_status, to_status, actor_type)
         select t.merchant_id, t.id, 1, t.paid_at, 'pending', 'success', 'provider' from app.transaction t
         where t.provider_reference like 'MONTH%')
       insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, amount, reason, method, status,
         requested_by_type, requested_by_id, requested_by, requested_by_owner, created_at, updated_at)
       select t.merchant_id, 'rfd_' || t.id, t.id, t.id, 1000, 'other', 'original', 'rejected', 'user', 'usr_1', 'Sari',
         'usr_1', t.paid_at, t.paid_at
       from app.transaction t where t.provider_reference like 'MONTH%'`,
    ),
  );
  await asOwner((owner) => owner.query('analyze app.transaction, app.transaction_event, app.refund'));
  const entries = buildEntries('MONTH', LINES);
  const started = performance.now();
  const statement = await upload(entries);
  const took_ms = performance.now() - started;
  expect([statement.line_count, statement.matched_count, statement.open_count]).toEqual([LINES, LINES - LEFT, LEFT]);
  const { data: left } = await maker.ok(listStatementLines, {
    params: { id: statement.id },
    query: { status: 'open', limit: 100 },
  });
  expect(left.map(({ reference }) => reference)).toEqual(entries.slice(0, LEFT).map((entry) => entry.reference));
  await assertExplained(statement.id);
  // Two seconds on a quiet machine.
  expect(took_ms).toBeLessThan(15_000);
  await asOwner((owner) =>
    owner.query('analyze app.transaction, app.transaction_event, app.refund, app.bank_statement_match'),
  );
  await assertNoSequentialScan();
});

test('the rules may take longer than a request: the largest statement, of fifty thousand lines, is not cut off', async () => {
  const limits = await asPlatform(t.deps.db, async (tx) => {
    const read = async () =>
      (await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(tx.sql)).rows[0];
    let within;
    const before = await read();
    await withMatchingSettings(tx, async () => {
      within = await read();
    });
    return { before, within };
  });
  expect(limits).toEqual({ before: { timeout: '5s' }, within: { timeout: '2min' } });
});

test('ten thousand lines are stored and matched set-based: the time per line does not grow', async () => {
  const entries = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => ({ amount: 1_000_000 + index, reference: `${prefix}${index}` }));
  await insertPayment(1_000_777, 'SMALL777');
  const timed = async (count: number, prefix: string) => {
    const started = performance.now();
    const statement = await upload(entries(count, prefix));
    expect(statement.line_count).toBe(count);
    return { per_line_ms: (performance.now() - started) / count, statement };
  };
  const [small, large] = [await timed(1_000, 'SMALL'), await timed(10_000, 'LARGE')];
  expect(small.statement.matched_count).toBe(1);
  // In turns, and the shorter one of each: what else the machine does at the time meets only one of them.
  const [small_again, large_again] = [await timed(1_000, 'LITTLE'), await timed(10_000, 'MUCH')];
  const getLeast = (...each: { per_line_ms: number }[]) => Math.min(...each.map(({ per_line_ms }) => per_line_ms));
  // Linear: a loop over pairs would be ten times as slow per line.
  expect(getLeast(large, large_again) / getLeast(small, small_again)).toBeLessThan(5);
});

test('domain 2.12: each line is read a few times only, also by a session that matched small statements before', async () => {
  const SMALL = 20;
  const LARGE = 3_000;
  await insertPayments('EARLY', { first: 0, last: SMALL - 1 });
  await insertPayments('LATER', { first: 0, last: LARGE - 1 });
  // Statistics of a table so small that its index would not pay.
  await upload([{ amount: 1 }]);
  await asOwner((owner) => owner.query('analyze app.bank_statement_line'));
  const rows_read = await asPlatform(t.deps.db, async (tx) => {
    const match = async (prefix: string, count: number) => {
      const file = {
        type: 'mt940',
        name: `${prefix}.sta`,
        content: Buffer.from(writeMt940(buildEntries(prefix, count))),
        sent_sha256: prefix,
      } as UploadedFile;
      const principal = { id: 'usr_1', name: 'Sari' } as Principal;
      const context = { principal, request: { ip: '127.0.0.1' }, now: t.clock.now() };
      const id = await storeStatement(tx, file, parseFile(file, undefined), context);
      expect((await getStatement(tx, id)).matched_count).toBe(count);
    };
    // Here the session makes its plans, also those of foreign keys.
    await match('EARLY', SMALL);
    return countRowsRead(tx, 'bank_statement_line', () => match('LATER', LARGE));
  });
  expect(rows_read).toBeLessThan(LARGE * 50);
});

/** Lines of the payments of `insertPayments`. */
const buildEntries = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    amount: 2_000_000 + index,
    reference: `${prefix}${String(index).padStart(6, '0')}`,
    day: String((index % 18) + 1).padStart(2, '0'),
  }));

/** Payments of virtual accounts on the first eighteen days of November, with references that end in their number. */
async function insertPayments(prefix: string, { first, last }: { first: number; last: number }): Promise<void> {
  await asOwner((owner) =>
    owner.query(
      `insert into app.transaction (merchant_id, id, created_at, updated_at, merchant_reference, method, amount, net_amount,
         status, source, provider, provider_reference, last_event_seq, paid_at)
       select $1, 'txn_' || $4 || n, p.at, p.at, null, 'virtual_account', 2000000 + n, 2000000 + n, 'success', 'va', 'bank',
         $4 || lpad(n::text, 6, '0'), 1, p.at
       from generate_series($2::int, $3::int) as n
       cross join lateral (select timestamptz '2026-11-01 03:00Z' + (n % 18) * interval '1 day' as at) p`,
      [KOPI, first, last, prefix],
    ),
  );
}

/** Payments and matches are read through their indexes, however many there are: reading all of them would not end. */
async function assertNoSequentialScan(): Promise<void> {
  // Days without payments, so that only the planner's statistics decide, which were just made.
  const window = { first_day: '2026-12-25', last_day: '2026-12-25' };
  const plans = await asPlatform(t.deps.db, async (tx) => {
    const explained: string[] = [];
    const explain = { ...tx, sql: explainInstead(tx.sql, explained) } as typeof tx;
    const input = { statement_id: 'bst_none', now: t.clock.now(), ...window };
    await withMatchingSettings(tx, async () => {
      for (const match of [matchByReference, matchByAmountAndDay, matchByDailySum]) await match(explain, input);
    });
    await listUnmatchedRows(explain, { ...window, types: MOVEMENT_TYPES }, { after: null, limit: 50 });
    await sumUnmatchedMovements(explain, { ...window, types: MOVEMENT_TYPES });
    return explained;
  });
  expect(plans).toHaveLength(5);
  for (const plan of plans) {
    for (const index of ['transaction_paid', 'refund_to_original', 'transaction_event_reversal']) {
      expect(plan).toMatch(new RegExp(`Index.*Scan (?:.* on|using) ${index}\\b`));
    }
    // The other tables have a page or two here.
    expect(plan).not.toMatch(/Seq Scan on (?:transaction|transaction_event|refund|bank_statement_match)\b/);
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
