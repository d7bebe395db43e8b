/** Payment links: a page that a merchant sends to a customer, who pays on it by QRIS or virtual account. */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idOf } from './id.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';
import { TRANSACTION_METHODS, TRANSACTION_STATUSES } from './transaction.ts';

export const LINK_TYPES = ['single_use', 'multi_use', 'open_amount'] as const;
export type LinkType = (typeof LINK_TYPES)[number];
export const LINK_STATUSES = ['draft', 'active', 'paid', 'completed', 'expired', 'inactive'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];
/** Ways of paying that a link can offer: QRIS, and a virtual account at each bank. */
export const LINK_CHANNELS = ['QRIS', ...VA_BANK_CHANNELS] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];
/** What a visitor of a link is told about it. */
export const LINK_PAYABILITIES = ['payable', 'not_started', 'expired', 'inactive', 'paid', 'completed'] as const;
export type LinkPayability = (typeof LINK_PAYABILITIES)[number];
export const LINK_EVENT_KINDS = [
  'created',
  'edited',
  'activated',
  'deactivated',
  'paid',
  'completed',
  'expired',
  'over_limit',
  'viewed',
  'attempted',
  'shared',
  'reminded',
] as const;
export type LinkEventKind = (typeof LINK_EVENT_KINDS)[number];
export const SHARE_CHANNELS = ['email', 'whatsapp', 'copy', 'qr'] as const;
export type ShareChannel = (typeof SHARE_CHANNELS)[number];
export const COLLECTED_KINDS = ['name', 'email', 'phone', 'address', 'custom'] as const;

/** Fields of the merchant's own that a payer can be asked for, at most. */
export const CUSTOM_FIELDS_MAX = 3;
export const LINK_ITEMS_MAX = 50;
export const LINK_METADATA_MAX = 50;
export const LINK_REMINDERS_MAX = 5;
/** Life of a link when none is asked for. */
export const LINK_EXPIRY_DEFAULT_HOURS = 24;

const ruleAmount = z.int().min(1).max(AMOUNT_CAP);
const PLAIN = /^[\x20-\x7e]+$/;
const PHONE = /^(\+|0)?[1-9][0-9]{7,14}$/;
const httpsUrl = z.url({
  protocol: /^https$/,
  hostname: z.regexes.domain,
  error: 'Give a whole address that begins with https://',
});

const linkItem = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('What it is'),
  qty: z.int().min(1).max(10_000).describe('How many'),
  price: z.int().min(0).max(AMOUNT_CAP).describe('Price of one, whole rupiah'),
});
export type LinkItem = z.infer<typeof linkItem>;

const linkCustomer = z.strictObject({
  name: z.string().trim().min(1).max(100).nullable().default(null).describe('Name of the customer'),
  email: z.email().max(254).nullable().default(null).describe('E-mail of the customer; masked for the support role'),
  phone: z
    .string()
    .regex(PHONE, 'Give a telephone number in digits, such as 081234567890 or +6281234567890')
    .nullable()
    .default(null)
    .describe('Phone of the customer; masked for the support role'),
});

/** As it is read: what is masked is no address any more. */
const shownCustomer = z.object({
  name: z.string().nullable().describe('Name of the customer'),
  email: z.string().nullable().describe('E-mail of the customer; masked for the support role'),
  phone: z.string().nullable().describe('Phone of the customer; masked for the support role'),
});

const collectedField = z.strictObject({
  kind: z.enum(COLLECTED_KINDS).describe('What the payer is asked for; custom: a question of the merchant'),
  label: z.string().trim().min(1).max(60).nullable().default(null).describe('The question; of custom fields only'),
  required: z.boolean().default(true).describe('Whether the payer must answer'),
});
export type CollectedField = z.infer<typeof collectedField>;

const notify = z.strictObject({
  email: z.boolean().default(false).describe('Send the link to the customer by e-mail once it is active'),
  whatsapp: z.boolean().default(false).describe('Offer the WhatsApp message ready written once it is active'),
});

const metadata = z
  .record(z.string().regex(/^[\w.-]{1,40}$/), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= LINK_METADATA_MAX, `At most ${LINK_METADATA_MAX} keys`);

