/** Payment links: a hosted page on which a customer pays by QRIS or virtual account. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
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
  notifiedLink,
  paymentLink,
} from './payment-link-terms.ts';
import { route } from './route.ts';
import { rangeEnd, rangeStart } from './time.ts';

/** The terms of a new link with their defaults. */
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
  expires_at: terms.expires_at.optional().describe('End of the payment period; absent: 24 hours; null: never'),
  success_redirect_url: terms.success_redirect_url.default(null),
  failure_redirect_url: terms.failure_redirect_url.default(null),
  notify: terms.notify.default({ email: false, whatsapp: false }),
  reminders: terms.reminders.default([]),
  language: terms.language.default('id'),
  metadata: terms.metadata.default(null),
});

/** Validation errors of a link, on create and update. */
const RULE_ERRORS = {
  surcharge_forbidden: 422,
  items_mismatch: 422,
  amount_outside_limits: 422,
  invalid_period: 422,
  invalid_payment_link: 422,
} as const;

export const createPaymentLink = route({
  name: 'createPaymentLink',
  method: 'POST',
  path: '/payment-links',
  summary: 'Create a payment link',
  access: needs('Payment Links', 'manage'),
  idempotency_key: 'required',
  body: z.strictObject({
    title: terms.title,
    type: z
      .enum(LINK_TYPES)
      .describe('single_use: one payment; multi_use: many payments; open_amount: the payer enters the amount'),
    ...newTerms.shape,
    custom_slug: z
      .string()
      .max(40)
      .regex(
        LINK_SLUG_PATTERN,
        validationMessage(
          'Use lowercase letters, digits and single hyphens',
          'Gunakan huruf kecil, angka, dan tanda hubung tunggal',
        ),
      )
      .optional()
      .describe('First part of the slug; twelve random characters are appended'),
    status: z.enum(['draft', 'active']).default('active').describe('draft: cannot be paid yet'),
  }),
  status: 201,
  output: z.object({ data: notifiedLink }),
  // A draft may be created before the merchant is active.
  errors: { ...RULE_ERRORS, duplicate_reference: 409, merchant_not_active: 409 },
});

export const linkFilter = {
  from: rangeStart.optional().describe('Created at or after'),
  to: rangeEnd.optional().describe('Created before; at most 180 days after `from`'),
  expires_from: rangeStart.optional().describe('Expiry at or after'),
  expires_to: rangeEnd.optional().describe('Expiry before'),
  status: oneOrMany(LINK_STATUSES).optional().describe('One or more statuses'),
  type: oneOrMany(LINK_TYPES).optional().describe('One or more types'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum, whole rupiah; open amounts by their range'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum amount, whole rupiah'),
  created_by: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).filter((part) => part !== ''))
    .pipe(z.array(z.string().max(40)).max(50))
    .optional()
    .describe('Ids of one or more creators'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe("Text in the title, slug, reference, or the customer's name, email or phone"),
};
export const LINK_SORTS = ['-created_at', 'created_at'] as const;

export const listPaymentLinks = route({
  name: 'listPaymentLinks',
  method: 'GET',
  path: '/payment-links',
  summary: 'List payment links',
  access: needs('Payment Links', 'view'),
  query: z.object({
    ...pageQuery,
    ...linkFilter,
    sort: z.enum(LINK_SORTS).default('-created_at').describe('Sort order; a leading minus means descending'),
    columns: fileColumns,
  }),
  output: page(paymentLink),
  files: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summarisePaymentLinks = route({
  name: 'summarisePaymentLinks',
  method: 'GET',
  path: '/payment-links/summary',
  summary: 'Summarise payment links by status',
  access: needs('Payment Links', 'view'),
  query: z.object(linkFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(LINK_STATUSES).describe('Status'),
        count: z.int().describe('Number of links with this status'),
        amount: rupiah.describe('Amount collected through them, whole rupiah'),
      }),
    ),
  }),
  errors: { range_too_long: 422 },
});

export const listLinkCreators = route({
  name: 'listLinkCreators',
  method: 'GET',
  path: '/payment-links/creators',
  summary: 'List creators of payment links',
  access: needs('Payment Links', 'view'),
  output: z.object({
    data: z.array(
      z.object({
        created_by: z.string().describe('Id of the user or API key'),
        created_by_name: z.string().describe('Name of the user or API key'),
      }),
    ),
  }),
});

