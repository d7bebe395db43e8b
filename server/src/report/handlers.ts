/** Reports: history, creation, files and schedules. */
import { Readable } from 'node:stream';
import { localized } from '@dasbor/contract/language';
import * as contract from '@dasbor/contract/report';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { lockConfiguration, getConfiguration } from './configuration-queries.ts';
import { findStoredFile, readStoredFile } from '../storage/stored-file.ts';
import { getDelimiter } from '../table-file/delimiter.ts';
import { listVisibleTypes } from './access-rules.ts';
import { type ReportDefaults, getReportDefaults } from './defaults.ts';
import { CONTENT_TYPES } from './file-rules.ts';
import { findFiles, findRun, listRuns } from './list-queries.ts';
import { isTooLong, buildFile } from './build-file.ts';
import { regenerateRun, createRun, resendRun } from './manual-run.ts';
import { listConfiguredChannels } from './manual-run-rules.ts';
import { findSchedule, listSchedules, upsertSchedule } from './schedule-queries.ts';
import { assertSchedule, toDefaultSchedule, calculateNextOccurrence } from './schedule-rules.ts';
import { toReportRun } from './run-view.ts';
import { getReportSource } from './source.ts';
import { findBatch } from './subject-queries.ts';

export const reportHandlers: Handlers<typeof contract> = {
  listReportRuns: async ({ tx, query, principal, language }) => {
    const { cursor, limit, ...filter } = query;
    const types = listVisibleTypes(principal);
    const page = { after: parseCursor(cursor, 'report_run'), limit };
    const rows = await tx((merchant) => listRuns(merchant, types, filter, page));
    const { data, next_cursor } = buildPage(rows, limit, ({ created_at, id }) => [created_at, id]);
    return { data: data.map((row) => toReportRun(row, language)), next_cursor };
  },

  getReportRun: async (ctx) => ({ data: await getRun(ctx, ctx.params.id) }),

  createReportRun: (ctx) =>
    runIdempotent(contract.createReportRun, ctx, {
      begin: (tx) => createRun(tx, ctx),
      finish: async (id) => ({ data: await getRun(ctx, id) }),
    }),

  downloadReport: (ctx) => downloadRunFile(ctx, 'file_id'),

  downloadReportTotals: (ctx) => downloadRunFile(ctx, 'totals_file_id'),

  resendReport: {
    find: (ctx) => findVisibleRun(ctx),
    handle: (ctx) =>
      runIdempotent(contract.resendReport, ctx, {
        begin: (tx) => resendRun(tx, ctx),
        finish: async (id) => ({ data: await getRun(ctx, id) }),
      }),
  },

  regenerateReport: {
    find: (ctx) => findVisibleRun(ctx),
    handle: (ctx) =>
      runIdempotent(contract.regenerateReport, ctx, {
        begin: (tx) => regenerateRun(tx, ctx),
        finish: async (id) => ({ data: await getRun(ctx, id) }),
      }),
  },

  listReportSchedules: ({ tx, principal, language }) =>
    tx(async (merchant) => {
      const stored = await listSchedules(merchant);
      const defaults = await getReportDefaults(merchant, { language });
      const data = listVisibleTypes(principal).map(
        (type) => stored.find(({ report_type }) => report_type === type) ?? buildDefaultSchedule(type, defaults),
      );
      return { data, channels: listConfiguredChannels(await getConfiguration(merchant)) };
    }),

  saveReportSchedule: (ctx) => ctx.tx((tx) => changeSchedule(tx, ctx)),

  downloadSettlementReport,
};

const buildDefaultSchedule = (report_type: contract.ReportType, defaults: ReportDefaults): contract.ReportSchedule => ({
  report_type,
  ...toDefaultSchedule(report_type, defaults),
  next_at: null,
  updated_at: null,
});

type ReaderContext = Pick<RequestContext<typeof contract.getReportRun>, 'tx' | 'principal' | 'language'>;

