/** Registration of merchants and proof of mobile numbers, as a person and as an attacker. */
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import pg from 'pg';
import { resendVerificationEmail, verifyEmail } from '@dasbor/contract/account';
import { listAuditLogs } from '@dasbor/contract/audit';
import { login } from '@dasbor/contract/auth';
import { confirmMobileCode, getMobileVerification, sendMobileCode } from '@dasbor/contract/mobile-verification';
import { getProfile, saveProfile } from '@dasbor/contract/profile';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { register } from '@dasbor/contract/register';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getErrorCode } from '../../test/answer.ts';
import { createSolvedBotCheck } from '../../test/bot-check.ts';
import { scoreTimingLeak } from '../../test/timing-leak.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { buildApp } from '../app.ts';
import { JOBS } from '../jobs/registry.ts';
import { findMessage, listMessages } from '../mail/mailbox-folder.ts';
import { SmsError } from '../sms/gateway.ts';
import { sendAccountEmail } from './account-requests.ts';

const PASSWORD = 'hujan-di-bulan-juni';
let it: TestApp;
let owner: pg.Client;
let count = 0;
/** What the gateway of the next messages does instead of sending them. */
let sms_failure: SmsError | null = null;

beforeAll(async () => {
  it = await startTestApp({
    change: (deps) => ({
      ...deps,
      sms: {
        is_configured: true,
        send: (sms) => (sms_failure === null ? deps.sms.send(sms) : Promise.reject(sms_failure)),
      },
    }),
  });
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await it?.close();
});

const nextAddress = () => `10.50.${Math.floor(++count / 250)}.${(count % 250) + 1}`;
const post = (route: Route, body: object) =>
  it.app.inject({ method: route.method, url: API_BASE + route.path, payload: body, remoteAddress: nextAddress() });
const newEmail = () => `owner${++count}@baru.example`;
async function requestRegistration(change: object = {}) {
  const given = {
    account_type: 'enterprise',
    full_name: 'Ayu Lestari',
    business_name: 'Warung Ayu',
    email: newEmail(),
    phone: '0812 3456 7890',
    password: PASSWORD,
    accepts_terms: true,
    ...change,
  };
  return post(register, { bot_check: await createSolvedBotCheck(it.deps), ...given });
}
const run = async (name: string, id: string): Promise<void> => {
  const job = JOBS.find((candidate) => candidate.name === name);
  await job!.run(it.deps, { id });
};
/** Runs the jobs of all stored registrations, twice, as after a crash. */
async function completeAll(): Promise<void> {
  const { rows } = await owner.query<{ id: string }>('select id from app.registration where done_at is null');
  for (const { id } of rows) {
    for (const name of ['complete_registration', 'create_registered_merchant']) {
      const { rows: jobs } = await owner.query<{ count: number }>(
        `select count(*)::int as count from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = $1 and j.payload->>'id' = $2`,
        [name, id],
      );
      if (jobs[0]!.count > 0) {
        await run(name, id);
        await run(name, id);
      }
    }
  }
}
async function readMessages(to: string): Promise<Email[]> {
  const requests = await owner.query<{ id: string }>('select id from app.account_request where done_at is null');
  for (const { id } of requests.rows) await sendAccountEmail(it.deps, id);
  const messages = await owner.query<{ id: string }>(`select id from app.sms_outbox where status = 'pending'`);
  for (const { id } of messages.rows) await run('send_sms', id).catch(() => undefined);
  const folder = join(it.deps.env.DATA_DIR, 'mailbox');
  const names = await listMessages(folder);
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse((await findMessage(folder, name)) ?? '')));
  return mails.filter((mail) => mail.to?.[0]?.address === to);
}
const readCode = async (phone: string): Promise<string> =>
  /^\d{6}/.exec((await readMessages(`${phone}@sms.invalid`))[0]?.text ?? '')?.[0] ?? 'none';
const signIn = (email: string, password = PASSWORD) => post(login, { email, password });
async function openClient(email: string): Promise<TestClient> {
  const answer = await signIn(email);
  expect(answer.statusCode, answer.body).toBe(200);
  return it.client(`Bearer ${answer.json<{ access_token: string }>().access_token}`);
}
const confirmToken = async (token: string, password = PASSWORD) =>
  post(verifyEmail, { token, password, bot_check: await createSolvedBotCheck(it.deps) });
