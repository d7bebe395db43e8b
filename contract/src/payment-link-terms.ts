/** A payment link: its terms, statuses and events. */
import { z } from 'zod';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
import { instant } from './time.ts';
import { TRANSACTION_METHODS, TRANSACTION_STATUSES } from './transaction.ts';
import { refuseCredentials } from './web-url.ts';

export const LINK_TYPES = ['single_use', 'multi_use', 'open_amount'] as const;
export type LinkType = (typeof LINK_TYPES)[number];
export const LINK_STATUSES = ['draft', 'active', 'paid', 'completed', 'expired', 'inactive'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];
/** Payment methods of a link: QRIS, and a virtual account at each bank. */
export const LINK_CHANNELS = ['QRIS', ...VA_BANK_CHANNELS] as const;
export type LinkChannel = (typeof LINK_CHANNELS)[number];
/** Whether a visitor can pay a link, and if not, why. */
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
export const COLLECTED_FIELD_KINDS = ['name', 'email', 'phone', 'address', 'custom'] as const;

/** Maximum number of custom questions to the payer. */
export const CUSTOM_FIELDS_MAX = 3;
export const LINK_ITEMS_MAX = 50;
export const LINK_METADATA_MAX = 50;
export const LINK_REMINDERS_MAX = 5;
/** Default time until a link expires. */
export const LINK_EXPIRY_DEFAULT_HOURS = 24;

const linkAmount = z.int().min(1).max(AMOUNT_CAP);
export const LINK_REFERENCE_PATTERN = /^[\x20-\x7e]+$/;
export const LINK_SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const LINK_METADATA_KEY_PATTERN = /^[\w.-]{1,40}$/;
export const LINK_PHONE_PATTERN = /^(\+|0)?[1-9][0-9]{7,14}$/;
/** Stored in normal form, so that what is checked is what a browser opens. */
const httpsUrl = refuseCredentials(
  z.url({
    protocol: /^https$/,
    hostname: z.regexes.domain,
    normalize: true,
    error: validationMessage(
      'Enter a complete URL that starts with https://',
      'Masukkan URL lengkap yang diawali https://',
    ),
  }),
);

const linkItem = z.strictObject({
  name: z.string().trim().min(1).max(100).describe('Name of the item'),
  qty: z.int().min(1).max(10_000).describe('Quantity'),
  price: z.int().min(0).max(AMOUNT_CAP).describe('Unit price, whole rupiah'),
});
export type LinkItem = z.infer<typeof linkItem>;

const linkCustomer = z.strictObject({
  name: z.string().trim().min(1).max(100).nullable().default(null).describe('Name of the customer'),
  email: z.email().max(254).nullable().default(null).describe('Email of the customer; masked for the support role'),
  phone: z
    .string()
    .regex(
      LINK_PHONE_PATTERN,
      validationMessage(
        'Enter a phone number in digits, such as 081234567890 or +6281234567890',
        'Masukkan nomor telepon dalam angka, misalnya 081234567890 atau +6281234567890',
      ),
    )
    .nullable()
    .default(null)
    .describe('Phone of the customer; masked for the support role'),
});

/** The customer in responses: masked values are no valid addresses. */
const maskedCustomer = z.object({
  name: z.string().nullable().describe('Name of the customer'),
  email: z.string().nullable().describe('Email of the customer; masked for the support role'),
  phone: z.string().nullable().describe('Phone of the customer; masked for the support role'),
});

const collectedField = z.strictObject({
  kind: z.enum(COLLECTED_FIELD_KINDS).describe('Field that the payer fills in; custom: a question of the merchant'),
  label: z.string().trim().min(1).max(60).nullable().default(null).describe('The question; custom fields only'),
  required: z.boolean().default(true).describe('Whether the payer must answer'),
});
export type CollectedField = z.infer<typeof collectedField>;

const notify = z.strictObject({
  email: z.boolean().default(false).describe('Send the link to the customer by email when it becomes active'),
  whatsapp: z.boolean().default(false).describe('Offer a prepared WhatsApp message when it becomes active'),
});

const metadata = z
  .record(z.string().regex(LINK_METADATA_KEY_PATTERN), z.string().max(500))
  .refine(
    (pairs) => Object.keys(pairs).length <= LINK_METADATA_MAX,
    validationMessage(`Use at most ${LINK_METADATA_MAX} keys`, `Gunakan maksimal ${LINK_METADATA_MAX} kunci`),
  );

