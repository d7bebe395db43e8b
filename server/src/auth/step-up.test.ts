import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as duration from '@dasbor/contract/duration';
import { createApiKey, listApiKeys, revokeApiKey } from '@dasbor/contract/api-settings';
import { API_BASE } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { STEP_UP_VALID_MS, startStepUp, stepUp } from '@dasbor/contract/step-up';
import { buildApp } from '../app.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { LOCKOUT_THRESHOLD } from './rules.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const KEY = { name: 'Server', access: [{ group: 'Transactions', access: 'view' }] };

/** A session of a user, without the test client's own step-up. */
const signIn = async (email: string) => t.client((await t.signIn(email)).authorization);
const createKey = async (client: Awaited<ReturnType<typeof signIn>>) => {
  const answer = await client.call(createApiKey, { body: KEY });
  return [answer.statusCode, answer.json<{ code?: string }>().code];
};
const REQUIRED = [403, 'step_up_required'];
const CREATED = [201, undefined];

describe('a route that requires a step-up', () => {
  test('accepts a sign-in for five minutes, and then asks for a step-up', async () => {
    const client = await signIn('superadmin@kopi.example');
    expect(await createKey(client)).toEqual(CREATED);
    t.clock.advance(STEP_UP_VALID_MS);
    expect(await createKey(client)).toEqual(CREATED);
    t.clock.advance(1);
    expect(await createKey(client)).toEqual(REQUIRED);
    expect(await client.ok(startStepUp)).toEqual({ data: { factors: ['password'], passkey_options: null } });
    const { data } = await client.ok(stepUp, { body: { password: SANDBOX_PASSWORD } });
    expect(Date.parse(data.valid_until) - Date.parse(data.authenticated_at)).toBe(STEP_UP_VALID_MS);
    expect(await createKey(client)).toEqual(CREATED);
  });

  test('is decided after the access and before the body: others learn nothing from it', async () => {
    const [viewer, owner] = [await signIn('support@kopi.example'), await signIn('superadmin@kopi.example')];
    t.clock.advance(STEP_UP_VALID_MS + 1);
    expect((await viewer.call(createApiKey, { body: KEY })).json()).toMatchObject({ code: 'forbidden' });
    expect((await owner.call(createApiKey, { body: {} })).json()).toMatchObject({ code: 'step_up_required' });
  });

  test('counts a step-up of another process at once', async () => {
    const client = await signIn('superadmin@kopi.example');
    const other_process = await buildApp({ ...t.deps });
    t.clock.advance(STEP_UP_VALID_MS + 1);
    expect(await createKey(client)).toEqual(REQUIRED);
    const answer = await other_process.inject({
      method: 'POST',
      url: API_BASE + stepUp.path,
      headers: { authorization: client.authorization! },
      payload: { password: SANDBOX_PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
    expect(await createKey(client)).toEqual(CREATED);
    await other_process.close();
  });

  test('does not ask API keys, which have no session', async () => {
    const owner = await t.signIn('superadmin@kopi.example');
    const { data } = await owner.ok(createApiKey, {
      body: { name: 'Key', access: [{ group: 'API', access: 'manage' }] },
    });
    t.clock.advance(duration.hours(1));
    const key = t.client(`Bearer ${data.secret}`);
    expect((await key.ok(listApiKeys)).data.length).toBeGreaterThan(0);
    expect((await key.call(revokeApiKey, { params: { id: data.id } })).statusCode).toBe(204);
    expect((await key.call(stepUp, { body: { password: SANDBOX_PASSWORD } })).statusCode).toBe(401);
  });

  test('every route that creates keys, changes destinations of money or approves money asks for it', () => {
    const names = ROUTES.filter(({ step_up }) => step_up === true).map(({ name }) => name);
    for (const name of [
      'createApiKey',
      'revokeApiKey',
      'saveNotificationConfiguration',
      'setSettlementBankAccount',
      'approveBankAccount',
      'approveMerchantBankAccount',
      'approveRefund',
      'approveBalanceTransfer',
      'approveSettlement',
      'confirmSettlementDispute',
    ]) {
      expect(names).toContain(name);
    }
  });
});

test('says what is missing or wrong, without naming more', async () => {
  const client = await signIn('finance@kopi.example');
  const getCode = async (body: object) => (await client.call(stepUp, { body })).json<{ code: string }>().code;
  expect(await getCode({})).toBe('factor_required');
  expect(await getCode({ password: 'wrong' })).toBe('wrong_factor');
});

describe('attacks', () => {
  test('a step-up of one session does not lift another session of the same user', async () => {
    const [own, stolen] = [await signIn('superadmin@kopi.example'), await signIn('superadmin@kopi.example')];
    t.clock.advance(STEP_UP_VALID_MS + 1);
    await own.ok(stepUp, { body: { password: SANDBOX_PASSWORD } });
    expect(await createKey(own)).toEqual(CREATED);
    expect(await createKey(stolen)).toEqual(REQUIRED);
  });

  test('a request without the Authorization header, as another site could send, is rejected', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: API_BASE + stepUp.path,
      payload: { password: SANDBOX_PASSWORD },
      headers: { origin: 'https://evil.example', cookie: 'access_token=stolen' },
    });
    expect(answer.statusCode).toBe(401);
  });

  test('wrong passwords lock the account for the address over all processes, and change nothing', async () => {
    const client = await signIn('admin@kopi.example');
    const processes = [t.app, await buildApp({ ...t.deps })];
    t.clock.advance(STEP_UP_VALID_MS + 1);
    const attempt = async (index: number, password: string) =>
      (
        await processes[index % 2]!.inject({
          method: 'POST',
          url: API_BASE + stepUp.path,
          headers: { authorization: client.authorization! },
          payload: { password },
          remoteAddress: '10.77.0.1',
        })
      ).statusCode;
    const answers = await Promise.all(
      Array.from({ length: LOCKOUT_THRESHOLD * 2 }, (_, index) => attempt(index, 'guess')),
    );
    expect(answers.filter((status) => status === 422)).toHaveLength(LOCKOUT_THRESHOLD);
    expect(answers.filter((status) => status === 429)).toHaveLength(LOCKOUT_THRESHOLD);
    expect(await attempt(0, SANDBOX_PASSWORD)).toBe(429);
    expect(await createKey(client)).toEqual(REQUIRED);
    t.clock.advance(duration.minutes(15));
    const fresh = await t.signIn('admin@kopi.example');
    expect(fresh.tokens).toBeDefined();
    await processes[1]!.close();
  });
});
