/** Changing and resetting passwords: rules, sessions that end, links that work once, and what an attacker can learn. */
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import pg from 'pg';
import { listSignInEvents, resendVerificationEmail, verifyEmail } from '@dasbor/contract/account';
import { listSessions, login, revokeOtherSessions } from '@dasbor/contract/auth';
import { createBotCheck } from '@dasbor/contract/bot-check';
import { changePassword, checkResetLink, requestPasswordReset, resetPassword } from '@dasbor/contract/password';
import { getProfile } from '@dasbor/contract/profile';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSolvedBotCheck, solveBotCheck } from '../../test/bot-check.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { scoreTimingLeak } from '../../test/timing-leak.ts';
import { findMessage, listMessages } from '../mail/mailbox-folder.ts';
import { asLogin } from '../db/tx.ts';
import { KOPI_NUSANTARA, ensureUser } from '../sandbox/people.ts';
import { sendAccountEmail } from './account-requests.ts';
import type { BotCheckChallenge } from './bot-check.ts';
import { isBreached } from './breached-passwords.ts';
import { hashPassword } from './password.ts';
import { rememberDevice } from './remember-device.ts';

let it: TestApp;
let owner: pg.Client;
let count = 0;

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await it?.close();
});

const FIRST = 'hujan-di-bulan-juni';
const SECOND = 'sore-hari-di-kebun-teh';
const nextAddress = () => `10.40.${Math.floor(++count / 250)}.${(count % 250) + 1}`;

interface Person {
  email: string;
  user_id: string;
}
async function createPerson(more: { email_verified_at?: null; locale?: 'en' | 'id' } = {}): Promise<Person> {
  const person = { email: `orang${++count}@kopi.example`, user_id: `usr_password${count}` };
  const password_hash = await hashPassword(FIRST);
  const { merchant_id } = KOPI_NUSANTARA;
  const user = { ...person, password_hash, name: 'Orang', role: 'finance' as const, merchant_id };
  await ensureUser(it.deps, { ...user, created_at: it.clock.now() });
  const { locale = 'en', email_verified_at = it.clock.now() } = more;
  await owner.query('update app.login set locale = $2, email_verified_at = $3 where user_id = $1', [
    person.user_id,
    locale,
    email_verified_at,
  ]);
  return person;
}

const post = (route: Route, body: object, remoteAddress = nextAddress()) =>
  it.app.inject({ method: route.method, url: API_BASE + route.path, payload: body, remoteAddress });
const signIn = (email: string, password: string, remoteAddress = nextAddress()) =>
  post(login, { email, password }, remoteAddress);
async function openClient(email: string, password = FIRST): Promise<TestClient> {
  const answer = await signIn(email, password);
  expect(answer.statusCode, answer.body).toBe(200);
  return it.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
}

/** Runs the jobs of stored requests; returns the emails to an address, newest first. */
async function readMails(email: string): Promise<Email[]> {
  const { rows } = await owner.query<{ id: string }>('select id from app.account_request where done_at is null');
  for (const { id } of rows) await sendAccountEmail(it.deps, id);
  const folder = join(it.deps.env.DATA_DIR, 'mailbox');
  const names = await listMessages(folder);
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse((await findMessage(folder, name)) ?? '')));
  return mails.filter(({ to }) => to?.[0]?.address === email);
}
const requestReset = async (email: string, remoteAddress?: string) =>
  post(requestPasswordReset, { email, bot_check: await createSolvedBotCheck(it.deps) }, remoteAddress);
const reset = async (token: string, new_password: string) =>
  post(resetPassword, { token, new_password, bot_check: await createSolvedBotCheck(it.deps) });
const confirm = async (token: string, password = FIRST) =>
  post(verifyEmail, { token, password, bot_check: await createSolvedBotCheck(it.deps) });
async function openResetLink(email: string): Promise<string> {
  expect((await requestReset(email)).statusCode).toBe(202);
  const [mail] = await readMails(email);
  return /reset-password\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none';
}

