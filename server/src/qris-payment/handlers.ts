/** QRIS payments: asking for one, and reading them. */
import { z } from 'zod';
import * as contract from '@dasbor/contract/qris-payment';
import type { QrisPayment } from '@dasbor/contract/qris-payment';
import type { Caller } from '../http/caller.ts';
import { oncePerKey } from '../http/idempotency.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Ctx, Handlers } from '../http/serve.ts';
import { beginQrisPayment } from './create.ts';
import { issueQrisPayment } from './issue.ts';
import { findQrisPayment, listQrisPaymentRows } from './queries.ts';

export const qrisPaymentHandlers: Handlers<typeof contract> = {
  createQrisPayment: (ctx) =>
    oncePerKey(contract.createQrisPayment, ctx, {
      begin: (tx) => beginQrisPayment(tx, askerOf(ctx.caller), ctx.body, ctx.now),
      finish: (id) => finish(ctx, id),
    }),

  listQrisPayments: async ({ query, tx }) => {
    const after = query.cursor === undefined ? null : readCursor(query.cursor);
    const rows = await tx((merchant) => listQrisPaymentRows(merchant, after, query.limit));
    const data = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? data.at(-1) : undefined;
    return { data, next_cursor: last ? cursorOf(last) : null };
  },

  getQrisPayment: async ({ params, tx }) => {
    const data = await tx((merchant) => findQrisPayment(merchant, params.id));
    if (data === undefined) throw notFound();
    return { data };
  },
};

const askerOf = ({ type, name }: Caller) => ({ actor_type: type, actor_name: name });

/** Asks the bank. When it does not answer, the code stays `issuing` and the jobs go on asking until its time is over. */
async function finish(ctx: Ctx<typeof contract.createQrisPayment>, id: string): Promise<{ data: QrisPayment }> {
  const issued = await issueQrisPayment(ctx.deps, ctx.merchant_id, id);
  if (issued === 'refused') {
    throw new Problem(422, 'bank_refused', 'The bank refused to issue this code. Nothing can be paid with it.');
  }
  const data = await ctx.tx((tx) => findQrisPayment(tx, id));
  if (data === undefined) throw notFound();
  return { data };
}

const cursorShape = z.tuple([z.iso.datetime(), z.string().regex(/^qr_[0-9a-z]{26}$/)]);

const cursorOf = (row: QrisPayment): string =>
  Buffer.from(JSON.stringify([row.created_at, row.id])).toString('base64url');

function readCursor(cursor: string): { created_at: string; id: string } {
  try {
    const [created_at, id] = cursorShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { created_at, id };
  } catch {
    throw new Problem(400, 'invalid_request', 'cursor: This cursor does not belong to this list.', {
      errors: [{ field: 'cursor', detail: 'This cursor does not belong to this list.' }],
    });
  }
}
