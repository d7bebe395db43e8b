import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listSessions, login } from '@dasbor/contract/auth';
import * as duration from '@dasbor/contract/duration';
import { getProfile } from '@dasbor/contract/profile';
import { API_BASE } from '@dasbor/contract/route';
import * as second_factor from '@dasbor/contract/second-factor';
import { STEP_UP_VALID_MS, startStepUp, stepUp } from '@dasbor/contract/step-up';
import { listTransactions } from '@dasbor/contract/transaction';
import { buildApp } from '../app.ts';
import { generateTotpCode } from '../auth/factor-rules.ts';
import { hashPassword } from '../auth/password.ts';
import { insertLogin } from '../auth/queries.ts';
import { LOCKOUT_THRESHOLD } from '../auth/rules.ts';
import { addToDirectory } from '../auth/membership-directory-queries.ts';
import { insertMembership } from '../auth/membership-queries.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import { getApproverCode } from '../sandbox/approver-totp.ts';
import { APPROVER_EMAIL, SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const PERIOD_MS = 30_000;
let t: TestApp;
let addresses = 0;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const nextAddress = () => `10.21.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

const signIn = async (email: string, more: object = {}, { app = t.app, address = nextAddress() } = {}) => {
  const payload = { email, password: SANDBOX_PASSWORD, ...more };
  const answer = await app.inject({ method: 'POST', url: API_BASE + login.path, payload, remoteAddress: address });
  return {
    status: answer.statusCode,
    ...answer.json<{ code?: string; access_token?: string; device_token?: string }>(),
  };
};

let people = 0;
/** A separate person of Kopi Nusantara for a test, and their session. */
async function createPerson(): Promise<{ email: string; user_id: string; client: TestClient }> {
  const user_id = `usr_factor${++people}`;
  const email = `factor${people}@kopi.example`;
  const created_at = t.clock.now();
  const password_hash = await hashPassword(SANDBOX_PASSWORD);
  await asLogin(t.deps.db, (tx) =>
    insertLogin(tx, { user_id, email, role: null, name: 'Person', password_hash, created_at }),
  );
  const listed = await addToDirectory(t.deps.db, { merchant_id: KOPI, user_id });
  await asMerchant(t.deps.db, KOPI, (tx) =>
    insertMembership(tx, listed, { role: 'admin', invited_by: null, invited_by_name: null, created_at }),
  );
  return { email, user_id, client: await t.signIn(email) };
}

const PERIODS_AROUND = Array.from({ length: 16 }, (_, index) => index - 5);
const listCodesAround = (secret: string): string[] =>
  PERIODS_AROUND.map((periods) => generateTotpCode(secret, new Date(t.clock.now().getTime() + periods * PERIOD_MS)));
/** Wrong codes, which the app shows in no period around: a random key shows any code now and then. */
function listGuesses(secret: string, count: number): string[] {
  const shown = listCodesAround(secret);
  const codes = Array.from({ length: count + shown.length }, (_, index) => String(100_000 + index));
  return codes.filter((code) => !shown.includes(code)).slice(0, count);
}

/** A person with an authenticator app. */
async function createEnrolled() {
  const person = await createPerson();
  const { secret } = (await person.client.ok(second_factor.startTotp)).data;
  const getCode = () => generateTotpCode(secret, t.clock.now());
  const confirmed = await person.client.ok(second_factor.confirmTotp, { body: { otp: getCode() } });
  // Until the codes of the periods around differ: random keys show the same code in two of them now and then.
  do t.clock.advance(PERIOD_MS);
  while (new Set(listCodesAround(secret)).size < PERIODS_AROUND.length);
  return { ...person, secret, getCode, recovery_codes: confirmed.data.recovery_codes ?? [] };
}

describe('an authenticator app', () => {
  test('is enabled by a first code, and then required at sign-in; recovery codes are shown once', async () => {
    const { email, client } = await createPerson();
    const started = (await client.ok(second_factor.startTotp)).data;
    expect(started.uri).toContain(`otpauth://totp/Dasbor:${encodeURIComponent(email)}?`);
    expect((await signIn(email)).status).toBe(200);
    const [guess] = listGuesses(started.secret, 1);
    const wrong = await client.call(second_factor.confirmTotp, { body: { otp: guess! } });
    expect(wrong.json()).toMatchObject({ status_code: 422, code: 'wrong_code', errors: [{ field: 'otp' }] });
    const otp = generateTotpCode(started.secret, t.clock.now());
    const { recovery_codes } = (await client.ok(second_factor.confirmTotp, { body: { otp } })).data;
    expect(new Set(recovery_codes).size).toBe(second_factor.RECOVERY_CODES);
    expect(await signIn(email)).toMatchObject({ status: 401, code: 'otp_required', errors: [{ field: 'otp' }] });
    const { data } = await client.ok(second_factor.getSecondFactor);
    expect(data).toMatchObject({ recovery_codes_left: 10, passkeys: [], is_required: false });
    expect(JSON.stringify(data)).not.toContain(started.secret);
    expect((await client.call(second_factor.startTotp)).json()).toMatchObject({ code: 'already_enabled' });
    expect((await client.call(second_factor.confirmTotp, { body: { otp } })).json()).toMatchObject({
      code: 'not_started',
    });
  });

  test('an enrolment expires, and its key is stored encrypted', async () => {
    const { client, user_id } = await createPerson();
    const { secret } = (await client.ok(second_factor.startTotp)).data;
    const { rows } = await asLogin(t.deps.db, async (tx) => ({
      rows: await tx.sql.selectFrom('totp').selectAll().where('user_id', '=', user_id).execute(),
    }));
    expect(JSON.stringify(rows)).not.toContain(secret);
    t.clock.advance(duration.minutes(4));
    await client.ok(stepUp, { body: { password: SANDBOX_PASSWORD } });
    t.clock.advance(duration.minutes(5));
    const again = await t.signIn(`factor${people}@kopi.example`);
    t.clock.advance(duration.minutes(7));
    const otp = generateTotpCode(secret, t.clock.now());
    expect((await again.call(second_factor.confirmTotp, { body: { otp } })).json()).toMatchObject({
      code: 'not_started',
    });
  });

  test('accepts the code of the period before and after, and no other', async () => {
    const { email, secret } = await createEnrolled();
    const at = (periods: number) => generateTotpCode(secret, new Date(t.clock.now().getTime() + periods * PERIOD_MS));
    t.clock.advance(PERIOD_MS * 3);
    expect((await signIn(email, { otp: at(-2) })).code).toBe('wrong_code');
    expect((await signIn(email, { otp: at(2) })).code).toBe('wrong_code');
    expect((await signIn(email, { otp: at(-1) })).status).toBe(200);
    expect((await signIn(email, { otp: at(1) })).status).toBe(200);
  });

  test('is disabled after a step-up by its code; the password is not enough', async () => {
    const { email, client, getCode } = await createEnrolled();
    const plain = t.client(client.authorization);
    t.clock.advance(STEP_UP_VALID_MS + 1);
    expect((await plain.call(second_factor.disableTotp)).json()).toMatchObject({ code: 'step_up_required' });
    expect((await plain.ok(startStepUp)).data.factors).toEqual(['otp']);
    const by_password = await plain.call(stepUp, { body: { password: SANDBOX_PASSWORD } });
    expect(by_password.json()).toMatchObject({ code: 'factor_required', errors: [{ field: 'otp' }] });
    await plain.ok(stepUp, { body: { otp: getCode() } });
    expect((await plain.call(second_factor.disableTotp)).statusCode).toBe(204);
    expect((await plain.call(second_factor.disableTotp)).json()).toMatchObject({ code: 'not_enabled' });
    expect((await plain.call(second_factor.regenerateRecoveryCodes)).json()).toMatchObject({ code: 'not_enabled' });
    expect((await signIn(email)).status).toBe(200);
  });

  test('the sandbox approver has one; nobody else does', async () => {
    expect(await signIn(APPROVER_EMAIL)).toMatchObject({ status: 401, code: 'otp_required' });
    expect((await signIn(APPROVER_EMAIL, { otp: getApproverCode(t.clock.now()).code })).status).toBe(200);
    expect((await signIn('superadmin@kopi.example')).status).toBe(200);
  });
});

