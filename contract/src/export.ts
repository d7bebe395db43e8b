/** Exports: lists as files, prepared in the background when they are long. */
import { z } from 'zod';
import type { AccessGroup } from './access.ts';
import { idSchema } from './id.ts';
import { type Language, type Localized, localized } from './language.ts';
import { page, pageQuery } from './paging.ts';
import { route, TABLE_TYPES } from './route.ts';
import { instant } from './time.ts';

/** Lists that can be exported, by anyone with access to the list. */
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
  'disbursements',
  'disbursement-batches',
  'beneficiaries',
  'webhook-events',
  'audit-log',
] as const;
export type ExportList = (typeof EXPORT_LISTS)[number];

const LIST_LABELS: Record<ExportList, Localized> = {
  transactions: localized('Transactions', 'Transaksi'),
  settlements: localized('Settlements', 'Settlement'),
  'settlement-lines': localized('Settlement lines', 'Baris settlement'),
  refunds: localized('Refunds', 'Pengembalian dana'),
  'payment-links': localized('Payment links', 'Tautan pembayaran'),
  'virtual-accounts': localized('Virtual accounts', 'Virtual account'),
  'virtual-account-payments': localized('Virtual account payments', 'Pembayaran virtual account'),
  'qris-payments': localized('QRIS payments', 'Pembayaran QRIS'),
  'qris-stickers': localized('QRIS stickers', 'Stiker QRIS'),
  deposits: localized('Deposits', 'Deposit'),
  'balance-entries': localized('Balance history', 'Riwayat saldo'),
  disbursements: localized('Disbursements', 'Disbursement'),
  'disbursement-batches': localized('Disbursement batches', 'Batch disbursement'),
  beneficiaries: localized('Beneficiaries', 'Penerima'),
  'webhook-events': localized('Webhook events', 'Event webhook'),
  'audit-log': localized('Audit log', 'Log audit'),
};

/** The group whose readers see a list, and so the exports of it. */
export const GROUP_BY_EXPORT_LIST: Record<ExportList, AccessGroup> = {
  transactions: 'Transactions',
  settlements: 'Reports',
  'settlement-lines': 'Reports',
  refunds: 'Refunds',
  'payment-links': 'Payment Links',
  'virtual-accounts': 'Virtual Accounts',
  'virtual-account-payments': 'Virtual Accounts',
  'qris-payments': 'QRIS',
  'qris-stickers': 'QRIS',
  deposits: 'Deposit VA',
  'balance-entries': 'Invoices',
  disbursements: 'Disbursements',
  'disbursement-batches': 'Disbursements',
  beneficiaries: 'Disbursements',
  'webhook-events': 'API',
  'audit-log': 'Audit log',
};

/** Name of a list on screens and in emails. */
export const exportListLabel = (list: ExportList, language: Language): string => LIST_LABELS[list][language];

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Names of the formats, the same in both languages. */
export const EXPORT_FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'Excel' };

export const EXPORT_STATUSES = ['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Lists up to this size are downloaded directly; longer ones are prepared in the background. */
export const IMMEDIATE_ROWS_MAX = 5_000;
/** Rows per file; longer exports have several files. */
export const FILE_ROWS_MAX = 50_000;
/** Upper bound of the rows of an export, exclusive. */
export const EXPORT_ROWS_MAX = 1_000_000;
/** Days for which files can be downloaded. */
export const EXPORT_RETENTION_DAYS = 7;
/** Unfinished exports per person. */
export const UNFINISHED_EXPORTS_MAX = 5;

export const exportFile = z.object({
  part_no: z.int().describe('Part number, from 1'),
  name: z.string().describe('File name'),
  row_count: z.int().describe('Number of rows, without the header'),
  size_bytes: z.int().describe('Size in bytes'),
});

export const exportFields = z.object({
  id: idSchema('export'),
  list: z.enum(EXPORT_LISTS).describe('Exported list'),
  format: z.enum(EXPORT_FORMATS).describe('File format'),
  params: z.record(z.string(), z.string()).describe('Path parameters of the list, such as the id of a batch'),
  query: z.record(z.string(), z.unknown()).describe('Filters, sort order and columns'),
  status: z.enum(EXPORT_STATUSES).describe('Status; `expired`: the files have been deleted'),
  row_count: z.int().nullable().describe('Total number of rows; null until counted'),
  rows_done: z.int().describe('Rows written so far'),
  size_bytes: z.int().describe('Total size of the files in bytes; 0 until they are ready'),
  files: z.array(exportFile).describe('Files, once the export is ready'),
  error: z.string().nullable().describe('Failure message'),
  created_by: z.string().describe('Id of the requester'),
  created_by_name: z.string().describe('Name of the requester'),
  created_at: instant.describe('When it was requested'),
  finished_at: instant.nullable().describe('When it became ready, failed or was cancelled'),
  expires_at: instant.nullable().describe('When the files are deleted, once it is ready'),
});
export type Export = z.infer<typeof exportFields>;

export const createExport = route({
  name: 'createExport',
  method: 'POST',
  path: '/exports',
  summary:
    'Create an export of a list in the background, with the rows and the order of the same list query. Requires access to the list',
  access: 'authenticated',
  body: z.strictObject({
    list: z.enum(EXPORT_LISTS).describe('List to export'),
    format: z.enum(EXPORT_FORMATS).describe('File format'),
    params: z
      .record(z.string().max(20), z.string().max(60))
      .default({})
      .describe('Path parameters of the list, such as `id` of a batch or an account'),
    query: z
      .record(z.string().max(40), z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]))
      .default({})
      .describe(
        'Query of the list: filters, sort order and columns; `ids` for selected rows where the list supports them',
      ),
    only_if_large: z
      .boolean()
      .default(false)
      .describe('Create no export if the list has at most 5,000 rows; download those directly from the list'),
  }),
  status: 201,
  output: z.object({
    data: exportFields.nullable().describe('The export; null if the list is short enough to download directly'),
    row_count: z.int().nullable().describe('Number of rows; null if counting takes too long'),
  }),
  errors: { not_found: 404, too_many_rows: 422, too_many_exports: 429 },
});

export const listExports = route({
  name: 'listExports',
  method: 'GET',
  path: '/exports',
  summary: 'List exports. Superadmin and admin see the exports of all users',
  access: 'authenticated',
  query: z.object({ ...pageQuery }),
  output: page(exportFields),
});

export const getExport = route({
  name: 'getExport',
  method: 'GET',
  path: '/exports/{id}',
  summary: 'Retrieve an export with its progress and files',
  access: 'authenticated',
  params: z.object({ id: idSchema('export') }),
  output: z.object({ data: exportFields }),
});

export const downloadExport = route({
  name: 'downloadExport',
  method: 'GET',
  path: '/exports/{id}/download',
  summary: 'Download a file of an export. Requires access to the exported list',
  access: 'authenticated',
  params: z.object({ id: idSchema('export') }),
  query: z.object({ part: z.coerce.number().int().min(1).default(1).describe('Part number, from 1') }),
  stream: TABLE_TYPES,
  errors: { not_ready: 409, export_expired: 409 },
});

export const deleteExport = route({
  name: 'deleteExport',
  method: 'DELETE',
  path: '/exports/{id}',
  summary: 'Cancel an unfinished export, or delete a finished one with its files',
  access: 'authenticated',
  params: z.object({ id: idSchema('export') }),
  status: 204,
});
