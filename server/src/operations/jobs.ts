/** Jobs that publish to open operations screens when the exceptions changed, and that count calls to banks. */
import { createHash } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { publishToProvider } from '../db/live-events.ts';
import { asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { countBankCalls } from './count-calls.ts';
import { deleteOldAssignments } from './exception-queries.ts';
import { readExceptions } from './exceptions.ts';

/** Retention of the assignments of exceptions; the log of staff actions is permanent. */
const ASSIGNMENT_KEPT_MS = duration.days(365);

/** Digest of the last run of this process. The first run publishes, so that a restart misses no change. */
let last_digest = '';

const watchExceptions: Job = {
  name: 'watch_exceptions',
  lane: 'maintenance',
  run: async ({ db, clock, log }) => {
    const now = clock.now();
    const { data, counts } = await asPlatform(db, async (tx) => {
      await deleteOldAssignments(tx, new Date(now.getTime() - ASSIGNMENT_KEPT_MS));
      return readExceptions(tx, { now, user_id: null });
    });
    const digest = createHash('sha256')
      .update(JSON.stringify([data, counts]))
      .digest('hex');
    if (digest === last_digest) return;
    last_digest = digest;
    log.debug({ exception_counts: counts }, 'exceptions changed');
    publishToProvider(db.pool);
  },
};

const countCalls: Job = {
  name: 'count_bank_calls',
  lane: 'ledger',
  run: async (deps) => {
    if ((await countBankCalls(deps)) > 0) publishToProvider(deps.db.pool);
  },
};

export const operationsJobs: Job[] = [watchExceptions, countCalls];
