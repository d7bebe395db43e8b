import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enqueue } from '../db/enqueue.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, startTestApp } from '../../test/harness.ts';
import type { Job } from './job.ts';
import { startWorker } from './worker.ts';

let test_app: TestApp;
beforeAll(async () => {
  test_app = await startTestApp();
});
afterAll(() => test_app.close());

const ask = (task: string, n: number): Promise<void> =>
  asMerchant(test_app.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
    enqueue(tx, task, { n }, { queue: 'one-after-another' }),
  );

test('a failing job is tried again until it succeeds', async () => {
  const runs: number[] = [];
  const job: Job = {
    name: 'stumble',
    run: async (_deps, { n }) => {
      runs.push(Number(n));
      if (runs.length === 1) throw new Error('stumbled');
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  await ask('stumble', 1);
  await vi.waitFor(() => expect(runs).toEqual([1, 1]), { timeout: 20_000 });
  await worker.stop();
});

test('jobs and queues that a killed worker left locked go to a living one', async () => {
  await ask('inherit', 7);
  const client = new pg.Client({ connectionString: test_app.database.owner_url });
  await client.connect();
  // What a SIGKILL leaves behind: the lock of a worker that nobody has seen for a while.
  await client.query(`insert into app.worker values ('worker-dead', now() - interval '31 seconds')`);
  await client.query(`update graphile_worker._private_jobs set locked_by = 'worker-dead', locked_at = now()`);
  await client.query(`update graphile_worker._private_job_queues set locked_by = 'worker-dead', locked_at = now()`);
  await client.end();
  const done: number[] = [];
  const job: Job = {
    name: 'inherit',
    run: async (_deps, { n }) => {
      done.push(Number(n));
      await sleep(0);
    },
  };
  const worker = await startWorker(test_app.deps, test_app.database.jobs_url, [job]);
  await vi.waitFor(() => expect(done).toEqual([7]), { timeout: 20_000 });
  await worker.stop();
});
