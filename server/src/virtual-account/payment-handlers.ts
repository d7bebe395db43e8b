/** The payments of one virtual account: in pages, and as a file. */
import type * as contract from '@dasbor/contract/virtual-account-payment';
import { createFileResponse } from '../http/list-file.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { findTrxId } from './list-queries.ts';
import { listVaPayments, vaPaymentFile } from './payment-queries.ts';

export const vaPaymentHandlers: Handlers<typeof contract> = {
  listVirtualAccountPayments: async (ctx) => {
    const { params, query, tx } = ctx;
    if ((await tx((each) => findTrxId(each, params.id))) === undefined) throw notFound();
    if (ctx.file_format !== null) return createFileResponse(ctx, vaPaymentFile);
    const after = parseCursor(query.cursor);
    const rows = await tx((each) => listVaPayments(each, params.id, after, query.limit));
    return buildPage(rows, query.limit, ({ paid_at: at, id }) => ({ at, id }));
  },
};
