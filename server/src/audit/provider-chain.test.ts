/** The chain of the provider's events: what is edited, removed or moved is found, even with the rights of the database. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asLogin, asPlatform } from '../db/tx.ts';
import { type TestApp, TEST_START, startTestApp } from '../../test/test-app.ts';
import { exportHeads } from './heads.ts';
import { verifyAudit } from './jobs.ts';
import { PROVIDER_CHAIN, hashProviderRow, verifyProviderChain } from './provider-chain.ts';
import { type ProviderActor, recordProviderAttempt, recordProviderEvent } from './provider-event-queries.ts';

let it: TestApp;
let owner: pg.Client;

const DIGEST = `select coalesce(max(seq), 0), app.digest_unchained_provider_events() from app.provider_event`;

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await it?.close();
});
beforeEach(async () => {
  await owner.query('delete from app.provider_event; delete from app.provider_event_head');
  await owner.query(`insert into app.provider_event_head (last_seq, last_hash) ${DIGEST}`);
  rmSync(path.join(it.deps.env.DATA_DIR, 'audit-heads'), { recursive: true, force: true });
});

const ACTOR: ProviderActor = {
  principal: {
    id: 'usr_1',
    name: 'Putri',
    email: 'putri@provider.example',
    role: 'platform_admin',
    session_id: 'ses_1',
    user_agent: 'Firefox',
  },
  request: { ip: '10.0.0.1' },
  now: TEST_START,
};
const event = (n: number) => ({
  action: 'job.retried' as const,
  object_type: 'job',
  object_id: `job_${n}`,
  before: { b: n, a: [1, null] },
  after: { note: 'Retried', n },
});
const add = (n: number) => asPlatform(it.deps.db, (tx) => recordProviderEvent(tx, ACTOR, event(n)));
const verify = () => asPlatform(it.deps.db, verifyProviderChain);

test('events and refused attempts of all transactions form one chain, also when they are written at once', async () => {
  await Promise.all([
    ...Array.from({ length: 6 }, (_, n) => add(n)),
    ...Array.from({ length: 6 }, (_, n) => asLogin(it.deps.db, (tx) => recordProviderEvent(tx, ACTOR, event(n)))),
    asPlatform(it.deps.db, (tx) =>
      recordProviderAttempt(tx, ACTOR, { ...event(0), action: 'job.retry', result: 'denied' }),
    ),
  ]);
  expect(await verify()).toEqual({ ok: true, rows: 13 });
  const { rows } = await owner.query('select actor_email, actor_role, session_id, user_agent from app.provider_event');
  const { email, role, session_id, user_agent } = ACTOR.principal;
  expect(rows[0]).toEqual({ actor_email: email, actor_role: role, session_id, user_agent });
});

test('an event exists if and only if its transaction commits', async () => {
  await add(1);
  const failing = asPlatform(it.deps.db, async (tx) => {
    await recordProviderEvent(tx, ACTOR, event(2));
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await add(3);
  expect(await verify()).toEqual({ ok: true, rows: 2 });
});

test.each([
  ['an edited row', `update app.provider_event set action = 'harmless' where seq = 3`, { seq: 3, defect: 'edited' }],
  ['an edited role', `update app.provider_event set actor_role = 'x' where seq = 2`, { seq: 2, defect: 'edited' }],
  ['an edited value', `update app.provider_event set after = '{}' where seq = 2`, { seq: 2, defect: 'edited' }],
  ['a removed row', `delete from app.provider_event where seq = 3`, { seq: 3, defect: 'missing_or_moved' }],
  ['a removed first row', `delete from app.provider_event where seq = 1`, { seq: 1, defect: 'missing_or_moved' }],
  ['removed last rows', `delete from app.provider_event where seq >= 4`, { seq: 4, defect: 'truncated' }],
  [
    'a row without its hash',
    `update app.provider_event set hash = null where seq = 1`,
    { seq: 2, defect: 'missing_or_moved' },
  ],
  ['a chain without its head', `delete from app.provider_event_head`, { seq: 5, defect: 'head_missing' }],
])('%s is found', async (_name, tamper, found) => {
  for (let n = 1; n <= 5; n++) await add(n);
  expect(await verify()).toEqual({ ok: true, rows: 5 });
  await owner.query(tamper);
  expect(await verify()).toEqual({ ok: false, ...found });
});

test('rows from before the chain are covered by its first row', async () => {
  for (const n of [1, 2]) await add(n);
  // As a migrated database has them.
  await owner.query('update app.provider_event set hash = null, prev_hash = null; delete from app.provider_event_head');
  await owner.query(`insert into app.provider_event_head (last_seq, last_hash) ${DIGEST}`);
  expect(await verify()).toEqual({ ok: true, rows: 2 });
  await add(3);
  expect(await verify()).toEqual({ ok: true, rows: 3 });
  await owner.query(`update app.provider_event set actor_name = 'Nobody' where seq = 1`);
  expect(await verify()).toEqual({ ok: false, seq: 3, defect: 'missing_or_moved' });
});

test('nobody but the owner of the database changes or removes events', async () => {
  await add(1);
  for (const enter of [asPlatform, asLogin] as const) {
    const change = enter(it.deps.db, (tx: { sql: typeof it.deps.db.kysely }) =>
      tx.sql.updateTable('provider_event').set({ action: 'x' }).execute(),
    );
    await expect(change).rejects.toThrow('permission denied');
  }
});

test('the hourly verification finds a chain that was rewritten as a whole, by the head that was copied before', async () => {
  await add(1);
  await exportHeads(it.deps, TEST_START);
  expect(await verifyAudit(it.deps)).toEqual([]);
  const { rows } = await owner.query<{ at: Date }>(
    `select seq::int, id, at, actor_id, actor_name, actor_email, actor_role, ip, user_agent, session_id, action, object_type,
       object_id, merchant_of, before, after, result, prev_hash from app.provider_event`,
  );
  const row = { ...rows[0]!, at: rows[0]!.at.toISOString(), actor_name: 'Nobody' };
  const hash = hashProviderRow(row as unknown as Parameters<typeof hashProviderRow>[0]);
  await owner.query(`update app.provider_event set actor_name = 'Nobody', hash = $1`, [hash]);
  await owner.query('update app.provider_event_head set last_hash = $1', [hash]);
  expect(await verify()).toEqual({ ok: true, rows: 1 });
  expect(await verifyAudit(it.deps)).toEqual([{ merchant_id: PROVIDER_CHAIN, seq: 1, defect: 'rewritten' }]);
});
