/** A worker that is killed in the middle of an export: another one makes it, whole, and nothing of the first stays. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExport, downloadExport, getExport } from '@dasbor/contract/export';
import { listTransactions } from '@dasbor/contract/transaction';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { type ExportFixture, insertListData, insertCopies } from '../../test/export-fixture.ts';

const SCRIPT = fileURLToPath(new URL('../../test/export-worker.ts', import.meta.url));
const ROWS = 9_000;
const MERCHANT = KOPI_NUSANTARA.merchant_id;

let t: TestApp;
let filled: ExportFixture;
const children: ChildProcess[] = [];
beforeAll(async () => {
  t = await startTestApp();
  filled = await insertListData(t);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await filled?.owner.end();
  await t?.close();
});

/** `rows_max`: after so many rows, the worker waits until it is killed. */
async function startWorkerProcess(more: { rows_max?: string } = {}): Promise<ChildProcess> {
  const { web_url, jobs_url, owner_url } = t.database;
  const order = JSON.stringify({ web_url, jobs_url, now: t.clock.now().toISOString(), ...more });
  const own = { NODE_ENV: 'test', SANDBOX: '1', DATA_DIR: t.deps.env.DATA_DIR, DATABASE_URL: owner_url };
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, ...own, LOG_LEVEL: 'silent', EXPORT_WORKER: order },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)));
  });
  return child;
}

const readNumber = async (sql: string, values: unknown[]): Promise<number> =>
  Number((await filled.owner.query<{ count: string }>(sql, values)).rows[0]?.count ?? 0);
const listed = (id: string) => readNumber('select count(*) from app.export_file where export_id = $1', [id]);

test('reliability 4.5: when a worker is killed during an export, the next one completes it and no file of the first remains', async () => {
  const client = await t.signIn('finance@kopi.example');
  const { data: payments } = await client.ok(listTransactions, { query: { limit: 1, sort: 'created_at' } });
  await insertCopies(filled.owner, payments[0]!.id, ROWS);
  const query = { columns: 'id,created_at,amount' };
  const { data } = await client.ok(createExport, { body: { list: 'transactions', format: 'csv', query } });
  const id = data!.id;
  const first = await startWorkerProcess({ rows_max: '5000' });
  const ended = new Promise((resolve) => first.once('exit', resolve));
  await expect.poll(() => listed(id), { timeout: 30_000, interval: 2 }).toBeGreaterThan(0);
  first.kill('SIGKILL');
  await ended;
  const { data: broken } = await client.ok(getExport, { params: { id } });
  expect(broken).toMatchObject({ status: 'running', files: [] });

  // What half a minute of silence says.
  await filled.owner.query(`
    update app.worker set seen_at = now() - interval '1 minute';
    update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute';
    update graphile_worker._private_job_queues set locked_at = locked_at - interval '1 minute'`);
  await startWorkerProcess();
  const read = async () => (await client.ok(getExport, { params: { id } })).data;
  await expect.poll(async () => (await read()).status, { timeout: 40_000, interval: 100 }).toBe('ready');
  const made = await read();
  const total = await readNumber('select count(*) from app.transaction where merchant_id = $1', [MERCHANT]);
  expect(made).toMatchObject({ row_count: total, rows_done: total });
  expect(made.files.map(({ row_count }) => row_count)).toEqual([2_000, 2_000, 2_000, 2_000, total - 8_000]);

  const ids: string[] = [];
  for (const { part_no } of made.files) {
    const answer = await client.call(downloadExport, { params: { id }, query: { part: part_no } });
    ids.push(
      ...answer.body
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0] ?? ''),
    );
  }
  const { rows } = await filled.owner.query<{ id: string }>(
    'select id from app.transaction where merchant_id = $1 order by created_at desc, id desc',
    [MERCHANT],
  );
  expect(ids).toEqual(rows.map((row) => row.id));
  expect(await readNumber(`select count(*) from app.stored_file where status = 'stored'`, [])).toBe(made.files.length);
});
