/** The audit log: read by the merchant, and by the provider for each merchant. */
import type * as contract from '@dasbor/contract/audit';
import type { Query } from '@dasbor/contract/route';
import { z } from 'zod';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { decodeCursor } from '../http/cursor.ts';
import { buildPage } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import { isMasked } from '../http/principal.ts';
import { notFound } from '../http/problem.ts';
import { withTenant } from '../http/tenant-context.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { auditFile, listAuditRows, providerAuditFile } from './list-queries.ts';
import { listMerchantIds } from './queries.ts';

/** Both lists have the same query. */
type FileContext = RequestContext<typeof contract.listAuditLogs>;

export const auditHandlers: Handlers<typeof contract> = {
  listAuditLogs: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, auditFile);
    return ctx.tx((tx) => readPage(tx, ctx.query, isMasked(ctx.principal)));
  },

  listMerchantAuditLogs: async (ctx) => {
    const { deps, params, query } = ctx;
    const { merchant_id } = params;
    if (!(await asPlatform(deps.db, listMerchantIds)).includes(merchant_id)) throw notFound();
    if (ctx.file_format !== null) {
      return createFileResponse(withTenant(ctx, merchant_id) as unknown as FileContext, providerAuditFile);
    }
    return asMerchant(deps.db, merchant_id, (tx) => readPage(tx, query, true));
  },
};

const cursorShape = z.tuple([z.number().int().positive()]);

async function readPage(tx: MerchantTx, query: Query<typeof contract.listAuditLogs>, is_masked: boolean) {
  const after_seq = query.cursor === undefined ? null : decodeCursor(query.cursor, cursorShape)[0];
  const rows = await listAuditRows(tx, query, { after_seq, limit: query.limit, is_masked });
  return buildPage(rows, query.limit, ({ id }) => [Number(id)]);
}
