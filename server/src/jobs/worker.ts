/** Runs jobs. Any number of workers can run; each job is locked by one worker and retried when that worker dies. */
import { EventEmitter } from 'node:events';
import { Logger, type Runner, type WorkerEvents, parseCrontab, run } from 'graphile-worker';
import { connectJobQueue, recordHeartbeat, removeWorkers } from '../db/worker-heartbeat.ts';
import type { Deps } from '../deps.ts';
import { CRON } from './cron.ts';
import type { Job } from './job.ts';
import { JOBS } from './registry.ts';

const HEARTBEAT_MS = 5_000;
/** Wait before a runner that ended is started again. */
const RESTART_MS = 1_000;

/** Starts a worker; `stop` waits for running jobs. `jobs`: the jobs to run, all by default. */
export async function startWorker(
  deps: Deps,
  jobs_url: string,
  jobs: Job[] = JOBS,
): Promise<{ stop: () => Promise<void> }> {
  const pool = connectJobQueue(jobs_url, (error) => deps.log.warn({ err: error }, 'job queue connection lost'));
  // Jobs are locked by the worker pool, not by a single worker of it.
  const pool_ids: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => pool_ids.push(workerPool.id));
  const names = new Set(jobs.map((job) => job.name));
  const begin = () => {
    // The jobs of a runner that ended become free, because its workers record no heartbeat any more.
    pool_ids.length = 0;
    return run({
      pgPool: pool,
      concurrency: 4,
      pollInterval: 1_000,
      noHandleSignals: true,
      events,
      parsedCronItems: parseCrontab(CRON).filter((item) => names.has(item.task)),
      logger: buildLogger(deps),
      taskList: Object.fromEntries(jobs.map((job) => [job.name, toTask(deps, job)])),
    });
  };
  const running = keepRunning(deps, await begin(), begin);
  const sendHeartbeat = (): Promise<void> =>
    recordHeartbeat(pool, pool_ids).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'recording the worker heartbeat failed'),
    );
  await sendHeartbeat();
  const timer = setInterval(() => void sendHeartbeat(), HEARTBEAT_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running.stop();
      await removeWorkers(pool, pool_ids).catch(() => undefined);
      await pool.end();
    },
  };
}

/**
 * Starts the runner again when it ends without being stopped, as it does when PostgreSQL dies at certain moments. Its
 * promise is always handled: an unhandled rejection would end the process.
 */
function keepRunning(deps: Deps, first: Runner, begin: () => Promise<Runner>): { stop: () => Promise<void> } {
  let runner: Runner | null = first;
  let is_stopping = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = (watched: Runner): void => {
    const onEnd = (error?: unknown): void => {
      if (is_stopping) return;
      deps.log.error({ err: error }, 'the job runner ended; starting it again');
      runner = null;
      timer = setTimeout(() => void restart(), RESTART_MS);
    };
    watched.promise.then(() => onEnd(), onEnd);
  };
  const restart = async (): Promise<void> => {
    try {
      const next = await begin();
      if (is_stopping) return await next.stop();
      runner = next;
      watch(next);
    } catch (error) {
      deps.log.warn({ err: error }, 'the job runner did not start; trying again');
      if (!is_stopping) timer = setTimeout(() => void restart(), RESTART_MS);
    }
  };
  watch(first);
  return {
    stop: async () => {
      is_stopping = true;
      clearTimeout(timer);
      await runner?.stop();
    },
  };
}

const toTask =
  (deps: Deps, job: Job) =>
  async (payload: unknown): Promise<void> => {
    try {
      await job.run(deps, (payload ?? {}) as Record<string, string | number>);
    } catch (error) {
      deps.log.error({ err: error, job: job.name }, 'job failed; it will be retried');
      throw error;
    }
  };

const buildLogger = (deps: Deps): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') deps.log.error(message);
    else if (level === 'warning') deps.log.warn(message);
    else deps.log.debug(message);
  });
