/** Invitations: by email, in bulk, accepted by new and existing people; and the merchants of one person. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  inviteUser,
  inviteUsers,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@dasbor/contract/invitation';
import { createRole } from '@dasbor/contract/role';
import { listOwnMerchants, switchMerchant } from '@dasbor/contract/own-merchant';
import { getProfile } from '@dasbor/contract/profile';
import { acceptInvitation, checkInvitation, registerMember } from '@dasbor/contract/register-member';
import { ROUTES } from '@dasbor/contract/routes';
import { confirmTotp, startTotp } from '@dasbor/contract/second-factor';
import { changeUserRole, listUsers, removeUser } from '@dasbor/contract/user';
import { listTransactions } from '@dasbor/contract/transaction';
import { generateTotpCode } from '../auth/factor-rules.ts';
import { hashPassword } from '../auth/password.ts';
import { insertLogin } from '../auth/queries.ts';
import { newId } from '../db/new-id.ts';
import { asLogin } from '../db/tx.ts';
import type { Mail } from '../mail/mailer.ts';
import { MailError } from '../mail/mailer.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { readOutcome } from '../../test/read-outcome.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { sendInvitation } from './send-invitation.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
const PASSWORD = 'rain-in-the-month-of-june';
let it: TestApp;
let owner: pg.Client;
let superadmin: TestClient;
const sent: Mail[] = [];
let failure: MailError | null = null;

beforeAll(async () => {
  it = await startTestApp({
    change: (deps) => ({
      ...deps,
      mailer: {
        ...deps.mailer,
        send: async (mail) => {
          if (failure !== null) throw failure;
          sent.push(mail);
        },
      },
    }),
  });
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await it.close();
});
beforeEach(async () => {
  failure = null;
  await requireSecondFactor(false);
  superadmin = await it.signIn('superadmin@kopi.example');
});

const findToken = (mail: Mail | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

/** Invites a person and returns the token of the link in the email. */
async function invite(
  email: string,
  role: string,
  client = superadmin,
  merchant_id = KOPI,
): Promise<{ id: string; token: string }> {
  const { data } = await client.ok(inviteUser, { body: { email, role } });
  await sendInvitation(it.deps, merchant_id, data.id);
  return { id: data.id, token: findToken(sent.at(-1)) };
}
const requireSecondFactor = (required: boolean) =>
  owner.query('update app.merchant set requires_second_factor = $2 where merchant_id = $1', [KOPI, required]);
const register = (body: object) => readOutcome(it.client(), registerMember, { body });

