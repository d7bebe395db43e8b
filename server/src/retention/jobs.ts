/** The job that removes records after their retention. */
import type { Job } from '../jobs/job.ts';
import { deleteExpiredRecords } from './retention.ts';

const deleteExpired: Job = {
  name: 'delete_expired_records',
  lane: 'maintenance',
  run: async (deps) => {
    deps.log.info(await deleteExpiredRecords(deps, deps.clock.now()), 'expired records deleted');
  },
};

export const retentionJobs: Job[] = [deleteExpired];
