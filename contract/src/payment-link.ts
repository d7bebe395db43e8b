/** Payment links: a page that a merchant sends to a customer, who pays on it by QRIS or virtual account. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idOf } from './id.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import {
  LINK_CHANNELS,
  LINK_PAYABILITIES,
  LINK_SLUG_PATTERN,
  LINK_STATUSES,
  LINK_TYPES,
  SHARE_CHANNELS,
  linkEvent,
  linkPayment,
  linkShare,
  linkTerms as terms,
  paymentLink,
} from './payment-link-terms.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** The terms of a new link, each with what it is when it is left out. */
const newTerms = z.object({
  description: terms.description.default(null),
  amount: terms.amount.default(null),
  min_amount: terms.min_amount.default(null),
  max_amount: terms.max_amount.default(null),
  items: terms.items.default([]),
  merchant_reference: terms.merchant_reference.default(null),
  customer: terms.customer.default(null),
  collect_fields: terms.collect_fields.default([]),
  channels: terms.channels.default([...LINK_CHANNELS]),
  fee_bearer: terms.fee_bearer.default('merchant'),
  usage_limit: terms.usage_limit.default(null),
  starts_at: terms.starts_at.default(null),
  expires_at: terms.expires_at.optional().describe('Until when it can be paid; absent: 24 hours; null: for ever'),
  success_redirect_url: terms.success_redirect_url.default(null),
  failure_redirect_url: terms.failure_redirect_url.default(null),
  notify: terms.notify.default({ email: false, whatsapp: false }),
  reminders: terms.reminders.default([]),
  language: terms.language.default('id'),
  metadata: terms.metadata.default(null),
});

/** Refusals by the rules of a link, which a new one and a changed one meet alike. */
const RULE_ERRORS = {
  surcharge_forbidden: 422,
  items_mismatch: 422,
  amount_outside_limits: 422,
  invalid_period: 422,
  invalid_link: 422,
} as const;

export const createPaymentLink = route({
  name: 'createPaymentLink',
  method: 'POST',
  path: '/payment-links',
  summary: 'Make a payment link, active at once or as a draft',
  access: needs('Payment Links', 'manage'),
  idempotent: true,
  body: z.strictObject({
    title: terms.title,
    type: z.enum(LINK_TYPES).describe('single_use: one payment; multi_use: many; open_amount: the payer says'),
    ...newTerms.shape,
    custom_slug: z
      .string()
      .max(40)
      .regex(LINK_SLUG_PATTERN, 'Use small letters, digits and single hyphens')
      .optional()
      .describe('First part of the address; twelve random characters always follow'),
    status: z.enum(['draft', 'active']).default('active').describe('draft: nobody can pay it yet'),
  }),
  status: 201,
  output: z.object({ data: paymentLink }),
  errors: { ...RULE_ERRORS, duplicate_reference: 409, merchant_not_active: 422 },
});

export const linkFilter = {
  from: instant.optional().describe('Made at or after'),
  to: instant.optional().describe('Made before; at most 180 days after `from`'),
  expires_from: instant.optional().describe('Expiry at or after'),
  expires_to: instant.optional().describe('Expiry before'),
  status: oneOrMany(LINK_STATUSES).optional().describe('One or more states'),
  type: oneOrMany(LINK_TYPES).optional().describe('One or more types'),
  amount_min: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Least amount, whole rupiah; an open one by its range'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Greatest amount, whole rupiah'),
  created_by: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).filter((part) => part !== ''))
    .pipe(z.array(z.string().max(40)).max(50))
    .optional()
    .describe('Ids of one or more makers'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe("Contained in title, address, reference, or the customer's name, e-mail or phone"),
};
export const LINK_SORTS = ['-created_at', 'created_at'] as const;

export const listPaymentLinks = route({
  name: 'listPaymentLinks',
  method: 'GET',
  path: '/payment-links',
  summary: 'Payment links, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('Payment Links', 'view'),
  query: z.object({
    ...pageQuery,
    ...linkFilter,
    sort: z.enum(LINK_SORTS).default('-created_at').describe('Order; a leading minus is descending'),
    columns: fileColumns,
  }),
  output: page(paymentLink),
  csv: true,
  xlsx: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summarisePaymentLinks = route({
  name: 'summarisePaymentLinks',
  method: 'GET',
  path: '/payment-links/summary',
  summary: 'Count and collected amount per status of a filter',
  access: needs('Payment Links', 'view'),
  query: z.object(linkFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(LINK_STATUSES).describe('State'),
        count: z.int().describe('Links in that state'),
        amount: rupiah.describe('What was collected with them, whole rupiah'),
      }),
    ),
  }),
  errors: { range_too_long: 422 },
});