describe('change of a password', () => {
  test('domain 1.16: a new password forgets the remembered devices, whether it was changed or reset', async () => {
    const { email, user_id } = await createPerson();
    const countDevices = async () => {
      const { rows } = await owner.query('select 1 from app.remembered_device where user_id = $1', [user_id]);
      return rows.length;
    };
    const remember = () =>
      asLogin(it.deps.db, (tx) => rememberDevice(tx, user_id, { ip: null, user_agent: null }, it.clock.now()));
    await remember();
    const client = await openClient(email);
    expect(
      (await client.call(changePassword, { body: { old_password: FIRST, new_password: SECOND } })).statusCode,
    ).toBe(204);
    expect(await countDevices()).toBe(0);
    await remember();
    expect((await reset(await openResetLink(email), 'tiga-puluh-dua-lilin')).statusCode).toBe(204);
    expect(await countDevices()).toBe(0);
  });

  test('domain 1.16: the new password signs in, the old one does not, and every session ends everywhere', async () => {
    const { email } = await createPerson();
    const [client, other] = [await openClient(email), await openClient(email)];
    const body = { old_password: FIRST, new_password: SECOND };
    expect((await client.call(changePassword, { body })).statusCode).toBe(204);
    for (const session of [client, other]) expect((await session.call(getProfile)).statusCode).toBe(401);
    const { rows } = await owner.query(
      `select count(*)::int as open from app.session s join app.login l on l.user_id = s.user_id
       where l.email = $1 and s.revoked_at is null`,
      [email],
    );
    expect(rows).toEqual([{ open: 0 }]);
    expect((await signIn(email, FIRST)).statusCode).toBe(401);
    expect((await signIn(email, SECOND)).statusCode).toBe(200);
    expect((await owner.query(`select from app.login where password_hash like '%${SECOND}%'`)).rowCount).toBe(0);
  });

  test('a wrong current password is reported at its field, and five of them lock', async () => {
    const { email } = await createPerson();
    const client = await openClient(email);
    const body = { old_password: 'wrong', new_password: SECOND };
    for (let n = 0; n < 5; n++) {
      const answer = await client.call(changePassword, { body });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ code: 'wrong_password', errors: [{ field: 'old_password' }] });
    }
    const locked = await client.call(changePassword, { body: { ...body, old_password: FIRST } });
    expect([locked.statusCode, locked.json<{ code: string }>().code]).toEqual([429, 'locked_out']);
  });

  test.each([
    ['short', 'Use at least 12 characters.'],
    ['aaaaaaaaaaaaaaa', 'Avoid sequences and repeated characters.'],
    ['123456789012345', 'Avoid sequences and repeated characters.'],
    ['1qaz2wsx3edc4rfv', 'This password appears in lists of breached passwords. Choose another one.'],
    ['motherfucker2026!', 'This password appears in lists of breached passwords. Choose another one.'],
    [FIRST, 'This is one of your last 5 passwords. Choose another one.'],
  ])('%s is refused: %s', async (new_password, detail) => {
    const { email } = await createPerson();
    const client = await openClient(email);
    const answer = await client.call(changePassword, { body: { old_password: FIRST, new_password } });
    expect([400, 422]).toContain(answer.statusCode);
    expect(answer.json<{ errors: object[] }>().errors).toEqual([{ field: 'new_password', detail }]);
    expect(['invalid_request', 'password_refused']).toContain(answer.json<{ code: string }>().code);
  });

  test('the last five passwords are refused, the one before them is accepted again', async () => {
    const { email } = await createPerson();
    const passwords = [FIRST, ...Array.from({ length: 5 }, (_, n) => `kata sandi panjang ke-${n}`)];
    let [current = ''] = passwords;
    const change = async (new_password: string) =>
      (await openClient(email, current)).call(changePassword, { body: { old_password: current, new_password } });
    for (const next of passwords.slice(1)) {
      it.clock.advance(1_000);
      expect((await change(FIRST)).statusCode).toBe(422);
      expect((await change(next)).statusCode, next).toBe(204);
      current = next;
    }
    expect((await change(passwords[1]!)).statusCode).toBe(422);
    it.clock.advance(60_000);
    expect((await change(FIRST)).statusCode).toBe(204);
  });

  test('two changes at the same time: one wins', async () => {
    const { email } = await createPerson();
    const clients = [await openClient(email), await openClient(email)];
    const answers = await Promise.all(
      ['satu-dua-tiga-empat', 'lima-enam-tujuh-delapan'].map((new_password, index) =>
        clients[index]!.call(changePassword, { body: { old_password: FIRST, new_password } }),
      ),
    );
    const [first, second] = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    // The loser finds the other password in force, or its session ended.
    expect(first).toBe(204);
    expect([401, 422]).toContain(second);
  });

  test('the list of breached passwords takes fewer than one in a thousand others for breached', async () => {
    let hits = 0;
    for (let n = 0; n < 20_000; n++) if (await isBreached(`frasa acak ${n} ${(n * 7_919) % 104_729} kopi`)) hits++;
    expect(hits).toBeLessThan(20);
    for (const listed of ['123qweasdzxc', 'QWERTYUIOP123', 'leavemealone']) expect(await isBreached(listed)).toBe(true);
  });
});

