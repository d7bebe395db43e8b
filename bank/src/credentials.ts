/** Credentials that the bank and its partner share. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const credentials = z.object({
  client_key: z.string().min(1).describe('Client key of the partner'),
  client_secret: z.string().min(32).describe('Client secret of the partner (HMAC-SHA512)'),
  partner_public_key_pem: z.string().includes('PUBLIC KEY').describe("Verifies the partner's token requests"),
  bank_client_key: z.string().min(1).describe('Client key of the bank'),
  bank_client_secret: z.string().min(32).describe('Client secret of the bank (HMAC-SHA512)'),
  bank_private_key_pem: z.string().includes('PRIVATE KEY').describe("Signs the bank's token requests"),
});
export type BankCredentials = z.infer<typeof credentials>;

/** Reads and validates the credentials file. Errors name invalid fields, never their values. */
export function readCredentials(path: string): BankCredentials {
  const parsed = credentials.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`The credentials file ${path} is invalid in: ${fields}`);
}
