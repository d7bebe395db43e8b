import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enqueue } from '../db/enqueue.ts';
import { asMerchant } from '../db/tx.ts';
import { connectJobQueue } from '../db/job-queue-pool.ts';
import { recordHeartbeat } from '../db/worker-heartbeat.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { receiveReports } from '../../test/report-receiver.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { startErrorReporting, stopErrorReporting } from '../error-reporting.ts';
import { CRON } from './cron.ts';
import { forEachDue } from './for-each.ts';
import { type Job, LANES } from './job.ts';
import { JOBS } from './registry.ts';
import { CONCURRENCY, buildCronItems, startWorker } from './worker.ts';

let test_app: TestApp;
beforeAll(async () => {
  test_app = await startTestApp();
});
afterAll(() => test_app.close());

const enqueueJob = (task: string, n: number): Promise<void> =>
  asMerchant(test_app.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
    enqueue(tx, task, { n }, { queue: 'one-after-another' }),
  );

test('retries a failing job until it succeeds', async () => {
  const runs: number[] = [];
  const job: Job = {
    name: 'stumble',
    lane: 'ledger',
    run: async (_deps, { n }) => {
      runs.push(Number(n));
      if (runs.length === 1) throw new Error('stumbled');
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  await enqueueJob('stumble', 1);
  await vi.waitFor(() => expect(runs).toEqual([1, 1]), { timeout: 20_000 });
  await worker.stop();
});

test('spec §1: failures of jobs are reported, also those that a job logs while it continues with other objects', async () => {
  let runs = 0;
  const job: Job = {
    name: 'report-failures',
    lane: 'ledger',
    run: async ({ log }) => {
      const error = new Error('one object failed');
      await forEachDue({ log }, { due: [{ id: 'dsb_1' }], concurrency: 1 }, () => Promise.reject(error));
      runs += 1;
      throw new Error('the job failed');
    },
  };
  const sent = await receiveReports(async (dsn) => {
    await startErrorReporting({ SENTRY_DSN: dsn, ERROR_REPORTING_PII: 'on', NODE_ENV: 'test' });
    const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
    const { merchant_id } = KOPI_NUSANTARA;
    await asMerchant(test_app.deps.db, merchant_id, (tx) =>
      enqueue(tx, job.name, { merchant_id }, { max_attempts: 1 }),
    );
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 20_000 });
    await worker.stop();
    await stopErrorReporting(5_000);
  });
  expect(sent).toContain('one object failed');
  expect(sent).toContain('the job failed');
  expect(sent.match(/"type":"event"/g)).toHaveLength(2);
  expect(sent).toContain(`"user":{"merchant_id":"${KOPI_NUSANTARA.merchant_id}"}`);
});

