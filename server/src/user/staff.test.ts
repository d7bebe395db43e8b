/** Staff of the provider: the list, changes, and who may change whom. */
import { describe, expect, test } from 'vitest';
import { PROVIDER_ROLES } from '@dasbor/contract/access';
import { listMerchants } from '@dasbor/contract/merchant';
import { getProfile } from '@dasbor/contract/profile';
import {
  changeStaffRole,
  endStaffSessions,
  inviteStaff,
  listStaff,
  reactivateStaff,
  removeStaff,
  resetStaffSecondFactor,
  suspendStaff,
} from '@dasbor/contract/staff';
import { startImpersonation } from '@dasbor/contract/impersonation';
import { buildApp } from '../app.ts';
import { generateTotpCode } from '../auth/factor-rules.ts';
import { readSessionStamps } from '../auth/membership-queries.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { publishSecurityEvents } from '../notification-email/security-events.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { assertAdminRemains } from './change-staff.ts';
import { type LockedStaff, canGrantRole } from './staff-rules.ts';
import {
  PASSWORD,
  t,
  owner,
  admin,
  sent,
  readStatusCode,
  readUserId,
  readEvents,
  invite,
  accept,
  signInWith,
  postLogin,
  readLoginCode,
  createStaff,
  setUpStaff,
} from '../../test/staff-fixture.ts';

setUpStaff();

describe('the list', () => {
  test('shows administrators and compliance all staff, and nobody else', async () => {
    const { data } = await admin.ok(listStaff);
    expect(data.map(({ role }) => role)).toEqual(expect.arrayContaining([...PROVIDER_ROLES]));
    expect(data.every(({ email }) => email.endsWith('@dasbor.example'))).toBe(true);
    expect(data.find(({ is_own }) => is_own)).toMatchObject({ role: 'platform_admin', is_manageable: false });
    const compliance = await t.signIn('platform_compliance@dasbor.example');
    expect((await compliance.ok(listStaff)).data.every(({ is_manageable }) => !is_manageable)).toBe(true);
    for (const email of [
      'platform_finance@dasbor.example',
      'platform_support@dasbor.example',
      'superadmin@kopi.example',
    ]) {
      expect(await readStatusCode(await t.signIn(email), listStaff)).toBe('403 forbidden');
    }
  });

  test('is filtered, paged and downloaded', async () => {
    const by = async (query: object) => (await admin.ok(listStaff, { query: query as never })).data;
    expect((await by({ role: 'platform_finance' })).map(({ role }) => role)).toEqual(['platform_finance']);
    expect((await by({ q: 'PLATFORM_SUPPORT@' })).map(({ role }) => role)).toEqual(['platform_support']);
    expect(await by({ status: 'suspended' })).toEqual([]);
    expect(await by({ second_factor: 'on', q: 'dasbor.example' })).toEqual([]);
    const first = await admin.ok(listStaff, { query: { limit: 2 } });
    const second = await admin.ok(listStaff, { query: { limit: 2, cursor: first.next_cursor! } });
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(4);
    const answer = await admin.call(listStaff, { headers: { accept: 'text/csv' } });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.body).toContain('platform_finance@dasbor.example,Provider finance,active,false');
  });
});

