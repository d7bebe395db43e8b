/** Dynamic QRIS codes: a payment asked for by a QR that any Indonesian wallet or bank can read. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idOf } from './id.ts';
import { rupiah } from './money.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Highest amount of one QRIS payment (Bank Indonesia, since 1 March 2022), whole rupiah. */
export const QRIS_AMOUNT_MAX = 10_000_000;
/** Longest life of a dynamic code, in minutes (48 hours). */
export const QRIS_EXPIRY_MAX_MINUTES = 2_880;
export const QRIS_EXPIRY_DEFAULT_MINUTES = 15;

export const QRIS_STATUSES = ['issuing', 'active', 'paid', 'expired', 'cancelled', 'failed'] as const;
export type QrisStatus = (typeof QRIS_STATUSES)[number];

export const qrisPayment = z.object({
  id: idOf('qris_payment'),
  transaction_id: idOf('transaction').describe('The payment behind the code'),
  type: z.literal('dynamic').describe('dynamic: one amount, one payment'),
  amount: rupiah.describe('Amount to pay, whole rupiah'),
  status: z.enum(QRIS_STATUSES).describe('issuing: the bank was asked and has not answered yet'),
  qr_content: z.string().nullable().describe('The QRIS payload to show as a QR picture; null while issuing'),
  nmid: z.string().nullable().describe('National merchant id in the payload'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number, unique per merchant"),
  description: z.string().nullable().describe('What is being paid'),
  issuer: z.string().nullable().describe("The payer's bank or wallet, once paid"),
  rrn: z.string().nullable().describe('Retrieval reference number, once paid'),
  expires_at: instant.describe('Until when it can be paid'),
  paid_at: instant.nullable().describe('When it was paid'),
  created_at: instant.describe('When it was asked for'),
});
export type QrisPayment = z.infer<typeof qrisPayment>;

export const createQrisPayment = route({
  name: 'createQrisPayment',
  method: 'POST',
  path: '/qris-payments',
  summary: 'Ask for a payment by dynamic QRIS',
  access: needs('QRIS', 'manage'),
  idempotent: true,
  body: z.strictObject({
    amount: z.int().min(1).max(QRIS_AMOUNT_MAX).describe('Amount to pay, whole rupiah, at most 10 000 000'),
    merchant_reference: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .regex(/^[\x20-\x7e]+$/, 'Use plain letters, digits and signs')
      .optional()
      .describe("The merchant's own order number; unique for ever per merchant"),
    description: z.string().trim().max(140).optional().describe('What is being paid'),
    customer_name: z.string().trim().max(100).optional().describe('Name of the payer'),
    customer_email: z.email().max(254).optional().describe('E-mail of the payer'),
    expires_in_minutes: z
      .int()
      .min(1)
      .max(QRIS_EXPIRY_MAX_MINUTES)
      .default(QRIS_EXPIRY_DEFAULT_MINUTES)
      .describe('Life of the code in minutes, at most 48 hours'),
  }),
  status: 201,
  output: z.object({ data: qrisPayment }),
  errors: { duplicate_reference: 409, bank_refused: 422, merchant_not_active: 422 },
});

export const listQrisPayments = route({
  name: 'listQrisPayments',
  method: 'GET',
  path: '/qris-payments',
  summary: 'QRIS codes, newest first',
  access: needs('QRIS', 'view'),
  query: z.object(pageQuery),
  output: page(qrisPayment),
});

export const getQrisPayment = route({
  name: 'getQrisPayment',
  method: 'GET',
  path: '/qris-payments/{id}',
  summary: 'One QRIS code',
  access: needs('QRIS', 'view'),
  params: z.object({ id: idOf('qris_payment') }),
  output: z.object({ data: qrisPayment }),
});