async function confirmEmail(email: string): Promise<number> {
  const [mail] = await readMessages(email);
  const token = /verification-email\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? 'none';
  return (await confirmToken(token)).statusCode;
}
/** A registered owner with a confirmed email. Numbers differ, because there are limits per number. */
async function createOwner(
  phone = `+62812${String(10_000_000 + ++count)}`,
): Promise<{ client: TestClient; phone: string }> {
  const email = newEmail();
  await requestRegistration({ email, phone });
  await completeAll();
  expect(await confirmEmail(email)).toBe(204);
  return { client: await openClient(email), phone };
}
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('registration', () => {
  test('creates the account, a registered merchant and its superadmin; email, then number, open the onboarding', async () => {
    const email = newEmail();
    const answer = await requestRegistration({
      email: email.toUpperCase(),
      phone: '0812-1111-2222',
      account_type: 'personal',
    });
    expect([answer.statusCode, answer.json()]).toEqual([202, {}]);
    await completeAll();
    expect(getErrorCode(await signIn(email))).toBe('email_not_verified');
    const [mail] = await readMessages(email);
    expect(mail?.subject).toBe('Confirm your email for Dasbor');
    expect(await confirmEmail(email)).toBe(204);

    const client = await openClient(email);
    expect((await client.ok(getProfile)).data).toMatchObject({ role: 'superadmin', merchant_name: 'Warung Ayu' });
    expect(await readMerchant('Warung Ayu', email)).toMatchObject({
      status: 'registered',
      entity_type: 'individual',
      legal_name: 'Ayu Lestari',
      phone: '+6281211112222',
      verification_status: 'draft',
    });
    const payment = await client.call(createQrisPayment, {
      body: { amount: 10_000 },
      headers: { 'idempotency-key': 'first' },
    });
    expect([payment.statusCode, getErrorCode(payment)]).toEqual([409, 'merchant_not_active']);

    const sent = (await client.ok(sendMobileCode, { body: {} })).data;
    expect(sent).toMatchObject({ verified_at: null, code: { phone: '+6281211112222', tries_left: 5 }, codes_left: 3 });
    const code = await readCode('+6281211112222');
    const confirmed = (await client.ok(confirmMobileCode, { body: { code } })).data;
    expect(confirmed).toMatchObject({ phone: '+6281211112222', verified_at: it.clock.now().toISOString(), code: null });
    expect(await readMerchant('Warung Ayu', email)).toMatchObject({ status: 'onboarding' });
    const { data } = await client.ok(listAuditLogs, { query: {} });
    expect(data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['merchant.registered', 'user.phone_verified', 'merchant.onboarding_started']),
    );
    // A code works once.
    expect(getErrorCode(await client.call(confirmMobileCode, { body: { code } }))).toBe('code_expired');
  });

  test('the entered password is not kept beside the account', async () => {
    const { rows } = await owner.query(
      'select 1 from app.registration where done_at is not null and password_hash is not null',
    );
    expect(rows).toEqual([]);
  });

  test.each([
    [{ password: 'short' }, 'password'],
    [{ password: 'password1234' }, 'password'],
    [{ email: 'not an email' }, 'email'],
    [{ phone: '12345' }, 'phone'],
    [{ full_name: '  ' }, 'full_name'],
    [{ business_name: '' }, 'business_name'],
    [{ accepts_terms: false }, 'accepts_terms'],
    [{ account_type: 'bank' }, 'account_type'],
  ])('refuses %o by its field', async (change, field) => {
    const answer = await requestRegistration(change);
    expect([400, 422]).toContain(answer.statusCode);
    expect(answer.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)).toContain(field);
  });

  test('refuses forms without a solved bot check, and a solution that was used', async () => {
    expect(getErrorCode(await requestRegistration({ bot_check: 'nonsense' }))).toBe('bot_check_failed');
    const bot_check = await createSolvedBotCheck(it.deps);
    expect((await requestRegistration({ bot_check })).statusCode).toBe(202);
    expect(getErrorCode(await requestRegistration({ bot_check }))).toBe('bot_check_failed');
  });

  test('a known address gets the same answer; its owner is notified and nothing is created', async () => {
    await completeAll();
    const before = await countMerchants();
    const known = await requestRegistration({ email: 'finance@kopi.example' });
    expect([known.statusCode, known.json()]).toEqual([202, {}]);
    await completeAll();
    expect(await countMerchants()).toBe(before);
    const [mail] = await readMessages('finance@kopi.example');
    expect(mail?.subject).toBe('You already have a Dasbor account');
    expect(mail?.text).toContain('/login');
    expect(mail?.text).not.toContain('verification-email');
    expect((await signIn('finance@kopi.example')).statusCode).toBe(401);
  });

  test('before the email is confirmed the newest registration counts, and earlier links stop working', async () => {
    const email = newEmail();
    await requestRegistration({ email, password: 'kata-sandi-penyerobot' });
    await completeAll();
    const [first] = await readMessages(email);
    await requestRegistration({ email });
    await completeAll();
    const token = /verification-email\/([\w-]{43})/.exec(first?.text ?? '')![1]!;
    expect(getErrorCode(await confirmToken(token))).toBe('link_used');
    expect(await confirmEmail(email)).toBe(204);
    expect((await signIn(email, 'kata-sandi-penyerobot')).statusCode).toBe(401);
    expect((await signIn(email)).statusCode).toBe(200);
    const { rows } = await owner.query('select 1 from app.merchant where email = $1', [email]);
    expect(rows).toHaveLength(1);
  });

  test('a registration of somebody else under the same email is not confirmed with the own password', async () => {
    const email = newEmail();
    await requestRegistration({ email });
    await completeAll();
    await requestRegistration({ email, password: 'kata-sandi-penyerobot' });
    await completeAll();
    const [mail] = await readMessages(email);
    const token = /verification-email\/([\w-]{43})/.exec(mail?.text ?? '')![1]!;
    expect(getErrorCode(await confirmToken(token))).toBe('wrong_password');
    expect(getErrorCode(await signIn(email, 'kata-sandi-penyerobot'))).toBe('email_not_verified');
  });

  test('a link to confirm the email says that it expired, and a new one works', async () => {
    const email = newEmail();
    await requestRegistration({ email });
    await completeAll();
    const [mail] = await readMessages(email);
    const token = /verification-email\/([\w-]{43})/.exec(mail?.text ?? '')![1]!;
    it.clock.advance(25 * 3_600_000);
    expect(getErrorCode(await confirmToken(token))).toBe('link_expired');
    await post(resendVerificationEmail, { email, bot_check: await createSolvedBotCheck(it.deps) });
    await completeAll();
    expect(await confirmEmail(email)).toBe(204);
  });

  test('the time of the answer does not reveal whether an email has an account', async () => {
    const measure = async (email: string): Promise<number> => {
      const bot_check = await createSolvedBotCheck(it.deps);
      const start = performance.now();
      await requestRegistration({ email, bot_check });
      return performance.now() - start;
    };
    const score = await scoreTimingLeak(24, async () => ({
      known_ms: await measure('finance@kopi.example'),
      unknown_ms: await measure(newEmail()),
    }));
    expect(score).toBeLessThan(4);
  });
});

