/** API handlers of stickers (static QR codes). */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/sticker';
import { STICKER_STATUSES, createQrisSticker } from '@dasbor/contract/sticker';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { createFileResponse } from '../http/list-file.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import type { Principal } from '../http/principal.ts';
import { findQrisType, getQrisCode } from '../qris-payment/queries.ts';
import { changeStickerStatus } from './change-status.ts';
import { createUnissuedSticker, issueSticker } from './create.ts';
import { findStickerPayment, listStickerEvents } from './event-queries.ts';
import { stickerFile } from './file-queries.ts';
import { listStickerRows, summariseStickers } from './queries.ts';
import { sortByStatus } from '../http/totals.ts';

export const stickerHandlers: Handlers<typeof contract> = {
  createQrisSticker: (ctx) =>
    runIdempotent(createQrisSticker, ctx, {
      begin: async (tx) => {
        const id = await createUnissuedSticker(tx, toActor(ctx), ctx.body, ctx.now);
        await audit(ctx, tx, id, { action: 'created', after: ctx.body });
        return id;
      },
      finish: async (id) => {
        if ((await issueSticker(ctx.deps, ctx.merchant_id, id)) === 'refused') {
          const detail = localized(
            'The bank declined to issue this static QR code. Try again or contact support.',
            'Bank menolak menerbitkan kode QR statis ini. Coba lagi atau hubungi tim dukungan.',
          );
          throw new Problem(422, 'bank_refused', detail);
        }
        return { data: await ctx.tx((tx) => getQrisCode(tx, id, ctx.language)) };
      },
    }),

  listQrisStickers: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, stickerFile);
    const { query, tx, now } = ctx;
    const after = parseCursor(query.cursor, 'qris_payment');
    const rows = await tx((merchant) => listStickerRows(merchant, query, after, now));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  summariseQrisStickers: async ({ query, tx, now }) => ({
    data: sortByStatus(STICKER_STATUSES, await tx((merchant) => summariseStickers(merchant, query, now))),
  }),

  listQrisStickerEvents: ({ params: { id }, tx }) =>
    tx(async (merchant) => {
      if ((await findQrisType(merchant, id)) === undefined) throw notFound();
      return {
        data: await listStickerEvents(merchant, id),
        first_payment: await findStickerPayment(merchant, id, 'asc'),
        latest_payment: await findStickerPayment(merchant, id, 'desc'),
      };
    }),

  setQrisStickerStatus: {
    find: ({ params, tx }) =>
      tx(async (merchant) => ((await findQrisType(merchant, params.id)) === 'static' ? params.id : null)),
    handle: async (ctx) => {
      const { params, body, now } = ctx;
      return ctx.tx(async (tx) => {
        const before = await changeStickerStatus(tx, params.id, { status: body.status, actor: toActor(ctx), now });
        if (before !== body.status) {
          await audit(ctx, tx, params.id, { action: 'updated', before: { status: before }, after: body });
        }
        return { data: await getQrisCode(tx, params.id, ctx.language) };
      });
    },
  },
};

const toActor = ({ principal: { type, name } }: { principal: Pick<Principal, 'type' | 'name'> }) => ({
  actor_type: type,
  actor_name: name,
});

const audit = (
  ctx: AuditContext,
  tx: MerchantTx,
  object_id: string,
  { action, ...change }: { action: 'created' | 'updated'; before?: object; after: object },
) =>
  recordAudit(ctx, tx, {
    action: `qris_sticker.${action}`,
    object_type: 'qris_payment',
    object_id,
    ...change,
  });
