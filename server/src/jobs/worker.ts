/** Runs the jobs. Any number of workers may run; each job is taken by one of them and tried again when it dies. */
import { Logger, parseCrontab, run } from 'graphile-worker';
import type { Deps } from '../deps.ts';
import { CRON } from './cron.ts';
import { JOBS } from './registry.ts';

/** Starts taking jobs; `stop` waits for those under way. */
export async function startWorker(deps: Deps, jobs_url: string): Promise<{ stop: () => Promise<void> }> {
  const runner = await run({
    connectionString: jobs_url,
    concurrency: 4,
    pollInterval: 1_000,
    noHandleSignals: true,
    parsedCronItems: parseCrontab(CRON),
    logger: new Logger(() => (level, message) => {
      if (level === 'error') deps.log.error(message);
      else if (level === 'warning') deps.log.warn(message);
      else deps.log.debug(message);
    }),
    taskList: Object.fromEntries(
      JOBS.map((job) => [
        job.name,
        async (payload: unknown) => {
          try {
            await job.run(deps, (payload ?? {}) as Record<string, string | number>);
          } catch (error) {
            deps.log.error({ err: error, job: job.name }, 'job failed; it will be tried again');
            throw error;
          }
        },
      ]),
    ),
  });
  return { stop: () => runner.stop() };
}
