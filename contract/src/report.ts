/** Reports: their files, their schedules and their delivery (domain 1.7, 1.22, 4.6). */
import { z } from 'zod';
import { needs } from './access.ts';
import { CSV_DELIMITERS, REPORT_FORMATS } from './file-settings.ts';
import { idSchema } from './id.ts';
import { LANGUAGES } from './language.ts';
import { rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route, TABLE_TYPES } from './route.ts';
import { business_day, instant } from './time.ts';

export const REPORT_TYPES = [
  'settlement',
  'transactions',
  'balance',
  'deposit',
  'refund',
  'disbursement',
  'fee_invoice',
] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
export const REPORT_CHANNELS = ['email', 'sftp'] as const;
export type ReportChannel = (typeof REPORT_CHANNELS)[number];
/** Maximum number of days in one report. */
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
const delimiter = z.enum(CSV_DELIMITERS);
const language = z
  .enum(LANGUAGES)
  .describe('Language of a PDF; CSV and Excel files have the same columns in every language');
const channels = z.array(z.enum(REPORT_CHANNELS)).max(2);

export const reportRun = z.object({
  id: idSchema('report_run'),
  report_type: z.enum(REPORT_TYPES).describe('Type of the report'),
  business_day: business_day.describe('The last day (WIB) that the report covers'),
  period_from: business_day.describe('The first day (WIB) that the report covers'),
  period_to: business_day.describe('The last day (WIB) that the report covers'),
  settlement_batch_id: z.string().nullable().describe('The reported settlement; null for other types'),
  batch_no: z.string().nullable().describe('Number of the reported settlement'),
  sequence: z.int().describe('Number of the run among those of its type and day, from 1'),
  trigger: z.enum(['schedule', 'manual']).describe('Whether a schedule or a user created the report'),
  requested_by: z.string().describe('Name of the requester; `schedule` for scheduled reports'),
  format: format.describe('Format of the file; a report too long for its format is written as CSV'),
  delimiter: delimiter.describe('Delimiter of a CSV'),
  status: z
    .enum(REPORT_RUN_STATUSES)
    .describe('Status; a report without delivery is `delivered` when its file is available for download'),
  row_count: z.int().nullable().describe('Rows in the file'),
  net_total: rupiah.nullable().describe('Sum of the net amounts of all rows, whole rupiah'),
  file_name: z.string().nullable().describe('Name of the file as delivered'),
  file_size_bytes: z.int().nullable().describe('Size of the file; null until it is available'),
  totals_file_name: z.string().nullable().describe('Name of the file with rows, net total and checksum'),
  sha256: z.string().nullable().describe('Checksum of the file, hexadecimal'),
  email_status: channel_status.describe('Delivery by email'),
  email_attempts: z.int().describe('Email delivery attempts so far'),
  email_error: z
    .string()
    .nullable()
    .describe('Reason for the failure of the last email attempt, in the language of the request'),
  email_retry_at: instant.nullable().describe('Time of the next email attempt; null: as soon as possible, or none'),
  email_delivered_at: instant.nullable().describe('When the mail server accepted the email of the last recipient'),
  sftp_status: channel_status.describe('Delivery by SFTP'),
  sftp_attempts: z.int().describe('SFTP delivery attempts so far'),
  sftp_error: z
    .string()
    .nullable()
    .describe('Reason for the failure of the last SFTP attempt, in the language of the request'),
  sftp_retry_at: instant.nullable().describe('Time of the next SFTP attempt; null: as soon as possible, or none'),
  sftp_delivered_at: instant.nullable().describe('When the upload to the SFTP server was completed'),
  attempts: z.int().describe('Delivery attempts so far'),
  error: z.string().nullable().describe('Reason for the last failure, in the language of the request'),
  created_at: instant.describe('When the report was requested'),
  finished_at: instant.nullable().describe('When generation and delivery finished'),
});
export type ReportRun = z.infer<typeof reportRun>;

export const listReportRuns = route({
  name: 'listReportRuns',
  method: 'GET',
  path: '/report-runs',
  summary: 'List reports, newest first. A report is visible with view access to what it lists, such as refunds',
  access: needs('Reports', 'view'),
  query: z.object({
    ...pageQuery,
    report_type: oneOrMany(REPORT_TYPES).optional().describe('One or more report types'),
    status: oneOrMany(REPORT_RUN_STATUSES).optional().describe('One or more statuses'),
    settlement_batch_id: idSchema('settlement_batch').optional().describe('Reports of one settlement'),
    from: business_day.optional().describe('Reports that cover this day (WIB) or later days'),
    to: business_day.optional().describe('Reports that cover this day (WIB) or earlier days'),
  }),
  output: page(reportRun),
});

export const getReportRun = route({
  name: 'getReportRun',
  method: 'GET',
  path: '/report-runs/{id}',
  summary: 'Retrieve a report',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('report_run') }),
  output: z.object({ data: reportRun }),
});