test('a live worker takes over the locked jobs and queues of a killed one', async () => {
  await enqueueJob('inherit', 7);
  const client = new pg.Client({ connectionString: test_app.database.owner_url });
  await client.connect();
  // The state after a SIGKILL: locks of a worker without a recent heartbeat.
  await client.query(`insert into app.worker values ('worker-dead', now() - interval '31 seconds')`);
  await client.query(
    `update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now() - interval '31 seconds'`,
  );
  await client.query(
    `update graphile_worker._private_job_queues set locked_by = 'worker-dead', locked_at = now() - interval '31 seconds'`,
  );
  await client.end();
  const done: number[] = [];
  const job: Job = {
    name: 'inherit',
    lane: 'ledger',
    run: async (_deps, { n }) => {
      done.push(Number(n));
      await sleep(0);
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  await vi.waitFor(() => expect(done).toEqual([7]), { timeout: 20_000 });
  await worker.stop();
});

test('a long job keeps its lock while its worker is alive', async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let runs = 0;
  const job: Job = {
    name: 'dwell',
    lane: 'ledger',
    run: () => {
      runs += 1;
      return finished;
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  await enqueueJob('dwell', 1);
  await vi.waitFor(() => expect(runs).toBe(1), { timeout: 20_000 });
  const pool = connectJobQueue(test_app.database.jobs_url, () => undefined);
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '31 seconds' where locked_by is not null`,
  );
  await pool.query(
    `update graphile_worker._private_job_queues set locked_at = now() - interval '31 seconds' where locked_by is not null`,
  );
  // Other workers do this every few seconds.
  await recordHeartbeat(pool, ['worker-other']);
  const { rows } = await pool.query(`
    select j.locked_by is not null as job, q.locked_by is not null as queue
    from graphile_worker._private_jobs j
    join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'dwell'`);
  expect(rows).toEqual([{ job: true, queue: true }]);
  await pool.end();
  finish();
  await worker.stop();
  expect(runs).toBe(1);
});

test('survives the death of PostgreSQL: lost connections, and a runner that ends', async () => {
  const runs: number[] = [];
  const job: Job = {
    name: 'survive',
    lane: 'ledger',
    run: async (_deps, { n }) => {
      runs.push(Number(n));
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  const owner = new pg.Client({ connectionString: test_app.database.owner_url });
  await owner.connect();
  for (let n = 0; n < 5; n++) {
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename like '%_jobs'`,
    );
    await sleep(50);
  }
  await owner.end();
  await enqueueJob('survive', 3);
  await vi.waitFor(() => expect(runs).toEqual([3]), { timeout: 60_000 });
  await worker.stop();
});

test('a result that cannot be stored is stored later: neither the process nor the runner ends', async () => {
  const lost = new Error('Connection terminated due to connection timeout');
  const refuse = (done?: (error: Error) => void) => (done === undefined ? Promise.reject(lost) : done(lost));
  const logged = vi.spyOn(test_app.deps.log, 'error');
  const connect = vi.spyOn(pg.Pool.prototype, 'connect');
  const runs: number[] = [];
  const job: Job = {
    name: 'forget',
    lane: 'ledger',
    run: async (_deps, { n }) => {
      runs.push(Number(n));
      connect.mockImplementation(refuse as never);
      // Neither success nor failure can be stored.
      if (n === 2 && runs.length === 2) throw new Error('failed');
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  const owner = new pg.Client({ connectionString: test_app.database.owner_url });
  await owner.connect();
  const countWaiting = async (): Promise<number> => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int from graphile_worker.jobs where task_identifier = 'forget'`,
    );
    return rows[0]?.count ?? -1;
  };
  for (const n of [1, 2]) {
    await asMerchant(test_app.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => enqueue(tx, 'forget', { n }));
    await vi.waitFor(() => expect(runs).toContain(n), { timeout: 20_000 });
    await sleep(50);
    connect.mockReset();
    await vi.waitFor(async () => expect(await countWaiting()).toBe(n === 1 ? 0 : 1), { timeout: 20_000 });
  }
  expect(logged.mock.calls.filter(([, text]) => String(text).startsWith('the job runner ended'))).toEqual([]);
  await owner.query(`delete from graphile_worker._private_jobs`);
  await owner.end();
  vi.restoreAllMocks();
  await worker.stop();
});

test('results are stored while other transactions enqueue the same keyed jobs in any order', async () => {
  const logged = vi.spyOn(test_app.deps.log, 'error');
  let runs = 0;
  const job: Job = {
    name: 'contend',
    lane: 'webhook',
    run: async () => {
      runs += 1;
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  const keys = Array.from({ length: 12 }, (_, index) => `contend:${index}`);
  const enqueueAll = (job_keys: string[]) =>
    asMerchant(test_app.deps.db, KOPI_NUSANTARA.merchant_id, async (tx) => {
      for (const job_key of job_keys) await enqueue(tx, 'contend', {}, { job_key });
    });
  for (let round = 0; round < 40; round++) await enqueueAll(keys);
  const before = runs;
  await enqueueAll(keys);
  await vi.waitFor(() => expect(runs).toBeGreaterThanOrEqual(before + keys.length), { timeout: 20_000 });
  expect(logged.mock.calls).toEqual([]);
  vi.restoreAllMocks();
  await worker.stop();
});

test('a keyed job that a worker locks while it is enqueued again is not lost', async () => {
  const enqueueKeyed = (n: number) =>
    asMerchant(test_app.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => enqueue(tx, 'recount', { n }, { job_key: 'one' }));
  await enqueueKeyed(1);
  const worker = new pg.Client({ connectionString: test_app.database.owner_url });
  await worker.connect();
  // A worker takes the job; its transaction is still open when the job is enqueued again.
  await worker.query('begin');
  await worker.query(
    `update graphile_worker._private_jobs set locked_by = 'worker-other', locked_at = now(), attempts = 1 where key = 'one'`,
  );
  const again = enqueueKeyed(2);
  await vi.waitFor(async () => {
    const { rows } = await test_app.deps.db.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like '%enqueue%'`,
    );
    expect(rows[0]?.count).toBe(1);
  });
  await worker.query('commit');
  await again;
  const { rows } = await worker.query<{ payload: { n: number } }>(
    `select payload from graphile_worker._private_jobs where locked_at is null and key = 'one'`,
  );
  await worker.end();
  expect(rows.map(({ payload }) => payload.n)).toEqual([2]);
});

