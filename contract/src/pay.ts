/**
 * The hosted pay page: what anyone with the URL of a payment link may see and do. There is no sign-in, so responses hold
 * only the merchant's name, the payment and its payment methods.
 */
import { z } from 'zod';
import { currency, rupiah } from './money.ts';
import { COLLECTED_FIELD_KINDS, CUSTOM_FIELDS_MAX, LINK_CHANNELS, LINK_PAYABILITIES } from './payment-link-terms.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Status of an attempt. `preparing`: the bank has not issued the code or number yet. */
export const PAY_ATTEMPT_STATUSES = ['preparing', 'waiting', 'paid', 'expired', 'failed'] as const;
export type PayAttemptStatus = (typeof PAY_ATTEMPT_STATUSES)[number];

/** Maximum length of an answer. */
export const PAY_FIELD_VALUE_MAX = 200;
/** Maximum number of fields of one link: the four standard ones and the custom ones. */
const FIELDS_MAX = 4 + CUSTOM_FIELDS_MAX;

const slug = z
  .string()
  .regex(/^[0-9A-Za-z-]{12,120}$/)
  .describe("Slug: the last part of the link's URL");
const token = z
  .string()
  .regex(/^[0-9A-Za-z_-]{56}$/)
  .describe('Opaque token that proves that the client started the attempt');
const channel = z.enum(LINK_CHANNELS).describe('Payment method: QRIS or the short name of a bank');

const payMethod = z.object({
  channel,
  name: z.string().describe('Display name of the payment method'),
  from_any_bank: z.boolean().describe('Whether customers of other banks and wallets can pay'),
  amount: rupiah
    .nullable()
    .describe('Amount to pay with this method, whole rupiah; null: the customer enters it first'),
  surcharge: rupiah.describe('Fee included in the amount, whole rupiah'),
  amount_min: rupiah.describe('Minimum amount of this method, whole rupiah'),
  amount_max: rupiah.describe('Maximum amount of this method, whole rupiah'),
  outage: z
    .object({ en: z.string().describe('In English'), id: z.string().describe('In Indonesian') })
    .nullable()
    .describe('Why payments with this method may fail now; null: no outage is known'),
});
export type PayMethod = z.infer<typeof payMethod>;

const payField = z.object({
  key: z.string().describe('Key of the field in the answers'),
  kind: z.enum(COLLECTED_FIELD_KINDS).describe('Kind of the field'),
  label: z.string().nullable().describe("The merchant's question; null for standard fields"),
  required: z.boolean().describe('Whether an answer is required'),
});
export type PayField = z.infer<typeof payField>;

export const payLink = z.object({
  state: z.enum(LINK_PAYABILITIES).describe('Whether the link can be paid now, and if not, why'),
  merchant_name: z.string().describe('Brand name of the merchant'),
  logo_url: z.string().nullable().describe("URL of the merchant's logo; null without a logo"),
  title: z.string().describe('Title of the payment'),
  description: z.string().nullable().describe('Description of the payment'),
  amount: rupiah.nullable().describe('Amount, whole rupiah; null: the customer enters it'),
  amount_min: rupiah.nullable().describe('Minimum amount that the customer may enter, whole rupiah'),
  amount_max: rupiah.nullable().describe('Maximum amount that the customer may enter, whole rupiah'),
  currency,
  items: z
    .array(
      z.object({
        name: z.string().describe('Name of the item'),
        qty: z.int().describe('Quantity'),
        price: rupiah.describe('Unit price, whole rupiah'),
      }),
    )
    .describe('Items of the amount'),
  fields: z.array(payField).describe('Fields that the customer fills in'),
  methods: z.array(payMethod).describe('Payment methods; empty unless the link is payable'),
  starts_at: instant.nullable().describe('Start of the payment period'),
  expires_at: instant.nullable().describe('End of the payment period'),
  language: z.enum(['id', 'en']).describe('Language of the link'),
  return_url: z.url().nullable().describe('Redirect URL when the link cannot be paid'),
  now: instant.describe('Server time, so that countdowns do not depend on the clock of the device'),
});
export type PayLink = z.infer<typeof payLink>;

