import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Db, connect } from '../db/connect.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { ensureMerchant } from '../merchant/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { type AuditContext, type AuditEntry, recordAudit } from './record.ts';
import { verifyAuditChain } from './verify.ts';

const AT = new Date('2026-11-18T07:05:00.000Z');
const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
const CONTEXT = { now: AT, actor: { type: 'user' as const, id: 'usr_1', name: 'Sari' }, ip: '10.0.0.1' };
const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  action: 'api_key.created',
  object_type: 'api_key',
  object_id: 'key_1',
  ...more,
});

let database: TestDatabase;
let db: Db;
/** Above every policy, as an intruder with the database's own rights is. */
let superuser: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 8, on_error: () => undefined });
  superuser = new pg.Client({ connectionString: database.owner_url });
  await superuser.connect();
  await ensureMerchant(db, KOPI_NUSANTARA, AT);
  await ensureMerchant(db, BATIK_LESTARI, AT);
});
afterAll(async () => {
  await superuser.end();
  await db.kysely.destroy();
  await database.drop();
});
beforeEach(async () => {
  await superuser.query('delete from app.audit_log; delete from app.audit_head');
});

const verify = (merchant_id: string) => asPlatform(db, (tx) => verifyAuditChain(tx, merchant_id));
const add = (merchant_id: string, more: Partial<AuditEntry> = {}, context: AuditContext = CONTEXT) =>
  asMerchant(db, merchant_id, (tx) => recordAudit(context, tx, entry(more)));

test('concurrent writers keep the chain intact, and each merchant has its own', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => add(index % 4 === 0 ? BATIK : KOPI, { object_id: String(index) })),
  );
  expect(await verify(KOPI)).toEqual({ ok: true, rows: 15 });
  expect(await verify(BATIK)).toEqual({ ok: true, rows: 5 });
});

test('rows of version 1 keep their hash, and later columns cannot be written into them', async () => {
  await add(KOPI, { after: { n: 1 } });
  // A row as it was stored before the version existed.
  const row = {
    merchant_id: KOPI,
    seq: 1,
    at: AT.toISOString(),
    actor_type: 'user',
    actor_id: 'usr_1',
    actor_name: 'Sari',
    ip: '10.0.0.1',
    action: 'api_key.created',
    object_type: 'api_key',
    object_id: 'key_1',
    before: null,
    after: { n: 1 },
    result: 'ok',
    prev_hash: '0'.repeat(64),
  };
  const hash = createHash('sha256').update(canonicalJson(row)).digest('hex');
  await superuser.query('update app.audit_log set version = 1, hash = $1', [hash]);
  await superuser.query('update app.audit_head set last_hash = $1', [hash]);
  await add(KOPI, { after: { n: 2 } });
  expect(await verify(KOPI)).toEqual({ ok: true, rows: 2 });
  await superuser.query(`update app.audit_log set reason = 'Invented' where seq = 1`);
  expect(await verify(KOPI)).toEqual({ ok: false, seq: 1, defect: 'edited' });
});

test.each(['actor_email', 'actor_role', 'user_agent', 'session_id', 'reason'])(
  'an edited %s is found',
  async (column) => {
    const actor = {
      ...CONTEXT.actor,
      email: 'a@kopi.example',
      role: 'admin',
      session_id: 'ses_1',
      user_agent: 'Firefox',
    };
    await add(KOPI, { after: { reason: 'Wrong amount' } }, { ...CONTEXT, actor });
    expect(await verify(KOPI)).toEqual({ ok: true, rows: 1 });
    const { rows } = await superuser.query(
      'select actor_email, actor_role, user_agent, session_id, reason from app.audit_log',
    );
    expect(rows[0]).toEqual({
      actor_email: 'a@kopi.example',
      actor_role: 'admin',
      user_agent: 'Firefox',
      session_id: 'ses_1',
      reason: 'Wrong amount',
    });
    await superuser.query(`update app.audit_log set ${column} = 'edited'`);
    expect(await verify(KOPI)).toEqual({ ok: false, seq: 1, defect: 'edited' });
    await superuser.query('update app.audit_log set version = 1');
    expect(await verify(KOPI)).toEqual({ ok: false, seq: 1, defect: 'edited' });
  },
);

test('an entry exists if and only if its transaction commits', async () => {
  await add(KOPI);
  const failing = asMerchant(db, KOPI, async (tx) => {
    await recordAudit(CONTEXT, tx, entry());
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await add(KOPI);
  expect(await verify(KOPI)).toEqual({ ok: true, rows: 2 });
});

test('the hash of every kind of value survives storage', async () => {
  const before = { z: 1, a: [true, null, 'teks – ½', { nested: 1.5 }], at: AT, gone: undefined };
  const job = { now: AT, ip: null, actor: { type: 'system' as const, id: null, name: null } };
  await add(KOPI, { object_id: null, before, after: 'text' }, job);
  expect(await verify(KOPI)).toEqual({ ok: true, rows: 1 });
});

test('secrets are masked before they are stored; account numbers keep four digits', async () => {
  await add(KOPI, {
    before: { sftp_password: 'canary-1', sftp_password_set: true, nested: [{ access_token: 'canary-2' }] },
    after: { secret: 'canary-3', account_no: '1234567890', sftp_host: 'sftp.example', otp: '' },
  });
  const { rows } = await superuser.query('select before, after from app.audit_log');
  expect(JSON.stringify(rows)).not.toContain('canary');
  expect(rows[0]).toEqual({
    before: { sftp_password: '•••', sftp_password_set: true, nested: [{ access_token: '•••' }] },
    after: { secret: '•••', account_no: '•••7890', sftp_host: 'sftp.example', otp: '' },
  });
});

test('the application can neither update nor delete an entry', async () => {
  await add(KOPI);
  for (const enter of [
    asPlatform,
    (each: Db, work: (tx: { sql: Db['kysely'] }) => Promise<unknown>) => asMerchant(each, KOPI, work),
  ]) {
    await expect(enter(db, (tx) => tx.sql.deleteFrom('audit_log').execute())).rejects.toThrow('permission denied');
    await expect(enter(db, (tx) => tx.sql.updateTable('audit_log').set({ action: 'x' }).execute())).rejects.toThrow(
      'permission denied',
    );
  }
});

test.each([
  ['an edited row', `update app.audit_log set action = 'harmless' where seq = 3`, { seq: 3, defect: 'edited' }],
  ['an edited value', `update app.audit_log set after = '{"n": 9}' where seq = 2`, { seq: 2, defect: 'edited' }],
  ['a removed row', `delete from app.audit_log where seq = 3`, { seq: 3, defect: 'missing_or_moved' }],
  ['a removed first row', `delete from app.audit_log where seq = 1`, { seq: 1, defect: 'missing_or_moved' }],
  ['removed last rows', `delete from app.audit_log where seq >= 4`, { seq: 4, defect: 'truncated' }],
  [
    'two swapped rows',
    `update app.audit_log set seq = 100 where seq = 2;
     update app.audit_log set seq = 2 where seq = 3; update app.audit_log set seq = 3 where seq = 100`,
    { seq: 2, defect: 'missing_or_moved' },
  ],
  ['a chain without its head', `delete from app.audit_head`, { seq: 5, defect: 'head_missing' }],
])('%s is found, even when the database itself was used', async (_name, tamper, found) => {
  for (let n = 1; n <= 5; n++) await add(KOPI, { after: { n } });
  await superuser.query(tamper);
  expect(await verify(KOPI)).toEqual({ ok: false, ...found });
});
