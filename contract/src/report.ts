/** Reports: their files, when they are made, and how far their delivery has got (domain 1.7, 1.22, 4.6). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';

export const REPORT_TYPES = ['settlement', 'transactions', 'balance', 'deposit', 'refund', 'fee_invoice'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
export const REPORT_DELIMITERS = [',', ';'] as const;
export const REPORT_CHANNELS = ['email', 'sftp'] as const;
export type ReportChannel = (typeof REPORT_CHANNELS)[number];
/** Days that one report covers at most. */
export const REPORT_DAYS_MAX = 366;

export const REPORT_RUN_STATUSES = [
  'scheduled',
  'generating',
  'delivering',
  'delivered',
  'partially_delivered',
  'retrying',
  'failed',
] as const;

const channel_status = z.enum(['off', 'waiting', 'delivered', 'failed']);
const format = z.enum(REPORT_FORMATS);
const delimiter = z.enum(REPORT_DELIMITERS);
const channels = z.array(z.enum(REPORT_CHANNELS)).max(2);

export const reportRun = z.object({
  id: idSchema('report_run'),
  report_type: z.enum(REPORT_TYPES).describe('What it reports'),
  business_day: business_day.describe('The last day (WIB) that the report covers'),
  period_from: business_day.describe('The first day (WIB) that the report covers'),
  period_to: business_day.describe('The last day (WIB) that the report covers'),
  settlement_batch_id: z.string().nullable().describe('The settlement that it reports; null for other types'),
  batch_no: z.string().nullable().describe('Number of that settlement'),
  sequence: z.int().describe('Number of the run among those of its type and day, from 1'),
  trigger: z.enum(['schedule', 'manual']).describe('Whether it was made by itself or asked for'),
  requested_by: z.string().describe('Who asked for it; `schedule` when nobody did'),
  format: format.describe('Kind of file; a list too long for its kind is made as CSV'),
  delimiter: delimiter.describe('What stands between the cells of a CSV'),
  status: z
    .enum(REPORT_RUN_STATUSES)
    .describe('Where it stands; a file that is not to be delivered is `delivered` when it can be downloaded'),
  row_count: z.int().nullable().describe('Rows in the file'),
  net_total: rupiah.nullable().describe('Sum of the net amounts of its rows, whole rupiah'),
  file_name: z.string().nullable().describe('Name of the file as delivered'),
  file_size_bytes: z.int().nullable().describe('Size of the file; null while there is none to download'),
  totals_file_name: z.string().nullable().describe('Name of the file with rows, net total and checksum'),
  sha256: z.string().nullable().describe('Checksum of the file, hexadecimal'),
  email_status: channel_status.describe('Delivery by e-mail'),
  email_attempts: z.int().describe('Attempts by e-mail so far'),
  email_error: z.string().nullable().describe('Why the last attempt by e-mail failed'),
  email_retry_at: instant.nullable().describe('When it is tried next by e-mail; null: as soon as possible, or never'),
  email_delivered_at: instant.nullable().describe("When the last recipient's mail was taken over by the mail server"),
  sftp_status: channel_status.describe('Delivery by SFTP'),
  sftp_attempts: z.int().describe('Attempts by SFTP so far'),
  sftp_error: z.string().nullable().describe('Why the last attempt by SFTP failed'),
  sftp_retry_at: instant.nullable().describe('When it is tried next by SFTP; null: as soon as possible, or never'),
  sftp_delivered_at: instant.nullable().describe('When the file had its name on the SFTP server'),
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
  summary: 'Past and running reports, newest first; invoices only for those who may see invoices',
  access: needs('Reports', 'view'),
  query: z.object({
    ...pageQuery,
    report_type: oneOrMany(REPORT_TYPES).optional().describe('One or more types'),
    status: oneOrMany(REPORT_RUN_STATUSES).optional().describe('One or more states'),
    settlement_batch_id: idSchema('settlement_batch').optional().describe('Reports of one settlement'),
    from: business_day.optional().describe('Covering this day (WIB) or later ones'),
    to: business_day.optional().describe('Covering this day (WIB) or earlier ones'),
  }),
  output: page(reportRun),
});

export const getReportRun = route({
  name: 'getReportRun',
  method: 'GET',
  path: '/report-runs/{id}',
  summary: 'One report and how far its delivery has got',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('report_run') }),
  output: z.object({ data: reportRun }),
});