describe('recovery codes', () => {
  test('work once, however they are written, until they are replaced', async () => {
    const { email, client, getCode, recovery_codes } = await createEnrolled();
    const [first = '', second = ''] = recovery_codes;
    expect((await signIn(email, { otp: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    expect((await signIn(email, { otp: first })).code).toBe('wrong_code');
    expect((await client.ok(second_factor.getSecondFactor)).data.recovery_codes_left).toBe(9);
    t.clock.advance(STEP_UP_VALID_MS + 1);
    await client.ok(stepUp, { body: { otp: getCode() } });
    const { recovery_codes: fresh } = (await client.ok(second_factor.regenerateRecoveryCodes)).data;
    expect((await signIn(email, { otp: second })).code).toBe('wrong_code');
    expect((await signIn(email, { otp: fresh[0] })).status).toBe(200);
  });

  test('the same code at the same time on two processes signs in once', async () => {
    const { email, recovery_codes } = await createEnrolled();
    const other = await buildApp({ ...t.deps });
    const [otp] = recovery_codes;
    const answers = await Promise.all([t.app, other, t.app, other].map((app) => signIn(email, { otp }, { app })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await other.close();
  });
});

describe('a remembered device', () => {
  test('needs no code for thirty days, but sensitive actions ask for one', async () => {
    const { email, getCode } = await createEnrolled();
    const { device_token } = await signIn(email, { otp: getCode(), remember_device: true });
    const remembered = await signIn(email, { device_token });
    expect(remembered.status).toBe(200);
    const client = t.client(`Bearer ${remembered.access_token}`);
    const body = { name: 'Key', access: [{ group: 'Transactions', access: 'view' }] };
    expect((await client.call(createApiKey, { body })).json()).toMatchObject({ code: 'step_up_required' });
    t.clock.advance(duration.days(30) - 1);
    expect((await signIn(email, { device_token })).status).toBe(200);
    t.clock.advance(1);
    expect((await signIn(email, { device_token })).code).toBe('otp_required');
  });

  test('is listed and forgotten, and works for its user only', async () => {
    const [own, other] = [await createEnrolled(), await createEnrolled()];
    const { device_token } = await signIn(own.email, { otp: own.getCode(), remember_device: true });
    expect((await signIn(other.email, { device_token })).code).toBe('otp_required');
    const [device] = (await own.client.ok(second_factor.getSecondFactor)).data.devices;
    const forget = (client: TestClient) => client.call(second_factor.forgetDevice, { params: { id: device!.id } });
    expect((await forget(other.client)).statusCode).toBe(404);
    expect((await forget(own.client)).statusCode).toBe(204);
    expect((await signIn(own.email, { device_token })).code).toBe('otp_required');
  });

  test('is not remembered without a second factor', async () => {
    const { email } = await createPerson();
    expect(await signIn(email, { remember_device: true })).not.toHaveProperty('device_token');
  });
});

describe('attacks', () => {
  test('a code works once, also at the same time on two processes', async () => {
    const { email, getCode } = await createEnrolled();
    const other = await buildApp({ ...t.deps });
    const otp = getCode();
    const answers = await Promise.all([t.app, other, t.app, other].map((app) => signIn(email, { otp }, { app })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await signIn(email, { otp })).code).toBe('wrong_code');
    await other.close();
  });

  test.each(['one-time', 'recovery'])('guesses of %s codes lock the account over all processes', async (kind) => {
    const { email, secret, getCode } = await createEnrolled();
    const codes = listGuesses(secret, 8);
    const apps = [t.app, await buildApp({ ...t.deps })];
    const address = nextAddress();
    const guess = (index: number) =>
      kind === 'one-time' ? codes[index] : `aaaa-bbbb-cccc-${String(index).padStart(4, '0')}`;
    const attempt = (index: number, more: object) => signIn(email, more, { app: apps[index % 2]!, address });
    // The limit of sign-ins of an address is another one; it is counted by the minute of the database.
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => attempt(index, { otp: guess(index) })));
    expect(answers.filter(({ code }) => code === 'wrong_code')).toHaveLength(LOCKOUT_THRESHOLD);
    expect(answers.filter(({ code }) => code === 'locked_out')).toHaveLength(8 - LOCKOUT_THRESHOLD);
    expect((await attempt(1, { otp: getCode() })).code).toBe('locked_out');
    await apps[1]!.close();
  });

  test('guesses of one-time codes at a step-up lock it over all processes; the right code then is refused too', async () => {
    const { client, secret, getCode } = await createEnrolled();
    t.clock.advance(STEP_UP_VALID_MS);
    const apps = [t.app, await buildApp({ ...t.deps })];
    const remoteAddress = nextAddress();
    const attempt = async (index: number, otp: string) => {
      const headers = { authorization: client.authorization! };
      const url = API_BASE + stepUp.path;
      const app = apps[index % 2]!;
      return (await app.inject({ method: 'POST', url, payload: { otp }, headers, remoteAddress })).statusCode;
    };
    const guesses = listGuesses(secret, 8).map((otp, index) => attempt(index, otp));
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 422)).toHaveLength(LOCKOUT_THRESHOLD);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8 - LOCKOUT_THRESHOLD);
    expect(await attempt(1, getCode())).toBe(429);
    await apps[1]!.close();
  });

  test('a right password between guesses does not reset them', async () => {
    const { email, secret } = await createEnrolled();
    const address = nextAddress();
    const [last, ...others] = listGuesses(secret, LOCKOUT_THRESHOLD);
    for (const otp of others) expect((await signIn(email, { otp }, { address })).code).toBe('wrong_code');
    expect((await signIn(email, {}, { address })).code).toBe('otp_required');
    expect((await signIn(email, { otp: last }, { address })).code).toBe('wrong_code');
    expect((await signIn(email, {}, { address })).code).toBe('locked_out');
  });

  test('a wrong password is answered alike with and without a second factor', async () => {
    const [enrolled, plain] = [await createEnrolled(), await createPerson()];
    const answers = await Promise.all(
      [enrolled, plain].map(({ email }) => signIn(email, { password: 'wrong', otp: '123456' })),
    );
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [401, 'wrong_credentials'],
      [401, 'wrong_credentials'],
    ]);
  });
});

