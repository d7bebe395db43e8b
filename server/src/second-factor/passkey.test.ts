import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSignInEvents } from '@dasbor/contract/account';
import * as duration from '@dasbor/contract/duration';
import { login } from '@dasbor/contract/auth';
import { API_BASE } from '@dasbor/contract/route';
import {
  createPasskey,
  deletePasskey,
  getSecondFactor,
  renamePasskey,
  startPasskey,
} from '@dasbor/contract/second-factor';
import { signInWithPasskey, startPasskeySignIn, startStepUp, stepUp } from '@dasbor/contract/step-up';
import { getProfile } from '@dasbor/contract/profile';
import { asLogin } from '../db/tx.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { type VirtualAuthenticator, createVirtualAuthenticator } from '../../test/virtual-authenticator.ts';

let t: TestApp;
let origin: string;
let client: TestClient;
let authenticator: VirtualAuthenticator;
beforeAll(async () => {
  t = await startTestApp();
  origin = new URL(t.deps.env.PUBLIC_URL).origin;
  client = await t.signIn('finance@kopi.example');
  authenticator = createVirtualAuthenticator({ origin });
});
afterAll(() => t.close());

const register = async (as: TestClient, device: VirtualAuthenticator, name = 'Laptop') => {
  const { options } = (await as.ok(startPasskey)).data;
  return as.call(createPasskey, { body: { name, passkey: device.create(options) } });
};
let addresses = 0;
const post = (path: string, payload: object, authorization?: string) =>
  t.app.inject({
    method: 'POST',
    url: API_BASE + path,
    payload,
    remoteAddress: `10.31.0.${++addresses}`,
    headers: authorization === undefined ? {} : { authorization },
  });
const getOptions = async () => (await t.client().ok(startPasskeySignIn)).data.options;
const signInWith = (passkey: object) => post(signInWithPasskey.path, { passkey });

test('a passkey is added, named, and signs in without a password', async () => {
  const added = await register(client, authenticator);
  expect(added.statusCode).toBe(201);
  const { data } = added.json<{ data: { passkey: { id: string }; recovery_codes: string[] } }>();
  expect(data.recovery_codes).toHaveLength(10);
  await client.ok(renamePasskey, { params: { id: data.passkey.id }, body: { name: 'Work laptop' } });
  const answer = await signInWith(authenticator.get(await getOptions()));
  expect(answer.statusCode).toBe(200);
  const signed_in = t.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
  expect((await signed_in.ok(getProfile)).data.email).toBe('finance@kopi.example');
  const [passkey] = (await signed_in.ok(getSecondFactor)).data.passkeys;
  expect(passkey).toMatchObject({ name: 'Work laptop', last_used_at: t.clock.now().toISOString() });
});

test('it is a second factor: the password alone no longer signs in, a recovery code does', async () => {
  const body = { email: 'finance@kopi.example', password: SANDBOX_PASSWORD };
  const answer = await post(login.path, body);
  expect(answer.json()).toMatchObject({ status_code: 401, code: 'otp_required', errors: [{ field: 'passkey' }] });
});

test('it steps a session up, and only the session that asked', async () => {
  const own = t.client(client.authorization);
  const other = await signInWith(authenticator.get(await getOptions()));
  const { access_token } = other.json<{ access_token: string }>();
  t.clock.advance(duration.minutes(6));
  const { factors, passkey_options } = (await own.ok(startStepUp)).data;
  expect(factors).toEqual(['passkey']);
  const passkey = authenticator.get(passkey_options!);
  const stolen = await post(stepUp.path, { passkey }, `Bearer ${access_token}`);
  expect(stolen.json()).toMatchObject({ code: 'wrong_factor' });
  // The answer was meant for another session: it is still good there, once.
  expect((await own.call(stepUp, { body: { passkey } })).statusCode).toBe(200);
  expect((await own.call(stepUp, { body: { passkey } })).json()).toMatchObject({ code: 'wrong_factor' });
});

