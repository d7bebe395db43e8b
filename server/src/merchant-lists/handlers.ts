/** Lists over many merchants: the queries of the merchant's own lists, merged. Read-only. */
import { DISBURSEMENT_STATUSES, type Disbursement } from '@dasbor/contract/disbursement-fields';
import { OPTIONS_MAX } from '@dasbor/contract/merchant-lists';
import type * as contract from '@dasbor/contract/merchant-lists';
import { REFUND_STATUSES, type Refund } from '@dasbor/contract/refund-fields';
import { SETTLEMENT_BATCH_STATUSES, type SettlementBatch } from '@dasbor/contract/settlement-fields';
import { TRANSACTION_STATUSES, type Transaction } from '@dasbor/contract/transaction';
import {
  DISBURSEMENT_FIELDS,
  buildDisbursementCsv,
  buildDisbursementRows,
  buildDisbursementSums,
  listDisbursementHeaders,
} from '../disbursement/list-queries.ts';
import { listGroupTree } from '../account-group/member-queries.ts';
import { asPlatform, asReader } from '../db/tx.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { assertRange } from '../http/range.ts';
import type { Handlers } from '../http/serve.ts';
import {
  REFUND_FIELDS,
  buildRefundCsv,
  buildRefundRows,
  buildRefundSums,
  listRefundHeaders,
} from '../refund/list-queries.ts';
import { parseBatchCursor } from '../settlement/batch-cursor-rules.ts';
import {
  BATCH_FIELDS,
  buildBatchCsv,
  buildBatchRows,
  buildBatchSums,
  listBatchHeaders,
} from '../settlement/list-queries.ts';
import { CSV_FIELDS, buildTransactionCsv, listTransactionHeaders } from '../transaction/csv-queries.ts';
import { parseTransactionCursor, toTransactionCursor } from '../transaction/filter-rules.ts';
import { buildTransactionRows, buildTransactionSums } from '../transaction/queries.ts';
import { translateFailure } from '../transaction/rules.ts';
import { readMerchantsOverview } from './overview.ts';
import { listGroupOptions, listMerchantOptions } from './option-queries.ts';
import { getReader, readScope } from './scope.ts';
import { parseOwnColumns, readRows, readSums, respondWithFile } from './read.ts';

const NEWEST_FIRST = [
  { column: 'created_at', direction: 'desc' },
  { column: 'id', direction: 'desc' },
] as const;
const LATEST_DAY_FIRST = [
  { column: 'settlement_date', direction: 'desc' },
  { column: 'id', direction: 'desc' },
] as const;
/** Nobody who reads over many merchants needs to contact their customers. */
const MASKED = { masks_email: true } as const;

