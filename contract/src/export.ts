/** Exports: any list as files, made in the background when it is too long to wait for. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Lists that can be exported; who may read a list may export it. */
export const EXPORT_LISTS = [
  'transactions',
  'settlements',
  'settlement-lines',
  'refunds',
  'payment-links',
  'virtual-accounts',
  'virtual-account-payments',
  'qris-payments',
  'qris-stickers',
  'deposits',
  'balance-entries',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_STATUSES = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Rows that are streamed at once; more are prepared in the background. */
export const IMMEDIATE_ROWS_MAX = 5_000;
/** Rows of one file; an export of more has several files. */
export const FILE_ROWS_MAX = 50_000;
/** An export has fewer rows than this. */
export const EXPORT_ROWS_MAX = 1_000_000;
/** How long the files can be downloaded. */
export const EXPORT_RETENTION_DAYS = 7;
/** Exports that one person can have waiting or running at a time. */
export const UNFINISHED_EXPORTS_MAX = 5;

export const exportFile = z.object({
  part_no: z.int().describe('Place among the files of the export, from 1'),
  name: z.string().describe('What the file is called when it is downloaded'),
  row_count: z.int().describe('Rows in it, without the header'),
  size_bytes: z.int().describe('Size in bytes'),
});

export const exportFields = z.object({
  id: idSchema('export'),
  list: z.enum(EXPORT_LISTS).describe('The list that was exported'),
  format: z.enum(EXPORT_FORMATS).describe('Kind of file'),
  params: z.record(z.string(), z.string()).describe('The object that the list belongs to, such as a batch, by name'),
  query: z.record(z.string(), z.unknown()).describe('Filter, order and columns that the list was asked for'),
  status: z.enum(EXPORT_STATUSES).describe('Where it stands; expired: its files are deleted'),
  row_count: z.int().nullable().describe('Rows in all; null until they were counted'),
  rows_done: z.int().describe('Rows written so far'),
  size_bytes: z.int().describe('Size of all its files in bytes; 0 until they are ready'),
  files: z.array(exportFile).describe('Its files in order, once it is ready'),
  error: z.string().nullable().describe('Why it failed, in words'),
  created_by: z.string().describe('Id of who asked for it'),
  created_by_name: z.string().describe('Name of who asked for it'),
  created_at: instant.describe('When it was asked for'),
  finished_at: instant.nullable().describe('When it was ready, had failed or was cancelled'),
  expires_at: instant.nullable().describe('Until when it can be downloaded, once it is ready'),
});
export type Export = z.infer<typeof exportFields>;

export const createExport = route({
  name: 'createExport',
  method: 'POST',
  path: '/exports',
  summary:
    'Export a list in the background: exactly the rows that it answers to this query, in its order; needs access to the list itself',
  access: 'signed-in',
  body: z.strictObject({
    list: z.enum(EXPORT_LISTS).describe('The list'),
    format: z.enum(EXPORT_FORMATS).describe('Kind of file'),
    params: z
      .record(z.string().max(20), z.string().max(60))
      .default({})
      .describe('The object that the list belongs to, as in the path of the list: `id` of a batch or an account'),
    query: z
      .record(z.string().max(40), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
      .default({})
      .describe('Query of the list: filter, order and columns; chosen rows by `ids` where the list takes them'),
    only_if_large: z
      .boolean()
      .default(false)
      .describe('Make none when the list has at most 5,000 rows, which are better read at once from the list itself'),
  }),
  status: 201,
  output: z.object({
    data: exportFields.nullable().describe('The export; null: the rows are few enough to be read at once'),
    row_count: z.int().nullable().describe('Rows of the list; null: counting them takes too long to wait for'),
  }),
  errors: { not_found: 404, too_many_rows: 422, too_many_exports: 429 },
});

export const listExports = route({
  name: 'listExports',
  method: 'GET',
  path: '/exports',
  summary: "One's own exports, newest first; superadmin and admin see those of all their people",
  access: 'signed-in',
  query: z.object({ ...pageQuery }),
  output: page(exportFields),
});

export const getExport = route({
  name: 'getExport',
  method: 'GET',
  path: '/exports/{id}',
  summary: 'One export with its progress and its files',
  access: 'signed-in',
  params: z.object({ id: idSchema('export') }),
  output: z.object({ data: exportFields }),
});

export const downloadExport = route({
  name: 'downloadExport',
  method: 'GET',
  path: '/exports/{id}/download',
  summary: 'A file of an export, as long as the caller has access to the exported list',
  access: 'signed-in',
  params: z.object({ id: idSchema('export') }),
  query: z.object({ part: z.coerce.number().int().min(1).default(1).describe('Which of its files, from 1') }),
  stream: 'application/octet-stream',
  errors: { not_ready: 409, export_expired: 409 },
});

export const deleteExport = route({
  name: 'deleteExport',
  method: 'DELETE',
  path: '/exports/{id}',
  summary: 'Cancel an export that is under way, or remove one that has ended, with its files',
  access: 'signed-in',
  params: z.object({ id: idSchema('export') }),
  status: 204,
});
