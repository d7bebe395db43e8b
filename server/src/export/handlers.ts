/** Exports: create, list, retrieve, download, cancel and delete. */
import {
  IMMEDIATE_ROWS_MAX,
  UNFINISHED_EXPORTS_MAX,
  EXPORT_LISTS,
  EXPORT_ROWS_MAX,
  type Export,
  type ExportList,
} from '@dasbor/contract/export';
import type * as contract from '@dasbor/contract/export';
import { formatCount } from '@dasbor/contract/format';
import { type Language, localized, translateMessage } from '@dasbor/contract/language';
import type { Compilable } from 'kysely';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { countRows } from '../db/count.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, getSqlState } from '../db/tx.ts';
import { buildFileQuery } from '../http/list-file.ts';
import { type Principal, isAllowed, isMasked } from '../http/principal.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, forbidden, notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers, StreamResponse } from '../http/serve.ts';
import { findStoredFile, readStoredFile } from '../storage/stored-file.ts';
import { enqueueRun } from './jobs.ts';
import { EXPORTABLE, parseListRequest } from './exportable-lists.ts';
import {
  type ExportRow,
  cancelRow,
  countUnfinished,
  deleteRow,
  findExport,
  insertExport,
  listExportRows,
  listFiles,
} from './queries.ts';
import { isUnfinished, canSeeAll, toExportStatus } from './rules.ts';
import { deleteFiles, publishExport } from './run.ts';

export const exportHandlers: Handlers<typeof contract> = {
  createExport: async (ctx) => {
    const { body, principal, tx, now } = ctx;
    const { route, exists } = EXPORTABLE[body.list];
    if (!isAllowed(route.access, principal)) throw forbidden();
    const { params } = parseListRequest(route, body);
    if (!(await tx((merchant) => exists(merchant, params)))) throw notFound();
    const rows = await buildRows(ctx);
    if (body.only_if_large) {
      const count = await tx((merchant) => countRows(merchant, rows, IMMEDIATE_ROWS_MAX + 1));
      if (count <= IMMEDIATE_ROWS_MAX) return { data: null, row_count: count };
    }
    const row_count = await countInTime(ctx, rows);
    if (row_count !== null && row_count >= EXPORT_ROWS_MAX) throw tooManyRows();
    const id = newId('export', now);
    const data = await tx(async (merchant) => {
      if ((await countUnfinished(merchant, principal.id)) >= UNFINISHED_EXPORTS_MAX) throw tooManyExports();
      const { list, format, query } = body;
      const message_id = `<${id}@${new URL(ctx.deps.env.PUBLIC_URL).hostname}>`;
      const by = { created_by: principal.id, created_by_name: principal.name, created_at: now };
      const request = { params: body.params, query, language: ctx.language, time_zone: ctx.time_zone };
      await insertExport(merchant, { id, list, format, request, row_count, message_id, ...by });
      await enqueueRun(merchant, merchant.merchant_id, id);
      await recordExportAudit(ctx, merchant, id, { action: 'created', after: { list, format, ...request, row_count } });
      await publishExport(merchant, id, 'created');
      return (await findExport(merchant, id)) ?? null;
    });
    return { data: data && toExport(data, now, ctx.language), row_count };
  },

  listExports: async ({ query, principal, tx, now, language }) => {
    const lists = EXPORT_LISTS.filter((list) => canRead(principal, list));
    const scope = { lists, created_by: canSeeAll(principal) ? null : principal.id };
    const rows = await tx((merchant) =>
      listExportRows(merchant, scope, parseCursor(query.cursor, 'export'), query.limit),
    );
    const page = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
    return { ...page, data: page.data.map((row) => toExport(row, now, language)) };
  },

  getExport: async (ctx) => ({ data: toExport(await getVisibleExport(ctx), ctx.now, ctx.language) }),

  downloadExport: async (ctx) => {
    const { deps, merchant_id, params, query, now, principal } = ctx;
    const made = await getVisibleExport(ctx);
    // Files with contact data are not available to principals for whom it is masked.
    if (isMasked(principal) && !made.is_masked) throw forbidden();
    const status = toExportStatus(made.status, made.expires_at, now);
    if (status === 'expired') {
      throw new Problem(
        409,
        'export_expired',
        localized(
          'This export has expired and its files were deleted. Export the list again.',
          'Ekspor ini sudah kedaluwarsa dan berkasnya telah dihapus. Ekspor kembali daftar tersebut.',
        ),
      );
    }
    if (status !== 'ready') {
      throw new Problem(409, 'not_ready', localized('This export is not ready yet.', 'Ekspor ini belum siap.'));
    }
    const files = await ctx.tx((tx) => listFiles(tx, params.id));
    const part = files.find(({ part_no }) => part_no === query.part);
    const file = part && (await findStoredFile(deps, merchant_id, part.file_id));
    if (!file) throw notFound();
    await ctx.tx((tx) => recordExportAudit(ctx, tx, params.id, { action: 'downloaded', after: { file: file.name } }));
    return new StreamResponse(readStoredFile(deps.db, merchant_id, file), file.content_type, file.name);
  },

  deleteExport: async (ctx) => {
    const { deps, merchant_id, params, tx, now } = ctx;
    const made = await getVisibleExport(ctx);
    if (isUnfinished(made.status)) {
      const is_cancelled = await tx(async (merchant) => {
        if (!(await cancelRow(merchant, params.id, now))) return false;
        await recordExportAudit(ctx, merchant, params.id, { action: 'cancelled', before: { status: made.status } });
        await publishExport(merchant, params.id);
        return true;
      });
      if (is_cancelled) return undefined;
    }
    await deleteFiles(deps, merchant_id, params.id);
    await tx(async (merchant) => {
      await deleteRow(merchant, params.id);
      await recordExportAudit(ctx, merchant, params.id, {
        action: 'removed',
        before: { list: made.list, status: made.status },
      });
      await publishExport(merchant, params.id);
    });
    return undefined;
  },
};

