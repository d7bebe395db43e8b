/** A money-moving request happens once per key, however often, however concurrently and however rudely it is sent. */
import { localized } from '@dasbor/contract/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '@dasbor/contract/route';
import { type Db, connect } from '../db/connect.ts';
import { asMerchant } from '../db/tx.ts';
import { ensureMerchant } from '../merchant/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { runIdempotent } from './idempotency.ts';
import { Problem } from './problem.ts';
import type { RequestContext } from './serve.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');
const KOPI = KOPI_NUSANTARA.merchant_id;
const pay = route({
  name: 'pay',
  method: 'POST',
  path: '/pay',
  summary: 'Test',
  access: 'signed-in',
  body: z.strictObject({ amount: z.int(), note: z.string().optional() }),
  status: 201,
  output: z.object({ id: z.string() }),
});

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 8, on_error: () => undefined });
  await ensureMerchant(db, KOPI_NUSANTARA, NOW);
  await ensureMerchant(db, BATIK_LESTARI, NOW);
});
afterAll(async () => {
  await db.kysely.destroy();
  await database.drop();
});

interface CreateInput {
  key: string;
  body?: { amount: number; note?: string };
  merchant_id?: string;
  now?: Date;
  /** Thrown inside the transaction, after the effect was written. */
  fail_in_begin?: Error;
  /** Thrown after the commit: the process died, or another system failed. */
  fail_in_finish?: Error;
}

let effects = 0;
/** Sends a request; each run of its effect takes a new number and inserts a row. */
async function send(input: CreateInput): Promise<{ id: string; is_replay: boolean }> {
  const { key, body = { amount: 1 }, merchant_id = KOPI, now = NOW } = input;
  let is_replay = false;
  const ctx = {
    deps: { db },
    now,
    body,
    merchant_id,
    idempotency_key: key,
    setHeader: (name: string) => (is_replay ||= name === 'idempotent-replayed'),
    tx: (work: Parameters<typeof asMerchant>[2]) => asMerchant(db, merchant_id, work),
  } as unknown as RequestContext<typeof pay>;
  const answer = await runIdempotent(pay, ctx, {
    begin: async (tx) => {
      const id = `effect-${++effects}`;
      await tx.sql
        .insertInto('rail_external_id')
        .values({ merchant_id, partner: key, business_day: '2026-11-18', external_id: id })
        .execute();
      if (input.fail_in_begin) throw input.fail_in_begin;
      return id;
    },
    finish: async (id) => {
      if (input.fail_in_finish) throw input.fail_in_finish;
      return { id };
    },
  });
  return { ...answer, is_replay };
}

const countEffects = async (key: string, merchant_id = KOPI): Promise<number> => {
  const rows = await asMerchant(db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('rail_external_id')
      .select('external_id')
      .where('merchant_id', '=', merchant_id)
      .where('partner', '=', key)
      .execute(),
  );
  return rows.length;
};
const getCode = (result: Promise<unknown>) =>
  result.then(
    () => 'done',
    (error: unknown) => (error as Problem).code,
  );

const FIELD_ERROR = { errors: [{ field: 'amount', detail: localized('Too high.', 'Terlalu tinggi.') }] };
const pickError = ({ status_code, code, detail, errors }: Problem) => ({ status_code, code, detail, errors });

test('twenty concurrent copies have one effect and get the same response', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => send({ key: 'storm' })));
  expect(await countEffects('storm')).toBe(1);
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  expect(new Set(answers).size).toBe(1);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Problem).code] : []));
  expect(refusals.filter((code) => code !== 'idempotency_key_in_use')).toEqual([]);
  expect(await send({ key: 'storm' })).toEqual({ id: answers[0], is_replay: true });
});

describe('the same key', () => {
  test('with a different body is rejected; with the same fields in another order it is not', async () => {
    const first = await send({ key: 'body', body: { amount: 1, note: 'a' } });
    expect(await getCode(send({ key: 'body', body: { amount: 2, note: 'a' } }))).toBe('idempotency_key_reused');
    expect(await send({ key: 'body', body: { note: 'a', amount: 1 } })).toEqual({ ...first, is_replay: true });
    expect(await countEffects('body')).toBe(1);
  });

  test('of another merchant is a different key', async () => {
    await send({ key: 'shared' });
    expect((await send({ key: 'shared', merchant_id: BATIK_LESTARI.merchant_id })).is_replay).toBe(false);
    expect(await countEffects('shared', BATIK_LESTARI.merchant_id)).toBe(1);
  });
});

describe('a request that failed', () => {
  test('before its commit leaves neither key nor effect, and can be sent again', async () => {
    await expect(send({ key: 'crash', fail_in_begin: new Error('crash') })).rejects.toThrow('crash');
    expect(await countEffects('crash')).toBe(0);
    expect((await send({ key: 'crash' })).is_replay).toBe(false);
    expect(await countEffects('crash')).toBe(1);
  });

  test('after its commit is finished by a later request for the same object, once its lease has expired', async () => {
    await expect(send({ key: 'died', fail_in_finish: new Error('died') })).rejects.toThrow('died');
    // Retry-After is the time until the lease ends, so that the next retry succeeds.
    const refused = await send({ key: 'died' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'idempotency_key_in_use', retry_after_s: 5 });
    const later = await send({ key: 'died', now: new Date(NOW.getTime() + 5_000) });
    expect(await countEffects('died')).toBe(1);
    expect(await send({ key: 'died' })).toEqual({ id: later.id, is_replay: true });
  });

  test.each([
    ['in the transaction', { fail_in_begin: new Problem(409, 'duplicate_reference', 'Used already.') }, 0],
    [
      'after it',
      { fail_in_finish: new Problem(422, 'bank_refused', localized('Refused.', 'Ditolak.'), FIELD_ERROR) },
      1,
    ],
  ])('with a business error %s gets the same error every time', async (name, failure, count) => {
    const key = `rule ${name}`;
    const code = Object.values(failure)[0]!.code;
    expect(await getCode(send({ key, ...failure }))).toBe(code);
    expect(await getCode(send({ key }))).toBe(code);
    expect(await countEffects(key)).toBe(count);
    expect(await send({ key }).catch((error: unknown) => error)).toMatchObject(pickError(Object.values(failure)[0]!));
  });

  test('of a state that changes on its own is not stored: the next request runs again', async () => {
    const key = 'settlement in progress';
    await getCode(send({ key, fail_in_begin: new Problem(409, 'settlement_in_progress', 'Another run settles.') }));
    expect((await send({ key })).is_replay).toBe(false);
    expect(await countEffects(key)).toBe(1);
  });

  test.each([401, 429, 500, 503])('with %i is not stored: the next request runs again', async (status) => {
    const key = `passing ${status}`;
    await getCode(send({ key, fail_in_begin: new Problem(status, 'passing', 'For a moment.') }));
    expect((await send({ key })).is_replay).toBe(false);
    expect(await countEffects(key)).toBe(1);
  });
});
