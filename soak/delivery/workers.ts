/** Worker processes: started, killed without a goodbye, and their silence told to the queue as half a minute would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { WORKED_ON, type WorkerOrder } from './order.ts';

const SCRIPT = fileURLToPath(new URL('worker.ts', import.meta.url));

export interface WorkerProcess {
  /** SIGKILL; resolves when it is gone and the queue would take it for dead. */
  kill: () => Promise<void>;
}

/** Starts one; resolves when it takes jobs. Start them one after another. */
export async function startWorkerProcess(
  owner: pg.Client,
  order: WorkerOrder,
  env: Record<string, string>,
): Promise<WorkerProcess> {
  const before = new Set(await workerIds(owner));
  const child = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, ...env, SOAK_WORKER: JSON.stringify(order) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(child);
  const ids = (await workerIds(owner)).filter((id) => !before.has(id));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      // Half a minute of silence, at once.
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

export interface Crew {
  /** Has that many more started, one after another, and does not wait for them. */
  hire: (count: number) => void;
  /** Resolves when one at least works. */
  untilOne: () => Promise<void>;
  /** Kills the oldest, at most so many; how many there were to kill. */
  kill: (count: number) => Promise<number>;
  /** Kills all, also those that are being started. */
  dismiss: () => Promise<void>;
}

export function hireCrew(start: () => Promise<WorkerProcess>): Crew {
  const alive: WorkerProcess[] = [];
  let starting: Promise<void> = Promise.resolve();
  const kill: Crew['kill'] = async (count) => {
    const victims = alive.splice(0, count);
    await Promise.all(victims.map((victim) => victim.kill()));
    return victims.length;
  };
  return {
    hire: (count) => {
      for (let n = 0; n < count; n++) starting = starting.then(async () => void alive.push(await start()));
    },
    untilOne: async () => {
      if (alive.length === 0) await starting;
    },
    kill,
    dismiss: async () => {
      await starting;
      await kill(alive.length);
    },
  };
}

const workerIds = async (owner: pg.Client): Promise<string[]> =>
  (await owner.query<{ id: string }>('select id from app.worker')).rows.map(({ id }) => id);

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`A worker ended with ${code}`)));
  });
}

/** Lets the time pass that jobs and channels wait for. */
export async function passTime(owner: pg.Client): Promise<void> {
  await owner.query(
    `update app.report_run set email_retry_at = null, sftp_retry_at = null
     where finished_at is null and (email_retry_at is not null or sftp_retry_at is not null)`,
  );
  await owner.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now()`,
  );
}

/** What is left to do. */
export async function countLeft(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select (select count(*) from graphile_worker._private_jobs j
             join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = any ($1))::int
          + (select count(*) from app.report_run where finished_at is null)::int as n`,
    [WORKED_ON],
  );
  return rows[0]?.n ?? 0;
}