test('attack: a challenge works once, for its purpose, and for five minutes', async () => {
  const answer = authenticator.get(await getOptions());
  expect((await signInWith(answer)).statusCode).toBe(200);
  expect((await signInWith(answer)).json()).toMatchObject({ status_code: 401, code: 'passkey_refused' });
  const { options } = (await (await freshSession()).ok(startPasskey)).data;
  expect((await signInWith(authenticator.get(options))).json()).toMatchObject({ code: 'passkey_refused' });
  const late = authenticator.get(await getOptions());
  t.clock.advance(duration.minutes(5));
  expect((await signInWith(late)).json()).toMatchObject({ code: 'passkey_refused' });
  const made_up = authenticator.get({ challenge: 'bWFkZSB1cA' });
  expect((await signInWith(made_up)).json()).toMatchObject({ code: 'passkey_refused' });
});

test('attack: another site, an unverified user, another key and a copy are refused', async () => {
  const phishing = createVirtualAuthenticator({ origin: 'https://dasbor.evil.example' });
  const unverified = createVirtualAuthenticator({ origin, verifies_user: false });
  for (const device of [phishing, unverified]) {
    const session = await freshSession();
    expect((await register(session, device)).json()).toMatchObject({ code: 'passkey_refused' });
  }
  const impostor = createVirtualAuthenticator({ origin });
  const options = await getOptions();
  const { id } = authenticator.get(options);
  expect((await signInWith({ ...impostor.get(options), id, rawId: id })).json()).toMatchObject({
    code: 'passkey_refused',
  });
  authenticator.setCount(0);
  expect((await signInWith(authenticator.get(await getOptions()))).json()).toMatchObject({ code: 'passkey_refused' });
  authenticator.setCount(1_000);
});

test('a passkey of another person cannot be added, renamed or removed', async () => {
  const other = await t.signIn('operator@kopi.example');
  expect((await register(other, authenticator)).json()).toMatchObject({ code: 'passkey_refused' });
  const [passkey] = (await (await freshSession()).ok(getSecondFactor)).data.passkeys;
  const params = { id: passkey!.id };
  expect((await other.call(renamePasskey, { params, body: { name: 'Mine' } })).statusCode).toBe(404);
  expect((await other.call(deletePasskey, { params })).statusCode).toBe(404);
});

test('at most ten passkeys', async () => {
  const person = await t.signIn('developer@kopi.example');
  for (let count = 0; count < 10; count += 1) {
    expect((await register(person, createVirtualAuthenticator({ origin }))).statusCode).toBe(201);
  }
  expect((await person.call(startPasskey)).json()).toMatchObject({ code: 'too_many_passkeys' });
});

test('a suspended person does not sign in, and a removed passkey does not either', async () => {
  const setStatus = (status: 'active' | 'suspended') =>
    asLogin(t.deps.db, (tx) =>
      tx.sql.updateTable('login').set({ status }).where('email', '=', 'finance@kopi.example').execute(),
    );
  await setStatus('suspended');
  expect((await signInWith(authenticator.get(await getOptions()))).json()).toMatchObject({ code: 'passkey_refused' });
  await setStatus('active');
  const session = await freshSession();
  const { data: sign_ins } = await session.ok(listSignInEvents);
  expect(sign_ins.map(({ reason }) => reason)).toContain('suspended');
  const [passkey] = (await session.ok(getSecondFactor)).data.passkeys;
  expect((await session.call(deletePasskey, { params: { id: passkey!.id } })).statusCode).toBe(204);
  expect((await signInWith(authenticator.get(await getOptions()))).json()).toMatchObject({ code: 'passkey_refused' });
});

/** A new session of the person, by their passkey. */
async function freshSession(): Promise<TestClient> {
  const answer = await signInWith(authenticator.get(await getOptions()));
  return t.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
}