describe('sessions and sign-in history', () => {
  test('all other sessions end with one call', async () => {
    const { email } = await createPerson();
    const clients = [await openClient(email), await openClient(email), await openClient(email)];
    expect((await clients[0]!.ok(revokeOtherSessions)).data.ended).toBe(2);
    expect((await clients[0]!.ok(listSessions)).data).toHaveLength(1);
    expect(await Promise.all(clients.map(async (each) => (await each.call(getProfile)).statusCode))).toEqual([
      200, 401, 401,
    ]);
    expect((await clients[0]!.ok(revokeOtherSessions)).data.ended).toBe(0);
  });

  test('sign-ins are listed with their result for ninety days, to their user alone', async () => {
    const { email } = await createPerson();
    await signIn(email, 'wrong', '203.0.113.9');
    it.clock.advance(1_000);
    const client = await openClient(email);
    const { data } = await client.ok(listSignInEvents, { query: { limit: 1 } });
    expect(data).toMatchObject([{ result: 'succeeded', reason: null }]);
    const all = await client.ok(listSignInEvents);
    expect(all.data.map(({ result, reason, ip }) => [result, reason, ip]).at(-1)).toEqual([
      'failed',
      'wrong_password',
      '203.0.113.9',
    ]);
    it.clock.advance(91 * 86_400_000);
    expect((await (await openClient(email)).ok(listSignInEvents)).data).toHaveLength(1);
  });
});