export const merchantListHandlers: Handlers<typeof contract> = {
  listTransactionsOfMerchants: async (ctx) => {
    const { query, language, time_zone } = ctx;
    assertRange(query);
    const cursor = parseTransactionCursor(query.sort, query.cursor);
    const { column, direction } = cursor;
    if (ctx.file_format !== null) {
      const fields = parseOwnColumns(CSV_FIELDS, query.columns);
      const start = { column, direction, after: null };
      return respondWithFile(ctx, 'transactions', 'transaction', (found) => ({
        headers: listTransactionHeaders(fields, language, time_zone),
        direction,
        buildCells: (scope) =>
          buildTransactionCsv(scope, query, start, {
            fields,
            language,
            time_zone,
            found,
            has_sort_keys: true,
            ...MASKED,
          }),
      }));
    }
    const rows = await readRows<Transaction>(ctx, 'transaction', (found) => ({
      order: [
        { column, direction },
        { column: 'id', direction },
      ],
      buildRows: (scope, limit) => buildTransactionRows(scope, query, cursor, { limit, found, ...MASKED }),
    }));
    const { data, next_cursor } = buildPage(rows, query.limit, (row) => toTransactionCursor(query.sort, row));
    return { data: data.map((row) => translateFailure(row, language)), next_cursor };
  },

  summariseTransactionsOfMerchants: async (ctx) => {
    assertRange(ctx.query);
    const search = 'transaction';
    return {
      data: await readSums(ctx, TRANSACTION_STATUSES, search, (scope, found) =>
        buildTransactionSums(scope, withoutMerchants(ctx.query), found),
      ),
    };
  },

  listRefundsOfMerchants: async (ctx) => {
    const { query, language, time_zone } = ctx;
    if (ctx.file_format !== null) {
      const fields = parseOwnColumns(REFUND_FIELDS, query.columns);
      return respondWithFile(ctx, 'refunds', 'transaction', (found) => ({
        headers: listRefundHeaders(fields, language, time_zone),
        direction: 'desc',
        buildCells: (scope) =>
          buildRefundCsv(scope, query, { fields, language, time_zone, found, has_sort_keys: true }),
      }));
    }
    const after = parseCursor(query.cursor, 'refund');
    const rows = await readRows<Refund>(ctx, 'transaction', (found) => ({
      order: NEWEST_FIRST,
      buildRows: (scope, limit) => buildRefundRows(scope, query, after, { limit, found }),
    }));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  summariseRefundsOfMerchants: async (ctx) => ({
    data: await readSums(ctx, REFUND_STATUSES, 'transaction', (scope, found) =>
      buildRefundSums(scope, ctx.query, found),
    ),
  }),

  listSettlementsOfMerchants: async (ctx) => {
    const { query, language, time_zone } = ctx;
    if (ctx.file_format !== null) {
      const fields = parseOwnColumns(BATCH_FIELDS, query.columns);
      return respondWithFile(ctx, 'settlements', null, () => ({
        headers: listBatchHeaders(fields, { language, time_zone }),
        direction: 'desc',
        buildCells: (scope) => buildBatchCsv(scope, query, { fields, language, time_zone, has_sort_keys: true }),
      }));
    }
    const after = parseBatchCursor(query.cursor);
    const rows = await readRows<SettlementBatch>(ctx, null, () => ({
      order: LATEST_DAY_FIRST,
      buildRows: (scope, limit) => buildBatchRows(scope, query, { after, limit }),
    }));
    return buildPage(rows, query.limit, ({ settlement_date, id }) => [settlement_date, id]);
  },

  summariseSettlementsOfMerchants: async (ctx) => ({
    data: await readSums(ctx, SETTLEMENT_BATCH_STATUSES, null, (scope) => buildBatchSums(scope, ctx.query)),
  }),

  listDisbursementsOfMerchants: async (ctx) => {
    const { query, language, time_zone } = ctx;
    if (ctx.file_format !== null) {
      const fields = parseOwnColumns(DISBURSEMENT_FIELDS, query.columns);
      return respondWithFile(ctx, 'disbursements', 'disbursement', (found) => ({
        headers: listDisbursementHeaders(fields, language, time_zone),
        direction: 'desc',
        buildCells: (scope) =>
          buildDisbursementCsv(scope, query, { fields, language, time_zone, found, has_sort_keys: true }),
      }));
    }
    const after = parseCursor(query.cursor, 'disbursement');
    const rows = await readRows<Disbursement>(ctx, 'disbursement', (found) => ({
      order: NEWEST_FIRST,
      buildRows: (scope, limit) => buildDisbursementRows(scope, query, after, { limit, found }),
    }));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  listVisibleMerchants: async ({ deps, principal, now, query }) => {
    const { visible } = await readScope({ deps, principal, now, query: {} });
    return { data: await asReader(deps.db, visible, (tx) => listMerchantOptions(tx, parseOptions(query))) };
  },

  listVisibleGroups: async ({ deps, principal, query }) => {
    const { group_id } = getReader(principal);
    const data = await asPlatform(deps.db, async (tx) => {
      const tree = group_id === null ? null : await listGroupTree(tx, group_id);
      return listGroupOptions(tx, tree, parseOptions(query));
    });
    return { data };
  },

  getMerchantsOverview: async (ctx) => ({ data: await readMerchantsOverview(ctx) }),

  summariseDisbursementsOfMerchants: async (ctx) => ({
    data: await readSums(ctx, DISBURSEMENT_STATUSES, 'disbursement', (scope, found) =>
      buildDisbursementSums(scope, ctx.query, found),
    ),
  }),
};

/** The filter of the list itself: the hourly counts answer it only without further conditions. */
const withoutMerchants = <Query extends { merchant_id?: unknown; group_id?: unknown }>({
  merchant_id: _merchant_id,
  group_id: _group_id,
  ...own
}: Query): Omit<Query, 'merchant_id' | 'group_id'> => own;

const parseOptions = ({ q, ids }: { q?: string | undefined; ids?: string | undefined }) => ({
  q: q === undefined || q === '' ? null : q,
  ids: ids === undefined || ids === '' ? null : ids.split(',').slice(0, OPTIONS_MAX),
});
