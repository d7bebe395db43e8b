/**
 * A model of approvals: whatever people and keys do, in whatever order and at once, a refund is approved exactly when the
 * approvals of the policy that was in force at its request were given, by different people, never by its requester.
 */
import { getRoleAccess } from '@dasbor/contract/access';
import { createApiKey } from '@dasbor/contract/api-settings';
import { type ApprovalTier, approveRequest, listApprovals, rejectRequest } from '@dasbor/contract/approval';
import { createRefund } from '@dasbor/contract/refund';
import { fc } from '@fast-check/vitest';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA, SANDBOX_USERS, getSandboxUserId } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
const PEOPLE = ['finance', 'superadmin', 'admin', 'approver'] as const;
type Person = (typeof PEOPLE)[number];
/** A key acts for the person who made it. */
const KEYS = { superadmin_key: 'superadmin', admin_key: 'admin' } as const satisfies Record<string, Person>;
const ACTORS = [...PEOPLE, ...(Object.keys(KEYS) as (keyof typeof KEYS)[])] as const;
type Actor = (typeof ACTORS)[number];
/** Who holds the level `approve` on refunds. */
const APPROVERS: readonly Actor[] = ['superadmin', 'admin', 'approver'];

let t: TestApp;
let owner: pg.Client;
const clients = new Map<Actor, TestClient>();
let count = 0;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  for (const person of PEOPLE) clients.set(person, await t.signIn(`${person}@kopi.example`));
  for (const [key, person] of Object.entries(KEYS)) {
    const body = { name: key, access: getRoleAccess(person) };
    const { data } = await clients.get(person)!.ok(createApiKey, { body });
    const client = t.client(`Bearer ${data.secret}`);
    clients.set(key as Actor, client);
    // No second generation: a key makes no key.
    expect((await client.call(createApiKey, { body })).statusCode).toBe(403);
  }
  await insertPaidPayment(t, merchant_id, { amount: 100_000_000 });
}, 60_000);
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const key = () => ({ 'idempotency-key': `model-${++count}` });
const idOf = (person: Person) =>
  getSandboxUserId(SANDBOX_USERS.findIndex(({ email }) => email === `${person}@kopi.example`));
const personOf = (actor: Actor): Person => (actor in KEYS ? KEYS[actor as keyof typeof KEYS] : (actor as Person));

interface Modelled {
  id: string;
  requester: Person;
  tier: ApprovalTier;
  approved_by: Set<Actor>;
  status: 'pending' | 'approved' | 'rejected' | 'expired';
}

type Step =
  | { do: 'policy'; required: number; roles: string[]; people: Person[] }
  | { do: 'request'; by: Actor }
  | { do: 'approve'; by: Actor[]; at: number }
  | { do: 'reject'; by: Actor; at: number }
  | { do: 'expire'; at: number };

const actor = fc.constantFrom(...ACTORS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('policy' as const),
    required: fc.integer({ min: 1, max: 3 }),
    roles: fc.subarray(['superadmin', 'admin', 'approver']),
    people: fc.subarray<Person>(['superadmin', 'admin', 'approver']),
  }),
  fc.record({ do: fc.constant('request' as const), by: actor }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('approve' as const),
      by: fc.array(actor, { minLength: 1, maxLength: 4 }),
      at: fc.nat(9),
    }),
  },
  fc.record({ do: fc.constant('reject' as const), by: actor, at: fc.nat(9) }),
  fc.record({ do: fc.constant('expire' as const), at: fc.nat(9) }),
);

const mayDecide = ({ requester, tier, approved_by, status }: Modelled, by: Actor): boolean =>
  status === 'pending' &&
  APPROVERS.includes(by) &&
  personOf(by) !== requester &&
  !approved_by.has(by) &&
  (tier.roles.length + tier.user_ids.length === 0 ||
    tier.roles.includes(by) ||
    tier.user_ids.includes(idOf(by as Person)));

async function savePolicy(tier: ApprovalTier): Promise<void> {
  await owner.query(
    `insert into app.approval_policy (merchant_id, id, subject_type, version, tiers, expires_after_hours, changed_by_id,
       changed_by, changed_at)
     select $1, 'apo_' || $2, 'refund', coalesce(max(version), 0) + 1, $3, 72, 'usr_x', 'x', now()
     from app.approval_policy where merchant_id = $1 and subject_type = 'refund'`,
    [merchant_id, String(++count), JSON.stringify([tier])],
  );
}

