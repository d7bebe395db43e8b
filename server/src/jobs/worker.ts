/** Runs jobs. Any number of workers can run; each job is locked by one worker and retried when that worker dies. */
import * as duration from '@dasbor/contract/duration';
import { EventEmitter } from 'node:events';
import { type JobHelpers, Logger, type Runner, type WorkerEvents, parseCrontab, run } from 'graphile-worker';
import { Histogram } from 'prom-client';
import { connectJobQueue } from '../db/job-queue-pool.ts';
import { recordHeartbeat, removeWorkers } from '../db/worker-heartbeat.ts';
import type { Deps } from '../deps.ts';
import { CRON } from './cron.ts';
import { type Job, LANES, type Lane } from './job.ts';
import { JOBS } from './registry.ts';
import { createReportingLog } from './reporting-log.ts';

const HEARTBEAT_MS = duration.seconds(5);
/** Wait before a runner that ended is started again. */
const RESTART_MS = duration.seconds(1);
/** Consecutive failures to fetch a job after which a runner is started again: a few seconds of them. */
const FETCH_FAILURES_MAX = 10;
/** Jobs of a lane that run at the same time in one process. */
export const CONCURRENCY: Record<Lane, number> = { bank: 4, ledger: 3, mail: 2, report: 2, webhook: 6, maintenance: 1 };

const durations = new Histogram({
  name: 'dasbor_job_duration_seconds',
  help: 'Duration of jobs by name, lane and result',
  labelNames: ['job', 'lane', 'result'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
});

/** Starts a worker; `stop` waits for running jobs. `jobs`: the jobs to run, all by default. */
export async function startWorker(
  deps: Deps,
  jobs_url: string,
  jobs: Job[] = JOBS,
): Promise<{ stop: () => Promise<void> }> {
  const pool = connectJobQueue(jobs_url, (error) => deps.log.warn({ err: error }, 'job queue connection lost'));
  const lanes = LANES.filter((lane) => jobs.some((job) => job.lane === lane));
  // One after the other: the first migrates the job queue.
  const running: RunningLane[] = [];
  for (const lane of lanes) running.push(await startLane(deps, pool, lane, jobs));
  const sendHeartbeat = (): Promise<void> =>
    recordHeartbeat(
      pool,
      running.flatMap(({ pool_ids }) => pool_ids),
    ).catch((error: unknown) => deps.log.warn({ err: error }, 'recording the worker heartbeat failed'));
  await sendHeartbeat();
  const timer = setInterval(() => void sendHeartbeat(), HEARTBEAT_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running.map((lane) => lane.stop()));
      await removeWorkers(
        pool,
        running.flatMap(({ pool_ids }) => pool_ids),
      ).catch(() => undefined);
      await pool.end();
    },
  };
}

type JobQueue = ReturnType<typeof connectJobQueue>;

interface RunningLane {
  /** Jobs are locked by the worker pool, not by a single worker of it. */
  pool_ids: string[];
  stop: () => Promise<void>;
}

async function startLane(deps: Deps, pool: JobQueue, lane: Lane, jobs: Job[]): Promise<RunningLane> {
  const of_lane = jobs.filter((job) => job.lane === lane);
  const pool_ids: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => pool_ids.push(workerPool.id));
  const begin = () => {
    // The jobs of a runner that ended become free, because its workers record no heartbeat any more.
    pool_ids.length = 0;
    return run({
      pgPool: pool,
      // Results are stored one by one: batches of them deadlock with transactions that enqueue several keyed jobs, and
      // after the first failed batch the runner can neither go on nor stop.
      concurrency: CONCURRENCY[lane],
      pollInterval: 1_000,
      noHandleSignals: true,
      events,
      parsedCronItems: buildCronItems(of_lane),
      logger: buildLogger(deps),
      taskList: Object.fromEntries(of_lane.map((job) => [job.name, toTask(deps, job)])),
    });
  };
  const { stop, restart } = superviseRunner(deps, await begin(), begin);
  onRepeatedFetchFailures(events, restart);
  return { pool_ids, stop };
}

/**
 * Calls `onFailures` when no job could be fetched several times in a row. A runner keeps the ids of its jobs from its first
 * query; when PostgreSQL dies during that query, it keeps the error instead, and never fetches a job again.
 */
function onRepeatedFetchFailures(events: WorkerEvents, onFailures: () => void): void {
  let failures = 0;
  const reset = () => (failures = 0);
  events.on('worker:getJob:empty', reset);
  events.on('job:start', reset);
  events.on('worker:getJob:error', () => {
    failures += 1;
    if (failures < FETCH_FAILURES_MAX) return;
    reset();
    onFailures();
  });
}

/**
 * The schedules of jobs. The key keeps one waiting run per schedule, so that a restart or a slow run queues no others; the
 * queue of the same name keeps runs from overlapping, also across processes.
 */
export function buildCronItems(jobs: readonly Job[]): ReturnType<typeof parseCrontab> {
  const names = new Set(jobs.map((job) => job.name));
  return parseCrontab(CRON)
    .filter((item) => names.has(item.task))
    .map((item) => {
      const key = `cron:${item.task}`;
      return { ...item, options: { ...item.options, jobKey: key, queueName: key } };
    });
}

/**
 * Starts the runner again when it ends without being stopped, as it does when PostgreSQL dies at certain moments. Its
 * promise is always handled: an unhandled rejection would end the process.
 */
function superviseRunner(
  deps: Deps,
  first: Runner,
  begin: () => Promise<Runner>,
): { stop: () => Promise<void>; restart: () => void } {
  let runner: Runner | null = first;
  let is_stopping = false;
  let timer: NodeJS.Timeout | undefined;
  const watch = (watched: Runner): void => {
    const onEnd = (error?: unknown): void => {
      if (is_stopping) return;
      deps.log.error({ err: error }, 'the job runner ended; starting it again');
      runner = null;
      timer = setTimeout(() => void startAgain(), RESTART_MS);
    };
    watched.promise.then(() => onEnd(), onEnd);
  };
  const startAgain = async (): Promise<void> => {
    try {
      const next = await begin();
      if (is_stopping) return await next.stop();
      runner = next;
      watch(next);
    } catch (error) {
      deps.log.warn({ err: error }, 'the job runner did not start; trying again');
      if (!is_stopping) timer = setTimeout(() => void startAgain(), RESTART_MS);
    }
  };
  watch(first);
  return {
    stop: async () => {
      is_stopping = true;
      clearTimeout(timer);
      await runner?.stop();
    },
    // The end of the runner, after its running jobs, starts the next one.
    restart: () =>
      void runner?.stop().catch((error: unknown) => deps.log.warn({ err: error }, 'stopping the job runner failed')),
  };
}

const toTask =
  (deps: Deps, job: Job) =>
  async (given: unknown, { job: { attempts } }: JobHelpers): Promise<void> => {
    const measured = durations.startTimer({ job: job.name, lane: job.lane });
    const payload = (given ?? {}) as Record<string, string | number>;
    const log = createReportingLog(deps.log, { job, payload, attempt: attempts });
    try {
      await job.run({ ...deps, log }, payload);
      measured({ result: 'done' });
    } catch (error) {
      measured({ result: 'failed' });
      log.error({ err: error, job: job.name }, 'job failed; it will be retried');
      throw error;
    }
  };

const buildLogger = (deps: Deps): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') deps.log.error(message);
    else if (level === 'warning') deps.log.warn(message);
    else deps.log.debug(message);
  });