export const createReportRun = route({
  name: 'createReportRun',
  method: 'POST',
  path: '/report-runs',
  summary: 'Make a report now, of a period or of a settlement, and deliver it by the saved configuration if wanted',
  access: needs('Reports', 'manage'),
  idempotent: true,
  body: z.strictObject({
    report_type: z.enum(REPORT_TYPES).default('transactions').describe('What to report'),
    period_from: business_day.optional().describe('First day (WIB); the last one when absent'),
    period_to: business_day.optional().describe('Last day (WIB); not in the future'),
    business_day: business_day.optional().describe('One day (WIB): short for a period of that day'),
    settlement_batch_id: idSchema('settlement_batch').optional().describe('The settlement, for a settlement report'),
    format: format.optional().describe('Kind of file; by the schedule of the type when absent'),
    delimiter: delimiter.optional().describe('Between the cells of a CSV; by the schedule of the type when absent'),
    channels: channels.optional().describe('Ways of delivery; as configured when absent, none: it is only made'),
  }),
  status: 202,
  output: z.object({ data: reportRun }),
  errors: { delivery_not_configured: 422, day_in_future: 422, invalid_period: 422, batch_not_closed: 422 },
});

export const downloadReport = route({
  name: 'downloadReport',
  method: 'GET',
  path: '/report-runs/{id}/file',
  summary: 'The file of a report',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('report_run') }),
  stream: 'application/octet-stream',
  errors: { not_ready: 409 },
});

export const downloadReportTotals = route({
  name: 'downloadReportTotals',
  method: 'GET',
  path: '/report-runs/{id}/totals-file',
  summary: 'The totals file of a report: rows, net total and checksum',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('report_run') }),
  stream: 'application/octet-stream',
  errors: { not_ready: 409 },
});

export const resendReport = route({
  name: 'resendReport',
  method: 'POST',
  path: '/report-runs/{id}/resend',
  summary: 'Deliver the same file once more, to the present configuration',
  access: needs('Reports', 'manage'),
  idempotent: true,
  params: z.object({ id: idSchema('report_run') }),
  body: z.strictObject({
    channels: channels.min(1).describe('By which ways'),
  }),
  status: 202,
  output: z.object({ data: reportRun }),
  errors: { not_ready: 409, still_delivering: 409, delivery_not_configured: 422 },
});

export const regenerateReport = route({
  name: 'regenerateReport',
  method: 'POST',
  path: '/report-runs/{id}/regenerate',
  summary: 'Make the report anew under the next number; the old file is kept',
  access: needs('Reports', 'manage'),
  idempotent: true,
  params: z.object({ id: idSchema('report_run') }),
  body: z.strictObject({
    format: format.optional().describe('Kind of file; as before when absent'),
    delimiter: delimiter.optional().describe('Between the cells of a CSV; as before when absent'),
    channels: channels.default([]).describe('Ways of delivery; none: it is only made'),
  }),
  status: 202,
  output: z.object({ data: reportRun }),
  errors: { delivery_not_configured: 422 },
});

export const REPORT_FREQUENCIES = ['batch', 'daily', 'weekly', 'monthly'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

const scheduleFields = {
  is_on: z.boolean().describe('Whether it is made by itself; settlement reports always are'),
  frequency: z
    .enum(REPORT_FREQUENCIES)
    .describe('daily: yesterday; weekly: the seven days before; monthly: the month before; batch: each settlement'),
  hour: z.int().min(1).max(23).nullable().describe('Hour of the day (WIB); null with settlements'),
  weekday: z.int().min(1).max(7).nullable().describe('1 Monday to 7 Sunday; null unless weekly'),
  month_day: z.int().min(1).max(28).nullable().describe('Day of the month; null unless monthly'),
  format: format.describe('Kind of file'),
  delimiter: delimiter.describe('What stands between the cells of a CSV'),
};

export const reportSchedule = z.object({
  report_type: z.enum(REPORT_TYPES).describe('What is reported'),
  ...scheduleFields,
  next_at: instant.nullable().describe('When the next one is made; null: by no clock'),
  updated_at: instant.nullable().describe('When it was last changed; null: never'),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const listReportSchedules = route({
  name: 'listReportSchedules',
  method: 'GET',
  path: '/report-schedules',
  summary: 'When each type of report is made by itself, and whether a way of delivery is configured',
  access: needs('Reports', 'view'),
  output: z.object({
    data: z.array(reportSchedule),
    channels: z.array(z.enum(REPORT_CHANNELS)).describe('Ways of delivery that are configured'),
  }),
});

export const saveReportSchedule = route({
  name: 'saveReportSchedule',
  method: 'PUT',
  path: '/report-schedules',
  summary: 'Change when a type of report is made, and as what kind of file',
  access: needs('Reports', 'manage'),
  body: z.strictObject({ report_type: z.enum(REPORT_TYPES).describe('What is reported'), ...scheduleFields }),
  output: z.object({ data: reportSchedule }),
  errors: { invalid_schedule: 422 },
});

export const downloadSettlementReport = route({
  name: 'downloadSettlementReport',
  method: 'GET',
  path: '/settlements/{id}/report',
  summary: 'The report of a settlement as it stands: lines, sums by method and fee rule, and their check',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('settlement_batch') }),
  query: z.object({
    format: format.default('csv').describe('Kind of file'),
    delimiter: delimiter.default(',').describe('What stands between the cells of a CSV'),
  }),
  stream: 'application/octet-stream',
  errors: { too_many_rows: 422 },
});