export const listLinkCreators = route({
  name: 'listLinkCreators',
  method: 'GET',
  path: '/payment-links/creators',
  summary: 'Who has made links: the choices of the creator filter',
  access: needs('Payment Links', 'view'),
  output: z.object({
    data: z.array(
      z.object({
        created_by: z.string().describe('Id of the person or key'),
        created_by_name: z.string().describe('Name of the person or key'),
      }),
    ),
  }),
});

export const quotePaymentLink = route({
  name: 'quotePaymentLink',
  method: 'GET',
  path: '/payment-links/quote',
  summary: 'What a payer pays by each way when the customer bears the fee, by the prices of today',
  access: needs('Payment Links', 'view'),
  query: z.object({
    amount: z.coerce.number().int().min(1).max(AMOUNT_CAP).describe('What the merchant is to receive, whole rupiah'),
  }),
  output: z.object({
    data: z.array(
      z.object({
        channel: z.enum(LINK_CHANNELS).describe('Way of paying; QRIS is left out: a surcharge is forbidden'),
        payer_amount: rupiah.describe('What the payer pays, whole rupiah'),
        fee_amount: rupiah.describe('The fee in it, whole rupiah'),
        fee_vat_amount: rupiah.describe('The VAT on the fee in it, whole rupiah'),
      }),
    ),
  }),
});

export const getPaymentLink = route({
  name: 'getPaymentLink',
  method: 'GET',
  path: '/payment-links/{id}',
  summary: 'One payment link with its totals, timeline and share log',
  access: needs('Payment Links', 'view'),
  params: z.object({ id: idOf('payment_link') }),
  output: z.object({
    data: z.object({
      ...paymentLink.shape,
      payability: z.enum(LINK_PAYABILITIES).describe('What a visitor is told now'),
      views: z.int().describe('How often the page was opened'),
      attempts: z.int().describe('How often a way of paying was chosen'),
      conversion_bps: z.int().nullable().describe('Payments per view, in hundredths of a percent; null without a view'),
      timeline: z.array(linkEvent).describe('What happened, newest first, without views and attempts; at most 200'),
      shares: z.array(linkShare).describe('How it was handed out, newest first; at most 200'),
    }),
  }),
});

export const listLinkPayments = route({
  name: 'listLinkPayments',
  method: 'GET',
  path: '/payment-links/{id}/payments',
  summary: 'Payments and attempts of a link, newest first',
  access: needs('Payment Links', 'view'),
  params: z.object({ id: idOf('payment_link') }),
  query: z.object(pageQuery),
  output: page(linkPayment),
});

export const updatePaymentLink = route({
  name: 'updatePaymentLink',
  method: 'PATCH',
  path: '/payment-links/{id}',
  summary: 'Change a link that has not ended; its amounts and who bears the fee only before the first payment',
  access: needs('Payment Links', 'manage'),
  params: z.object({ id: idOf('payment_link') }),
  body: z.strictObject(terms).partial(),
  output: z.object({ data: paymentLink }),
  errors: { ...RULE_ERRORS, duplicate_reference: 409, link_ended: 409, amount_is_fixed: 409 },
});

export const activatePaymentLink = route({
  name: 'activatePaymentLink',
  method: 'POST',
  path: '/payment-links/{id}/activate',
  summary: 'Make a draft or an inactive link payable',
  access: needs('Payment Links', 'manage'),
  params: z.object({ id: idOf('payment_link') }),
  output: z.object({ data: paymentLink }),
  errors: { illegal_move: 409, invalid_period: 422, merchant_not_active: 422 },
});

export const deactivatePaymentLink = route({
  name: 'deactivatePaymentLink',
  method: 'POST',
  path: '/payment-links/{id}/deactivate',
  summary: 'Take an active link out of use; it can be activated again',
  access: needs('Payment Links', 'manage'),
  params: z.object({ id: idOf('payment_link') }),
  output: z.object({ data: paymentLink }),
  errors: { illegal_move: 409 },
});

export const sharePaymentLink = route({
  name: 'sharePaymentLink',
  method: 'POST',
  path: '/payment-links/{id}/share',
  summary: 'Send an active link by e-mail, or note that it was handed out in another way',
  access: needs('Payment Links', 'manage'),
  params: z.object({ id: idOf('payment_link') }),
  body: z.strictObject({
    channel: z.enum(SHARE_CHANNELS).describe('How it is handed out'),
    recipient: z.email().max(254).optional().describe("email: the address; absent: the customer's"),
  }),
  status: 201,
  output: z.object({ data: linkShare }),
  errors: { link_not_active: 409, recipient_missing: 422, share_limit_reached: 429 },
});
