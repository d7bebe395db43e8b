/** Job that keeps the daily counts of refunds and disbursements up to date. */
import type { Job } from '../jobs/job.ts';
import { rollUpDays } from './roll-up.ts';

const rollUpDaysJob: Job = {
  name: 'roll_up_days',
  lane: 'ledger',
  run: async (deps) => {
    const marks = await rollUpDays(deps.db, deps.clock.now());
    if (marks > 0) deps.log.debug({ mark_count: marks }, 'refunds and disbursements counted');
  },
};

export const analyticsJobs: Job[] = [rollUpDaysJob];
