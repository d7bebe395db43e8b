/** Copies of audit heads outside the database, and the verification against them. */
import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { register } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asMerchant } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { createCollectedLog } from '../../test/collected-log.ts';
import { type TestApp, TEST_START, startTestApp } from '../../test/test-app.ts';
import { exportHeads } from './heads.ts';
import { verifyAudit } from './jobs.ts';
import { type AuditEntry, hashRow, recordAudit } from './record.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
/** Number of the level `error` in pino. */
const ERROR_LEVEL = 50;
let it: TestApp;
let owner: pg.Client;
const folder = () => path.join(it.deps.env.DATA_DIR, 'audit-heads');

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await it.close();
});
beforeEach(async () => {
  await owner.query('delete from app.audit_log; delete from app.audit_head');
  rmSync(folder(), { recursive: true, force: true });
});

const CONTEXT = { now: TEST_START, actor: { type: 'user' as const, id: 'usr_1', name: 'Sari' }, ip: null };
const ENTRY: AuditEntry = {
  action: 'api_key.created',
  object_type: 'api_key',
  object_id: 'key_1',
};
const add = (n: number) => asMerchant(it.deps.db, KOPI, (tx) => recordAudit(CONTEXT, tx, { ...ENTRY, after: { n } }));
const file = () => path.join(folder(), readdirSync(folder())[0]!);

test('exports a head when it changed, and only then', async () => {
  await add(1);
  expect(await exportHeads(it.deps, TEST_START)).toBe(1);
  expect(await exportHeads(it.deps, TEST_START)).toBe(0);
  await add(2);
  expect(await exportHeads(it.deps, TEST_START)).toBe(1);
  const lines = readFileSync(file(), 'utf8').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2]);
  expect(await verifyAudit(it.deps)).toEqual([]);
});

test('a chain that was rewritten as a whole contradicts the exported head', async () => {
  await add(3);
  await exportHeads(it.deps, TEST_START);
  const { rows } = await owner.query(
    `select version, merchant_id, seq::int, at, actor_type, actor_id, actor_name, actor_email, actor_role, ip, user_agent,
       session_id, action, object_type, object_id, before, '{"n": 99}'::jsonb as after, reason, result, prev_hash
     from app.audit_log`,
  );
  const row = { ...rows[0], at: (rows[0].at as Date).toISOString() } as Parameters<typeof hashRow>[0];
  const hash = hashRow(row);
  await owner.query(`update app.audit_log set after = '{"n": 99}', hash = $1`, [hash]);
  await owner.query('update app.audit_head set last_hash = $1', [hash]);
  expect(await verifyAudit(it.deps)).toEqual([{ merchant_id: KOPI, seq: 1, defect: 'rewritten' }]);
});

test('an altered or invented line of the file is found', async () => {
  await add(4);
  await exportHeads(it.deps, TEST_START);
  writeFileSync(file(), readFileSync(file(), 'utf8').replace('"seq":', '"seq":1'));
  appendFileSync(file(), '{"merchant_id":"x"}\n');
  expect(await verifyAudit(it.deps)).toEqual([{ merchant_id: null, seq: null, defect: 'head_file_altered' }]);
});

describe('jobs', () => {
  const runJob = async (task: string) => {
    const { log, lines } = createCollectedLog();
    await JOBS.find(({ name }) => name === task)?.run({ ...it.deps, log }, {});
    return lines;
  };
  const readGauge = () => register.getSingleMetricAsString('dasbor_audit_defects');

  test('heads are copied to the log as well, where nobody with the rights of the database can change them', async () => {
    await add(5);
    const lines = await runJob('export_audit_heads');
    const { rows } = await owner.query('select last_hash from app.audit_head where merchant_id = $1', [KOPI]);
    expect(lines).toMatchObject([{ msg: 'audit head', merchant_id: KOPI, seq: 1, hash: rows[0].last_hash }]);
    expect(await runJob('export_audit_heads')).toEqual([]);
  });

  test('the verification sets its metric, and logs each defect as an error', async () => {
    await add(6);
    expect(await runJob('verify_audit_log')).toMatchObject([{ msg: 'audit log verified', defect_count: 0 }]);
    expect(await readGauge()).toMatch(/^dasbor_audit_defects 0$/m);
    await owner.query(`update app.audit_log set after = '{"n": 7}' where merchant_id = $1`, [KOPI]);
    const lines = await runJob('verify_audit_log');
    expect(lines).toMatchObject([
      { level: ERROR_LEVEL, msg: 'audit log defect', merchant_id: KOPI, seq: 1 },
      { msg: 'audit log verified', defect_count: 1 },
    ]);
    expect(await readGauge()).toMatch(/^dasbor_audit_defects 1$/m);
  });
});