async function getRun({ tx, principal, language }: ReaderContext, id: string): Promise<contract.ReportRun> {
  const row = await tx((merchant) => findRun(merchant, id, listVisibleTypes(principal)));
  if (row === undefined) throw notFound();
  return toReportRun(row, language);
}

const findVisibleRun = async ({ tx, principal, params }: ReaderContext & { params: { id: string } }) =>
  (await tx((merchant) => findRun(merchant, params.id, listVisibleTypes(principal)))) ?? null;

async function downloadRunFile(
  {
    deps,
    merchant_id,
    params,
    tx,
    principal,
  }: ReaderContext & Pick<RequestContext<typeof contract.downloadReport>, 'deps' | 'merchant_id' | 'params'>,
  which: 'file_id' | 'totals_file_id',
): Promise<StreamResponse> {
  const run = await tx((merchant) => findFiles(merchant, params.id, listVisibleTypes(principal)));
  if (run === undefined) throw notFound();
  const id = run[which];
  const file = id === null ? null : await findStoredFile(deps, merchant_id, id);
  if (file !== null) {
    return new StreamResponse(readStoredFile(deps.db, merchant_id, file), file.content_type, file.name);
  }
  // Older runs store their file in the row.
  if (which === 'file_id' && run.content !== null && run.file_name !== null) {
    return new StreamResponse(Readable.from([run.content]), CONTENT_TYPES.csv, run.file_name);
  }
  throw new Problem(
    409,
    'not_ready',
    localized(
      'This report has no file yet. Try again once it has been generated.',
      'Laporan ini belum memiliki berkas. Coba lagi setelah laporan selesai dibuat.',
    ),
  );
}

async function changeSchedule(tx: MerchantTx, ctx: RequestContext<typeof contract.saveReportSchedule>) {
  const { now, principal } = ctx;
  const { report_type, ...chosen } = ctx.body;
  if (!listVisibleTypes(principal).includes(report_type)) throw notFound();
  assertSchedule(report_type, chosen);
  // Lock order everywhere: the configuration, then the schedule.
  await lockConfiguration(tx, now);
  const saved = await findSchedule(tx, report_type);
  const before = saved ?? { report_type, ...toDefaultSchedule(report_type, await getReportDefaults(tx, ctx)) };
  const schedule = { ...chosen, language: chosen.language ?? before.language };
  const row = { report_type, ...schedule, next_at: calculateNextOccurrence(schedule, now) };
  await upsertSchedule(tx, row, { at: now, name: principal.name });
  await recordAudit(ctx, tx, {
    action: 'report_schedule.updated',
    object_type: 'report_schedule',
    object_id: report_type,
    before,
    after: { report_type, ...schedule },
  });
  return { data: { ...row, next_at: row.next_at?.toISOString() ?? null, updated_at: now.toISOString() } };
}

/** Generated on request and not stored. */
async function downloadSettlementReport(
  ctx: RequestContext<typeof contract.downloadSettlementReport>,
): Promise<StreamResponse> {
  const { deps, merchant_id, params, query, tx } = ctx;
  const { format, delimiter = await getDelimiter(ctx) } = query;
  const batch = await tx((merchant) => findBatch(merchant, params.id));
  if (batch === undefined) throw notFound();
  const days = { period_from: batch.settlement_date, period_to: batch.settlement_date };
  const { language } = await tx((merchant) => getReportDefaults(merchant, ctx));
  const input = { report_type: 'settlement', settlement_batch_id: batch.id, number: 1, language, ...days } as const;
  const source = await getReportSource(deps, merchant_id, input);
  if (await isTooLong(deps, merchant_id, source, format)) {
    const detail = localized(
      'This settlement has more lines than this format can hold. Download the CSV instead.',
      'Baris settlement ini melebihi kapasitas format ini. Unduh CSV sebagai gantinya.',
    );
    throw new Problem(422, 'too_many_rows', detail);
  }
  const { content } = await buildFile(deps, merchant_id, source, { format, delimiter, reader: 'client' });
  return new StreamResponse(
    Readable.from(content, { objectMode: false }),
    CONTENT_TYPES[format],
    `${source.base_name}.${format}`,
  );
}
