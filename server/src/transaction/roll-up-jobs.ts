/** Job that keeps the hourly payment counts up to date. */
import type { Job } from '../jobs/job.ts';
import { rollUpTransactions } from './roll-up.ts';

const rollUpTransactionsJob: Job = {
  name: 'roll_up_transactions',
  lane: 'ledger',
  run: async (deps) => {
    const marks = await rollUpTransactions(deps.db, deps.clock.now());
    if (marks > 0) deps.log.debug({ mark_count: marks }, 'payments counted');
  },
};

export const rollUpJobs: Job[] = [rollUpTransactionsJob];
