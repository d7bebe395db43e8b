/**
 * Settings of a merchant's files, and defaults of its reports (domain 1.14, 1.16). Requests with an API key
 * always get CSV with commas.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { LANGUAGES } from './language.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Spreadsheets with a decimal comma, as in Indonesia, expect semicolons. */
export const CSV_DELIMITERS = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const csv_delimiter = z
  .enum(CSV_DELIMITERS)
  .describe('Delimiter of CSV files: comma, semicolon or tab. Files downloaded with an API key always use commas');
const report_format = z
  .enum(REPORT_FORMATS)
  .describe('Format of new schedules and reports. Fee invoices start as PDF, and reports of API keys as CSV');
const report_language = z
  .enum(LANGUAGES)
  .nullable()
  .describe('Language of new PDF reports; null: the language of the person who creates them');

const fileSettings = z.object({
  data: z.object({
    csv_delimiter,
    report_format,
    report_language,
    updated_at: instant.nullable().describe('Time of the last change; null: never changed'),
  }),
});
export type FileSettings = z.infer<typeof fileSettings>['data'];

export const getFileSettings = route({
  name: 'getFileSettings',
  method: 'GET',
  path: '/file-settings',
  summary: 'Retrieve the settings of CSV files and the defaults of reports',
  access: needs('Reports', 'view', { users_only: true }),
  output: fileSettings,
});

export const saveFileSettings = route({
  name: 'saveFileSettings',
  method: 'PUT',
  path: '/file-settings',
  summary:
    'Set how CSV files of the whole merchant are written and what new reports start with. Omitted fields stay as they are',
  access: needs('Reports', 'manage', { users_only: true }),
  body: z.strictObject({
    csv_delimiter: csv_delimiter.optional(),
    report_format: report_format.optional(),
    report_language: report_language.optional(),
  }),
  output: fileSettings,
});
export type FileSettingChanges = z.infer<typeof saveFileSettings.body>;