describe('a required second factor', () => {
  test('is set by someone who has one, and leads everybody else through the enrolment first', async () => {
    const owner = await createEnrolled();
    const person = await createPerson();
    const setRequired = (client: TestClient, required: boolean) =>
      client.call(second_factor.setSecondFactorPolicy, { body: { required } });
    expect((await setRequired(person.client, true)).json()).toMatchObject({ code: 'own_second_factor_missing' });
    const set = await setRequired(await signInEnrolled(owner), true);
    expect(set.json()).toMatchObject({ data: { required: true } });
    t.clock.advance(duration.seconds(5));
    expect((await person.client.call(listTransactions)).json()).toMatchObject({
      status_code: 403,
      code: 'second_factor_required',
    });
    expect((await person.client.ok(getProfile)).data.needs_second_factor).toBe(true);
    expect((await person.client.call(listSessions)).statusCode).toBe(200);
    const { secret } = (await person.client.ok(second_factor.startTotp)).data;
    await person.client.ok(second_factor.confirmTotp, { body: { otp: generateTotpCode(secret, t.clock.now()) } });
    expect((await person.client.call(listTransactions)).statusCode).toBe(200);
    expect((await person.client.call(second_factor.disableTotp)).json()).toMatchObject({ code: 'last_second_factor' });
    expect((await setRequired(person.client, false)).statusCode).toBe(200);
    expect((await person.client.call(second_factor.disableTotp)).statusCode).toBe(204);
  });
});

/** A new session of an enrolled person. */
async function signInEnrolled({ email, getCode }: { email: string; getCode: () => string }): Promise<TestClient> {
  t.clock.advance(PERIOD_MS);
  const { access_token } = await signIn(email, { otp: getCode() });
  return t.client(`Bearer ${access_token}`);
}
