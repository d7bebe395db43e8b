/** Property: no sequence of invitations, role changes and edits of roles gives anyone more than the granting person held. */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ACCESS_GROUPS,
  type AccessEntry,
  type AccessLevel,
  MERCHANT_ROLES,
  type RoleKey,
  getLevel,
  getRoleAccess,
  hasLevel,
} from '@dasbor/contract/access';
import { inviteUser, resendInvitation } from '@dasbor/contract/invitation';
import { registerMember } from '@dasbor/contract/register-member';
import { changeRole, createRole } from '@dasbor/contract/role';
import { changeUserRole, reactivateUser, suspendUser } from '@dasbor/contract/user';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { deriveInvitationToken } from './invitation-rules.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const GROUPS = ['Transactions', 'Refunds', 'Users', 'Disbursements'] as const;
const LEVELS: readonly AccessLevel[] = ['disabled', 'view', 'manage', 'approve'];
const PASSWORD = 'rain-in-the-month-of-june';
const RUNS = 10;

let it: TestApp;
let owner: pg.Client;
const clients = new Map<string, TestClient>();

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await it.close();
});

interface Holder {
  user_id: string;
  role: RoleKey;
  status: string;
  access: AccessEntry[];
  is_masked: boolean;
}

/** What everybody may do now, read as the database owner and computed without the product's rules. */
async function readHolders(): Promise<Map<string, Holder>> {
  const { rows } = await owner.query<Holder & { custom: AccessEntry[] | null; masked: boolean | null }>(
    `select m.user_id, m.role, m.status, r.access as custom, r.is_masked as masked from app.membership m
     left join app.role r on r.merchant_id = m.merchant_id and r.id = m.role where m.merchant_id = $1`,
    [KOPI],
  );
  return new Map(
    rows.map(({ custom, masked, ...row }) => {
      const preset = row.role.startsWith('rol_') ? [] : getRoleAccess(row.role as (typeof MERCHANT_ROLES)[number]);
      return [row.user_id, { ...row, access: custom ?? preset, is_masked: masked ?? row.role === 'support' }];
    }),
  );
}

const isWithin = (inner: Holder, outer: Holder): boolean =>
  ACCESS_GROUPS.every((group) => hasLevel(getLevel(outer.access, group), getLevel(inner.access, group))) &&
  (inner.is_masked || !outer.is_masked) &&
  (inner.role !== 'superadmin' || outer.role === 'superadmin');

const nothing = (user_id: string): Holder => ({
  user_id,
  role: 'support',
  status: 'none',
  access: [],
  is_masked: true,
});

interface Step {
  actor: number;
  kind: 'invite' | 'accept' | 'resend' | 'role' | 'create' | 'edit' | 'suspend' | 'reactivate';
  target: number;
  role: number;
  levels: AccessLevel[];
  is_masked: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  // Every second step is one of a superadmin, so that there is access to pass on.
  actor: fc.oneof(fc.constant(-1), fc.nat(30)),
  kind: fc.constantFrom(
    'invite',
    'accept',
    'accept',
    'resend',
    'role',
    'role',
    'create',
    'edit',
    'suspend',
    'reactivate',
  ),
  target: fc.nat(30),
  role: fc.nat(30),
  levels: fc.array(fc.constantFrom(...LEVELS), { minLength: GROUPS.length, maxLength: GROUPS.length }),
  is_masked: fc.boolean(),
});

/** Every run begins with access that is passed on: a superadmin invites somebody, and an invitation is accepted. */
const OPENING: readonly Step[] = (['invite', 'accept'] as const).map((kind) => ({
  actor: -1,
  kind,
  target: 0,
  role: 0,
  levels: [],
  is_masked: false,
}));

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

async function getClient(user_id: string): Promise<TestClient | null> {
  const known = clients.get(user_id);
  if (known !== undefined) return known;
  const { rows } = await owner.query<{ email: string }>('select email from app.login where user_id = $1', [user_id]);
  const client = await signIn(rows[0]?.email ?? '');
  if (client !== null) clients.set(user_id, client);
  return client;
}