/** Terms that are set at creation and can be changed later. */
export const linkTerms = {
  title: z.string().trim().min(1).max(100).describe('Title of the payment, shown to the customer'),
  description: z.string().trim().max(500).nullable().describe('Description, shown to the customer'),
  amount: linkAmount.nullable().describe('Amount to pay, whole rupiah; null for open_amount'),
  min_amount: linkAmount.nullable().describe('open_amount: minimum amount, whole rupiah'),
  max_amount: linkAmount.nullable().describe('open_amount: maximum amount, whole rupiah'),
  items: z.array(linkItem).max(LINK_ITEMS_MAX).describe('Items that add up to the amount; may be empty'),
  merchant_reference: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(
      LINK_REFERENCE_PATTERN,
      validationMessage('Use plain letters, digits and symbols', 'Gunakan huruf, angka, dan simbol biasa'),
    )
    .nullable()
    .describe("The merchant's reference, unique among its links"),
  customer: linkCustomer.nullable().describe('The customer of the link; null: anyone'),
  collect_fields: z
    .array(collectedField)
    .max(4 + CUSTOM_FIELDS_MAX)
    .describe('Fields that the payer fills in'),
  channels: z
    .array(z.enum(LINK_CHANNELS))
    .min(1)
    .max(LINK_CHANNELS.length)
    .describe('Payment methods that are offered'),
  fee_bearer: z
    .enum(['merchant', 'customer'])
    .describe('Who pays the fee; customer: fee and VAT are added to the amount. Not allowed with QRIS'),
  usage_limit: z.int().min(1).max(1_000_000).nullable().describe('Maximum number of payments; null: unlimited'),
  starts_at: instant.nullable().describe('Start of the payment period; null: immediately'),
  expires_at: instant.nullable().describe('End of the payment period; null: never, not allowed for single_use'),
  success_redirect_url: httpsUrl.max(500).nullable().describe('Redirect URL after a payment; https only'),
  failure_redirect_url: httpsUrl.max(500).nullable().describe('Redirect URL when the link cannot be paid; https only'),
  notify: notify.describe('How the customer receives the link'),
  reminders: z
    .array(z.int().min(1).max(720))
    .max(LINK_REMINDERS_MAX)
    .describe('Hours before the expiry at which a customer who has not paid is reminded by email'),
  language: z.enum(['id', 'en']).describe('Language of the pay page and the emails'),
  metadata: metadata.nullable().describe("The merchant's key-value pairs, at most 50"),
};

/** A link as stored: every field except its URL. */
export const storedLink = z.object({
  id: idSchema('payment_link'),
  slug: z.string().describe('Last part of the URL; cannot be guessed'),
  type: z
    .enum(LINK_TYPES)
    .describe(
      'single_use: one payment; multi_use: many payments of one amount; open_amount: the payer enters the amount',
    ),
  ...linkTerms,
  customer: maskedCustomer.nullable().describe('The customer of the link; null: anyone'),
  status: z.enum(LINK_STATUSES).describe('Status of the link'),
  paid_count: z.int().describe('Number of payments received and not reversed'),
  collected_amount: rupiah.describe('Gross amount of these payments minus refunds, whole rupiah'),
  created_by: z.string().describe('Id of the user or API key that created it'),
  created_by_name: z.string().describe('Name of the user or API key that created it'),
  created_at: instant.describe('When it was created'),
  updated_at: instant.describe('When it last changed'),
});
export type StoredLink = z.infer<typeof storedLink>;

export const paymentLink = storedLink.extend({ url: z.string().describe('URL of the pay page') });
export type PaymentLink = z.infer<typeof paymentLink>;

/** Outcome of the email to the customer when a link became active. */
const linkNotifyStatus = z.enum(['queued', 'limit_reached']);
export type LinkNotifyStatus = z.infer<typeof linkNotifyStatus>;
/** `detail` of a share by email that was not sent, because the merchant or the recipient reached a limit of emails. */
export const LINK_EMAIL_LIMIT_REACHED = 'limit_reached';

export const linkEvent = z.object({
  id: idSchema('payment_link_event'),
  at: instant.describe('When it happened'),
  kind: z.enum(LINK_EVENT_KINDS).describe('What happened'),
  channel: z.string().nullable().describe('shared: channel that was used'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key', 'visitor']).describe('Who caused it'),
  actor_name: z.string().nullable().describe('Name of the user, API key or bank'),
  detail: z.string().nullable().describe('Details, for people'),
});
export type LinkEvent = z.infer<typeof linkEvent>;

export const linkShare = z.object({
  ...linkEvent.shape,
  recipient: z.string().nullable().describe('Email address of the recipient; masked for the support role'),
  email_status: z
    .enum(['waiting', 'sent', 'failed'])
    .nullable()
    .describe('Delivery status of the email; null for other channels'),
});

export const linkPayment = z.object({
  id: idSchema('transaction'),
  created_at: instant.describe('When a payment method was chosen'),
  paid_at: instant.nullable().describe('When it was paid'),
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank of the payment method'),
  payer: z.string().nullable().describe('Name of the payer, entered on the pay page or reported by the bank'),
  amount: rupiah.describe('Gross amount, whole rupiah'),
  net_amount: rupiah
    .nullable()
    .describe('Net amount for the merchant after fees and refunds, whole rupiah; null until paid'),
  status: z.enum(TRANSACTION_STATUSES).describe('Status of the payment'),
  late_payment: z.boolean().describe('Whether it was paid after it had expired'),
  duplicate_payment: z.boolean().describe('Whether it is a duplicate payment of a single-use link, to be refunded'),
});

/** A link that became active, with the email that was requested for its customer. */
export const notifiedLink = paymentLink.extend({
  notify_status: linkNotifyStatus
    .nullable()
    .describe(
      'Email to the customer: `queued`, or `limit_reached` when it was not sent because of a limit of emails; null: none was requested. The link works either way; share it again later',
    ),
});
