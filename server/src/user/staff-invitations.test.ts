/** Invitations of staff of the provider: with a second factor, once, for seven days, and to whom not. */
import { describe, expect, test } from 'vitest';
import { listMerchants } from '@dasbor/contract/merchant';
import { getProfile } from '@dasbor/contract/profile';
import { acceptInvitation, checkInvitation, registerMember, startStaffTotp } from '@dasbor/contract/register-member';
import {
  changeStaffRole,
  inviteStaff,
  listStaff,
  listStaffInvitations,
  removeStaff,
  resendStaffInvitation,
  revokeStaffInvitation,
  suspendStaff,
} from '@dasbor/contract/staff';
import { createAdmin } from '../auth/create-admin.ts';
import { generateTotpCode } from '../auth/factor-rules.ts';
import { storeRegistration } from '../auth/register.ts';
import { JOBS } from '../jobs/registry.ts';
import { publishSecurityEvents } from '../notification-email/security-events.ts';
import { sendStaffInvitation } from './send-staff-invitation.ts';
import {
  PASSWORD,
  t,
  owner,
  admin,
  sent,
  signInAdmin,
  readStatusCode,
  readUserId,
  parseToken,
  readEvents,
  invite,
  startTotp,
  accept,
  signInWith,
  readLoginCode,
  createStaff,
  setUpStaff,
} from '../../test/staff-fixture.ts';

setUpStaff();

const register = (body: object) => readStatusCode(t.client(), registerMember, { body });

