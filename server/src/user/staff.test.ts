/** Staff of the provider: invitations with a second factor, changes, and who may change whom. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROVIDER_ROLES } from '@dasbor/contract/access';
import { login } from '@dasbor/contract/auth';
import { listMerchants } from '@dasbor/contract/merchant';
import { getProfile } from '@dasbor/contract/profile';
import { listProviderEvents } from '@dasbor/contract/operations';
import { acceptInvitation, checkInvitation, registerMember, startStaffTotp } from '@dasbor/contract/register-member';
import {
  changeStaffRole,
  endStaffSessions,
  inviteStaff,
  listStaff,
  listStaffInvitations,
  reactivateStaff,
  removeStaff,
  resendStaffInvitation,
  resetStaffSecondFactor,
  revokeStaffInvitation,
  suspendStaff,
} from '@dasbor/contract/staff';
import { startImpersonation } from '@dasbor/contract/impersonation';
import { buildApp } from '../app.ts';
import { createAdmin } from '../auth/create-admin.ts';
import { generateTotpCode } from '../auth/factor-rules.ts';
import { storeRegistration } from '../auth/register.ts';
import { readSessionStamps } from '../auth/membership-queries.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { JOBS } from '../jobs/registry.ts';
import type { Mail } from '../mail/mailer.ts';
import { publishSecurityEvents } from '../notification-email/security-events.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { assertAdminRemains } from './change-staff.ts';
import { sendStaffInvitation } from './send-staff-invitation.ts';
import { type LockedStaff, canGrantRole } from './staff-rules.ts';

const PASSWORD = 'rain-in-the-month-of-june';
let it: TestApp;
let owner: pg.Client;
let admin: TestClient;
const sent: Mail[] = [];

beforeAll(async () => {
  it = await startTestApp({
    change: (deps) => ({ ...deps, mailer: { ...deps.mailer, send: async (mail) => void sent.push(mail) } }),
  });
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await it.close();
});
beforeEach(async () => {
  admin = await it.signIn('platform_admin@dasbor.example');
});

const codeOf = async (client: TestClient, ...call: Parameters<TestClient['call']>): Promise<string> => {
  const answer = await client.call(...call);
  return answer.statusCode < 400
    ? String(answer.statusCode)
    : `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
};
const idOf = async (email: string): Promise<string> => {
  const { rows } = await owner.query<{ user_id: string }>('select user_id from app.login where email = $1', [email]);
  return rows[0]!.user_id;
};
const tokenOf = (mail: Mail | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const readEvents = async (query: object = {}) => (await admin.ok(listProviderEvents, { query: query as never })).data;

async function invite(email: string, role: string, by = admin): Promise<{ id: string; token: string }> {
  const { data } = await by.ok(inviteStaff, { body: { email, role } });
  await sendStaffInvitation(it.deps, data.id);
  return { id: data.id, token: tokenOf(sent.at(-1)) };
}

const startTotp = async (token: string) => (await it.client().ok(startStaffTotp, { body: { token } })).data.secret;
const register = (body: object) => codeOf(it.client(), registerMember, { body });

/** Accepts an invitation; returns the key of the authenticator app. */
async function accept(token: string, name = 'Wayan Saputra'): Promise<{ secret: string; recovery_codes: string[] }> {
  const secret = await startTotp(token);
  const otp = generateTotpCode(secret, it.clock.now());
  const { data } = await it.client().ok(registerMember, { body: { token, password: PASSWORD, name, otp } });
  return { secret, recovery_codes: data.recovery_codes ?? [] };
}

async function signInWith(email: string, secret: string): Promise<TestClient> {
  // Each code works once.
  it.clock.advance(30_000);
  const answer = await logIn({ email, password: PASSWORD, otp: generateTotpCode(secret, it.clock.now()) });
  return it.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
}

/** Each sign-in uses another address, so that the limit per address does not apply. */
const logIn = (payload: object, app = it.app) =>
  app.inject({
    method: login.method,
    url: `/api/v1${login.path}`,
    payload,
    remoteAddress: `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.1`,
  });
const codeOfLogIn = async (payload: object) => (await logIn(payload)).json<{ code: string }>().code;

/** New staff with an authenticator app, signed in. */
async function createStaff(email: string, role: string) {
  const { token } = await invite(email, role);
  const { secret } = await accept(token);
  return { id: await idOf(email), secret, client: await signInWith(email, secret) };
}

