/** Users and roles of a merchant: list, changes, and who may change whom. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessEntry, type Role, getRoleAccess } from '@dasbor/contract/access';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listSessions } from '@dasbor/contract/auth';
import { getMerchantRoleAccess, getProfile } from '@dasbor/contract/profile';
import { changeRole, createRole, deleteRole, listRoles } from '@dasbor/contract/role';
import { inviteUser } from '@dasbor/contract/invitation';
import {
  changeUserRole,
  listUsers,
  reactivateUser,
  removeUser,
  resetUserSecondFactor,
  endUserSessions,
  suspendUser,
} from '@dasbor/contract/user';
import { buildApp } from '../app.ts';
import { newId } from '../db/new-id.ts';
import { addToDirectory } from '../auth/membership-directory-queries.ts';
import { hashPassword } from '../auth/password.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { assertSuperadminRemains } from './change-member.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA, ensureUser } from '../sandbox/people.ts';
import { readOutcome } from '../../test/read-outcome.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let it: TestApp;
let owner: pg.Client;
let superadmin: TestClient;
let admin: TestClient;
let password_hash: string;

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  superadmin = await it.signIn('superadmin@kopi.example');
  admin = await it.signIn('admin@kopi.example');
  password_hash = await hashPassword(SANDBOX_PASSWORD);
});
afterAll(async () => {
  await owner.end();
  await it.close();
});

let count = 0;
async function createUser(role: Role, merchant_id = KOPI): Promise<{ id: string; email: string }> {
  count += 1;
  const id = newId('user', it.clock.now());
  const email = `user${count}@kopi.example`;
  const created_at = it.clock.now();
  await ensureUser(it.deps, {
    user_id: id,
    email,
    name: `User ${count}`,
    role,
    merchant_id,
    password_hash,
    created_at,
  });
  return { id, email };
}

const findUserId = async (email: string): Promise<string> => {
  const { rows } = await owner.query<{ user_id: string }>('select user_id from app.login where email = $1', [email]);
  return rows[0]!.user_id;
};

describe('the list', () => {
  test('domain 1.14: lists every user of the merchant, and nobody else', async () => {
    const { data } = await superadmin.ok(listUsers, { query: { limit: 100 } });
    expect(data.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['superadmin@kopi.example', 'support@kopi.example']),
    );
    expect(data.every(({ email }) => email.endsWith('@kopi.example'))).toBe(true);
    expect(data.find(({ email }) => email === 'superadmin@kopi.example')).toMatchObject({
      is_own: true,
      is_manageable: false,
    });
  });

  test('pages, filters and searches', async () => {
    const first = await superadmin.ok(listUsers, { query: { limit: 3 } });
    expect(first.data).toHaveLength(3);
    const second = await superadmin.ok(listUsers, { query: { limit: 3, cursor: first.next_cursor! } });
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    const found = await superadmin.ok(listUsers, { query: { q: 'DEWI' } });
    expect(found.data.map(({ name }) => name)).toEqual(['Dewi Lestari']);
    const by_role = await superadmin.ok(listUsers, { query: { role: 'finance,support' } });
    expect(by_role.data.map(({ role }) => role).toSorted()).toEqual(['finance', 'support']);
    expect((await superadmin.ok(listUsers, { query: { q: '%' } })).data).toEqual([]);
  });

  test('is a CSV on request, without formulas', async () => {
    const { id } = await createUser('support');
    await owner.query(`update app.login set name = '=1+1' where user_id = $1`, [id]);
    const answer = await superadmin.call(listUsers, { headers: { accept: 'text/csv' } });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.body.split('\n')[0]).toBe(
      'id,name,email,role,status,has_second_factor,last_login_at (WIB),invited_by,created_at (WIB)',
    );
    expect(answer.body).toContain(`${id},'=1+1,`);
  });
});

describe('changes', () => {
  test('domain 1.14: a lost second factor is reset by a user with as much access, and the sessions end', async () => {
    const { id, email } = await createUser('finance');
    const client = await it.signIn(email);
    const reset = (by = superadmin, target = id) => readOutcome(by, resetUserSecondFactor, { params: { id: target } });
    expect(await reset()).toBe('409 no_second_factor');
    await owner.query(
      `insert into app.totp (user_id, secret_sealed, created_at, confirmed_at) values ($1, 'x', now(), now())`,
      [id],
    );
    const read = async () => (await superadmin.ok(listUsers, { query: { q: email } })).data[0]!.has_second_factor;
    expect(await read()).toBe(true);
    expect(await reset(superadmin, await findUserId('superadmin@kopi.example'))).toBe('409 own_membership');
    expect(await reset(admin, await findUserId('superadmin@kopi.example'))).toBe('422 access_exceeds_own');
    expect(await reset()).toBe('200');
    expect(await read()).toBe(false);
    expect((await client.call(getProfile)).statusCode).toBe(401);
    const { rows } = await owner.query('select kind, actor_type from app.security_event where user_id = $1', [id]);
    expect(rows).toContainEqual({ kind: 'second_factor_reset', actor_type: 'user' });
  });

  test('the second factor of a user of another merchant cannot be reset', async () => {
    const { id } = await createUser('support');
    await owner.query(
      `insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'support', 'active', now(), now())`,
      [BATIK_LESTARI.merchant_id, id],
    );
    await addToDirectory(it.deps.db, { merchant_id: BATIK_LESTARI.merchant_id, user_id: id });
    await owner.query(
      `insert into app.totp (user_id, secret_sealed, created_at, confirmed_at) values ($1, 'x', now(), now())`,
      [id],
    );
    expect(await readOutcome(superadmin, resetUserSecondFactor, { params: { id } })).toBe('409 member_elsewhere');
  });

  test('domain 1.14: nor the one of a user who is suspended at another merchant, or shares an account group', async () => {
    const enrol = (id: string) =>
      owner.query(
        `insert into app.totp (user_id, secret_sealed, created_at, confirmed_at) values ($1, 'x', now(), now())`,
        [id],
      );
    const reset = (id: string) => readOutcome(superadmin, resetUserSecondFactor, { params: { id } });
    const { id } = await createUser('support');
    await enrol(id);
    await addToDirectory(it.deps.db, { merchant_id: BATIK_LESTARI.merchant_id, user_id: id });
    await owner.query(
      `insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
       values ($1, $2, 'support', 'suspended', now(), now())`,
      [BATIK_LESTARI.merchant_id, id],
    );
    expect(await reset(id)).toBe('409 member_elsewhere');
    await owner.query(`update app.membership set status = 'removed' where merchant_id = $1 and user_id = $2`, [
      BATIK_LESTARI.merchant_id,
      id,
    ]);
    expect(await reset(id)).toBe('200');

    const { id: shared_user } = await createUser('support');
    await enrol(shared_user);
    const group = newId('account_group', it.clock.now());
    await owner.query(
      `insert into app.account_group (id, code, name, type, status, created_at, updated_at)
       values ($1, 'GROUP7', 'Group', 'holding', 'active', now(), now())`,
      [group],
    );
    await owner.query(
      `insert into app.account_group_user (group_id, user_id, status, invited_by_name, created_at, updated_at)
       values ($1, $2, 'active', 'Test', now(), now())`,
      [group, shared_user],
    );
    expect(await reset(shared_user)).toBe('409 member_elsewhere');
  });

  test('a role changes at once in this process, with audit and notification', async () => {
    const { id, email } = await createUser('finance');
    const client = await it.signIn(email);
    const { data } = await superadmin.ok(changeUserRole, { params: { id }, body: { role: 'support' } });
    expect(data).toMatchObject({ id, role: 'support' });
    expect((await client.ok(getProfile)).data.role).toBe('support');
    const audit = await owner.query(
      `select before, after from app.audit_log where action = 'user.role_changed' and object_id = $1`,
      [id],
    );
    expect(audit.rows[0]).toMatchObject({ before: { role: 'finance' }, after: { role: 'support', email } });
    const outbox = await owner.query(
      `select template_data from app.notification_email_outbox where action = 1011 and object_id = $1`,
      [id],
    );
    expect(outbox.rows[0]).toMatchObject({ template_data: { outcome: 'role_changed' } });
  });

  test('domain 1.14: a suspended user loses access at once here and within five seconds in another process', async () => {
    const { id, email } = await createUser('finance');
    const client = await it.signIn(email);
    const other = await buildApp({ ...it.deps });
    const elsewhere = () =>
      other
        .inject({ url: '/api/v1/profile', headers: { authorization: client.authorization! } })
        .then((answer) => answer.statusCode);
    expect(await elsewhere()).toBe(200);
    await superadmin.ok(suspendUser, { params: { id } });
    expect((await client.call(getProfile)).statusCode).toBe(401);
    it.clock.advance(5_000);
    expect(await elsewhere()).toBe(401);
    await other.close();
    await expect(it.signIn(email)).rejects.toThrow('wrong_credentials');
    expect(await readOutcome(superadmin, suspendUser, { params: { id } })).toBe('409 status_conflict');
    expect((await superadmin.ok(reactivateUser, { params: { id } })).data.status).toBe('active');
    expect((await (await it.signIn(email)).ok(getProfile)).data.email).toBe(email);
  });

  test('a removed user is listed only on request and cannot be changed any more', async () => {
    const { id, email } = await createUser('support');
    expect(await readOutcome(superadmin, removeUser, { params: { id } })).toBe('204');
    const { data } = await superadmin.ok(listUsers, { query: { q: email } });
    expect(data).toEqual([]);
    expect((await superadmin.ok(listUsers, { query: { q: email, status: ['removed'] } })).data).toHaveLength(1);
    expect(await readOutcome(superadmin, reactivateUser, { params: { id } })).toBe('409 status_conflict');
    expect(await readOutcome(superadmin, changeUserRole, { params: { id }, body: { role: 'finance' } })).toBe(
      '404 not_found',
    );
  });

  test('signing out ends every session of the user at this merchant', async () => {
    const { id, email } = await createUser('support');
    const clients = [await it.signIn(email), await it.signIn(email)];
    const expired = await it.signIn(email);
    const { data: sessions } = await expired.ok(listSessions);
    await owner.query('update app.session set idle_expires_at = $2 where id = $1', [
      sessions.find(({ is_current }) => is_current)!.id,
      it.clock.now(),
    ]);
    expect(await superadmin.ok(endUserSessions, { params: { id } })).toEqual({ data: { session_count: 2 } });
    for (const client of clients) expect((await client.call(getProfile)).statusCode).toBe(401);
    await it.signIn(email);
  });
});

describe('nobody grants more than they hold', () => {
  test('nobody changes their own access', async () => {
    const id = await findUserId('superadmin@kopi.example');
    expect(await readOutcome(superadmin, removeUser, { params: { id } })).toBe('409 own_membership');
    expect(await readOutcome(superadmin, changeUserRole, { params: { id }, body: { role: 'admin' } })).toBe(
      '409 own_membership',
    );
  });

  test('an admin can neither make a superadmin nor change one, and not grant what only finance has', async () => {
    const { id } = await createUser('support');
    for (const role of ['superadmin', 'finance', 'approver'] as const) {
      expect(await readOutcome(admin, changeUserRole, { params: { id }, body: { role } })).toBe(
        '422 access_exceeds_own',
      );
    }
    const target = { params: { id: await findUserId('superadmin@kopi.example') } };
    expect(await readOutcome(admin, suspendUser, target)).toBe('422 access_exceeds_own');
    expect(await readOutcome(admin, endUserSessions, target)).toBe('422 access_exceeds_own');
    expect(await readOutcome(admin, changeUserRole, { params: { id }, body: { role: 'platform_admin' } })).toBe(
      '422 role_unknown',
    );
  });

  test('two superadmins who suspend each other at the same moment leave one', async () => {
    const batik = await it.signIn('superadmin@batik.example');
    const second = await createUser('superadmin', BATIK_LESTARI.merchant_id);
    const other = await it.signIn(second.email);
    const first_id = await findUserId('superadmin@batik.example');
    const codes = await Promise.all([
      readOutcome(batik, suspendUser, { params: { id: second.id } }),
      readOutcome(other, suspendUser, { params: { id: first_id } }),
    ]);
    expect(codes.filter((code) => code === '200')).toHaveLength(1);
    const { rows } = await owner.query(
      `select user_id from app.membership where merchant_id = $1 and role = 'superadmin' and status = 'active'`,
      [BATIK_LESTARI.merchant_id],
    );
    expect(rows).toHaveLength(1);
  });

  test('the last active superadmin stays', () => {
    const member = (user_id: string, role: Role, status: 'active' | 'suspended') => ({
      user_id,
      role,
      status,
      access: getRoleAccess(role),
      is_masked: false,
    });
    const last = member('usr_1', 'superadmin', 'active');
    const others = [member('usr_2', 'superadmin', 'suspended'), member('usr_3', 'admin', 'active')];
    expect(() => assertSuperadminRemains([last, ...others], last, false)).toThrow(
      expect.objectContaining({ code: 'last_superadmin' }),
    );
    assertSuperadminRemains([last, ...others], last, true);
    assertSuperadminRemains([last, ...others, member('usr_4', 'superadmin', 'active')], last, false);
  });
});

describe('custom roles', () => {
  const entries = (...given: [AccessEntry['group'], AccessEntry['access']][]) =>
    given.map(([group, access]) => ({ group, access }));

  test('a custom role is created, given, changed within five seconds, and deleted when nobody has it', async () => {
    const made = await superadmin.ok(createRole, {
      body: { name: 'Cashier', access: entries(['Transactions', 'view'], ['QRIS', 'manage']), is_masked: true },
    });
    const role = made.data.id;
    expect(made.data).toMatchObject({
      name: 'Cashier',
      is_custom: true,
      is_masked: true,
      user_count: 0,
      is_grantable: true,
    });
    const { id, email } = await createUser('support');
    await superadmin.ok(changeUserRole, { params: { id }, body: { role } });
    const client = await it.signIn(email);
    const levels = async () => {
      const access = (await client.ok(getMerchantRoleAccess)).data?.access;
      return Array.isArray(access) ? access.filter((entry) => entry.access !== 'disabled') : access;
    };
    expect(await levels()).toEqual(entries(['Transactions', 'view'], ['QRIS', 'manage']));
    expect((await client.ok(getProfile)).data).toMatchObject({ role, role_name: 'Cashier' });
    const params = { id: role };
    await superadmin.ok(changeRole, { params, body: { name: 'Cashiers', access: entries(['QRIS', 'view']) } });
    expect(await levels()).toEqual(entries(['QRIS', 'view']));
    expect(await readOutcome(superadmin, deleteRole, { params })).toBe('409 role_in_use');
    await superadmin.ok(changeUserRole, { params: { id }, body: { role: 'support' } });
    await superadmin.ok(inviteUser, { body: { email: 'cashier@kopi.example', role } });
    expect(await readOutcome(superadmin, deleteRole, { params })).toBe('409 role_in_use');
    it.clock.advance(8 * 86_400_000);
    superadmin = await it.signIn('superadmin@kopi.example');
    admin = await it.signIn('admin@kopi.example');
    expect(await readOutcome(superadmin, deleteRole, { params })).toBe('204');
    expect((await superadmin.ok(listRoles)).data.map(({ id: each }) => each)).not.toContain(role);
  });

  test('names are unique, whatever their case', async () => {
    const body = { name: 'Reader', access: entries(['Reports', 'view']) };
    await superadmin.ok(createRole, { body });
    expect(await readOutcome(superadmin, createRole, { body: { ...body, name: 'reader' } })).toBe(
      '409 role_name_taken',
    );
    const other = await superadmin.ok(createRole, { body: { ...body, name: 'Writer' } });
    const renamed = { params: { id: other.data.id }, body: { ...body, name: 'READER' } };
    expect(await readOutcome(superadmin, changeRole, renamed)).toBe('409 role_name_taken');
  });

  test('a role allows at most what its author may, and its holders cannot widen it', async () => {
    const too_much = { name: 'Owner', access: entries(['Disbursements', 'approve']) };
    expect(await readOutcome(admin, createRole, { body: too_much })).toBe('422 access_exceeds_own');
    const { data } = await superadmin.ok(createRole, {
      body: { name: 'Team lead', access: entries(['Users', 'manage'], ['QRIS', 'view']), is_masked: true },
    });
    const { id, email } = await createUser('support');
    await superadmin.ok(changeUserRole, { params: { id }, body: { role: data.id } });
    const lead = await it.signIn(email);
    const own = {
      params: { id: data.id },
      body: { name: 'Team lead', access: entries(['Users', 'manage']), is_masked: true },
    };
    expect(await readOutcome(lead, changeRole, own)).toBe('409 own_role');
    expect(await readOutcome(lead, createRole, { body: { name: 'Peek', access: entries(['QRIS', 'view']) } })).toBe(
      '422 access_exceeds_own',
    );
    expect(
      await readOutcome(lead, createRole, {
        body: { name: 'Peek', access: entries(['QRIS', 'view']), is_masked: true },
      }),
    ).toBe('201');
  });

  test('a merchant has at most fifty custom roles', async () => {
    await owner.query(
      `insert into app.role (merchant_id, id, name, access, is_masked, created_by_name, created_at, updated_at)
       select $1, 'rol_' || n, 'Role ' || n, '[]', false, 'Test', now(), now() from generate_series(1, 50) n`,
      [BATIK_LESTARI.merchant_id],
    );
    await owner.query(`update app.membership set status = 'active' where merchant_id = $1`, [
      BATIK_LESTARI.merchant_id,
    ]);
    const batik = await it.signIn('superadmin@batik.example');
    expect(await readOutcome(batik, createRole, { body: { name: 'One more', access: [] } })).toBe('422 too_many_roles');
  });

  test('API keys reach neither users nor roles', async () => {
    const { data } = await superadmin.ok(createApiKey, {
      body: { name: 'Users', access: [{ group: 'Users', access: 'manage' }] },
    });
    const key = it.client(`Bearer ${data.secret}`);
    expect(await readOutcome(key, listUsers)).toBe('403 forbidden');
    expect(await readOutcome(key, listRoles)).toBe('403 forbidden');
  });
});