async function readMerchant(brand_name: string, email: string) {
  const { rows } = await owner.query<Record<string, unknown>>(
    'select status, entity_type, legal_name, phone, verification_status from app.merchant where brand_name = $1 and email = $2',
    [brand_name, email],
  );
  return rows[0];
}
const countMerchants = async () =>
  (await owner.query<{ count: number }>('select count(*)::int as count from app.merchant')).rows[0]!.count;

describe('codes by text message', () => {
  test('a code works for three minutes, and only the newest', async () => {
    const { client, phone } = await createOwner();
    await client.ok(sendMobileCode, { body: {} });
    const first = await readCode(phone);
    it.clock.advance(60_000);
    await client.ok(sendMobileCode, { body: {} });
    const second = await readCode(phone);
    expect(second).not.toBe(first);
    expect(getErrorCode(await client.call(confirmMobileCode, { body: { code: first } }))).toBe('wrong_code');
    it.clock.advance(180_000);
    expect(getErrorCode(await client.call(confirmMobileCode, { body: { code: second } }))).toBe('code_expired');
    expect((await client.ok(getMobileVerification)).data).toMatchObject({ code: null, verified_at: null });
  });

  test('five tries per code, counted over all processes, also when they are sent at once', async () => {
    const { client, phone } = await createOwner();
    await client.ok(sendMobileCode, { body: {} });
    const code = await readCode(phone);
    const other = await buildApp({ ...it.deps });
    await other.ready();
    const guess = (app: typeof other, given: string) =>
      app.inject({
        method: 'POST',
        url: API_BASE + confirmMobileCode.path,
        payload: { code: given },
        headers: { authorization: client.authorization! },
      });
    const guesses = await Promise.all(
      Array.from({ length: 16 }, (_, no) => guess(no % 2 === 0 ? it.app : other, wrongCode(code))),
    );
    expect(guesses.filter((answer) => getErrorCode(answer) === 'wrong_code')).toHaveLength(4);
    expect(guesses.filter((answer) => getErrorCode(answer) === 'code_expired')).toHaveLength(12);
    const { rows } = await owner.query<{ tries: number }>('select max(tries)::int as tries from app.phone_code');
    expect(rows[0]!.tries).toBe(5);
    // The right code is too late.
    expect(getErrorCode(await guess(other, code))).toBe('code_expired');
    await other.close();
  });

  test('one code and three more per hour, sixty seconds apart; then a request says when', async () => {
    const { client } = await createOwner();
    expect((await client.ok(sendMobileCode, { body: {} })).data.codes_left).toBe(3);
    const early = await client.call(sendMobileCode, { body: {} });
    expect([early.statusCode, getErrorCode(early), early.headers['retry-after']]).toEqual([
      429,
      'too_many_codes',
      '60',
    ]);
    for (let no = 0; no < 3; no++) {
      it.clock.advance(60_000);
      expect((await client.call(sendMobileCode, { body: {} })).statusCode).toBe(202);
    }
    it.clock.advance(60_000);
    const late = await client.call(sendMobileCode, { body: {} });
    expect([late.statusCode, Number(late.headers['retry-after'])]).toEqual([429, 3600 - 240]);
    expect((await client.ok(getMobileVerification)).data).toMatchObject({ codes_left: 0 });
  });

  test('concurrent requests of two processes send one code', async () => {
    const { client, phone } = await createOwner();
    const other = await buildApp({ ...it.deps });
    await other.ready();
    const request = (app: typeof other) =>
      app.inject({
        method: 'POST',
        url: API_BASE + sendMobileCode.path,
        payload: {},
        headers: { authorization: client.authorization! },
      });
    const answers = await Promise.all([request(it.app), request(other), request(it.app), request(other)]);
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(1);
    expect(await readMessages(`${phone}@sms.invalid`)).toHaveLength(1);
    await other.close();
  });

  test('one number is not flooded by many accounts', async () => {
    const phone = '+6281999990000';
    const statuses: number[] = [];
    for (let no = 0; no < 7; no++) {
      const { client } = await createOwner();
      statuses.push((await client.call(sendMobileCode, { body: { phone } })).statusCode);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429]);
    expect(await readMessages(`${phone}@sms.invalid`)).toHaveLength(6);
  });

  test('a temporary failure is retried under one message id; an expired or refused message is given up', async () => {
    const { client, phone } = await createOwner();
    sms_failure = new SmsError('temporary', 'down');
    await client.ok(sendMobileCode, { body: {} });
    expect(await readCode(phone)).toBe('none');
    sms_failure = null;
    expect(await readCode(phone)).toMatch(/^\d{6}$/);
    expect(await readMessages(`${phone}@sms.invalid`)).toHaveLength(1);
    it.clock.advance(60_000);
    sms_failure = new SmsError('temporary', 'down');
    await client.ok(sendMobileCode, { body: {} });
    await readCode(phone);
    sms_failure = null;
    it.clock.advance(180_000);
    await readCode(phone);
    const { rows } = await owner.query('select status, error from app.sms_outbox where phone = $1 order by id', [
      phone,
    ]);
    expect(rows).toEqual([
      { status: 'sent', error: null },
      { status: 'failed', error: 'expired' },
    ]);
  });

  test('no code is stored', async () => {
    const { client, phone } = await createOwner();
    await client.ok(sendMobileCode, { body: {} });
    const code = await readCode(phone);
    const { rows } = await owner.query<{ text: string }>(
      `select (select string_agg(c::text, '') from app.phone_code c where c.phone = $1)
        || (select string_agg(s::text, '') from app.sms_outbox s where s.phone = $1) as text`,
      [phone],
    );
    // The number itself may contain the six digits.
    expect(rows[0]!.text.replaceAll(phone, '')).not.toContain(code);
  });

  test('without a number, and without a gateway, a request says what is missing', async () => {
    const { client, phone } = await createOwner();
    await owner.query('update app.login set phone = null where phone = $1', [phone]);
    expect(getErrorCode(await client.call(sendMobileCode, { body: {} }))).toBe('phone_missing');
    const other = await buildApp({ ...it.deps, sms: { ...it.deps.sms, is_configured: false } });
    await other.ready();
    const answer = await other.inject({
      method: 'POST',
      url: API_BASE + sendMobileCode.path,
      payload: { phone },
      headers: { authorization: client.authorization! },
    });
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([503, 'sms_unavailable']);
    await other.close();
  });

  test('a verified person changes the number by a code to the new one; the old one stays until then', async () => {
    const { client, phone } = await createOwner();
    await client.ok(sendMobileCode, { body: {} });
    await client.ok(confirmMobileCode, { body: { code: await readCode(phone) } });
    it.clock.advance(60_000);
    await client.ok(sendMobileCode, { body: { phone: '+6281377778888' } });
    expect((await client.ok(getMobileVerification)).data).toMatchObject({ phone, code: { phone: '+6281377778888' } });
    await client.ok(confirmMobileCode, { body: { code: await readCode('+6281377778888') } });
    expect((await client.ok(getMobileVerification)).data.phone).toBe('+6281377778888');
    // Without a code, a verified number is not replaced.
    const refused = await client.call(saveProfile, { body: { phone: '+6281300000001' } });
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([422, 'phone_verification_required']);
    expect((await client.ok(getMobileVerification)).data).toMatchObject({ phone: '+6281377778888' });
  });
});
