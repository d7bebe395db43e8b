/** Background jobs for the provider's staff: what runs, waits and failed, and the schedules. */
import { z } from 'zod';
import { needs } from './access.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const JOB_STATES = ['running', 'waiting', 'scheduled', 'retrying', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

const state = z
  .enum(JOB_STATES)
  .describe(
    '`running`; `waiting`: due; `scheduled`: due later; `retrying`: failed, tried again at `run_at`; `failed`: given up',
  );

const jobId = z
  .string()
  .regex(/^\d{1,18}$/)
  .describe('Id of the job');

export const job = z.object({
  id: jobId,
  task: z.string().describe('Name of the job'),
  state,
  attempts: z.int().describe('Attempts so far'),
  max_attempts: z.int().describe('Attempts after which it is given up'),
  last_error: z.string().nullable().describe('Error of the last attempt'),
  merchant_id: z.string().nullable().describe('The merchant, when the job names one'),
  object_id: z.string().nullable().describe('The object, when the job names one'),
  run_at: instant.describe('When it is tried next; of a running job, when it was due'),
  created_at: instant.describe('When it was enqueued'),
  started_at: instant.nullable().describe('When the running attempt started; null: not running'),
});
export type Job = z.infer<typeof job>;

export const listJobs = route({
  name: 'listJobs',
  method: 'GET',
  path: '/jobs',
  summary: 'List background jobs that run, wait or failed, newest first. Finished jobs are not kept',
  access: needs('Operations', 'view', { users_only: true }),
  query: z.object({ ...pageQuery, state: state.optional() }),
  output: page(job),
});

export const summariseJobs = route({
  name: 'summariseJobs',
  method: 'GET',
  path: '/jobs/summary',
  summary: 'Count background jobs, and list the schedules with their last and next run',
  access: needs('Operations', 'view', { users_only: true }),
  output: z.object({
    data: z.object({
      counts: z.array(z.object({ state, count: z.int().describe('Jobs in the state') })).describe('Jobs by state'),
      schedules: z
        .array(
          z.object({
            task: z.string().describe('Name of the job'),
            expression: z.string().describe('Schedule as a crontab expression, in UTC'),
            last_run_at: instant.nullable().describe('When it was last enqueued; null: never'),
            next_run_at: instant.describe('When it is enqueued next'),
            state: state.nullable().describe('State of its current run; null: finished'),
          }),
        )
        .describe('Schedules, in the order of the crontab'),
    }),
  }),
});

export const retryJob = route({
  name: 'retryJob',
  method: 'POST',
  path: '/jobs/{id}/retry',
  summary: 'Run a waiting or failed job now, with all its attempts. Jobs are idempotent',
  access: needs('Operations', 'manage', { users_only: true }),
  params: z.object({ id: jobId }),
  status: 204,
});