/** A promise that a test fulfils. */
function defer(): { promise: Promise<void>; fulfil: () => void } {
  let fulfil: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return { promise, fulfil };
}

test.each(LANES)('jobs of the lane %s that hang delay no other lane', async (lane) => {
  const hang = defer();
  let hanging = 0;
  const done: string[] = [];
  const jobs: Job[] = LANES.map((of) => ({
    name: `work_${of}`,
    lane: of,
    run: async () => {
      if (of !== lane) return void done.push(of);
      hanging += 1;
      await hang.promise;
    },
  }));
  const enqueueFree = (task: string): Promise<void> =>
    asMerchant(test_app.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => enqueue(tx, task, {}));
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, jobs);
  for (let n = 0; n < CONCURRENCY[lane] + 2; n++) await enqueueFree(`work_${lane}`);
  await vi.waitFor(() => expect(hanging).toBe(CONCURRENCY[lane]), { timeout: 20_000 });
  const others = LANES.filter((of) => of !== lane);
  for (const of of others) await enqueueFree(`work_${of}`);
  await vi.waitFor(() => expect(done.toSorted()).toEqual(others.toSorted()), { timeout: 20_000 });
  hang.fulfil();
  await vi.waitFor(() => expect(hanging).toBe(CONCURRENCY[lane] + 2), { timeout: 20_000 });
  await worker.stop();
});

test('a schedule queues one job at most, and runs it once at a time', async () => {
  const [item] = buildCronItems([{ name: 'fold_balances', lane: 'ledger', run: async () => undefined }]);
  expect(item?.options).toMatchObject({ jobKey: 'cron:fold_balances', queueName: 'cron:fold_balances' });
  const hang = defer();
  let running = 0;
  let most = 0;
  let runs = 0;
  const job: Job = {
    name: 'fold_slowly',
    lane: 'ledger',
    run: async () => {
      runs += 1;
      most = Math.max(most, ++running);
      await hang.promise;
      running -= 1;
    },
  };
  const owner = new pg.Client({ connectionString: test_app.database.owner_url });
  await owner.connect();
  // What the scheduler does each minute, and again for missed minutes after a restart.
  const schedule = (): Promise<unknown> =>
    owner.query(`select graphile_worker.add_job('fold_slowly', '{}', queue_name => $1, job_key => $2)`, [
      item?.options.queueName,
      item?.options.jobKey,
    ]);
  const workers = await Promise.all([1, 2].map(() => startWorker(test_app.deps, test_app.database.jobs_url, [job])));
  await schedule();
  await vi.waitFor(() => expect(runs).toBe(1), { timeout: 20_000 });
  for (let n = 0; n < 5; n++) await schedule();
  const { rows } = await owner.query(
    `select count(*)::int as waiting from graphile_worker.jobs where task_identifier = 'fold_slowly' and locked_at is null`,
  );
  expect(rows).toEqual([{ waiting: 1 }]);
  hang.fulfil();
  await vi.waitFor(() => expect(runs).toBe(2), { timeout: 20_000 });
  await Promise.all(workers.map((worker) => worker.stop()));
  await owner.end();
  expect(most).toBe(1);
});

test('every schedule names a job', () => {
  expect(buildCronItems(JOBS)).toHaveLength(CRON.split('\n').length);
});