describe('an invitation', () => {
  test('is accepted with name, password and an authenticator app, and works once', async () => {
    const { id, token } = await invite('Wayan@provider.example', 'platform_finance');
    expect(sent.at(-1)).toMatchObject({
      to: 'wayan@provider.example',
      subject: 'Invitation to the provider dashboard',
    });
    expect((await t.client().ok(checkInvitation, { body: { token } })).data).toMatchObject({
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
    expect(await register({ ...body, otp: generateTotpCode(replaced, t.clock.now()) })).toBe('422 wrong_code');
    const answer = await t.client().ok(registerMember, {
      body: { ...body, otp: generateTotpCode(secret, t.clock.now()) },
    });
    expect(answer.data.recovery_codes).toHaveLength(10);
    expect(await register(body)).toBe('422 invitation_invalid');
    expect(await readStatusCode(t.client(), startStaffTotp, { body: { token } })).toBe('422 invitation_invalid');
    const credentials = { email: 'wayan@provider.example', password: PASSWORD };
    expect(await readLoginCode(credentials)).toBe('otp_required');
    const client = await signInWith('wayan@provider.example', secret);
    expect((await client.ok(getProfile)).data).toMatchObject({ role: 'platform_finance', merchant_id: null });
    expect(await readStatusCode(client, listMerchants)).toBe('200');
    expect(await readStatusCode(client, listStaff)).toBe('403 forbidden');
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
    t.clock.advance(7 * 86_400_000);
    await signInAdmin();
    expect(await readStatusCode(t.client(), checkInvitation, { body: { token } })).toBe('422 invitation_expired');
    expect(
      (await admin.ok(listStaffInvitations, { query: { status: ['expired'] } })).data.map((each) => each.id),
    ).toEqual([id]);
    await admin.ok(resendStaffInvitation, { params: { id } });
    await sendStaffInvitation(t.deps, id);
    const next = parseToken(sent.at(-1));
    expect(next).not.toBe(token);
    expect(await readStatusCode(t.client(), checkInvitation, { body: { token } })).toBe('422 invitation_invalid');
    expect(await readStatusCode(admin, revokeStaffInvitation, { params: { id } })).toBe('204');
    expect(await readStatusCode(t.client(), checkInvitation, { body: { token: next } })).toBe('422 invitation_invalid');
    expect(await readStatusCode(admin, revokeStaffInvitation, { params: { id } })).toBe('409 invitation_closed');
    expect(await readStatusCode(admin, resendStaffInvitation, { params: { id } })).toBe('409 invitation_closed');
    const count = sent.length;
    await sendStaffInvitation(t.deps, id);
    expect(sent).toHaveLength(count);
  });

  test('is refused for people who are staff, who were invited, and for users of merchants', async () => {
    const inviteCode = (email: string) =>
      readStatusCode(admin, inviteStaff, { body: { email, role: 'platform_support' } });
    expect(await inviteCode('platform_finance@dasbor.example')).toBe('409 already_member');
    expect(await inviteCode('superadmin@kopi.example')).toBe('422 merchant_user');
    expect(await inviteCode('dua@provider.example')).toBe('201');
    expect(await inviteCode('dua@provider.example')).toBe('409 invitation_pending');
    expect(
      await readStatusCode(admin, inviteStaff, { body: { email: 'x@provider.example', role: 'superadmin' } }),
    ).toBe('400 invalid_request');
  });

  test('is accepted although somebody registered the email, whose password and merchant do not become theirs', async () => {
    const STRANGER = 'the-password-of-a-stranger';
    const registerEmail = async (email: string, id: string) => {
      const given = { account_type: 'enterprise', full_name: 'Orang Lain', business_name: 'Warung Asing' } as const;
      const person = { ...given, email, phone: '+6281234567890', password: STRANGER };
      await storeRegistration(t.deps, person, { ip: null, language: 'en', now: t.clock.now() });
      const { rows } = await owner.query<{ id: string }>('select id from app.registration where email = $1', [email]);
      for (const name of ['complete_registration', 'create_registered_merchant']) {
        await JOBS.find((job) => job.name === name)!.run(t.deps, { id: rows[0]!.id });
      }
      expect(await readUserId(email), id).toMatch(/^usr_/);
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
      const registered_as = await readUserId(email);
      const { secret } = await accept(token);
      expect(await readUserId(email)).not.toBe(registered_as);
      expect(await readLoginCode({ email, password: STRANGER })).toBe('wrong_credentials');
      const client = await signInWith(email, secret);
      expect((await client.ok(getProfile)).data).toMatchObject({ role: 'platform_support', merchant_id: null });
      const { rows } = await owner.query('select status, email from app.login where user_id = $1', [registered_as]);
      expect(rows).toEqual([{ status: 'removed', email: `${registered_as}@unconfirmed.invalid` }]);
    }
    // An administrator that is created on the server, too.
    await registerEmail('server@provider.example', 'administrator');
    const input = { email: 'server@provider.example', name: 'Server', locale: 'en', is_another: true } as const;
    await createAdmin(t.deps, input, t.clock.now());
    const { rows: logins } = await owner.query(`select role from app.login where email = 'server@provider.example'`);
    expect(logins).toEqual([{ role: 'platform_admin' }]);
    await owner.query(`update app.login set status = 'removed' where email = 'server@provider.example'`);
    // A confirmed one keeps its email.
    await registerEmail('sudah@provider.example', 'confirmed');
    await owner.query('update app.login set email_verified_at = now() where email = $1', ['sudah@provider.example']);
    const refused = { body: { email: 'sudah@provider.example', role: 'platform_support' } };
    expect(await readStatusCode(admin, inviteStaff, refused)).toBe('422 merchant_user');
  });

  test('is void when its sender is no longer an active administrator, and for a signed-in user', async () => {
    const deputy = await createStaff('wakil@provider.example', 'platform_admin');
    const { token } = await invite('titipan@provider.example', 'platform_support', deputy.client);
    const user = await t.signIn('superadmin@kopi.example');
    expect(await readStatusCode(user, acceptInvitation, { body: { token } })).toBe('422 invitation_invalid');
    await admin.ok(suspendStaff, { params: { id: deputy.id } });
    const secret = await startTotp(token);
    const otp = generateTotpCode(secret, t.clock.now());
    expect(await register({ token, password: PASSWORD, name: 'Titipan', otp })).toBe('422 invitation_invalid');
    await admin.ok(removeStaff, { params: { id: deputy.id } });
  });

  test('two acceptances at the same moment make one account', async () => {
    const { token } = await invite('ganda@provider.example', 'platform_support');
    const otp = generateTotpCode(await startTotp(token), t.clock.now());
    const body = { token, password: PASSWORD, name: 'Ganda', otp };
    const codes = await Promise.all([register(body), register(body)]);
    expect(codes.toSorted()).toEqual(['201', '422 invitation_invalid']);
  });

  test('the other administrators are emailed about invitations, arrivals and roles; so is the person', async () => {
    const second = await createStaff('kedua@provider.example', 'platform_admin');
    await publishSecurityEvents(t.deps);
    sent.length = 0;
    const { id } = await createStaff('ketiga@provider.example', 'platform_support');
    await admin.ok(changeStaffRole, { params: { id }, body: { role: 'platform_finance' } });
    await publishSecurityEvents(t.deps);
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
