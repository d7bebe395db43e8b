/** Name checks of bank accounts (SNAP BI service 16), for refunds by transfer and for disbursements. */
import { z } from 'zod';
import { needs } from './access.ts';
import { BANKS } from './bank.ts';
import { accountNo } from './disbursement-fields.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const bankCode = z
  .enum(BANKS.map(({ code }) => code) as [string, ...string[]])
  .describe('Bank Indonesia code, three digits, e.g. 014 for BCA');

/** Refusals of an account by its bank, and of the check itself. */
export const ACCOUNT_CHECK_ERRORS = {
  account_not_found: 422,
  account_closed: 422,
  account_dormant: 422,
  bank_unreachable: 502,
} as const;

export const checkAccount = route({
  name: 'checkAccount',
  method: 'POST',
  path: '/account-checks',
  summary: 'Check the name of a bank account',
  access: needs('Disbursements', 'manage', { or: 'Refunds' }),
  body: z.strictObject({
    bank_code: bankCode,
    account_no: accountNo,
    account_name: z.string().trim().min(1).max(100).optional().describe('Expected holder, to be compared'),
  }),
  status: 201,
  output: z.object({
    data: z.object({
      id: idSchema('account_check').describe('Send it as `account_check_id`'),
      bank_code: z.string().describe('Bank Indonesia code of the bank'),
      bank: z.string().describe('Name of the bank'),
      account_last4: z.string().describe('Last four digits'),
      verified_name: z.string().describe('Account holder, as the bank reported it'),
      name_match: z.int().nullable().describe('How well the expected name matches, 0 to 100; null without one'),
      expires_at: instant.describe('Until when the check is valid'),
    }),
  }),
  errors: ACCOUNT_CHECK_ERRORS,
});
