/** The log of a running job, which also reports the errors that the job logs. */
import type { FastifyBaseLogger } from 'fastify';
import { reportJobError } from '../error-reporting.ts';
import type { Job } from './job.ts';

export interface JobRun {
  job: Pick<Job, 'name' | 'lane'>;
  payload: Readonly<Record<string, string | number>>;
  /** The attempt of this run, from 1. */
  attempt: number;
}

/**
 * A job over many objects logs the failure of one and continues, so that its own result says nothing about it. Each error
 * that it logs is therefore reported where it is logged.
 */
export function createReportingLog(log: FastifyBaseLogger, { job, payload, attempt }: JobRun): FastifyBaseLogger {
  const error = (...line: unknown[]): void => {
    const [fields] = line as [{ err?: unknown; merchant_id?: unknown } | string | undefined];
    if (typeof fields === 'object' && fields?.err instanceof Error) {
      const merchant_id = fields.merchant_id ?? payload['merchant_id'];
      reportJobError(fields.err, {
        job: job.name,
        lane: job.lane,
        attempt,
        merchant_id: typeof merchant_id === 'string' ? merchant_id : undefined,
      });
    }
    (log.error as (...args: unknown[]) => void)(...line);
  };
  return Object.create(log, { error: { value: error } }) as FastifyBaseLogger;
}
