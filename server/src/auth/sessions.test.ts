import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSessions, login, logout, refreshSession, revokeSession } from '@dasbor/contract/auth';
import { getProfile } from '@dasbor/contract/profile';
import { API_BASE } from '@dasbor/contract/route';
import { buildApp } from '../app.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { verifyAuditChain } from '../audit/verify.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import { publishSecurityEvents } from '../notification-email/security-events.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { hashPassword } from './password.ts';
import { ABSOLUTE_TIMEOUT_MS, IDLE_TIMEOUT_MS, LOCKOUT_MS, REFRESH_GRACE_MS } from './rules.ts';
import { KOPI_NUSANTARA, ensureUser } from '../sandbox/people.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let it: TestApp;
let addresses = 0;

beforeAll(async () => {
  it = await startTestApp();
});
afterAll(() => it.close());

const nextAddress = () => `10.9.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

/** Signs in from a separate address, so that only the limit of the account applies. */
const signIn = (email: string, password: string = SANDBOX_PASSWORD, remoteAddress = nextAddress()) =>
  it.app.inject({
    method: 'POST',
    url: API_BASE + login.path,
    payload: { email, password },
    headers: { 'user-agent': 'Test browser' },
    remoteAddress,
  });

const refresh = (refresh_token: string) =>
  it.app.inject({
    method: 'POST',
    url: API_BASE + refreshSession.path,
    payload: { access_token: refresh_token },
    remoteAddress: `10.8.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`,
  });

interface Tokens {
  access_token: string;
  refresh_token: string;
}
const getTokens = (answer: { json: () => unknown }) => answer.json() as Tokens;
const profileStatus = async (access_token: string) =>
  (await it.client(`Bearer ${access_token}`).call(getProfile)).statusCode;

let user_count = 0;
/** A separate user of Kopi Nusantara for a test, so that a lockout affects no other test. */
async function createUser(): Promise<string> {
  const email = `person${++user_count}@kopi.example`;
  const password_hash = await hashPassword(SANDBOX_PASSWORD);
  const user_id = `usr_test${user_count}`;
  const person = { user_id, email, name: 'Person', role: 'finance' as const, merchant_id: KOPI, password_hash };
  await ensureUser(it.deps, { ...person, created_at: it.clock.now() });
  return email;
}

describe('sign-in', () => {
  test('returns an access token and a refresh token, regardless of the case of the email', async () => {
    const answer = await signIn('SuperAdmin@Kopi.example');
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json<object>()).sort()).toEqual(['access_token', 'refresh_token']);
    expect(await profileStatus(getTokens(answer).access_token)).toBe(200);
  });

  test('attack: a session from before the sign-in is neither taken over nor changed (fixation)', async () => {
    const planted = getTokens(await signIn(await createUser()));
    const victim = await createUser();
    const answer = await it.app.inject({
      method: 'POST',
      url: API_BASE + login.path,
      payload: { email: victim, password: SANDBOX_PASSWORD },
      headers: { authorization: `Bearer ${planted.access_token}`, cookie: `session=${planted.refresh_token}` },
      remoteAddress: nextAddress(),
    });
    const own = getTokens(answer);
    const readClaims = ({ access_token }: Tokens) => decodeJwt<{ sid: string }>(access_token);
    expect(readClaims(own).sid).not.toBe(readClaims(planted).sid);
    expect(own.refresh_token).not.toBe(planted.refresh_token);
    const readEmail = async ({ access_token }: Tokens) =>
      (await it.client(`Bearer ${access_token}`).ok(getProfile)).data.email;
    expect(await readEmail(own)).toBe(victim);
    expect(await readEmail(planted)).not.toBe(victim);
  });

  test('a wrong password, an unknown email and a suspended user get the same response', async () => {
    const suspended = await createUser();
    await asLogin(it.deps.db, (tx) =>
      tx.sql.updateTable('login').set({ status: 'suspended' }).where('email', '=', suspended).execute(),
    );
    const answers = [
      await signIn(await createUser(), 'wrong'),
      await signIn('nobody@kopi.example', 'wrong'),
      await signIn(suspended, SANDBOX_PASSWORD),
    ];
    for (const answer of answers) {
      const { request_id: _, ...body } = answer.json<Record<string, unknown>>();
      expect(body).toEqual({
        detail: 'Incorrect email or password.',
        status_code: 401,
        code: 'wrong_credentials',
      });
    }
  });

  // Another process may take the processors during all rounds of one of them; a difference of our own stays.
  test('an unknown email takes as long as a known one', { retry: 3 }, async () => {
    const known = await createUser();
    const unknown = `nobody-${known}`;
    const times: [number[], number[]] = [[], []];
    // Taken in turns, so that whatever else the machine does meets both alike. The count is kept below the lock.
    for (let round = 0; round < 4; round++) {
      for (const [index, email] of [known, unknown].entries()) {
        const begin = performance.now();
        await signIn(email, 'wrong');
        times[index]!.push(performance.now() - begin);
      }
    }
    const [of_known, of_unknown] = times.map((each) => Math.min(...each)) as [number, number];
    // Without a password check the unknown one would answer in a few milliseconds, far below a quarter.
    expect(of_unknown).toBeGreaterThan(of_known / 4);
    expect(of_unknown).toBeLessThan(of_known * 4);
  });

  test.each(['known', 'unknown'])('five failures lock an account for 15 minutes: %s email', async (kind) => {
    const email = kind === 'known' ? await createUser() : 'nobody3@kopi.example';
    const address = nextAddress();
    for (let n = 0; n < 5; n++) expect((await signIn(email, 'wrong', address)).statusCode).toBe(401);
    const locked = await signIn(email, SANDBOX_PASSWORD, address);
    expect(locked.statusCode).toBe(429);
    expect(locked.json()).toMatchObject({ code: 'locked_out', status_code: 429 });
    expect(locked.headers['retry-after']).toBe(String(LOCKOUT_MS / 1000));
    it.clock.advance(LOCKOUT_MS - 1);
    expect((await signIn(email, SANDBOX_PASSWORD, address)).statusCode).toBe(429);
    it.clock.advance(1);
    expect((await signIn(email, SANDBOX_PASSWORD, address)).statusCode).toBe(kind === 'known' ? 200 : 401);
  });

  test('failures from one address do not lock the account for another', async () => {
    const email = await createUser();
    const address = nextAddress();
    for (let n = 0; n < 6; n++) await signIn(email, 'wrong', address);
    expect((await signIn(email, SANDBOX_PASSWORD, address)).statusCode).toBe(429);
    expect((await signIn(email)).statusCode).toBe(200);
  });

  test.each(['known', 'unknown'])('failures from many addresses slow an account down: %s email', async (kind) => {
    const email = kind === 'known' ? await createUser() : 'nobody4@kopi.example';
    for (let n = 0; n < 14; n++) expect((await signIn(email, 'wrong')).statusCode).toBe(401);
    const begin = performance.now();
    expect((await signIn(email)).statusCode).toBe(kind === 'known' ? 200 : 401);
    expect(performance.now() - begin).toBeGreaterThan(1_000);
  });

  test.each<[string, (n: number) => string, boolean]>([
    ['one address', () => '10.7.7.7', true],
    ['one IPv6 network of 64 bits', (n) => `2001:db8:7:7:${n}::1`, true],
    ['different IPv6 networks', (n) => `2001:db8:8:${n}::1`, false],
  ])('ten sign-ins a minute from one address or network are allowed over all processes: %s', async (...given) => {
    const [name, getAddress, is_refused] = given;
    const other = await buildApp(it.deps);
    const attempt = async (n: number) => {
      const app = n % 2 === 0 ? it.app : other;
      const payload = { email: `nobody${n}@${name.replaceAll(' ', '-')}.example`, password: 'wrong' };
      const url = API_BASE + login.path;
      return (await app.inject({ method: 'POST', url, payload, remoteAddress: getAddress(n) })).statusCode;
    };
    const statuses: number[] = [];
    // The minute of the database may end in between, once: eleven of 21 are in one of both.
    for (let n = 0; n < 21; n++) statuses.push(await attempt(n));
    expect(statuses.filter((status) => status === 429).length > 0).toBe(is_refused);
    expect(statuses.slice(0, 8).filter((status) => status === 429).length).toBe(0);
    await other.close();
  });

  test('concurrent guesses from one address cannot exceed the limit of failures', async () => {
    const email = await createUser();
    const address = nextAddress();
    const answers = await Promise.all(Array.from({ length: 9 }, () => signIn(email, 'wrong', address)));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test('a successful sign-in resets earlier failures', async () => {
    const email = await createUser();
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 4; n++) await signIn(email, 'wrong');
      expect((await signIn(email)).statusCode).toBe(200);
    }
  });
});

describe('spec §4: session refresh', () => {
  test('returns a working access token and the successor of the refresh token', async () => {
    const first = getTokens(await signIn('superadmin@kopi.example'));
    it.clock.advance(600_000);
    expect(await profileStatus(first.access_token)).toBe(401);
    const second = getTokens(await refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await profileStatus(second.access_token)).toBe(200);
  });

  test('an access token is rejected as a refresh token', async () => {
    const { access_token, refresh_token } = getTokens(await signIn('superadmin@kopi.example'));
    const answer = await refresh(access_token);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'session_ended' });
    expect((await refresh(refresh_token)).statusCode).toBe(200);
  });

  test('twenty concurrent refreshes get the same successor, and the session stays alive', async () => {
    const { refresh_token } = getTokens(await signIn('superadmin@kopi.example'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
    const successors = new Set(answers.map((answer) => getTokens(answer).refresh_token));
    expect(successors.size).toBe(1);
    expect((await refresh([...successors][0]!)).statusCode).toBe(200);
  });

  test('the previous token returns the same successor for ten seconds only', async () => {
    const { refresh_token } = getTokens(await signIn('superadmin@kopi.example'));
    const successor = getTokens(await refresh(refresh_token)).refresh_token;
    it.clock.advance(REFRESH_GRACE_MS);
    expect(getTokens(await refresh(refresh_token)).refresh_token).toBe(successor);
    it.clock.advance(1);
    expect((await refresh(refresh_token)).statusCode).toBe(401);
    expect((await refresh(successor)).statusCode).toBe(401);
  });

  test('a token two generations old ends the session even within the grace period, and is recorded in the audit log', async () => {
    const first = getTokens(await signIn('superadmin@kopi.example'));
    const second = getTokens(await refresh(first.refresh_token));
    const third = getTokens(await refresh(second.refresh_token));
    expect(await profileStatus(third.access_token)).toBe(200);
    const answer = await refresh(first.refresh_token);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'session_ended' });
    expect(await profileStatus(third.access_token)).toBe(401);
    expect((await refresh(third.refresh_token)).statusCode).toBe(401);
    await publishSecurityEvents(it.deps);
    const [row] = await asMerchant(it.deps.db, KOPI, (tx) =>
      tx.sql
        .selectFrom('audit_log')
        .select(['action', 'object_type', 'actor_type', 'after'])
        .where('merchant_id', '=', KOPI)
        .orderBy('seq', 'desc')
        .limit(1)
        .execute(),
    );
    expect(row).toEqual({
      action: 'session.reuse_detected',
      object_type: 'user',
      actor_type: 'system',
      after: { user: 'superadmin@kopi.example', session: expect.stringMatching(/^ses_/) as string },
    });
    expect(await asMerchant(it.deps.db, KOPI, (tx) => verifyAuditChain(tx, KOPI))).toMatchObject({ ok: true });
  });

  test('a session ends after 24 hours without a refresh, and after 14 days in any case', async () => {
    const idle = getTokens(await signIn('superadmin@kopi.example'));
    it.clock.advance(IDLE_TIMEOUT_MS);
    expect((await refresh(idle.refresh_token)).statusCode).toBe(401);

    let token = getTokens(await signIn('superadmin@kopi.example')).refresh_token;
    for (let day = 0; day < ABSOLUTE_TIMEOUT_MS / IDLE_TIMEOUT_MS; day++) {
      it.clock.advance(IDLE_TIMEOUT_MS - 1);
      const answer = await refresh(token);
      expect(answer.statusCode, `day ${day + 1}`).toBe(200);
      token = getTokens(answer).refresh_token;
    }
    it.clock.advance(ABSOLUTE_TIMEOUT_MS / IDLE_TIMEOUT_MS);
    expect((await refresh(token)).statusCode).toBe(401);
  });

  test('tokens are stored as hashes only', async () => {
    const first = getTokens(await signIn('superadmin@kopi.example'));
    const second = getTokens(await refresh(first.refresh_token));
    const rows = await asLogin(it.deps.db, async (tx) => [
      await tx.sql.selectFrom('refresh_token').selectAll().execute(),
      await tx.sql.selectFrom('session').selectAll().execute(),
    ]);
    const stored = JSON.stringify(rows);
    for (const token of [first.refresh_token, second.refresh_token, second.access_token]) {
      expect(stored).not.toContain(token);
    }
  });
});

describe('spec §4: sign-out', () => {
  test('ends the session immediately: neither token works', async () => {
    const { access_token, refresh_token } = getTokens(await signIn('superadmin@kopi.example'));
    expect(await profileStatus(access_token)).toBe(200);
    const answer = await it.client(`Bearer ${access_token}`).call(logout);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await profileStatus(access_token)).toBe(401);
    expect((await refresh(refresh_token)).statusCode).toBe(401);
  });
});

describe('own sessions', () => {
  let client: TestClient;
  let email: string;
  beforeAll(async () => {
    email = await createUser();
    client = it.client(`Bearer ${getTokens(await signIn(email)).access_token}`);
  });

  test('are listed with browser and IP address, with the current one marked', async () => {
    it.clock.advance(1_000);
    await signIn(email);
    const { data } = await client.ok(listSessions);
    expect(data.map((session) => session.is_current)).toEqual([false, true]);
    expect(data[0]).toMatchObject({ user_agent: 'Test browser', ip: expect.stringMatching(/^10\.9\./) as string });
    // Without a database of cities none is known.
    expect(data[0]?.city).toBeNull();
  });

  test('can be ended; an ended session is rejected immediately and no longer listed', async () => {
    const other = getTokens(await signIn(email));
    expect(await profileStatus(other.access_token)).toBe(200);
    const { data } = await it.client(`Bearer ${other.access_token}`).ok(listSessions);
    const id = data.find((session) => session.is_current)!.id;
    expect((await client.call(revokeSession, { params: { id } })).statusCode).toBe(204);
    expect(await profileStatus(other.access_token)).toBe(401);
    expect((await client.ok(listSessions)).data.map((session) => session.id)).not.toContain(id);
    expect((await client.call(revokeSession, { params: { id } })).statusCode).toBe(404);
    const events = await asLogin(it.deps.db, (tx) =>
      tx.sql
        .selectFrom('security_event as e')
        .innerJoin('login as l', 'l.user_id', 'e.user_id')
        .select('e.kind')
        .where('l.email', '=', email)
        .where('e.kind', '=', 'sessions_revoked')
        .execute(),
    );
    expect(events).toHaveLength(1);
  });

  test("another user's session gets the same 404 as a missing one", async () => {
    const stranger = await it.signIn('superadmin@batik.example');
    const { data } = await stranger.ok(listSessions);
    const answers = [
      await client.call(revokeSession, { params: { id: data[0]!.id } }),
      await client.call(revokeSession, { params: { id: `ses_${'0'.repeat(26)}` } }),
    ];
    const [foreign, missing] = answers.map((answer) => answer.body.replace(/req_\w+/, ''));
    expect(answers[0]!.statusCode).toBe(404);
    expect(foreign).toBe(missing);
    expect((await stranger.ok(listSessions)).data).toHaveLength(1);
  });
});

describe('the principal is read from the database', () => {
  test('a suspended member is rejected within five seconds, and cannot sign in again', async () => {
    const email = await createUser();
    const { access_token, refresh_token } = getTokens(await signIn(email));
    const { id } = (await it.client(`Bearer ${access_token}`).ok(getProfile)).data;
    await asMerchant(it.deps.db, KOPI, (tx) =>
      tx.sql
        .updateTable('membership')
        .set({ status: 'suspended' })
        .where('merchant_id', '=', KOPI)
        .where('user_id', '=', id)
        .execute(),
    );
    it.clock.advance(5_000);
    expect(await profileStatus(access_token)).toBe(401);
    expect((await refresh(refresh_token)).statusCode).toBe(401);
    expect((await signIn(email)).json()).toMatchObject({ code: 'wrong_credentials' });
  });

  test('a suspended user is rejected within five seconds', async () => {
    const email = await createUser();
    const { access_token } = getTokens(await signIn(email));
    expect(await profileStatus(access_token)).toBe(200);
    await asLogin(it.deps.db, (tx) =>
      tx.sql.updateTable('login').set({ status: 'suspended' }).where('email', '=', email).execute(),
    );
    it.clock.advance(5_000);
    expect(await profileStatus(access_token)).toBe(401);
  });

  test('a changed role takes effect within five seconds, without a new sign-in', async () => {
    const email = await createUser();
    const client = it.client(`Bearer ${getTokens(await signIn(email)).access_token}`);
    expect((await client.ok(getProfile)).data.role).toBe('finance');
    const { id } = (await client.ok(getProfile)).data;
    await asMerchant(it.deps.db, KOPI, (tx) =>
      tx.sql
        .updateTable('membership')
        .set({ role: 'support' })
        .where('merchant_id', '=', KOPI)
        .where('user_id', '=', id)
        .execute(),
    );
    it.clock.advance(5_000);
    expect((await client.ok(getProfile)).data.role).toBe('support');
  });
});
