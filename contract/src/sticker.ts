/** Stickers: static QRIS codes. They share the fields of dynamic codes (qris-payment.ts). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { QRIS_STICKER_NAME_MAX, qrisPayment, qrisLocation, qrisTip, qrisTipCheck } from './qris-payment.ts';
import { route } from './route.ts';
import { summaryOutput } from './summary.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';

export const STICKER_STATUSES = ['issuing', 'active', 'inactive', 'failed'] as const;

export const createQrisSticker = route({
  name: 'createQrisSticker',
  method: 'POST',
  path: '/qris-stickers',
  summary: 'Create a static QR code (sticker)',
  access: needs('QRIS', 'manage'),
  requires_active: 'payments',
  idempotency_key: 'required',
  body: z
    .strictObject({
      name: z.string().trim().min(1).max(QRIS_STICKER_NAME_MAX).describe('Internal name, such as Front counter'),
      ...qrisLocation,
      ...qrisTip,
    })
    .refine(...qrisTipCheck),
  status: 201,
  output: z.object({ data: qrisPayment }),
  errors: { bank_refused: 422, channel_disabled: 409 },
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
  status: z.enum(STICKER_STATUSES).describe('issuing: waiting for the bank to issue the code'),
  today_count: z.int().describe('Number of payments today (WIB)'),
  today_amount: rupiah.describe('Gross amount of payments today, whole rupiah'),
  last_paid_at: instant.nullable().describe('When the last payment was made'),
});
export type QrisSticker = z.infer<typeof qrisSticker>;

const stickerFilter = {
  from: rangeStart.optional().describe('Created at or after'),
  to: rangeEnd.optional().describe('Created before'),
  status: oneOrMany(STICKER_STATUSES).optional().describe('One or more statuses'),
  q: z.string().trim().max(60).optional().describe('Search in name, store and terminal'),
};

export const listQrisStickers = route({
  name: 'listQrisStickers',
  method: 'GET',
  path: '/qris-stickers',
  summary: 'List static QR codes (stickers)',
  access: needs('QRIS', 'view'),
  query: z.object({ ...pageQuery, ...stickerFilter, columns: fileColumns }),
  output: page(qrisSticker),
  files: true,
  errors: { too_many_rows: 422 },
});

export const summariseQrisStickers = route({
  name: 'summariseQrisStickers',
  method: 'GET',
  path: '/qris-stickers/summary',
  summary: 'Summarise static QR codes by status, with what was paid to them today (WIB)',
  access: needs('QRIS', 'view'),
  query: z.object(stickerFilter),
  output: summaryOutput(STICKER_STATUSES, {
    rows: 'static QR codes',
    amount: 'Sum of the payments to them today (WIB)',
  }),
});

export const stickerEvent = z.object({
  seq: z.int().describe('Position in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(STICKER_STATUSES).nullable().describe('Status before; null for the creation'),
  to_status: z.enum(STICKER_STATUSES).describe('Status after'),
  actor_type: z
    .enum(['system', 'user', 'provider', 'api_key'])
    .describe('Type of the actor; provider: the bank that issues the code'),
  actor_name: z.string().nullable().describe('Name of the user or API key'),
});
export type StickerEvent = z.infer<typeof stickerEvent>;

const stickerPayment = z.object({
  transaction_id: idSchema('transaction').describe('The payment'),
  at: instant.describe('When it was paid'),
  amount: rupiah.describe('Gross amount, whole rupiah'),
});
export type StickerPayment = z.infer<typeof stickerPayment>;

export const listQrisStickerEvents = route({
  name: 'listQrisStickerEvents',
  method: 'GET',
  path: '/qris-stickers/{id}/events',
  summary:
    'List what happened to a static QR code (sticker), with its first and its latest payment. A dynamic code has no events',
  access: needs('QRIS', 'view'),
  params: z.object({ id: idSchema('qris_payment') }),
  output: z.object({
    data: z.array(stickerEvent).describe('Timeline, oldest first'),
    first_payment: stickerPayment.nullable().describe('The first payment; null before it'),
    latest_payment: stickerPayment.nullable().describe('The latest payment; null before the first'),
  }),
});

export const setQrisStickerStatus = route({
  name: 'setQrisStickerStatus',
  method: 'PUT',
  path: '/qris-stickers/{id}/status',
  summary: 'Activate or deactivate a static QR code (sticker)',
  access: needs('QRIS', 'manage'),
  params: z.object({ id: idSchema('qris_payment') }),
  body: z.strictObject({
    status: z.enum(['active', 'inactive']).describe('New status; idempotent'),
  }),
  output: z.object({ data: qrisPayment }),
  errors: { not_issued: 409 },
});
