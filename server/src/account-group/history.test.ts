/**
 * Any sequence of additions, ends and moves on passing days: a merchant is in one group of a type at a time, groups never
 * form a circle, and what a past day showed never changes.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccountGroupMember,
  createAccountGroup,
  endAccountGroupMember,
  listAccountGroupMembers,
  updateAccountGroup,
} from '@dasbor/contract/account-group';
import * as duration from '@dasbor/contract/duration';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asPlatform } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { listGroupsOnDay } from './member-queries.ts';

const MERCHANTS = [KOPI_NUSANTARA.merchant_id, BATIK_LESTARI.merchant_id];
const GROUPS = 4;

let it: TestApp;
let admin: TestClient;
const groups: string[] = [];

beforeAll(async () => {
  it = await startTestApp();
  admin = await it.signIn('platform_admin@dasbor.example');
  for (let n = 0; n < GROUPS; n++) {
    const body = { code: `HIST${n}`, name: `Group ${n}`, type: n === 3 ? 'holding' : 'reseller' };
    groups.push((await admin.ok(createAccountGroup, { body })).data.id);
  }
});
afterAll(() => it.close());

type Step =
  | { kind: 'add'; group: number; merchant: number; days: number; ends_other: boolean }
  | { kind: 'end'; group: number; member: number; days: number }
  | { kind: 'move'; group: number; parent: number | null }
  | { kind: 'day' };

const group = fc.nat(GROUPS - 1);
const days = fc.integer({ min: -1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), group, merchant: fc.nat(1), days, ends_other: fc.boolean() }),
  fc.record({ kind: fc.constant('end' as const), group, member: fc.nat(3), days }),
  fc.record({ kind: fc.constant('move' as const), group, parent: fc.option(group) }),
  fc.constant({ kind: 'day' as const }),
);

/** A history with every kind of change. */
const EVERY_KIND: Step[] = [
  { kind: 'add', group: 0, merchant: 0, days: 0, ends_other: false },
  { kind: 'end', group: 0, member: 0, days: 0 },
  { kind: 'move', group: 0, parent: 1 },
];

const today = (): string => toBusinessDay(it.clock.now());

/** Every refusal is a business error. */
const EXPECTED = [200, 201, 409, 422];

/** The status of the step; null when nothing was called. */
async function run(given: Step): Promise<number | null> {
  if (given.kind === 'day') {
    it.clock.advance(duration.days(1));
    admin = await it.signIn('platform_admin@dasbor.example');
    return null;
  }
  const id = groups[given.group] ?? '';
  if (given.kind === 'add') {
    const { merchant, days: shift, ends_other } = given;
    const body = { merchant_id: MERCHANTS[merchant], effective_from: addDays(today(), shift), ends_other };
    return (await admin.call(addAccountGroupMember, { params: { id }, body })).statusCode;
  }
  if (given.kind === 'move') {
    const body = { parent_id: given.parent === null ? null : groups[given.parent] };
    return (await admin.call(updateAccountGroup, { params: { id }, body })).statusCode;
  }
  const { data } = await admin.ok(listAccountGroupMembers, { params: { id } });
  const member_id = data[given.member]?.id;
  if (member_id === undefined) return null;
  const body = { effective_to: addDays(today(), given.days) };
  return (await admin.call(endAccountGroupMember, { params: { id, member_id }, body })).statusCode;
}

/** The groups of every merchant on every past day, which must stay as they are. */
async function readPast(first: string): Promise<Map<string, string>> {
  const past = new Map<string, string>();
  await asPlatform(it.deps.db, async (tx) => {
    for (let day = first; day < today(); day = addDays(day, 1)) {
      for (const merchant_id of MERCHANTS) {
        const found = await listGroupsOnDay({ merchant_id, sql: tx.sql }, day);
        past.set(`${day} ${merchant_id}`, JSON.stringify(found));
      }
    }
  });
  return past;
}

async function countFaults(): Promise<{ overlaps: number; circles: number }> {
  return asPlatform(it.deps.db, async (tx) => {
    const { rows } = await sql<{ overlaps: number }>`
      select count(*)::int as overlaps from app.account_group_member a
      join app.account_group_member b on b.merchant_id = a.merchant_id and b.type = a.type and b.id > a.id
        and daterange(a.effective_from, a.effective_to) && daterange(b.effective_from, b.effective_to)`.execute(tx.sql);
    const { rows: tree } = await sql<{ circles: number }>`
      with recursive above as (
        select id as start, parent_id from app.account_group where parent_id is not null
        union select a.start, g.parent_id from above a join app.account_group g on g.id = a.parent_id
        where g.parent_id is not null)
      select count(*)::int as circles from above where parent_id = start`.execute(tx.sql);
    return { overlaps: rows[0]?.overlaps ?? 0, circles: tree[0]?.circles ?? 0 };
  });
}

test('memberships never overlap per type, groups never form a circle, and the past stays', async () => {
  const first = today();
  let known = new Map<string, string>();
  const accepted = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      for (const each of steps) {
        const status = await run(each);
        expect([null, ...EXPECTED]).toContain(status);
        if (status !== null && status < 300) accepted.add(each.kind);
      }
      expect(await countFaults()).toEqual({ overlaps: 0, circles: 0 });
      const past = await readPast(first);
      for (const [key, value] of known) expect(past.get(key), key).toBe(value);
      known = past;
    }),
    { numRuns: 9, examples: [[EVERY_KIND]], endOnFailure: true },
  );
  // Not only refusals.
  expect([...accepted].toSorted()).toEqual(['add', 'end', 'move']);
});
