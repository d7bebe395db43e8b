/** Test fixture: staff of the provider, who are invited, accept with an authenticator app and sign in. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { login } from '@dasbor/contract/auth';
import { listProviderEvents } from '@dasbor/contract/operations';
import { registerMember, startStaffTotp } from '@dasbor/contract/register-member';
import { inviteStaff } from '@dasbor/contract/staff';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { generateTotpCode } from '../src/auth/factor-rules.ts';
import type { Mail } from '../src/mail/mailer.ts';
import { sendStaffInvitation } from '../src/user/send-staff-invitation.ts';

export const PASSWORD = 'rain-in-the-month-of-june';
export let t: TestApp;
export let owner: pg.Client;
export let admin: TestClient;
export const sent: Mail[] = [];

/** Signs in again after the clock has moved past the end of the session. */
export async function signInAdmin(): Promise<void> {
  admin = await t.signIn('platform_admin@dasbor.example');
}

/** Status of an answer, and its error code when it is refused. */
export const readStatusCode = async (client: TestClient, ...call: Parameters<TestClient['call']>): Promise<string> => {
  const answer = await client.call(...call);
  return answer.statusCode < 400
    ? String(answer.statusCode)
    : `${answer.statusCode} ${answer.json<{ code: string }>().code}`;
};
export const readUserId = async (email: string): Promise<string> => {
  const { rows } = await owner.query<{ user_id: string }>('select user_id from app.login where email = $1', [email]);
  return rows[0]!.user_id;
};
export const parseToken = (mail: Mail | undefined): string => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
export const readEvents = async (query: object = {}) =>
  (await admin.ok(listProviderEvents, { query: query as never })).data;

export async function invite(email: string, role: string, by = admin): Promise<{ id: string; token: string }> {
  const { data } = await by.ok(inviteStaff, { body: { email, role } });
  await sendStaffInvitation(t.deps, data.id);
  return { id: data.id, token: parseToken(sent.at(-1)) };
}

export const startTotp = async (token: string) =>
  (await t.client().ok(startStaffTotp, { body: { token } })).data.secret;

/** Accepts an invitation; returns the key of the authenticator app. */
export async function accept(
  token: string,
  name = 'Wayan Saputra',
): Promise<{ secret: string; recovery_codes: string[] }> {
  const secret = await startTotp(token);
  const otp = generateTotpCode(secret, t.clock.now());
  const { data } = await t.client().ok(registerMember, { body: { token, password: PASSWORD, name, otp } });
  return { secret, recovery_codes: data.recovery_codes ?? [] };
}

export async function signInWith(email: string, secret: string): Promise<TestClient> {
  // Each code works once.
  t.clock.advance(30_000);
  const answer = await postLogin({ email, password: PASSWORD, otp: generateTotpCode(secret, t.clock.now()) });
  return t.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
}

/** Each sign-in uses another address, so that the limit per address does not apply. */
export const postLogin = (payload: object, app = t.app) =>
  app.inject({
    method: login.method,
    url: `/api/v1${login.path}`,
    payload,
    remoteAddress: `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.1`,
  });
export const readLoginCode = async (payload: object) => (await postLogin(payload)).json<{ code: string }>().code;

/** New staff with an authenticator app, signed in. */
export async function createStaff(email: string, role: string) {
  const { token } = await invite(email, role);
  const { secret } = await accept(token);
  return { id: await readUserId(email), secret, client: await signInWith(email, secret) };
}

/** Starts the application before the tests of a file, with an administrator who signs in before each. */
export function setUpStaff(): void {
  beforeAll(async () => {
    t = await startTestApp({
      change: (deps) => ({ ...deps, mailer: { ...deps.mailer, send: async (mail) => void sent.push(mail) } }),
    });
    owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
  });
  afterAll(async () => {
    await owner?.end();
    await t?.close();
  });
  beforeEach(signInAdmin);
}