describe('an invitation', () => {
  test('domain 1.16: a required second factor is enrolled before anything else, by new and by existing people', async () => {
    const at_batik = await invite('dua@batik.example', 'support', await it.signIn('superadmin@batik.example'), BATIK);
    expect(await register({ token: at_batik.token, password: PASSWORD, name: 'Dua Usaha' })).toBe('201');
    const [first, second] = [await invite('wajib@kopi.example', 'admin'), await invite('dua@batik.example', 'support')];
    await requireSecondFactor(true);
    expect(await register({ token: first.token, password: PASSWORD, name: 'Wajib Faktor' })).toBe('201');
    const person = it.client((await signInWith('wajib@kopi.example', PASSWORD)).authorization);
    // Those of people without a path parameter: the others answer by the same check.
    const closed = ROUTES.filter(
      ({ access, before_enrolment, path, upload }) =>
        access !== 'public' && before_enrolment !== true && !path.includes('{') && upload === undefined,
    );
    expect(closed.length).toBeGreaterThan(100);
    for (const route of closed) {
      const code = await readOutcome(person, route);
      expect(['403 second_factor_required', '403 forbidden'], route.name).toContain(code);
    }
    expect(await readOutcome(person, listTransactions)).toBe('403 second_factor_required');
    const { secret } = (await person.ok(startTotp)).data;
    await person.ok(confirmTotp, { body: { otp: generateTotpCode(secret, it.clock.now()) } });
    expect(await readOutcome(person, listTransactions)).toBe('200');

    const existing = await signInWith('dua@batik.example', PASSWORD);
    await existing.ok(acceptInvitation, { body: { token: second.token } });
    expect(await readOutcome(existing, listTransactions)).toBe('200');
    await existing.ok(switchMerchant, { body: { merchant_id: KOPI } });
    expect((await existing.ok(getProfile)).data).toMatchObject({ merchant_id: KOPI, needs_second_factor: true });
    expect(await readOutcome(existing, listTransactions)).toBe('403 second_factor_required');
  });

  test('domain 1.14: is emailed, accepted by a new person, and works once', async () => {
    const { id, token } = await invite('Baru@kopi.example', 'support');
    expect(sent.at(-1)).toMatchObject({
      to: 'baru@kopi.example',
      subject: 'Invitation to the dashboard of Kopi Nusantara',
    });
    expect((await it.client().ok(checkInvitation, { body: { token } })).data).toMatchObject({
      merchant_name: 'Kopi Nusantara',
      email: 'baru@kopi.example',
      role: 'support',
      invited_by: 'Sari Pratiwi',
      has_account: false,
    });
    expect(await register({ token, password: PASSWORD })).toBe('400 invalid_request');
    expect(await register({ token, password: 'short', name: 'Baru' })).toBe('422 password_refused');
    expect(
      await register({ token, password: PASSWORD, name: 'Baru Sekali', phone: '+6281234567890', locale: 'id' }),
    ).toBe('201');
    expect(await register({ token, password: PASSWORD, name: 'Again' })).toBe('422 invitation_invalid');
    const user = await signInWith('baru@kopi.example', PASSWORD);
    expect((await user.ok(getProfile)).data).toMatchObject({
      name: 'Baru Sekali',
      role: 'support',
      locale: 'id',
      merchant_id: KOPI,
    });
    expect(await readOutcome(user, listUsers)).toBe('403 forbidden');
    const listed = (await superadmin.ok(listInvitations)).data.find((each) => each.id === id);
    expect(listed).toMatchObject({ status: 'accepted', is_manageable: false });
    const found = (await superadmin.ok(listUsers, { query: { q: 'baru' } })).data;
    expect(found).toMatchObject([{ email: 'baru@kopi.example', invited_by: 'Sari Pratiwi', status: 'active' }]);
    const { rows } = await owner.query(`select action from app.audit_log where object_id in ($1, $2) order by seq`, [
      id,
      found[0]!.id,
    ]);
    expect(rows.map(({ action }) => action)).toEqual(['invitation.created', 'user.joined']);
  });

  test('is emailed in Indonesian by an inviter who reads Indonesian, with the message', async () => {
    await owner.query(`update app.login set locale = 'id' where email = 'admin@kopi.example'`);
    const admin = await it.signIn('admin@kopi.example');
    const { data } = await admin.ok(inviteUser, {
      body: { email: 'surat@kopi.example', role: 'operator', message: 'Selamat datang' },
    });
    await sendInvitation(it.deps, KOPI, data.id);
    expect(sent.at(-1)?.subject).toBe('Undangan ke dasbor Kopi Nusantara');
    expect(sent.at(-1)?.text).toContain('“Selamat datang”');
  });

  test('expires after seven days; resending makes a new link, and the earlier one stops working', async () => {
    const { id, token } = await invite('lambat@kopi.example', 'support');
    it.clock.advance(7 * 86_400_000);
    superadmin = await it.signIn('superadmin@kopi.example');
    expect(await register({ token, password: PASSWORD, name: 'Lambat' })).toBe('422 invitation_expired');
    expect(
      (await superadmin.ok(listInvitations, { query: { status: ['expired'] } })).data.map((each) => each.id),
    ).toContain(id);
    await superadmin.ok(resendInvitation, { params: { id } });
    await sendInvitation(it.deps, KOPI, id);
    const next = findToken(sent.at(-1));
    expect(next).not.toBe(token);
    expect(await register({ token, password: PASSWORD, name: 'Lambat' })).toBe('422 invitation_invalid');
    expect(await register({ token: next, password: PASSWORD, name: 'Lambat' })).toBe('201');
    expect(await readOutcome(superadmin, resendInvitation, { params: { id } })).toBe('409 invitation_closed');
  });

  test('is refused for members and while one is open; revoked, it no longer works', async () => {
    expect(
      await readOutcome(superadmin, inviteUser, { body: { email: 'finance@kopi.example', role: 'support' } }),
    ).toBe('409 already_member');
    const { id, token } = await invite('batal@kopi.example', 'support');
    expect(await readOutcome(superadmin, inviteUser, { body: { email: 'batal@kopi.example', role: 'admin' } })).toBe(
      '409 invitation_pending',
    );
    expect(await readOutcome(superadmin, revokeInvitation, { params: { id } })).toBe('204');
    expect(await readOutcome(superadmin, revokeInvitation, { params: { id } })).toBe('409 invitation_closed');
    expect(await register({ token, password: PASSWORD, name: 'Batal' })).toBe('422 invitation_invalid');
    expect(await register({ token: `${'0'.repeat(26)}${'A'.repeat(43)}`, password: PASSWORD })).toBe(
      '422 invitation_invalid',
    );
    await invite('batal@kopi.example', 'support');
  });

  test('0154: one address gets 20 invitations a day, however they are repeated', async () => {
    const body = { email: 'berulang@kopi.example', role: 'support' };
    let id = '';
    for (let sent_count = 0; sent_count < 20; sent_count += 2) {
      if (id !== '') await superadmin.ok(revokeInvitation, { params: { id } });
      ({ id } = (await superadmin.ok(inviteUser, { body })).data);
      await superadmin.ok(resendInvitation, { params: { id } });
    }
    expect(await readOutcome(superadmin, resendInvitation, { params: { id } })).toBe('429 email_limit_reached');
    await superadmin.ok(revokeInvitation, { params: { id } });
    const refused = await superadmin.call(inviteUser, { body });
    expect(refused.json()).toMatchObject({ status_code: 429, code: 'email_limit_reached' });
    expect(refused.headers['retry-after']).toBe('86400');
    const { data: lines } = await superadmin.ok(inviteUsers, {
      body: { invitations: [body, { ...body, email: 'lain@kopi.example' }] },
    });
    expect(lines.map(({ code }) => code)).toEqual(['email_limit_reached', null]);
    it.clock.advance(86_400_000);
    superadmin = await it.signIn('superadmin@kopi.example');
    expect(await readOutcome(superadmin, inviteUser, { body })).toBe('201');
  });

  test('0154: a merchant sends 500 invitations an hour, also to different addresses', async () => {
    it.clock.advance(3_600_000);
    superadmin = await it.signIn('superadmin@kopi.example');
    const inviteTo = (email: string) => superadmin.call(inviteUser, { body: { email, role: 'support' } });
    const { data } = (await inviteTo('banyak@kopi.example')).json();
    const sendTimes = (times: number) =>
      owner.query('update app.invitation set token_no = $2 where id = $1', [data.id, times]);
    await sendTimes(499);
    expect((await inviteTo('terakhir@kopi.example')).statusCode).toBe(201);
    const refused = await inviteTo('berikutnya@kopi.example');
    expect(refused.json()).toMatchObject({ status_code: 429, code: 'email_limit_reached' });
    expect(refused.headers['retry-after']).toBe('3600');
    it.clock.advance(3_600_000);
    superadmin = await it.signIn('superadmin@kopi.example');
    expect((await inviteTo('berikutnya@kopi.example')).statusCode).toBe(201);
  });

  test('is void when its sender may no longer grant the role', async () => {
    const { token: first } = await invite('wakil@kopi.example', 'admin');
    await it.client().ok(registerMember, { body: { token: first, password: PASSWORD, name: 'Wakil' } });
    const deputy = await signInWith('wakil@kopi.example', PASSWORD);
    expect(await readOutcome(deputy, inviteUser, { body: { email: 'x@kopi.example', role: 'superadmin' } })).toBe(
      '422 access_exceeds_own',
    );
    expect(
      await readOutcome(deputy, inviteUser, {
        body: { email: 'x@kopi.example', role: 'rol_01k0000000000000000000000a' },
      }),
    ).toBe('422 role_unknown');
    const { token, id } = await invite('titipan@kopi.example', 'operator', deputy);
    const { id: deputy_id } = (await deputy.ok(getProfile)).data;
    await superadmin.ok(changeUserRole, { params: { id: deputy_id }, body: { role: 'support' } });
    expect(await register({ token, password: PASSWORD, name: 'Titipan' })).toBe('422 invitation_invalid');
    await superadmin.ok(resendInvitation, { params: { id } });
    await sendInvitation(it.deps, KOPI, id);
    expect(await register({ token: findToken(sent.at(-1)), password: PASSWORD, name: 'Titipan' })).toBe('201');
  });

  test('two acceptances at the same moment make one member', async () => {
    const { token } = await invite('ganda@kopi.example', 'support');
    const body = { token, password: PASSWORD, name: 'Ganda' };
    const codes = await Promise.all([register(body), register(body), register(body)]);
    expect(codes.filter((code) => code === '201')).toHaveLength(1);
    const { rows } = await owner.query(
      `select count(*)::int as count from app.login where email = 'ganda@kopi.example'`,
    );
    expect(rows[0]).toEqual({ count: 1 });
  });

  test('a temporary failure of the mail server is retried with the same link; a permanent one is shown', async () => {
    const { data } = await superadmin.ok(inviteUser, { body: { email: 'ulang@kopi.example', role: 'support' } });
    failure = new MailError('temporary', 'greylisted');
    await expect(sendInvitation(it.deps, KOPI, data.id)).rejects.toThrow('greylisted');
    failure = null;
    await sendInvitation(it.deps, KOPI, data.id);
    const count = sent.length;
    await sendInvitation(it.deps, KOPI, data.id);
    expect(sent).toHaveLength(count);
    expect(await readOutcome(it.client(), checkInvitation, { body: { token: findToken(sent.at(-1)) } })).toBe('200');
  });

  test('confirms the email of an account that registered and did not confirm it', async () => {
    const { token } = await invite('terdaftar@kopi.example', 'support');
    const at = it.clock.now();
    const login = { user_id: newId('user', at), email: 'terdaftar@kopi.example', role: null, name: 'Lambat' };
    const password_hash = await hashPassword(PASSWORD);
    await asLogin(it.deps.db, (tx) =>
      insertLogin(tx, { ...login, password_hash, created_at: at, email_verified_at: null }),
    );
    expect(await register({ token, password: 'not-the-password-at-all' })).toBe('401 wrong_credentials');
    expect(await register({ token, password: PASSWORD })).toBe('201');
    const user = await signInWith('terdaftar@kopi.example', PASSWORD);
    expect((await user.ok(getProfile)).data).toMatchObject({ merchant_id: KOPI });
  });

  test('limits the number of open invitations', async () => {
    await owner.query(
      `insert into app.invitation (merchant_id, id, email, role, status, language, invited_by, invited_by_name, token_hash, token_no, created_at, expires_at)
       select $1, 'inv_' || n, n || '@many.example', 'support', 'pending', 'en', 'x', 'x', 'hash' || n, 1, $2, $3
       from generate_series(1, 500) n`,
      [BATIK, it.clock.now(), new Date(it.clock.now().getTime() + 1_000)],
    );
    const batik = await it.signIn('superadmin@batik.example');
    expect(await readOutcome(batik, inviteUser, { body: { email: 'more@many.example', role: 'support' } })).toBe(
      '422 too_many_invitations',
    );
    // Those that have expired are not open.
    it.clock.advance(1_000);
    expect(await readOutcome(batik, inviteUser, { body: { email: 'more@many.example', role: 'support' } })).toBe('201');
    await owner.query(`update app.invitation set status = 'revoked' where merchant_id = $1`, [BATIK]);
  });

  test('domain 1.14: in bulk, each line is accepted or refused on its own', async () => {
    const { data } = await superadmin.ok(inviteUsers, {
      headers: { 'accept-language': 'id' },
      body: {
        invitations: [
          { email: 'satu@bulk.example', role: 'Support' },
          { email: 'bukan-email', role: 'support' },
          { email: 'finance@kopi.example', role: 'support' },
          { email: 'dua@bulk.example', role: 'boss' },
          { email: 'satu@bulk.example', role: 'operator' },
        ],
      },
    });
    expect(data.map(({ line, code }) => [line, code])).toEqual([
      [1, null],
      [2, 'email_invalid'],
      [3, 'already_member'],
      [4, 'role_unknown'],
      [5, 'invitation_pending'],
    ]);
    expect(data[1]?.detail).toBe('Ini bukan alamat email.');
  });

  test('in bulk, the name of a preset role is the preset, also when a custom role has it', async () => {
    const access = [{ group: 'Dashboard', access: 'view' }];
    await superadmin.ok(createRole, { body: { name: 'Finance', access } } as never);
    const invitations = [{ email: 'tiga@bulk.example', role: 'Finance' }];
    await superadmin.ok(inviteUsers, { body: { invitations } });
    const { data } = await superadmin.ok(listInvitations, { query: { limit: 100 } });
    expect(data.find(({ email }) => email === 'tiga@bulk.example')).toMatchObject({ role: 'finance' });
  });
});

