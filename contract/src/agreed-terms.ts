/** Prices and settlement terms that the provider agrees with a merchant in the form of the merchant. */
import { z } from 'zod';
import { VA_BANK_CHANNELS } from './bank.ts';
import type { FEE_METHODS } from './fee-rule.ts';
import { validationMessage } from './language.ts';

/** Methods with a price in the form; the others have standard prices, and versions of their own on the pricing tab. */
export const AGREED_FEE_METHODS = [
  'qris',
  'virtual_account',
  'disbursement',
] as const satisfies readonly (typeof FEE_METHODS)[number][];
export const AGREED_TERM_METHODS = ['qris', 'virtual_account'] as const;

const bank = z
  .enum(VA_BANK_CHANNELS)
  .nullable()
  .describe('Bank of virtual accounts; null: every bank without its own entry, or another method');

const agreedPrice = z.strictObject({
  method: z.enum(AGREED_FEE_METHODS).describe('Method or service'),
  channel_code: bank,
  rate_bps: z.int().min(0).max(10_000).describe('Rate in basis points of the gross amount (70 = 0.7%)'),
  flat_amount: z.int().min(0).max(10_000_000).describe('Fixed fee, whole rupiah'),
});
export type AgreedPrice = z.infer<typeof agreedPrice>;

const agreedTerm = z.strictObject({
  method: z.enum(AGREED_TERM_METHODS).describe('Payment method'),
  channel_code: bank,
  days: z.int().min(0).max(30).describe('Settlement delay in days (T+n), which `basis` counts'),
  basis: z.enum(['calendar', 'business']).describe('calendar: every day counts; business: only business days count'),
});
export type AgreedTerm = z.infer<typeof agreedTerm>;

interface Scope {
  method: string;
  channel_code: string | null;
}
const isOnce = (entries: readonly Scope[]): boolean =>
  new Set(entries.map(({ method, channel_code }) => `${method}|${channel_code ?? ''}`)).size === entries.length;
const hasBanksOfVirtualAccounts = (entries: readonly Scope[]): boolean =>
  entries.every(({ method, channel_code }) => method === 'virtual_account' || channel_code === null);

const TWICE = validationMessage('Enter each channel once.', 'Masukkan setiap kanal satu kali.');
const NOT_A_BANK = validationMessage('Only virtual accounts have a bank.', 'Hanya virtual account yang memiliki bank.');
const MAX = 20;

/** Fields of the creation and the change of a merchant. What is absent stays as it is. */
export const agreedTerms = {
  pricing: z
    .array(agreedPrice)
    .max(MAX)
    .refine(isOnce, TWICE)
    .refine(hasBanksOfVirtualAccounts, NOT_A_BANK)
    .optional()
    .describe('Agreed prices by channel, each a new version of a fee rule'),
  settlement_terms: z
    .array(agreedTerm)
    .max(MAX)
    .refine(isOnce, TWICE)
    .refine(hasBanksOfVirtualAccounts, NOT_A_BANK)
    .optional()
    .describe('Agreed settlement terms by channel, each a new version'),
};
