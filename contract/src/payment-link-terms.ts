/** What a payment link is: its terms, its states, and what happens to it. */
import { z } from 'zod';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idOf } from './id.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
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

const linkAmount = z.int().min(1).max(AMOUNT_CAP);
export const LINK_REFERENCE_PATTERN = /^[\x20-\x7e]+$/;
export const LINK_SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LINK_METADATA_KEY_PATTERN = /^[\w.-]{1,40}$/;
export const LINK_PHONE_PATTERN = /^(\+|0)?[1-9][0-9]{7,14}$/;
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
    .regex(LINK_PHONE_PATTERN, 'Give a telephone number in digits, such as 081234567890 or +6281234567890')
    .nullable()
    .default(null)
    .describe('Phone of the customer; masked for the support role'),
});

/** As it is read: what is masked is no address any more. */
const maskedCustomer = z.object({
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
  .record(z.string().regex(LINK_METADATA_KEY_PATTERN), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= LINK_METADATA_MAX, `At most ${LINK_METADATA_MAX} keys`);

/** What can be said of a link when it is made, and changed later. */
export const linkTerms = {
  title: z.string().trim().min(1).max(100).describe('What is being paid, as the customer reads it'),
  description: z.string().trim().max(500).nullable().describe('More about it, as the customer reads it'),
  amount: linkAmount.nullable().describe('Amount to pay, whole rupiah; null for open_amount'),
  min_amount: linkAmount.nullable().describe('open_amount: least amount, whole rupiah'),
  max_amount: linkAmount.nullable().describe('open_amount: greatest amount, whole rupiah'),
  items: z.array(linkItem).max(LINK_ITEMS_MAX).describe('What the amount is made of; sums to the amount, or is empty'),
  merchant_reference: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(LINK_REFERENCE_PATTERN, 'Use plain letters, digits and signs')
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
  ...linkTerms,
  customer: maskedCustomer.nullable().describe('Whom the link is for; null: anybody'),
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