export const quotePaymentLink = route({
  name: 'quotePaymentLink',
  method: 'GET',
  path: '/payment-links/quote',
  summary: 'Quote the amount per payment method when the customer pays the fee',
  access: needs('Payment Links', 'view'),
  query: z.object({
    amount: z.coerce.number().int().min(1).max(AMOUNT_CAP).describe('Net amount for the merchant, whole rupiah'),
  }),
  output: z.object({
    data: z.array(
      z.object({
        channel: z.enum(LINK_CHANNELS).describe('Payment method; QRIS is excluded because surcharges are forbidden'),
        payer_amount: rupiah.describe('Amount to be paid by the customer, whole rupiah'),
        fee_amount: rupiah.describe('Fee included, whole rupiah'),
        fee_vat_amount: rupiah.describe('VAT on the fee included, whole rupiah'),
      }),
    ),
  }),
});

export const getPaymentLink = route({
  name: 'getPaymentLink',
  method: 'GET',
  path: '/payment-links/{id}',
  summary: 'Retrieve a payment link with its totals, timeline and share log',
  access: needs('Payment Links', 'view'),
  params: z.object({ id: idSchema('payment_link') }),
  output: z.object({
    data: z.object({
      ...paymentLink.shape,
      payability: z.enum(LINK_PAYABILITIES).describe('Whether a visitor can pay it now, and if not, why'),
      views: z.int().describe('Number of page views'),
      attempts: z.int().describe('Number of payment attempts'),
      conversion_bps: z.int().nullable().describe('Payments per view, in basis points (70 = 0.7%); null without views'),
      timeline: z.array(linkEvent).describe('Events, newest first, without views and attempts; at most 200'),
      shares: z.array(linkShare).describe('Shares, newest first; at most 200'),
    }),
  }),
});

export const listLinkPayments = route({
  name: 'listLinkPayments',
  method: 'GET',
  path: '/payment-links/{id}/payments',
  summary: 'List payments and attempts of a payment link',
  access: needs('Payment Links', 'view'),
  params: z.object({ id: idSchema('payment_link') }),
  query: z.object(pageQuery),
  output: page(linkPayment),
});

export const updatePaymentLink = route({
  name: 'updatePaymentLink',
  method: 'PATCH',
  path: '/payment-links/{id}',
  summary: 'Update a payment link; amounts and fee bearer only before the first payment',
  access: needs('Payment Links', 'manage'),
  params: z.object({ id: idSchema('payment_link') }),
  body: z.strictObject(terms).partial(),
  output: z.object({ data: paymentLink }),
  errors: { ...RULE_ERRORS, duplicate_reference: 409, link_ended: 409, amount_is_fixed: 409 },
});

export const activatePaymentLink = route({
  name: 'activatePaymentLink',
  method: 'POST',
  path: '/payment-links/{id}/activate',
  summary: 'Activate a draft or inactive payment link',
  access: needs('Payment Links', 'manage'),
  requires_active: 'payments',
  params: z.object({ id: idSchema('payment_link') }),
  output: z.object({ data: notifiedLink }),
  errors: { status_conflict: 409, invalid_period: 422 },
});

export const deactivatePaymentLink = route({
  name: 'deactivatePaymentLink',
  method: 'POST',
  path: '/payment-links/{id}/deactivate',
  summary: 'Deactivate a payment link; it can be activated again',
  access: needs('Payment Links', 'manage'),
  params: z.object({ id: idSchema('payment_link') }),
  output: z.object({ data: paymentLink }),
  errors: { status_conflict: 409 },
});

export const sharePaymentLink = route({
  name: 'sharePaymentLink',
  method: 'POST',
  path: '/payment-links/{id}/share',
  summary: 'Share a payment link by email, or record a share through another channel',
  access: needs('Payment Links', 'manage'),
  params: z.object({ id: idSchema('payment_link') }),
  body: z.strictObject({
    channel: z.enum(SHARE_CHANNELS).describe('Channel of the share'),
    recipient: z.email().max(254).optional().describe("email: the recipient; absent: the customer's address"),
  }),
  status: 201,
  output: z.object({ data: linkShare }),
  errors: { link_not_active: 409, recipient_missing: 422, share_limit_reached: 429 },
});
