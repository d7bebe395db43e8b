/** Stickers: static QRIS codes. They are codes as dynamic ones are (qris-payment.ts); here is what only they have. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { QRIS_STICKER_NAME_MAX, qrisPayment, qrisLocation, qrisTip, qrisTipCheck } from './qris-payment.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const STICKER_STATUSES = ['issuing', 'active', 'inactive', 'failed'] as const;

export const createQrisSticker = route({
  name: 'createQrisSticker',
  method: 'POST',
  path: '/qris-stickers',
  summary: 'Have a static code made: a sticker that anybody may pay, any number of times, with any amount',
  access: needs('QRIS', 'manage'),
  idempotent: true,
  body: z
    .strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(QRIS_STICKER_NAME_MAX)
        .describe('What your people call it, e.g. Front counter'),
      ...qrisLocation,
      ...qrisTip,
    })
    .refine(...qrisTipCheck),
  status: 201,
  output: z.object({ data: qrisPayment }),
  errors: { bank_refused: 422, merchant_not_active: 422 },
});

export const qrisSticker = z.object({
  ...qrisPayment.pick({
    id: true,
    name: true,
    store: true,
    terminal: true,
    tip_mode: true,
    tip_value: true,
    qr_content: true,
    nmid: true,
    created_at: true,
  }).shape,
  status: z.enum(STICKER_STATUSES).describe('issuing: the bank was asked and has not answered yet'),
  today_count: z.int().describe('Payments of today (WIB)'),
  today_amount: rupiah.describe('Sum of their gross amounts, whole rupiah'),
  last_paid_at: instant.nullable().describe('When it was last paid'),
});
export type QrisSticker = z.infer<typeof qrisSticker>;

export const listQrisStickers = route({
  name: 'listQrisStickers',
  method: 'GET',
  path: '/qris-stickers',
  summary: 'Stickers with what each took today, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('QRIS', 'view'),
  query: z.object({
    ...pageQuery,
    from: instant.optional().describe('Made at this instant or later'),
    to: instant.optional().describe('Made before this instant'),
    status: oneOrMany(STICKER_STATUSES).optional().describe('One or more states'),
    q: z.string().trim().max(60).optional().describe('Contained in name, store or terminal'),
    columns: fileColumns,
  }),
  output: page(qrisSticker),
  csv: true,
  xlsx: true,
  errors: { too_many_rows: 422 },
});

export const setQrisStickerStatus = route({
  name: 'setQrisStickerStatus',
  method: 'PUT',
  path: '/qris-stickers/{id}/status',
  summary: 'Take a sticker out of use, or into use again; what is paid meanwhile is taken and flagged',
  access: needs('QRIS', 'manage'),
  params: z.object({ id: idSchema('qris_payment') }),
  body: z.strictObject({
    status: z.enum(['active', 'inactive']).describe('State that it gets; the same again changes nothing'),
  }),
  output: z.object({ data: qrisPayment }),
  errors: { not_issued: 409 },
});
