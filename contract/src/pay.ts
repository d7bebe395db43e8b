/**
 * The customer's pay page: what the holder of a payment link's address may see and do. Nobody signs in here, so nothing
 * of the merchant goes out but its name, what is to be paid, and the ways to pay it.
 */
import { z } from 'zod';
import { currency, rupiah } from './money.ts';
import { COLLECTED_KINDS, CUSTOM_FIELDS_MAX, LINK_CHANNELS, LINK_PAYABILITIES } from './payment-link-terms.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Where one attempt stands. `preparing`: the bank was asked for the code or number and has not answered yet. */
export const PAY_ATTEMPT_STATUSES = ['preparing', 'waiting', 'paid', 'expired', 'failed'] as const;
export type PayAttemptStatus = (typeof PAY_ATTEMPT_STATUSES)[number];

/** Answers of a customer to one question, at most. */
export const PAY_ANSWER_MAX = 200;
/** Questions that one link asks, at most: the four known ones and the merchant's own. */
const FIELDS_MAX = 4 + CUSTOM_FIELDS_MAX;

const slug = z
  .string()
  .regex(/^[0-9A-Za-z-]{12,120}$/)
  .describe("The end of the link's address");
const token = z
  .string()
  .regex(/^[0-9A-Za-z_-]{56}$/)
  .describe('Proves that the caller began the attempt; means nothing to anybody else');
const channel = z.enum(LINK_CHANNELS).describe('Way to pay: QRIS or the short name of a bank');

const payMethod = z.object({
  channel,
  name: z.string().describe('Name of the way to pay, for people'),
  from_any_bank: z.boolean().describe('Whether customers of other banks and wallets can pay it'),
  amount: rupiah.nullable().describe('What is to be paid this way, whole rupiah; null: the customer decides first'),
  surcharge: rupiah.describe('The part of it that the customer bears for this way, whole rupiah'),
  amount_min: rupiah.describe('Least amount of this way, whole rupiah'),
  amount_max: rupiah.describe('Greatest amount of this way, whole rupiah'),
});
export type PayMethod = z.infer<typeof payMethod>;

const payField = z.object({
  key: z.string().describe('Name of the field in the answer'),
  kind: z.enum(COLLECTED_KINDS).describe('What is asked for'),
  label: z.string().nullable().describe("The merchant's own question; null where the kind says it"),
  required: z.boolean().describe('Whether an answer is needed'),
});
export type PayField = z.infer<typeof payField>;

export const payLink = z.object({
  state: z.enum(LINK_PAYABILITIES).describe('Whether it can be paid now, and if not, why'),
  merchant_name: z.string().describe('Name that customers know the merchant by'),
  logo_url: z.string().nullable().describe("Address of the merchant's logo; null when there is none"),
  title: z.string().describe('What is being paid'),
  description: z.string().nullable().describe('More about it'),
  amount: rupiah.nullable().describe('What is asked for, whole rupiah; null: the customer decides'),
  amount_min: rupiah.nullable().describe('Least amount that the customer may decide on, whole rupiah'),
  amount_max: rupiah.nullable().describe('Greatest amount that the customer may decide on, whole rupiah'),
  currency,
  items: z
    .array(
      z.object({
        name: z.string().describe('Name of the item'),
        qty: z.int().describe('How many'),
        price: rupiah.describe('Price of one, whole rupiah'),
      }),
    )
    .describe('What the amount is made of'),
  fields: z.array(payField).describe('What the merchant asks of the customer'),
  methods: z.array(payMethod).describe('Ways to pay; none unless it is payable'),
  starts_at: instant.nullable().describe('From when it can be paid'),
  expires_at: instant.nullable().describe('Until when it can be paid'),
  language: z.enum(['id', 'en']).describe('Language that the merchant chose'),
  return_url: z.url().nullable().describe('Where the merchant wants a customer to go who cannot pay'),
  now: instant.describe('Time of this answer, for countdowns on clocks that are wrong'),
});
export type PayLink = z.infer<typeof payLink>;

export const payAttempt = z.object({
  token,
  status: z.enum(PAY_ATTEMPT_STATUSES).describe('Where it stands'),
  link_state: z
    .enum(LINK_PAYABILITIES)
    .describe('Whether the link can still be paid: somebody else may have been faster'),
  channel,
  amount: rupiah.describe('Exactly what is to be paid, whole rupiah'),
  expires_at: instant.describe('Until when this code or number can be paid'),
  qris: z
    .object({
      content: z.string().describe('QRIS payload to show as a QR picture'),
      merchant_name: z.string().describe('Name that the wallet of the payer shows'),
      nmid: z.string().describe('National merchant id, as the wallet of the payer shows it'),
    })
    .nullable()
    .describe('The code; null for another way to pay, and while preparing'),
  virtual_account: z
    .object({
      bank_name: z.string().describe('Bank of the number'),
      number: z.string().describe('The whole number'),
      company_code: z.string().describe('What it begins with: asked for by itself on some machines'),
      holder_name: z.string().describe('Name that the bank shows before paying'),
      from_any_bank: z.boolean().describe('Whether customers of other banks can pay it'),
    })
    .nullable()
    .describe('The number; null for another way to pay, and while preparing'),
  paid_at: instant.nullable().describe('When it was paid'),
  reference: z.string().nullable().describe('What to quote of a payment: retrieval reference or account number'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number, once paid"),
  payer: z.string().nullable().describe('Bank or wallet that it was paid from, once paid'),
  redirect_url: z.url().nullable().describe('Where the merchant wants a customer to go after paying'),
  now: instant.describe('Time of this answer, for countdowns on clocks that are wrong'),
});
export type PayAttempt = z.infer<typeof payAttempt>;

export const readPayLink = route({
  name: 'readPayLink',
  method: 'GET',
  path: '/pay/{slug}',
  summary: 'What a payment link asks for, and the ways to pay it',
  access: 'public',
  params: z.object({ slug }),
  query: z.object({
    amount: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe('Amount that the customer decided on, whole rupiah: prices the ways to pay an open amount'),
  }),
  output: z.object({ data: payLink }),
});

export const startPayAttempt = route({
  name: 'startPayAttempt',
  method: 'POST',
  path: '/pay/{slug}/attempts',
  summary: 'Choose a way to pay: makes a code or a number for this customer',
  access: 'public',
  idempotent: true,
  params: z.object({ slug }),
  body: z.strictObject({
    channel,
    amount: z.int().min(1).optional().describe('Only where the customer decides: the amount, whole rupiah'),
    answers: z
      .array(
        z.strictObject({
          key: z.string().max(100).describe('Name of the field'),
          value: z.string().trim().max(PAY_ANSWER_MAX).describe('What the customer answered'),
        }),
      )
      .max(FIELDS_MAX)
      .default([])
      .describe('What the merchant asked for'),
  }),
  status: 201,
  output: z.object({ data: payAttempt }),
  errors: {
    link_not_payable: 409,
    amount_invalid: 422,
    answer_invalid: 422,
    link_busy: 409,
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
  summary: 'Where an attempt stands',
  access: 'public',
  params: attemptParams,
  output: z.object({ data: payAttempt }),
});

export const checkPayAttempt = route({
  name: 'checkPayAttempt',
  method: 'POST',
  path: '/pay/{slug}/attempts/{token}/check',
  summary: '"I have paid": asks the bank, and answers where the attempt stands',
  access: 'public',
  params: attemptParams,
  output: z.object({ data: payAttempt }),
});
