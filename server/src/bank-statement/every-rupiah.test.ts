/** Property of bank statements under any sequence of matches and write-offs, and a statement of ten thousand lines. */
import fc from 'fast-check';
import type { CompiledQuery, Kysely } from 'kysely';
import { expect, test } from 'vitest';
import {
  MOVEMENT_TYPES,
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
import {
  listUnmatchedMovements as listUnmatchedRows,
  matchByAmountAndDay,
  matchByDailySum,
  matchByReference,
  sumUnmatchedMovements,
  withHashJoins,
} from './match-queries.ts';
import {
  KOPI,
  asOwner,
  assertExplained,
  checker,
  listLines,
  maker,
  insertPayment,
  t,
  upload,
  setUpBankStatements,
  signIn,
} from '../../test/bank-statement-fixture.ts';

setUpBankStatements();

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
        await signIn();
        const payments: string[] = [];
        for (const [index, amount] of paid.entries())
          payments.push(await insertPayment(amount, `SUMS${run}N${index}`, 'BNI'));
        const { id } = await upload(entries.map((amount) => ({ amount })));
        const ids = (await listLines(id)).map((line) => line.id);
        for (const each of actions) {
          const fitting = paid.indexOf(entries[each.line] as (typeof AMOUNTS)[number]);
          const given = each.do === 'match' && each.fits && fitting >= 0 ? { ...each, payments: [fitting] } : each;
          const answer = await act(given, { statement_id: id, line_id: ids[each.line] ?? '', payments });
          expect([200, 409, 422]).toContain(answer.statusCode);
          if (answer.statusCode === 200) done.add(each.do);
          await assertExplained(id);
        }
        const matched = (await listLines(id)).flatMap(({ matches }) => matches.map(({ object_id }) => object_id));
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
  await insertPayment(1_000_777, 'SMALL777');
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
