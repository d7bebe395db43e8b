/** The job queue for people. */
import { z } from 'zod';
import type * as contract from '@dasbor/contract/job';
import { JOB_STATES } from '@dasbor/contract/job';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { publishToProvider } from '../db/live-events.ts';
import { asPlatform } from '../db/tx.ts';
import { decodeCursor } from '../http/cursor.ts';
import { buildPage } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { CRON } from '../jobs/cron.ts';
import { countJobs, listJobRows, listScheduleRuns, rescheduleJob } from './job-queries.ts';
import { calculateNextRun, parseSchedules } from './schedule-rules.ts';

const cursorOfJobs = z.tuple([z.string().regex(/^\d{1,18}$/)]);

export const jobHandlers: Handlers<typeof contract> = {
  listJobs: async ({ deps, query }) => {
    const [before] = query.cursor === undefined ? [null] : decodeCursor(query.cursor, cursorOfJobs);
    const { limit, state = null } = query;
    const rows = await asPlatform(deps.db, (tx) => listJobRows(tx, { state, before, limit }));
    return buildPage(rows, limit, ({ id }) => [id]);
  },

  summariseJobs: async ({ deps, now }) => {
    const { counts, runs } = await asPlatform(deps.db, async (tx) => ({
      counts: await countJobs(tx),
      runs: await listScheduleRuns(tx),
    }));
    const schedules = (await parseSchedules(CRON)).map((schedule) => ({
      task: schedule.task,
      expression: schedule.expression,
      last_run_at: runs.get(schedule.task) ?? null,
      next_run_at: calculateNextRun(schedule, now).toISOString(),
      state: counts.find(({ task, state }) => task === schedule.task && state !== 'scheduled')?.state ?? null,
    }));
    const sums = JOB_STATES.map((state) => ({
      state,
      count: counts.filter((row) => row.state === state).reduce((sum, { count }) => sum + count, 0),
    }));
    return { data: { counts: sums, schedules } };
  },

  retryJob: async (ctx) => {
    const { deps, params } = ctx;
    await asPlatform(deps.db, async (tx) => {
      const task = await rescheduleJob(tx, params.id);
      if (task === null) throw notFound();
      await recordProviderEvent(tx, ctx, {
        action: 'job.retried',
        object_type: 'job',
        object_id: params.id,
        after: { task },
      });
    });
    publishToProvider(deps.db.pool);
  },
};
