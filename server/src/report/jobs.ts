/** Scheduling and delivering reports. */
import type { Job } from '../jobs/job.ts';
import { deliverReport } from './deliver.ts';
import { scheduleReports } from './schedule.ts';

export const reportJobs: Job[] = [
  { name: 'schedule_reports', run: scheduleReports },
  {
    name: 'deliver_report',
    run: (deps, payload) => deliverReport(deps, String(payload.merchant_id), String(payload.run_id)),
  },
];