export const createReportRun = route({
  name: 'createReportRun',
  method: 'POST',
  path: '/report-runs',
  summary: 'Create a report of a period or a settlement, with optional delivery',
  access: needs('Reports', 'manage'),
  idempotency_key: 'required',
  body: z.strictObject({
    report_type: z.enum(REPORT_TYPES).default('transactions').describe('Type of the report'),
    period_from: business_day.optional().describe('First day (WIB); defaults to the last day'),
    period_to: business_day.optional().describe('Last day (WIB); not in the future'),
    business_day: business_day.optional().describe('One day (WIB): shorthand for a period of that day'),
    settlement_batch_id: idSchema('settlement_batch').optional().describe('The settlement of a settlement report'),
    format: format
      .optional()
      .describe('Format of the file; defaults to the schedule of the type, then to the file settings of the merchant'),
    delimiter: delimiter.optional().describe('Delimiter of a CSV; defaults to the schedule of the type'),
    language: language.optional().describe('Language of a PDF; defaults to the file settings, then to your language'),
    channels: channels
      .optional()
      .describe('Delivery channels; defaults to the configured ones. An empty list creates the file only'),
  }),
  status: 202,
  output: z.object({ data: reportRun }),
  errors: { delivery_not_configured: 422, day_in_future: 422, invalid_period: 422, batch_not_closed: 422 },
});

export const downloadReport = route({
  name: 'downloadReport',
  method: 'GET',
  path: '/report-runs/{id}/file',
  summary: 'Download a report',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('report_run') }),
  stream: TABLE_TYPES,
  errors: { not_ready: 409 },
});

export const downloadReportTotals = route({
  name: 'downloadReportTotals',
  method: 'GET',
  path: '/report-runs/{id}/totals-file',
  summary: 'Download the totals file of a report: rows, net total and checksum',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('report_run') }),
  stream: 'text/plain',
  errors: { not_ready: 409 },
});

export const resendReport = route({
  name: 'resendReport',
  method: 'POST',
  path: '/report-runs/{id}/resend',
  summary: 'Resend a report by the current configuration',
  access: needs('Reports', 'manage'),
  idempotency_key: 'required',
  params: z.object({ id: idSchema('report_run') }),
  body: z.strictObject({
    channels: channels.min(1).describe('Delivery channels'),
  }),
  status: 202,
  output: z.object({ data: reportRun }),
  errors: { not_ready: 409, still_delivering: 409, delivery_not_configured: 422 },
});

export const regenerateReport = route({
  name: 'regenerateReport',
  method: 'POST',
  path: '/report-runs/{id}/regenerate',
  summary: 'Regenerate a report under the next number; the existing file is kept',
  access: needs('Reports', 'manage'),
  idempotency_key: 'required',
  params: z.object({ id: idSchema('report_run') }),
  body: z.strictObject({
    format: format.optional().describe('Format of the file; defaults to that of the existing report'),
    delimiter: delimiter.optional().describe('Delimiter of a CSV; defaults to that of the existing report'),
    channels: channels.default([]).describe('Delivery channels; an empty list creates the file only'),
  }),
  status: 202,
  output: z.object({ data: reportRun }),
  errors: { delivery_not_configured: 422 },
});

export const REPORT_FREQUENCIES = ['batch', 'daily', 'weekly', 'monthly'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

const scheduleFields = {
  is_on: z.boolean().describe('Whether the schedule is on; always true for settlement reports'),
  frequency: z
    .enum(REPORT_FREQUENCIES)
    .describe(
      'Period of each report. daily: the previous day; weekly: the previous seven days; monthly: the previous month; batch: each settlement',
    ),
  hour: z.int().min(1).max(23).nullable().describe('Hour of the day (WIB); null for settlement reports'),
  weekday: z.int().min(1).max(7).nullable().describe('1 Monday to 7 Sunday; null unless weekly'),
  month_day: z.int().min(1).max(28).nullable().describe('Day of the month; null unless monthly'),
  format: format.describe('Format of the file'),
  delimiter: delimiter.describe('Delimiter of a CSV'),
};

export const reportSchedule = z.object({
  report_type: z.enum(REPORT_TYPES).describe('Type of the report'),
  ...scheduleFields,
  language,
  next_at: instant.nullable().describe('Time of the next report; null when the schedule is off or follows settlements'),
  updated_at: instant.nullable().describe('Time of the last change; null: never'),
});
export type ReportSchedule = z.infer<typeof reportSchedule>;

export const listReportSchedules = route({
  name: 'listReportSchedules',
  method: 'GET',
  path: '/report-schedules',
  summary: 'List report schedules and the configured delivery channels',
  access: needs('Reports', 'view'),
  output: z.object({
    data: z.array(reportSchedule),
    channels: z.array(z.enum(REPORT_CHANNELS)).describe('Configured delivery channels'),
  }),
});

export const saveReportSchedule = route({
  name: 'saveReportSchedule',
  method: 'PUT',
  path: '/report-schedules',
  summary: 'Update a report schedule',
  access: needs('Reports', 'manage'),
  body: z.strictObject({
    report_type: z.enum(REPORT_TYPES).describe('Type of the report'),
    ...scheduleFields,
    language: language.optional().describe('Language of a PDF; stays as it is when it is omitted'),
  }),
  output: z.object({ data: reportSchedule }),
  errors: { invalid_schedule: 422 },
});

export const downloadSettlementReport = route({
  name: 'downloadSettlementReport',
  method: 'GET',
  path: '/settlements/{id}/report',
  summary: 'Download the current report of a settlement: lines, and totals by method and fee rule',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('settlement_batch') }),
  query: z.object({
    format: format.default('csv').describe('Format of the file'),
    delimiter: delimiter.optional().describe('Delimiter of a CSV; defaults to the setting of the merchant'),
  }),
  stream: TABLE_TYPES,
  errors: { too_many_rows: 422 },
});
