/** Keeps the counted hours of payments up to date. */
import type { Job } from '../jobs/job.ts';
import { rollUp } from './roll-up.ts';

const roll: Job = {
  name: 'roll_up_transactions',
  run: async (deps) => {
    const marks = await rollUp(deps.db, deps.clock.now());
    if (marks > 0) deps.log.debug({ marks }, 'payments counted');
  },
};

export const rollUpJobs: Job[] = [roll];
