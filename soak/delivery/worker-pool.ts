/** Worker processes that are killed with SIGKILL and then marked as dead without waiting for the timeout. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { WORKER_JOBS, type WorkerInput } from './worker-input.ts';

const SCRIPT = fileURLToPath(new URL('worker.ts', import.meta.url));

export interface WorkerProcess {
  /** Sends SIGKILL and resolves when the process is gone and marked as dead. */
  kill: () => Promise<void>;
}

/** Starts a worker and resolves when it accepts jobs. Not safe to call concurrently. */
export async function startWorkerProcess(
  owner: pg.Client,
  order: WorkerInput,
  env: Record<string, string>,
): Promise<WorkerProcess> {
  const before = new Set(await listWorkerIds(owner));
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, ...env, SOAK_WORKER: JSON.stringify(order) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitUntilReady(child);
  const ids = (await listWorkerIds(owner)).filter((id) => !before.has(id));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      // Simulates the heartbeat timeout.
      const long_ago = "now() - interval '1 minute'";
      await owner.query(`update app.worker set seen_at = ${long_ago} where id = any ($1)`, [ids]);
      for (const table of ['_private_jobs', '_private_job_queues']) {
        await owner.query(`update graphile_worker.${table} set locked_at = ${long_ago} where locked_by = any ($1)`, [
          ids,
        ]);
      }
    },
  };
}

export interface WorkerPool {
  /** Starts more workers sequentially, without waiting for them. */
  start: (count: number) => void;
  /** Resolves when at least one worker is running. */
  untilRunning: () => Promise<void>;
  /** Kills up to `count` of the oldest workers and returns how many. */
  kill: (count: number) => Promise<number>;
  /** Kills all workers, including those still starting. */
  stop: () => Promise<void>;
}

export function createWorkerPool(start: () => Promise<WorkerProcess>): WorkerPool {
  const alive: WorkerProcess[] = [];
  let starting: Promise<void> = Promise.resolve();
  const kill: WorkerPool['kill'] = async (count) => {
    const victims = alive.splice(0, count);
    await Promise.all(victims.map((victim) => victim.kill()));
    return victims.length;
  };
  return {
    start: (count) => {
      for (let n = 0; n < count; n++) starting = starting.then(async () => void alive.push(await start()));
    },
    untilRunning: async () => {
      if (alive.length === 0) await starting;
    },
    kill,
    stop: async () => {
      await starting;
      await kill(alive.length);
    },
  };
}

const listWorkerIds = async (owner: pg.Client): Promise<string[]> =>
  (await owner.query<{ id: string }>('select id from app.worker')).rows.map(({ id }) => id);

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`A worker exited with ${code}`)));
  });
}

/** Makes scheduled jobs and delivery retries due immediately. */
export async function markJobsDue(owner: pg.Client): Promise<void> {
  await owner.query(
    `update app.report_run set email_retry_at = null, sftp_retry_at = null
     where finished_at is null and (email_retry_at is not null or sftp_retry_at is not null)`,
  );
  await owner.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`,
  );
}

/** Number of pending jobs and unfinished reports. */
export async function countPending(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select (select count(*) from graphile_worker._private_jobs j
             join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any ($1))::int
          + (select count(*) from app.report_run where finished_at is null)::int as n`,
    [WORKER_JOBS],
  );
  return rows[0]?.n ?? 0;
}
