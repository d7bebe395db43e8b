/** How the CSV files of a merchant are written (domain 1.16). Requests with an API key always get commas. */
import { z } from 'zod';
import { needs } from './access.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Spreadsheets with a decimal comma, as in Indonesia, expect semicolons. */
export const CSV_DELIMITERS = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];

const csv_delimiter = z
  .enum(CSV_DELIMITERS)
  .describe('Delimiter of CSV files: comma, semicolon or tab. Files of API keys always have commas');

const fileSettings = z.object({
  data: z.object({
    csv_delimiter,
    updated_at: instant.nullable().describe('Time of the last change; null: never changed'),
  }),
});

export const getFileSettings = route({
  name: 'getFileSettings',
  method: 'GET',
  path: '/file-settings',
  summary: 'Retrieve how CSV files are written',
  access: needs('Reports', 'view', { users_only: true }),
  output: fileSettings,
});

export const saveFileSettings = route({
  name: 'saveFileSettings',
  method: 'PUT',
  path: '/file-settings',
  summary: 'Set how CSV files of the whole merchant are written. Counts for every file that is created later',
  access: needs('Reports', 'manage', { users_only: true }),
  body: z.strictObject({ csv_delimiter }),
  output: fileSettings,
});
