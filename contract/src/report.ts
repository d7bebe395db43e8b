/** Reports: their files, and how far their delivery has got (domain 1.7, 1.22). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idOf } from './id.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';

export const REPORT_RUN_STATUSES = [
  'scheduled',
  'generating',
  'delivering',
  'delivered',
  'partially_delivered',
  'retrying',
  'failed',
] as const;

export const reportRun = z.object({
  id: idOf('report_run'),
  business_day: business_day.describe('The day (WIB) that the report covers'),
  status: z.enum(REPORT_RUN_STATUSES).describe('Where the delivery stands'),
  row_count: z.int().nullable().describe('Rows in the file'),
  file_name: z.string().nullable().describe('Name of the file as delivered'),
  sha256: z.string().nullable().describe('Checksum of the file, hexadecimal'),
  email_status: z.enum(['off', 'waiting', 'delivered', 'failed']).describe('Delivery by e-mail'),
  sftp_status: z.enum(['off', 'waiting', 'delivered', 'failed']).describe('Delivery by SFTP'),
  attempts: z.int().describe('Delivery attempts so far'),
  error: z.string().nullable().describe('Why the last attempt failed'),
  created_at: instant.describe('When the run was asked for'),
  finished_at: instant.nullable().describe('When the last channel was served'),
});
export type ReportRun = z.infer<typeof reportRun>;

export const listReportRuns = route({
  name: 'listReportRuns',
  method: 'GET',
  path: '/report-runs',
  summary: 'Past and running report deliveries, newest first',
  access: needs('Notifications', 'view'),
  query: z.object(pageQuery),
  output: page(reportRun),
});

export const sendReport = route({
  name: 'sendReport',
  method: 'POST',
  path: '/report-runs',
  summary: 'Deliver the report of one day now, by the saved configuration',
  access: needs('Notifications', 'manage'),
  body: z.strictObject({ business_day: business_day.describe('The day (WIB) to report on; not in the future') }),
  status: 202,
  output: z.object({ data: reportRun }),
  errors: { delivery_not_configured: 422, day_in_future: 422 },
});