async function request(by: Actor, tier: ApprovalTier): Promise<Modelled> {
  const id = await insertPaidPayment(t, merchant_id, { amount: 50_000, method: 'qris', issuer: 'GoPay' });
  t.clock.advance(1);
  const { data } = await clients
    .get(by)!
    .ok(createRefund, { params: { id }, body: { amount: 10_000, reason: 'customer_request' }, headers: key() });
  const { data: rows } = await clients
    .get('superadmin')!
    .ok(listApprovals, { query: { q: data.id, limit: 1 } as never });
  return { id: rows[0]!.id, requester: personOf(by), tier, approved_by: new Set(), status: 'pending' };
}

/** Concurrent approvals: each that the model allows counts once, and those after the last required one are refused. */
async function approve(it: Modelled, by: Actor[]): Promise<void> {
  const answers = await Promise.all(
    by.map((who) => clients.get(who)!.call(approveRequest, { params: { id: it.id }, body: {}, headers: key() })),
  );
  const allowed = new Set(by.filter((who) => mayDecide(it, who)));
  const accepted = by.filter((_who, index) => answers[index]?.statusCode === 200);
  const missing = it.tier.approvals_required - it.approved_by.size;
  expect(accepted.every((who) => allowed.has(who))).toBe(true);
  expect(new Set(accepted).size).toBe(accepted.length);
  expect(accepted).toHaveLength(Math.min(missing, allowed.size));
  for (const who of accepted) it.approved_by.add(who);
  if (it.approved_by.size >= it.tier.approvals_required) it.status = 'approved';
}

async function reject(it: Modelled, by: Actor): Promise<void> {
  const answer = await clients
    .get(by)!
    .call(rejectRequest, { params: { id: it.id }, body: { reason: 'No' }, headers: key() });
  const is_allowed = mayDecide(it, by);
  expect(answer.statusCode === 200).toBe(is_allowed);
  if (is_allowed) it.status = 'rejected';
}

async function expire(it: Modelled): Promise<void> {
  await owner.query('update app.approval_request set expires_at = $2 where id = $1', [it.id, t.clock.now()]);
  const job = JOBS.find(({ name }) => name === 'expire_approvals')!;
  await Promise.all([job.run(t.deps, {}), job.run(t.deps, {})]);
  if (it.status === 'pending') it.status = 'expired';
}

/** What the database holds for every request. */
async function assertAgreement(all: readonly Modelled[]): Promise<void> {
  const { rows } = await owner.query<{ id: string; status: string; refund: string; people: string[] }>(
    `select r.id, r.status, f.status as refund, array(select d.person_id from app.approval_decision d
       where d.request_id = r.id and d.decision = 'approve' order by 1) as people
     from app.approval_request r join app.refund f on f.id = r.subject_id where r.id = any ($1)`,
    [all.map(({ id }) => id)],
  );
  const refund_status = { pending: 'pending', approved: 'approved', rejected: 'rejected', expired: 'rejected' };
  for (const it of all) {
    const row = rows.find(({ id }) => id === it.id)!;
    expect(row).toEqual({
      id: it.id,
      status: it.status,
      refund: refund_status[it.status],
      people: [...it.approved_by].map((who) => idOf(who as Person)).toSorted(),
    });
  }
}

test('no refund is approved without the approvals of its policy, and never by its requester', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      await owner.query('delete from app.approval_policy');
      let tier: ApprovalTier = { amount_from: 0, approvals_required: 1, roles: [], user_ids: [] };
      const all: Modelled[] = [await request('finance', tier), await request('superadmin_key', tier)];
      for (const each of steps) {
        if (each.do === 'policy') {
          const { required: approvals_required, roles, people } = each;
          tier = { amount_from: 0, approvals_required, roles, user_ids: people.map(idOf) };
          await savePolicy(tier);
        } else if (each.do === 'request') all.push(await request(each.by, tier));
        else {
          const it = all[each.at % all.length]!;
          if (each.do === 'approve') await approve(it, each.by);
          else if (each.do === 'reject') await reject(it, each.by);
          else await expire(it);
        }
      }
      await assertAgreement(all);
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 12), endOnFailure: true },
  );
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
}, 120_000);