describe('the list', () => {
  test('shows administrators and compliance all staff, and nobody else', async () => {
    const { data } = await admin.ok(listStaff);
    expect(data.map(({ role }) => role)).toEqual(expect.arrayContaining([...PROVIDER_ROLES]));
    expect(data.every(({ email }) => email.endsWith('@dasbor.example'))).toBe(true);
    expect(data.find(({ is_own }) => is_own)).toMatchObject({ role: 'platform_admin', is_manageable: false });
    const compliance = await it.signIn('platform_compliance@dasbor.example');
    expect((await compliance.ok(listStaff)).data.every(({ is_manageable }) => !is_manageable)).toBe(true);
    for (const email of [
      'platform_finance@dasbor.example',
      'platform_support@dasbor.example',
      'superadmin@kopi.example',
    ]) {
      expect(await codeOf(await it.signIn(email), listStaff)).toBe('403 forbidden');
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

describe('an invitation', () => {
  test('is accepted with name, password and an authenticator app, and works once', async () => {
    const { id, token } = await invite('Wayan@provider.example', 'platform_finance');
    expect(sent.at(-1)).toMatchObject({
      to: 'wayan@provider.example',
      subject: 'Invitation to the provider dashboard',
    });
    expect((await it.client().ok(checkInvitation, { body: { token } })).data).toMatchObject({
      is_staff: true,
      is_group: false,
      email: 'wayan@provider.example',
      role: 'platform_finance',
      has_account: false,
    });
    const body = { token, password: PASSWORD, name: 'Wayan Saputra', otp: '123456' };
    expect(await register({ ...body, name: undefined })).toBe('400 invalid_request');
    expect(await register({ ...body, otp: undefined })).toBe('400 invalid_request');
    expect(await register({ ...body, password: 'short' })).toBe('422 password_refused');
    expect(await register(body)).toBe('422 wrong_code');
    const replaced = await startTotp(token);
    const secret = await startTotp(token);
    expect(await register({ ...body, otp: generateTotpCode(replaced, it.clock.now()) })).toBe('422 wrong_code');
    const answer = await it.client().ok(registerMember, {
      body: { ...body, otp: generateTotpCode(secret, it.clock.now()) },
    });
    expect(answer.data.recovery_codes).toHaveLength(10);
    expect(await register(body)).toBe('422 invitation_invalid');
    expect(await codeOf(it.client(), startStaffTotp, { body: { token } })).toBe('422 invitation_invalid');
    const credentials = { email: 'wayan@provider.example', password: PASSWORD };
    expect(await codeOfLogIn(credentials)).toBe('otp_required');
    const client = await signInWith('wayan@provider.example', secret);
    expect((await client.ok(getProfile)).data).toMatchObject({ role: 'platform_finance', merchant_id: null });
    expect(await codeOf(client, listMerchants)).toBe('200');
    expect(await codeOf(client, listStaff)).toBe('403 forbidden');
    const [listed] = (await admin.ok(listStaff, { query: { q: 'wayan' } })).data;
    expect(listed).toMatchObject({ has_second_factor: true, invited_by: 'Putri Maharani', status: 'active' });
    const invitations = (await admin.ok(listStaffInvitations)).data;
    expect(invitations.find((each) => each.id === id)).toMatchObject({ status: 'accepted', is_manageable: false });
    expect((await readEvents({ action: 'staff.' })).map(({ action, object_id }) => [action, object_id])).toEqual(
      expect.arrayContaining([
        ['staff.joined', listed!.id],
        ['staff.invited', id],
      ]),
    );
  });

  test('expires after seven days; a resent one has a new link, and a revoked one none', async () => {
    const { id, token } = await invite('lambat@provider.example', 'platform_support');
    it.clock.advance(7 * 86_400_000);
    admin = await it.signIn('platform_admin@dasbor.example');
    expect(await codeOf(it.client(), checkInvitation, { body: { token } })).toBe('422 invitation_expired');
    expect(
      (await admin.ok(listStaffInvitations, { query: { status: ['expired'] } })).data.map((each) => each.id),
    ).toEqual([id]);
    await admin.ok(resendStaffInvitation, { params: { id } });
    await sendStaffInvitation(it.deps, id);
    const next = tokenOf(sent.at(-1));
    expect(next).not.toBe(token);
    expect(await codeOf(it.client(), checkInvitation, { body: { token } })).toBe('422 invitation_invalid');
    expect(await codeOf(admin, revokeStaffInvitation, { params: { id } })).toBe('204');
    expect(await codeOf(it.client(), checkInvitation, { body: { token: next } })).toBe('422 invitation_invalid');
    expect(await codeOf(admin, revokeStaffInvitation, { params: { id } })).toBe('409 invitation_closed');
    expect(await codeOf(admin, resendStaffInvitation, { params: { id } })).toBe('409 invitation_closed');
    const count = sent.length;
    await sendStaffInvitation(it.deps, id);
    expect(sent).toHaveLength(count);
  });

  test('is refused for people who are staff, who were invited, and for users of merchants', async () => {
    const inviteCode = (email: string) => codeOf(admin, inviteStaff, { body: { email, role: 'platform_support' } });
    expect(await inviteCode('platform_finance@dasbor.example')).toBe('409 already_member');
    expect(await inviteCode('superadmin@kopi.example')).toBe('422 merchant_user');
    expect(await inviteCode('dua@provider.example')).toBe('201');
    expect(await inviteCode('dua@provider.example')).toBe('409 invitation_pending');
    expect(await codeOf(admin, inviteStaff, { body: { email: 'x@provider.example', role: 'superadmin' } })).toBe(
      '400 invalid_request',
    );
  });

  test('is accepted although somebody registered the email, whose password and merchant do not become theirs', async () => {
    const STRANGER = 'the-password-of-a-stranger';
    const registerEmail = async (email: string, id: string) => {
      const given = { account_type: 'enterprise', full_name: 'Orang Lain', business_name: 'Warung Asing' } as const;
      const person = { ...given, email, phone: '+6281234567890', password: STRANGER };
      await storeRegistration(it.deps, person, { ip: null, language: 'en', now: it.clock.now() });
      const { rows } = await owner.query<{ id: string }>('select id from app.registration where email = $1', [email]);
      for (const name of ['complete_registration', 'create_registered_merchant']) {
        await JOBS.find((job) => job.name === name)!.run(it.deps, { id: rows[0]!.id });
      }
      expect(await idOf(email), id).toMatch(/^usr_/);
    };
    // Before the invitation, and between it and its acceptance.
    await registerEmail('dulu@provider.example', 'before');
    const first = await invite('dulu@provider.example', 'platform_support');
    const second = await invite('antara@provider.example', 'platform_support');
    await registerEmail('antara@provider.example', 'between');
    for (const [email, { token }] of [
      ['dulu@provider.example', first],
      ['antara@provider.example', second],
    ] as const) {
      const registered_as = await idOf(email);
      const { secret } = await accept(token);
      expect(await idOf(email)).not.toBe(registered_as);
      expect(await codeOfLogIn({ email, password: STRANGER })).toBe('wrong_credentials');
      const client = await signInWith(email, secret);
      expect((await client.ok(getProfile)).data).toMatchObject({ role: 'platform_support', merchant_id: null });
      const { rows } = await owner.query('select status, email from app.login where user_id = $1', [registered_as]);
      expect(rows).toEqual([{ status: 'removed', email: `${registered_as}@unconfirmed.invalid` }]);
    }
    // An administrator that is created on the server, too.
    await registerEmail('server@provider.example', 'administrator');
    const input = { email: 'server@provider.example', name: 'Server', locale: 'en', is_another: true } as const;
    await createAdmin(it.deps, input, it.clock.now());
    const { rows: logins } = await owner.query(`select role from app.login where email = 'server@provider.example'`);
    expect(logins).toEqual([{ role: 'platform_admin' }]);
    await owner.query(`update app.login set status = 'removed' where email = 'server@provider.example'`);
    // A confirmed one keeps its email.
    await registerEmail('sudah@provider.example', 'confirmed');
    await owner.query('update app.login set email_verified_at = now() where email = $1', ['sudah@provider.example']);
    const refused = { body: { email: 'sudah@provider.example', role: 'platform_support' } };
    expect(await codeOf(admin, inviteStaff, refused)).toBe('422 merchant_user');
  });

  test('is void when its sender is no longer an active administrator, and for a signed-in user', async () => {
    const deputy = await createStaff('wakil@provider.example', 'platform_admin');
    const { token } = await invite('titipan@provider.example', 'platform_support', deputy.client);
    const user = await it.signIn('superadmin@kopi.example');
    expect(await codeOf(user, acceptInvitation, { body: { token } })).toBe('422 invitation_invalid');
    await admin.ok(suspendStaff, { params: { id: deputy.id } });
    const secret = await startTotp(token);
    const otp = generateTotpCode(secret, it.clock.now());
    expect(await register({ token, password: PASSWORD, name: 'Titipan', otp })).toBe('422 invitation_invalid');
    await admin.ok(removeStaff, { params: { id: deputy.id } });
  });

  test('two acceptances at the same moment make one account', async () => {
    const { token } = await invite('ganda@provider.example', 'platform_support');
    const otp = generateTotpCode(await startTotp(token), it.clock.now());
    const body = { token, password: PASSWORD, name: 'Ganda', otp };
    const codes = await Promise.all([register(body), register(body)]);
    expect(codes.toSorted()).toEqual(['201', '422 invitation_invalid']);
  });

  test('the other administrators are emailed about invitations, arrivals and roles; so is the person', async () => {
    const second = await createStaff('kedua@provider.example', 'platform_admin');
    await publishSecurityEvents(it.deps);
    sent.length = 0;
    const { id } = await createStaff('ketiga@provider.example', 'platform_support');
    await admin.ok(changeStaffRole, { params: { id }, body: { role: 'platform_finance' } });
    await publishSecurityEvents(it.deps);
    const about = sent.filter(({ subject }) => subject.startsWith('User ')).map(({ to, subject }) => [to, subject]);
    expect(about).toEqual(
      expect.arrayContaining([
        ['kedua@provider.example', 'User invited: ketiga@provider.example'],
        ['platform_admin@dasbor.example', 'User joined: Wayan Saputra'],
        ['kedua@provider.example', 'User role changed: Wayan Saputra'],
        ['ketiga@provider.example', 'User role changed: Wayan Saputra'],
      ]),
    );
    expect(about).toHaveLength(5);
    await admin.ok(removeStaff, { params: { id: second.id } });
  });
});

describe('changes', () => {
  test('only administrators change staff, and nobody changes their own access', async () => {
    const own = await idOf('platform_admin@dasbor.example');
    const target = await idOf('platform_support@dasbor.example');
    const body = { role: 'platform_finance' };
    const compliance = await it.signIn('platform_compliance@dasbor.example');
    expect(await codeOf(compliance, changeStaffRole, { params: { id: target }, body })).toBe('403 forbidden');
    expect(await codeOf(compliance, inviteStaff, { body: { email: 'y@provider.example', ...body } })).toBe(
      '403 forbidden',
    );
    for (const route of [suspendStaff, reactivateStaff, removeStaff, resetStaffSecondFactor, endStaffSessions]) {
      expect(await codeOf(admin, route, { params: { id: own } })).toBe('409 own_membership');
    }
    expect(await codeOf(admin, changeStaffRole, { params: { id: own }, body })).toBe('409 own_membership');
    const merchant_user = await idOf('superadmin@kopi.example');
    expect(await codeOf(admin, suspendStaff, { params: { id: merchant_user } })).toBe('404 not_found');
  });

  test('a suspended person is out at once on every process, and back when reactivated', async () => {
    const { id, client, secret } = await createStaff('tunda@provider.example', 'platform_support');
    const deps: Deps = { ...it.deps };
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
    const readStamps = () => asLogin(it.deps.db, (tx) => readSessionStamps(tx, session_ids, it.clock.now()));
    expect((await readStamps()).size).toBe(1);
    expect(await codeOf(admin, suspendStaff, { params: { id } })).toBe('200');
    expect(await codeOf(client, listMerchants)).toBe('401 unauthenticated');
    // What ends downloads and live updates of every process.
    expect((await readStamps()).size).toBe(0);
    it.clock.advance(5_000);
    expect(await callOther()).toBe(401);
    await other.close();
    it.clock.advance(30_000);
    const otp = generateTotpCode(secret, it.clock.now());
    const credentials = { email: 'tunda@provider.example', password: PASSWORD, otp };
    expect(await codeOfLogIn(credentials)).toBe('wrong_credentials');
    expect(await codeOf(admin, suspendStaff, { params: { id } })).toBe('409 status_conflict');
    expect(await codeOf(admin, reactivateStaff, { params: { id } })).toBe('200');
    expect(await codeOf(await signInWith('tunda@provider.example', secret), listMerchants)).toBe('200');
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
    expect(await codeOf(client, getProfile)).toBe('401 unauthenticated');
    const again = await signInWith('hilang@provider.example', secret);
    const reset = await admin.ok(resetStaffSecondFactor, { params: { id } });
    expect(reset.data.has_second_factor).toBe(false);
    expect(await codeOf(again, getProfile)).toBe('401 unauthenticated');
    expect(await codeOf(admin, resetStaffSecondFactor, { params: { id } })).toBe('409 no_second_factor');
    sent.length = 0;
    await publishSecurityEvents(it.deps);
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
    expect(await codeOf(admin, removeStaff, { params: { id } })).toBe('204');
    expect(await codeOf(admin, reactivateStaff, { params: { id } })).toBe('409 status_conflict');
    expect(await codeOf(admin, endStaffSessions, { params: { id } })).toBe('404 not_found');
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
      codeOf(one.client, suspendStaff, { params: { id: two.id } }),
      codeOf(two.client, suspendStaff, { params: { id: one.id } }),
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
  const production = await buildApp({ ...it.deps, env: { ...it.deps.env, NODE_ENV: 'production', SANDBOX: false } });
  const signed_in = await logIn({ email: 'tanpa@provider.example', password: PASSWORD }, production);
  const headers = { authorization: `Bearer ${signed_in.json<{ access_token: string }>().access_token}` };
  const read = (path: string) => production.inject({ method: 'GET', url: `/api/v1${path}`, headers });
  const refused = await read('/merchants');
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'second_factor_required']);
  expect((await read('/second-factor')).statusCode).toBe(200);
  await production.close();
});