const canRead = (principal: Principal, list: ExportList): boolean =>
  isAllowed(EXPORTABLE[list].route.access, principal);

/** An export visible to the principal. Throws 404 for exports of others, and 403 without access to the list. */
async function getVisibleExport(
  ctx: Pick<RequestContext<typeof contract.getExport>, 'tx' | 'params' | 'principal'>,
): Promise<ExportRow> {
  const { principal, params } = ctx;
  const made = await ctx.tx((tx) => findExport(tx, params.id));
  if (made === undefined || (made.created_by !== principal.id && !canSeeAll(principal))) throw notFound();
  if (!canRead(principal, made.list)) throw forbidden();
  return made;
}

function toExport({ request, ...row }: ExportRow, now: Date, language: Language): Export {
  const status = toExportStatus(row.status, row.expires_at, now);
  return {
    ...row,
    status,
    error: row.error && translateMessage(row.error, language),
    files: status === 'ready' ? row.files : [],
    params: request.params,
    query: request.query,
  };
}

async function buildRows({
  deps,
  merchant_id,
  body,
  principal,
  language,
  time_zone,
  now,
}: RequestContext<typeof contract.createExport>): Promise<Compilable> {
  const list = EXPORTABLE[body.list];
  const about = { now, is_masked: isMasked(principal), language, time_zone, public_url: deps.env.PUBLIC_URL };
  return buildFileQuery(deps.db, list, { merchant_id, ...about, ...parseListRequest(list.route, body) });
}

const QUERY_CANCELED = '57014';

/** null if counting times out; the run counts again. */
async function countInTime(
  { deps, merchant_id }: RequestContext<typeof contract.createExport>,
  rows: Compilable,
): Promise<number | null> {
  try {
    return await asMerchant(deps.db, merchant_id, (tx) => countRows(tx, rows, EXPORT_ROWS_MAX));
  } catch (error) {
    if (getSqlState(error) === QUERY_CANCELED) return null;
    throw error;
  }
}

const tooManyRows = () =>
  new Problem(
    422,
    'too_many_rows',
    localized(
      `An export must have fewer than ${formatCount(EXPORT_ROWS_MAX, 'en')} rows. Choose a shorter period.`,
      `Ekspor harus kurang dari ${formatCount(EXPORT_ROWS_MAX, 'id')} baris. Pilih periode yang lebih pendek.`,
    ),
  );
const tooManyExports = () =>
  new Problem(
    429,
    'too_many_exports',
    localized(
      `You can have at most ${UNFINISHED_EXPORTS_MAX} exports in progress. Wait for one to finish or cancel it.`,
      `Maksimal ${UNFINISHED_EXPORTS_MAX} ekspor dapat diproses bersamaan. Tunggu salah satu selesai atau batalkan.`,
    ),
  );

const recordExportAudit = (
  ctx: AuditContext,
  tx: MerchantTx,
  object_id: string,
  {
    action,
    ...change
  }: { action: 'created' | 'downloaded' | 'cancelled' | 'removed'; before?: object; after?: object },
): Promise<void> =>
  recordAudit(ctx, tx, {
    action: `export.${action}`,
    object_type: 'export',
    object_id,
    ...change,
  });