export const payAttempt = z.object({
  token,
  status: z.enum(PAY_ATTEMPT_STATUSES).describe('Status of the attempt'),
  link_state: z
    .enum(LINK_PAYABILITIES)
    .describe('Whether the link can still be paid; another customer may have paid it meanwhile'),
  channel,
  amount: rupiah.describe('Exact amount to pay, whole rupiah'),
  expires_at: instant.describe('Expiry of the code or number'),
  qris: z
    .object({
      content: z.string().describe('QRIS payload of the QR code'),
      merchant_name: z.string().describe("Merchant name shown in the payer's wallet"),
      nmid: z.string().describe("National merchant id (NMID) shown in the payer's wallet"),
    })
    .nullable()
    .describe('QRIS code; null for other methods and while preparing'),
  virtual_account: z
    .object({
      bank_name: z.string().describe('Name of the bank'),
      number: z.string().describe('Full virtual account number'),
      company_code: z.string().describe('Prefix of the number; some ATMs ask for it separately'),
      holder_name: z.string().describe('Account name that the bank shows before the payment'),
      from_any_bank: z.boolean().describe('Whether customers of other banks can pay'),
    })
    .nullable()
    .describe('Virtual account; null for other methods and while preparing'),
  paid_at: instant.nullable().describe('When it was paid'),
  reference: z.string().nullable().describe('Payment reference: retrieval reference number or virtual account number'),
  merchant_reference: z.string().nullable().describe("The merchant's reference, once paid"),
  payer: z.string().nullable().describe('Bank or wallet of the payer, once paid'),
  redirect_url: z.url().nullable().describe('Redirect URL after the payment'),
  now: instant.describe('Server time, so that countdowns do not depend on the clock of the device'),
});
export type PayAttempt = z.infer<typeof payAttempt>;

export const readPayLink = route({
  name: 'readPayLink',
  method: 'GET',
  path: '/pay/{slug}',
  summary: 'Retrieve a payment link with its payment methods',
  access: 'public',
  params: z.object({ slug }),
  query: z.object({
    amount: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Amount entered by the customer, whole rupiah; prices the methods of an open-amount link'),
  }),
  output: z.object({ data: payLink }),
});

export const startPayAttempt = route({
  name: 'startPayAttempt',
  method: 'POST',
  path: '/pay/{slug}/attempts',
  summary: 'Start a payment attempt; issues a QRIS code or a virtual account number',
  access: 'public',
  idempotency_key: 'required',
  params: z.object({ slug }),
  body: z.strictObject({
    channel,
    amount: z.int().min(1).optional().describe('Amount of an open-amount link, whole rupiah'),
    answers: z
      .array(
        z.strictObject({
          key: z.string().max(100).describe('Key of the field'),
          value: z.string().trim().max(PAY_FIELD_VALUE_MAX).describe('Answer of the customer'),
        }),
      )
      .max(FIELDS_MAX)
      .default([])
      .describe('Answers to the fields of the link'),
  }),
  status: 201,
  output: z.object({ data: payAttempt }),
  errors: {
    link_not_payable: 409,
    amount_invalid: 422,
    answer_invalid: 422,
    channel_not_offered: 422,
    channel_refused: 422,
    channel_down: 503,
  },
});

const attemptParams = z.object({ slug, token });

export const readPayAttempt = route({
  name: 'readPayAttempt',
  method: 'GET',
  path: '/pay/{slug}/attempts/{token}',
  summary: 'Retrieve a payment attempt',
  access: 'public',
  params: attemptParams,
  output: z.object({ data: payAttempt }),
});

export const checkPayAttempt = route({
  name: 'checkPayAttempt',
  method: 'POST',
  path: '/pay/{slug}/attempts/{token}/check',
  summary: 'Check the status of a payment attempt with the bank',
  access: 'public',
  params: attemptParams,
  output: z.object({ data: payAttempt }),
});