describe('changes', () => {
  test('only administrators change staff, and nobody changes their own access', async () => {
    const own = await readUserId('platform_admin@dasbor.example');
    const target = await readUserId('platform_support@dasbor.example');
    const body = { role: 'platform_finance' };
    const compliance = await t.signIn('platform_compliance@dasbor.example');
    expect(await readStatusCode(compliance, changeStaffRole, { params: { id: target }, body })).toBe('403 forbidden');
    expect(await readStatusCode(compliance, inviteStaff, { body: { email: 'y@provider.example', ...body } })).toBe(
      '403 forbidden',
    );
    for (const route of [suspendStaff, reactivateStaff, removeStaff, resetStaffSecondFactor, endStaffSessions]) {
      expect(await readStatusCode(admin, route, { params: { id: own } })).toBe('409 own_membership');
    }
    expect(await readStatusCode(admin, changeStaffRole, { params: { id: own }, body })).toBe('409 own_membership');
    const merchant_user = await readUserId('superadmin@kopi.example');
    expect(await readStatusCode(admin, suspendStaff, { params: { id: merchant_user } })).toBe('404 not_found');
  });

  test('a suspended person is out at once on every process, and back when reactivated', async () => {
    const { id, client, secret } = await createStaff('tunda@provider.example', 'platform_support');
    const deps: Deps = { ...t.deps };
    const other = await buildApp(deps);
    const callOther = async () =>
      (
        await other.inject({
          method: 'GET',
          url: '/api/v1/merchants',
          headers: { authorization: client.authorization ?? '' },
        })
      ).statusCode;
    expect(await callOther()).toBe(200);
    const { rows } = await owner.query<{ id: string }>('select id from app.session where user_id = $1', [id]);
    const session_ids = rows.map((row) => row.id);
    const readStamps = () => asLogin(t.deps.db, (tx) => readSessionStamps(tx, session_ids, t.clock.now()));
    expect((await readStamps()).size).toBe(1);
    expect(await readStatusCode(admin, suspendStaff, { params: { id } })).toBe('200');
    expect(await readStatusCode(client, listMerchants)).toBe('401 unauthenticated');
    // What ends downloads and live updates of every process.
    expect((await readStamps()).size).toBe(0);
    t.clock.advance(5_000);
    expect(await callOther()).toBe(401);
    await other.close();
    t.clock.advance(30_000);
    const otp = generateTotpCode(secret, t.clock.now());
    const credentials = { email: 'tunda@provider.example', password: PASSWORD, otp };
    expect(await readLoginCode(credentials)).toBe('wrong_credentials');
    expect(await readStatusCode(admin, suspendStaff, { params: { id } })).toBe('409 status_conflict');
    expect(await readStatusCode(admin, reactivateStaff, { params: { id } })).toBe('200');
    expect(await readStatusCode(await signInWith('tunda@provider.example', secret), listMerchants)).toBe('200');
  });

  test('a changed role counts at once, and ends the reading of a merchant that it no longer allows', async () => {
    const { id, client } = await createStaff('peran@provider.example', 'platform_support');
    const { merchant_id } = KOPI_NUSANTARA;
    await client.ok(startImpersonation, { params: { merchant_id }, body: { reason: 'Ticket 12' } });
    expect((await client.ok(getProfile)).data.merchant_id).toBe(merchant_id);
    const changed = await admin.ok(changeStaffRole, { params: { id }, body: { role: 'platform_finance' } });
    expect(changed.data.role).toBe('platform_finance');
    expect((await client.ok(getProfile)).data).toMatchObject({ role: 'platform_finance', merchant_id: null });
  });

  test('sessions end everywhere, and a lost second factor is reset with an email to the person', async () => {
    const { id, client, secret } = await createStaff('hilang@provider.example', 'platform_finance');
    expect((await admin.ok(endStaffSessions, { params: { id } })).data.session_count).toBe(1);
    expect(await readStatusCode(client, getProfile)).toBe('401 unauthenticated');
    const again = await signInWith('hilang@provider.example', secret);
    const reset = await admin.ok(resetStaffSecondFactor, { params: { id } });
    expect(reset.data.has_second_factor).toBe(false);
    expect(await readStatusCode(again, getProfile)).toBe('401 unauthenticated');
    expect(await readStatusCode(admin, resetStaffSecondFactor, { params: { id } })).toBe('409 no_second_factor');
    sent.length = 0;
    await publishSecurityEvents(t.deps);
    const reset_mails = sent.filter(({ text }) => text.includes('Reset by an administrator'));
    expect(reset_mails.map(({ to }) => to)).toEqual(['hilang@provider.example']);
    const actions = (await readEvents({ action: 'staff.' })).filter(({ object_id }) => object_id === id);
    expect(actions.map(({ action }) => action).toSorted()).toEqual([
      'staff.joined',
      'staff.second_factor_reset',
      'staff.signed_out',
    ]);
  });

  test('a removed person is invited again: with a new password, authenticator app and role', async () => {
    const { id, secret } = await createStaff('kembali@provider.example', 'platform_support');
    expect(await readStatusCode(admin, removeStaff, { params: { id } })).toBe('204');
    expect(await readStatusCode(admin, reactivateStaff, { params: { id } })).toBe('409 status_conflict');
    expect(await readStatusCode(admin, endStaffSessions, { params: { id } })).toBe('404 not_found');
    const { token } = await invite('kembali@provider.example', 'platform_compliance');
    const { secret: next } = await accept(token, 'Made Kembali');
    expect(next).not.toBe(secret);
    const client = await signInWith('kembali@provider.example', next);
    expect((await client.ok(getProfile)).data).toMatchObject({ id, name: 'Made Kembali', role: 'platform_compliance' });
  });

  test('the last active administrator keeps role and status', () => {
    const person = (user_id: string, change: Partial<LockedStaff> = {}): LockedStaff => ({
      user_id,
      name: user_id,
      email: `${user_id}@provider.example`,
      role: 'platform_admin',
      status: 'active',
      ...change,
    });
    const target = person('a');
    const others = [person('b', { status: 'suspended' }), person('c', { role: 'platform_finance' })];
    expect(() => assertAdminRemains([target, ...others], target, false)).toThrow(
      expect.objectContaining({ status_code: 409, code: 'last_platform_admin' }),
    );
    expect(() => assertAdminRemains([target, ...others], target, true)).not.toThrow();
    expect(() => assertAdminRemains([target, person('b')], target, false)).not.toThrow();
  });

  test('two administrators who suspend each other at the same moment leave one', async () => {
    const one = await createStaff('satu@provider.example', 'platform_admin');
    const two = await createStaff('sisi@provider.example', 'platform_admin');
    const codes = await Promise.all([
      readStatusCode(one.client, suspendStaff, { params: { id: two.id } }),
      readStatusCode(two.client, suspendStaff, { params: { id: one.id } }),
    ]);
    expect(codes.filter((code) => code === '200')).toHaveLength(1);
    for (const { id } of [one, two]) await admin.call(removeStaff, { params: { id } });
  });

  test('nobody but an administrator grants more than they hold', () => {
    expect(PROVIDER_ROLES.every((role) => canGrantRole('platform_admin', role))).toBe(true);
    expect(canGrantRole('platform_finance', 'platform_compliance')).toBe(false);
    expect(canGrantRole('platform_support', 'platform_admin')).toBe(false);
    expect(canGrantRole('platform_support', 'platform_support')).toBe(true);
  });
});

test('in production, staff without a second factor can do nothing but enrol one', async () => {
  const { id } = await createStaff('tanpa@provider.example', 'platform_finance');
  await admin.ok(resetStaffSecondFactor, { params: { id } });
  const production = await buildApp({ ...t.deps, env: { ...t.deps.env, NODE_ENV: 'production', SANDBOX: false } });
  const signed_in = await postLogin({ email: 'tanpa@provider.example', password: PASSWORD }, production);
  const headers = { authorization: `Bearer ${signed_in.json<{ access_token: string }>().access_token}` };
  const read = (path: string) => production.inject({ method: 'GET', url: `/api/v1${path}`, headers });
  const refused = await read('/merchants');
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'second_factor_required']);
  expect((await read('/second-factor')).statusCode).toBe(200);
  await production.close();
});