describe('reset of a forgotten password', () => {
  test('from the email to the sign-in, once; all sessions end', async () => {
    const { email } = await createPerson({ locale: 'id' });
    const before = await openClient(email);
    const token = await openResetLink(email.toUpperCase().toLowerCase());
    expect((await readMails(email))[0]?.subject).toBe('Atur ulang kata sandi Dasbor Anda');
    const check = await post(checkResetLink, { token });
    expect(check.json()).toEqual({ data: { purpose: 'reset_password', email } });
    // A refused password does not use up the link.
    const refused = await reset(token, FIRST);
    expect(refused.json()).toMatchObject({ code: 'password_refused' });
    expect((await reset(token, SECOND)).statusCode).toBe(204);
    expect((await before.call(getProfile)).statusCode).toBe(401);
    expect((await signIn(email, SECOND)).statusCode).toBe(200);
    expect((await post(checkResetLink, { token })).statusCode).toBe(422);
    const again = await reset(token, 'tiga-puluh-enam-lilin');
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([422, 'link_not_valid']);
  });

  test('a new password and a confirmation need the bot check, and a failed one does not use up the link', async () => {
    const { email } = await createPerson();
    const token = await openResetLink(email);
    const bot_check = await createSolvedBotCheck(it.deps);
    const unsolved = Buffer.from(JSON.stringify({ challenge: {}, solution: {} })).toString('base64');
    for (const route of [resetPassword, verifyEmail]) {
      const body = route === resetPassword ? { token, new_password: SECOND } : { token, password: FIRST };
      expect((await post(route, body)).json()).toMatchObject({ errors: [{ field: 'bot_check' }] });
      const failed = await post(route, { ...body, bot_check: unsolved });
      expect([failed.statusCode, failed.json<{ code: string }>().code]).toEqual([400, 'bot_check_failed']);
    }
    expect((await post(resetPassword, { token, new_password: SECOND, bot_check })).statusCode).toBe(204);
    // A solution is accepted once.
    const next = await openResetLink(email);
    const replayed = await post(resetPassword, { token: next, new_password: 'tiga-puluh-enam-lilin', bot_check });
    expect(replayed.json()).toMatchObject({ status_code: 400, code: 'bot_check_failed' });
  });

  test('a link works for an hour, and not after the password changed', async () => {
    const { email } = await createPerson();
    const token = await openResetLink(email);
    it.clock.advance(3_600_000);
    expect((await reset(token, SECOND)).statusCode).toBe(422);
    const next = await openResetLink(email);
    const client = await openClient(email);
    await client.ok(changePassword, { body: { old_password: FIRST, new_password: SECOND } });
    expect((await reset(next, 'tiga-puluh-enam-lilin')).statusCode).toBe(422);
  });

  test('used twice at the same time, a link works once', async () => {
    const { email } = await createPerson();
    const token = await openResetLink(email);
    const answers = await Promise.all(
      ['satu-dua-tiga-empat', 'lima-enam-tujuh-delapan'].map((new_password) => reset(token, new_password)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 422]);
  });

  test('using one link ends the others, of which an hour has at most five', async () => {
    const { email } = await createPerson();
    for (let n = 0; n < 7; n++) {
      await requestReset(email);
      it.clock.advance(1_000);
    }
    const mails = await readMails(email);
    expect(mails).toHaveLength(5);
    const tokens = mails.map(({ text }) => /reset-password\/([\w-]{43})/.exec(text ?? '')![1]!);
    expect(new Set(tokens).size).toBe(5);
    expect((await reset(tokens[0]!, SECOND)).statusCode).toBe(204);
    expect((await post(checkResetLink, { token: tokens[1]! })).statusCode).toBe(422);
  });

  test('a repeated job sends the same link with the same Message-ID; the token is not stored', async () => {
    const { email } = await createPerson();
    const token = await openResetLink(email);
    await owner.query('update app.account_request set done_at = null where email = $1', [email]);
    const mails = await readMails(email);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(mails.every(({ text }) => text?.includes(token))).toBe(true);
    const { rows } = await owner.query(`select to_jsonb(k) as row from app.account_link k`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('suspended people receive nothing', async () => {
    const { email } = await createPerson();
    await owner.query(`update app.login set status = 'suspended' where email = $1`, [email]);
    await requestReset(email);
    expect(await readMails(email)).toEqual([]);
  });
});

describe('an attacker learns nothing about which emails exist', () => {
  test('by the answer: known, unknown and suspended emails get the same', async () => {
    const known = await createPerson();
    const suspended = await createPerson();
    await owner.query(`update app.login set status = 'suspended' where email = $1`, [suspended.email]);
    for (const route of [requestPasswordReset, resendVerificationEmail]) {
      const answers = await Promise.all(
        [known.email, suspended.email, 'nobody@nowhere.example'].map(async (email) =>
          post(route, { email, bot_check: await createSolvedBotCheck(it.deps) }),
        ),
      );
      expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
      expect(answers[0]!.statusCode).toBe(202);
    }
  });

  test.each([
    ['a reset of the password', requestPasswordReset],
    ['another email to confirm the address', resendVerificationEmail],
  ])('by the time of %s: the rank sums of the durations do not differ', async (_what, route) => {
    const { email: known } = await createPerson({ email_verified_at: null });
    const measure = async (email: string): Promise<number> => {
      const bot_check = await createSolvedBotCheck(it.deps);
      const begin = performance.now();
      const { statusCode } = await post(route, { email, bot_check });
      const elapsed = performance.now() - begin;
      expect(statusCode).toBe(202);
      return elapsed;
    };
    let strangers = 0;
    const score = await scoreTimingLeak(40, async () => ({
      known_ms: await measure(known),
      unknown_ms: await measure(`nobody${strangers++}@kopi.example`),
    }));
    expect(score).toBeLessThan(4);
  });
});

describe('bot check', () => {
  const request = (bot_check: string) => post(requestPasswordReset, { email: 'a@kopi.example', bot_check });

  test('a challenge of the server, solved as a browser does, is accepted once', async () => {
    const challenge = (await it.client().ok(createBotCheck)) as BotCheckChallenge;
    const bot_check = await solveBotCheck(challenge);
    const answers = await Promise.all([request(bot_check), request(bot_check)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([202, 400]);
    expect(answers.find(({ statusCode }) => statusCode === 400)!.json()).toMatchObject({ code: 'bot_check_failed' });
  });

  test('expired, altered, foreign and missing solutions are refused', async () => {
    const expired = await createSolvedBotCheck(it.deps);
    it.clock.advance(600_000);
    expect((await request(expired)).statusCode).toBe(400);
    const solved = JSON.parse(Buffer.from(await createSolvedBotCheck(it.deps), 'base64').toString()) as {
      challenge: BotCheckChallenge;
      solution: { counter: number; derivedKey: string };
    };
    const { challenge, solution } = solved;
    const altered = [
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }, solution },
      {
        challenge: { ...challenge, parameters: { ...challenge.parameters, data: { expires_at: 9e15 } } },
        solution,
      },
      { challenge: { ...challenge, signature: '00'.repeat(32) }, solution },
      {},
    ];
    for (const payload of altered) {
      const answer = await request(Buffer.from(JSON.stringify(payload)).toString('base64'));
      expect(answer.json(), JSON.stringify(payload)).toMatchObject({ code: 'bot_check_failed' });
    }
    expect((await request('nonsense')).statusCode).toBe(400);
    expect((await post(requestPasswordReset, { email: 'a@kopi.example' })).statusCode).toBe(400);
  });
});

describe('confirmation of the email', () => {
  test('before it the right password does not sign in; the link of the email confirms it, once', async () => {
    const { email } = await createPerson({ email_verified_at: null });
    const refused = await signIn(email, FIRST);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([401, 'email_not_verified']);
    expect((await signIn(email, 'wrong')).json<{ code: string }>().code).toBe('wrong_credentials');
    await post(resendVerificationEmail, { email, bot_check: await createSolvedBotCheck(it.deps) });
    const [mail] = await readMails(email);
    expect(mail?.subject).toBe('Confirm your email for Dasbor');
    const token = /verification-email\/([\w-]{43})/.exec(mail?.text ?? '')![1]!;
    // A link to confirm an email sets no password.
    expect((await reset(token, SECOND)).statusCode).toBe(422);
    // The password says that the reader of the email is the person who registered; a wrong one does not use up the link.
    const wrong = await confirm(token, SECOND);
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([422, 'wrong_password']);
    expect((await confirm(token)).statusCode).toBe(204);
    expect((await confirm(token)).json()).toMatchObject({ code: 'link_used' });
    const unknown = await confirm('x'.repeat(43));
    expect(unknown.json()).toMatchObject({ code: 'link_not_valid' });
    expect((await signIn(email, FIRST)).statusCode).toBe(200);
    await post(resendVerificationEmail, { email, bot_check: await createSolvedBotCheck(it.deps) });
    expect(await readMails(email)).toHaveLength(1);
  });

  test('a reset link proves it as well', async () => {
    const { email } = await createPerson({ email_verified_at: null });
    const token = await openResetLink(email);
    expect((await reset(token, SECOND)).statusCode).toBe(204);
    expect((await signIn(email, SECOND)).statusCode).toBe(200);
  });
});
