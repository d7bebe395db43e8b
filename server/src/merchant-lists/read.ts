/** Pages, sums and files over the merchants of a request. */
import { toBusinessDay } from '@dasbor/contract/time';
import { FILE_ROWS_MAX } from '@dasbor/contract/export';
import { localized } from '@dasbor/contract/language';
import type { MerchantOfRow } from '@dasbor/contract/merchant-lists';
import { countRows } from '../db/count.ts';
import { type FoundIds, type SearchedTable, findVisibleIds } from '../db/search-ids.ts';
import { type QueryScope, type ReaderTx, asReader } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import { createRowsResponse } from '../http/list-file.ts';
import type { RequestContext, StreamResponse } from '../http/serve.ts';
import { type MergedFile, type MergedList, buildMergedFile, listMergedRows, sumMerged } from './queries.ts';
import { readScope } from './scope.ts';
import { sortByStatus } from '../http/totals.ts';

interface Filter {
  merchant_id?: string[] | undefined;
  group_id?: string | undefined;
  q?: string | undefined;
}

type Context<Query extends Filter> = Pick<
  RequestContext<never>,
  'deps' | 'principal' | 'now' | 'language' | 'file_format' | 'tx'
> & { query: Query };

/** Ids of the rows that match the search text; null when there is none, or when the query of the list matches it. */
const findText = (tx: ReaderTx, search: SearchedTable | null, { q }: Filter): Promise<FoundIds> =>
  search === null ? Promise.resolve(null) : findVisibleIds(tx, search, q);

/** The rows of a page, and one more when there is a next page. */
export async function readRows<Row>(
  ctx: Context<Filter & { limit: number }>,
  search: SearchedTable | null,
  buildList: (found: FoundIds) => MergedList,
): Promise<(Row & MerchantOfRow)[]> {
  const { visible, ids } = await readScope(ctx);
  return asReader(ctx.deps.db, visible, async (tx) =>
    listMergedRows<Row>(tx, ids, buildList(await findText(tx, search, ctx.query)), ctx.query.limit + 1),
  );
}

/** Count and sum per status, in the order of the statuses. */
export async function readSums<Status extends string>(
  ctx: Context<Filter>,
  statuses: readonly Status[],
  search: SearchedTable | null,
  buildSums: (scope: QueryScope, found: FoundIds) => ReturnType<Parameters<typeof sumMerged>[2]>,
): Promise<{ status: Status; count: number; amount: number }[]> {
  const { visible, ids } = await readScope(ctx);
  const rows = await asReader(ctx.deps.db, visible, async (tx) => {
    const found = await findText(tx, search, ctx.query);
    return sumMerged<Status>(tx, ids, (scope) => buildSums(scope, found));
  });
  return sortByStatus(statuses, rows);
}

/** The file of a list. */
export async function respondWithFile(
  ctx: Context<Filter>,
  name: string,
  search: SearchedTable | null,
  buildFile: (found: FoundIds) => MergedFile,
): Promise<StreamResponse> {
  const { deps, now, language, query } = ctx;
  const { visible, ids, name: reader } = await readScope(ctx);
  const found = await asReader(deps.db, visible, (tx) => findText(tx, search, query));
  const rows = buildMergedFile(deps.db.kysely, ids, buildFile(found), language);
  return createRowsResponse(ctx, rows, {
    rows_of: { visible, name: reader },
    count: () => asReader(deps.db, visible, (tx) => countRows(tx, rows, FILE_ROWS_MAX + 1)),
    xlsx_rows_max: FILE_ROWS_MAX,
    advice: localized('Choose a shorter period or download CSV.', 'Pilih periode yang lebih singkat atau unduh CSV.'),
    name,
    file_name: `merchant-${name}-${toBusinessDay(now)}`,
  });
}

const OF_MERCHANT = new Set(['merchant_id', 'merchant_name']);

/** The chosen columns of the list itself; the merchant always comes first. */
export function parseOwnColumns<Name extends string>(all: readonly Name[], columns: string | undefined) {
  const own = columns
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => !OF_MERCHANT.has(name))
    .join(',');
  return parseColumns(all, own);
}
