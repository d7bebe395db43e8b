/** A money-moving request happens once per key, however often, however concurrently and however rudely it is sent. */
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
  /** Thrown inside the transaction, after the effect was made. */
  fail_in_begin?: Error;
  /** Thrown after the commit: the sender died, or the outside failed. */
  fail_in_finish?: Error;
}

let effects = 0;
/** Sends a request; each run of its effect takes a new number and leaves a row. */
async function send(wish: CreateInput): Promise<{ id: string; is_replay: boolean }> {
  const { key, body = { amount: 1 }, merchant_id = KOPI, now = NOW } = wish;
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
      if (wish.fail_in_begin) throw wish.fail_in_begin;
      return id;
    },
    finish: async (id) => {
      if (wish.fail_in_finish) throw wish.fail_in_finish;
      return { id };
    },
  });
  return { ...answer, is_replay };
}

const effectsOf = async (key: string, merchant_id = KOPI): Promise<number> => {
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
const codeOf = (result: Promise<unknown>) =>
  result.then(
    () => 'done',
    (error: unknown) => (error as Problem).code,
  );

test('twenty copies at once have one effect; all who are answered are answered the same', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => send({ key: 'storm' })));
  expect(await effectsOf('storm')).toBe(1);
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  expect(new Set(answers).size).toBe(1);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Problem).code] : []));
  expect(refusals.filter((code) => code !== 'idempotency_key_in_use')).toEqual([]);
  expect(await send({ key: 'storm' })).toEqual({ id: answers[0], is_replay: true });
});

describe('the same key', () => {
  test('with another body is refused, with the same body in another order of fields it is not', async () => {
    const first = await send({ key: 'body', body: { amount: 1, note: 'a' } });
    expect(await codeOf(send({ key: 'body', body: { amount: 2, note: 'a' } }))).toBe('idempotency_key_reused');
    expect(await send({ key: 'body', body: { note: 'a', amount: 1 } })).toEqual({ ...first, is_replay: true });
    expect(await effectsOf('body')).toBe(1);
  });

  test('of another merchant is another key', async () => {
    await send({ key: 'shared' });
    expect((await send({ key: 'shared', merchant_id: BATIK_LESTARI.merchant_id })).is_replay).toBe(false);
    expect(await effectsOf('shared', BATIK_LESTARI.merchant_id)).toBe(1);
  });
});

describe('a request that failed', () => {
  test('before its commit leaves neither key nor effect, and may be sent again', async () => {
    await expect(send({ key: 'crash', fail_in_begin: new Error('crash') })).rejects.toThrow('crash');
    expect(await effectsOf('crash')).toBe(0);
    expect((await send({ key: 'crash' })).is_replay).toBe(false);
    expect(await effectsOf('crash')).toBe(1);
  });

  test('after its commit is finished by a later one, with the same object, once its lease has run out', async () => {
    await expect(send({ key: 'died', fail_in_finish: new Error('died') })).rejects.toThrow('died');
    expect(await codeOf(send({ key: 'died' }))).toBe('idempotency_key_in_use');
    const later = await send({ key: 'died', now: new Date(NOW.getTime() + 30_000) });
    expect(await effectsOf('died')).toBe(1);
    expect(await send({ key: 'died' })).toEqual({ id: later.id, is_replay: true });
  });

  test.each([
    ['in the transaction', { fail_in_begin: new Problem(409, 'duplicate_reference', 'Used already.') }, 0],
    ['after it', { fail_in_finish: new Problem(422, 'bank_refused', 'Refused.') }, 1],
  ])('by a rule of the business %s is refused the same way every time', async (name, failure, count) => {
    const key = `rule ${name}`;
    const code = Object.values(failure)[0]!.code;
    expect(await codeOf(send({ key, ...failure }))).toBe(code);
    expect(await codeOf(send({ key }))).toBe(code);
    expect(await effectsOf(key)).toBe(count);
  });

  test.each([401, 429, 500, 503])('with %i is not kept: the next one is tried anew', async (status) => {
    const key = `passing ${status}`;
    await codeOf(send({ key, fail_in_begin: new Problem(status, 'passing', 'For a moment.') }));
    expect((await send({ key })).is_replay).toBe(false);
    expect(await effectsOf(key)).toBe(1);
  });
});