async function signIn(email: string): Promise<TestClient | null> {
  for (const password of [SANDBOX_PASSWORD, PASSWORD]) {
    const answer = await it.app.inject({
      method: 'POST',
      url: '/api/v1/authenticate/login',
      payload: { email, password },
      remoteAddress: `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.9`,
    });
    if (answer.statusCode === 200) return it.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
  }
  return null;
}

let people = 0;

/** Runs a step as somebody; returns whose access it may have granted: the actor, or the sender of the invitation. */
async function run(given: Step): Promise<string | null> {
  const holders = [...(await readHolders()).values()].toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
  const superadmin = holders.find(({ role, status }) => role === 'superadmin' && status === 'active');
  const actor = given.actor < 0 ? superadmin : at(holders, given.actor);
  const target = at(holders, given.target);
  if (actor === undefined || target === undefined) return null;
  const { rows: roles } = await owner.query<{ id: string }>('select id from app.role where merchant_id = $1', [KOPI]);
  const role = at([...MERCHANT_ROLES, ...roles.map(({ id }) => id)], given.role) ?? 'support';
  const { rows: open } = await owner.query<{ id: string; token_no: number; invited_by: string }>(
    `select id, token_no, invited_by from app.invitation where merchant_id = $1 and status = 'pending' order by id`,
    [KOPI],
  );
  const invitation = at(open, given.target);
  const access = GROUPS.map((group, index) => ({ group, access: given.levels[index] ?? 'disabled' }));
  if (given.kind === 'accept') {
    if (invitation === undefined) return null;
    const token = deriveInvitationToken(it.deps.secrets, { owner_id: KOPI, ...invitation });
    await it.client().call(registerMember, { body: { token, password: PASSWORD, name: 'Invited' } });
    return invitation.invited_by;
  }
  const client = await getClient(actor.user_id);
  if (client === null) return null;
  const params = { id: target.user_id };
  const body = { name: `Role ${given.role}-${given.target}`, access, is_masked: given.is_masked };
  const custom = at(roles, given.role);
  if (given.kind === 'invite')
    await client.call(inviteUser, { body: { email: `p${++people}@escalation.example`, role } });
  if (given.kind === 'resend' && invitation) await client.call(resendInvitation, { params: { id: invitation.id } });
  if (given.kind === 'role') await client.call(changeUserRole, { params, body: { role } });
  if (given.kind === 'create') await client.call(createRole, { body });
  if (given.kind === 'edit' && custom) await client.call(changeRole, { params: { id: custom.id }, body });
  if (given.kind === 'suspend') await client.call(suspendUser, { params });
  if (given.kind === 'reactivate') await client.call(reactivateUser, { params });
  return actor.user_id;
}

test('domain 1.14: anyone who gains access gains at most what the granting person held; a superadmin always remains', async () => {
  let gains = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      clients.clear();
      for (const given of [...OPENING, ...steps]) {
        const before = await readHolders();
        const granter = await run(given);
        it.clock.advance(5_000);
        const after = await readHolders();
        for (const [user_id, holder] of after) {
          const former = before.get(user_id) ?? nothing(user_id);
          const was_active = former.status === 'active';
          const has_gained = holder.status === 'active' && (!was_active || !isWithin(holder, former));
          if (!has_gained) continue;
          gains += 1;
          const held = before.get(granter ?? '');
          expect(held?.status, `${given.kind} by ${granter}`).toBe('active');
          expect(isWithin(holder, held!), `${given.kind}: ${holder.role} by ${held?.role}`).toBe(true);
          expect(user_id, 'nobody widens their own access').not.toBe(granter);
        }
        expect([...after.values()].some(({ role, status }) => role === 'superadmin' && status === 'active')).toBe(true);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(gains).toBeGreaterThan(10);
}, 180_000);