describe('one person at several merchants', () => {
  test('an existing person accepts with the password or signed in, and switches between the merchants', async () => {
    const batik = await it.signIn('superadmin@batik.example');
    const { token } = await invite('finance@kopi.example', 'support', batik, BATIK);
    expect((await it.client().ok(checkInvitation, { body: { token } })).data.has_account).toBe(true);
    expect(await register({ token, password: 'wrong' })).toBe('401 wrong_credentials');
    const stranger = await it.signIn('operator@kopi.example');
    expect(await readOutcome(stranger, acceptInvitation, { body: { token } })).toBe('409 invitation_of_other_person');
    const finance = await it.signIn('finance@kopi.example');
    expect(await finance.ok(acceptInvitation, { body: { token } })).toEqual({
      data: { merchant_id: BATIK, group_id: null },
    });
    expect(
      (await finance.ok(listOwnMerchants)).data.map(({ name, role, is_current }) => [name, role, is_current]),
    ).toEqual([
      ['Batik Lestari', 'support', false],
      ['Kopi Nusantara', 'finance', true],
    ]);
    expect(await readOutcome(stranger, switchMerchant, { body: { merchant_id: BATIK } })).toBe('422 not_a_member');
    await finance.ok(switchMerchant, { body: { merchant_id: BATIK } });
    expect((await finance.ok(getProfile)).data).toMatchObject({
      merchant_id: BATIK,
      role: 'support',
      merchant_name: 'Batik Lestari',
    });
    expect((await finance.ok(listTransactions)).data).toEqual([]);
    // A new session continues at the last merchant.
    const again = await it.signIn('finance@kopi.example');
    expect((await again.ok(getProfile)).data.merchant_id).toBe(BATIK);
    await batik.ok(removeUser, { params: { id: (await finance.ok(getProfile)).data.id } });
    expect((await finance.call(getProfile)).statusCode).toBe(401);
    expect((await (await it.signIn('finance@kopi.example')).ok(getProfile)).data.merchant_id).toBe(KOPI);
  });

  test('a removed person comes back by an invitation and the old password', async () => {
    const operator = await it.signIn('operator@kopi.example');
    const { id } = (await operator.ok(getProfile)).data;
    await superadmin.ok(removeUser, { params: { id } });
    await expect(it.signIn('operator@kopi.example')).rejects.toThrow('wrong_credentials');
    const { token } = await invite('operator@kopi.example', 'support');
    for (let attempt = 0; attempt < 5; attempt += 1) await register({ token, password: 'wrong' });
    expect(await register({ token, password: SANDBOX_PASSWORD })).toBe('429 locked_out');
    it.clock.advance(15 * 60_000);
    expect(await register({ token, password: SANDBOX_PASSWORD })).toBe('201');
    expect((await (await it.signIn('operator@kopi.example')).ok(getProfile)).data.role).toBe('support');
  });
});

async function signInWith(email: string, password: string): Promise<TestClient> {
  const answer = await it.app.inject({
    method: 'POST',
    url: '/api/v1/authenticate/login',
    payload: { email, password },
    remoteAddress: `10.77.${Math.floor(Math.random() * 256)}.1`,
  });
  return it.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
}