/** What can be said of a link when it is made, and changed later. */
const terms = {
  title: z.string().trim().min(1).max(100).describe('What is being paid, as the customer reads it'),
  description: z.string().trim().max(500).nullable().describe('More about it, as the customer reads it'),
  amount: ruleAmount.nullable().describe('Amount to pay, whole rupiah; null for open_amount'),
  min_amount: ruleAmount.nullable().describe('open_amount: least amount, whole rupiah'),
  max_amount: ruleAmount.nullable().describe('open_amount: greatest amount, whole rupiah'),
  items: z.array(linkItem).max(LINK_ITEMS_MAX).describe('What the amount is made of; sums to the amount, or is empty'),
  merchant_reference: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(PLAIN, 'Use plain letters, digits and signs')
    .nullable()
    .describe("The merchant's own number of the link, unique among its links"),
  customer: linkCustomer.nullable().describe('Whom the link is for; null: anybody'),
  collect_fields: z
    .array(collectedField)
    .max(4 + CUSTOM_FIELDS_MAX)
    .describe('What the payer is asked for'),
  channels: z.array(z.enum(LINK_CHANNELS)).min(1).max(LINK_CHANNELS.length).describe('Ways of paying that are offered'),
  fee_bearer: z
    .enum(['merchant', 'customer'])
    .describe('Who bears the fee; customer: the payer pays fee and VAT on top. Never with QRIS'),
  usage_limit: z.int().min(1).max(1_000_000).nullable().describe('Payments at most; null: any number'),
  starts_at: instant.nullable().describe('From when it can be paid; null: at once'),
  expires_at: instant.nullable().describe('Until when it can be paid; null: for ever, not for single_use'),
  success_redirect_url: httpsUrl.max(500).nullable().describe('Where the payer goes after paying; https only'),
  failure_redirect_url: httpsUrl
    .max(500)
    .nullable()
    .describe('Where the payer goes when it cannot be paid; https only'),
  notify: notify.describe('How the customer is told of the link'),
  reminders: z
    .array(z.int().min(1).max(720))
    .max(LINK_REMINDERS_MAX)
    .describe('Hours before the expiry at which an unpaid customer is reminded by e-mail'),
  language: z.enum(['id', 'en']).describe('Language of the pay page and the mails'),
  metadata: metadata.nullable().describe("The merchant's own pairs, at most 50"),
};

/** A link as it stands in the database: all but its address. */
export const storedLink = z.object({
  id: idOf('payment_link'),
  slug: z.string().describe('Last part of its address, unguessable'),
  type: z
    .enum(LINK_TYPES)
    .describe('single_use: one payment; multi_use: many of one amount; open_amount: the payer says'),
  ...terms,
  customer: shownCustomer.nullable().describe('Whom the link is for; null: anybody'),
  status: z.enum(LINK_STATUSES).describe('State of the link'),
  paid_count: z.int().describe('Payments taken and not reversed'),
  collected_amount: rupiah.describe('Their gross amounts less what was given back, whole rupiah'),
  created_by: z.string().describe('Id of the person or key that made it'),
  created_by_name: z.string().describe('Name of the person or key that made it'),
  created_at: instant.describe('When it was made'),
  updated_at: instant.describe('When it last changed'),
});
export type StoredLink = z.infer<typeof storedLink>;

export const paymentLink = storedLink.extend({ url: z.string().describe('Address of the pay page') });
export type PaymentLink = z.infer<typeof paymentLink>;

const CREATE_DEFAULTS = {
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
};

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
    ...CREATE_DEFAULTS,
    custom_slug: z
      .string()
      .max(40)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single hyphens')
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
  summary: 'Payment links, newest first; CSV of the same filter with `Accept: text/csv`',
  access: needs('Payment Links', 'view'),
  query: z.object({
    ...pageQuery,
    ...linkFilter,
    sort: z.enum(LINK_SORTS).default('-created_at').describe('Order; a leading minus is descending'),
    columns: z.string().max(500).optional().describe('CSV only: comma-separated columns in their order'),
  }),
  output: page(paymentLink),
  csv: true,
  errors: { range_too_long: 422 },
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

export const linkEvent = z.object({
  id: idOf('payment_link_event'),
  at: instant.describe('When it happened'),
  kind: z.enum(LINK_EVENT_KINDS).describe('What happened'),
  channel: z.string().nullable().describe('shared: how'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key', 'visitor']).describe('Who caused it'),
  actor_name: z.string().nullable().describe('Name of the person, key or bank'),
  detail: z.string().nullable().describe('More about it, in words'),
});
export type LinkEvent = z.infer<typeof linkEvent>;

export const linkShare = z.object({
  ...linkEvent.shape,
  recipient: z.string().nullable().describe('Address of the e-mail; masked for the support role'),
  mail_status: z
    .enum(['waiting', 'sent', 'failed'])
    .nullable()
    .describe('State of the e-mail; null when there was none'),
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

export const linkPayment = z.object({
  id: idOf('transaction'),
  created_at: instant.describe('When a way of paying was chosen'),
  paid_at: instant.nullable().describe('When it was paid'),
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank of the method'),
  payer: z.string().nullable().describe('Name of the payer, as given on the page or by the bank'),
  amount: rupiah.describe('Gross amount, whole rupiah'),
  net_amount: rupiah.describe('What the merchant receives, whole rupiah'),
  status: z.enum(TRANSACTION_STATUSES).describe('State of the payment'),
  late_payment: z.boolean().describe('Paid after it had expired'),
  duplicate_payment: z.boolean().describe('A second payment of a single-use link: to be given back'),
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
