/**
 * Bank credentials of merchants: a merchant collects through a channel under its own SNAP BI credentials instead of
 * the provider's (domain 1.17). Secrets are written and never read.
 */
import { z } from 'zod';
import { type Access, needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { LINK_CHANNELS } from './payment-link-terms.ts';
import { route } from './route.ts';
import { SNAP_PUBLIC_KEY_MAX } from './snap-credential.ts';
import { instant } from './time.ts';

/** Hours for which requests of the bank under the credentials before a rotation are accepted. */
export const BANK_CREDENTIAL_OVERLAP_HOURS = 24;
/** Length of X-CLIENT-KEY and X-PARTNER-ID. */
export const BANK_CLIENT_KEY_MAX = 36;
export const BANK_SECRET_MIN = 16;
export const BANK_SECRET_MAX = 200;

export const BANK_TEST_OUTCOMES = ['accepted', 'rejected', 'unreachable'] as const;
export type BankTestOutcome = (typeof BANK_TEST_OUTCOMES)[number];

const KEY_INVALID = validationMessage(
  'Enter up to 36 letters, digits, dots, hyphens or underscores.',
  'Masukkan maksimal 36 huruf, angka, titik, tanda hubung, atau garis bawah.',
);
const SECRET_SHORT = validationMessage('Enter at least 16 characters.', 'Masukkan minimal 16 karakter.');
const NOT_CONFIRMED = validationMessage(
  'Confirm that the bank credits the account of the provider.',
  'Konfirmasikan bahwa bank mengkredit rekening penyedia.',
);

const client_key = z
  .string()
  .trim()
  .regex(/^[\w.-]{1,36}$/, KEY_INVALID);
const secret = z.string().trim().min(BANK_SECRET_MIN, SECRET_SHORT).max(BANK_SECRET_MAX);
const public_key = z.string().trim().min(1).max(SNAP_PUBLIC_KEY_MAX);

const credentialFields = {
  client_key: client_key
    .describe('Client key that the bank gave the merchant: X-CLIENT-KEY of our requests')
    .meta({ examples: ['kopi-nusantara-01'] }),
  client_secret: secret
    .describe('Client secret that signs our requests. It is stored encrypted and never returned')
    .meta({ examples: ['the-client-secret-of-the-merchant'] }),
  bank_client_key: client_key
    .describe('Client key of the bank: X-CLIENT-KEY and X-PARTNER-ID of its callbacks')
    .meta({ examples: ['bank-for-kopi-01'] }),
  bank_client_secret: secret
    .describe('Secret that signs the callbacks of the bank. It is stored encrypted and never returned')
    .meta({ examples: ['the-secret-of-callbacks-of-the-bank'] }),
  bank_public_key: public_key.describe('RSA public key of the bank as PEM, which checks its token requests'),
};

export const bankCredential = z.object({
  id: idSchema('bank_credential'),
  channel: z.enum(LINK_CHANNELS).describe('QRIS, or the bank of virtual accounts'),
  is_active: z
    .boolean()
    .describe('Whether new payments use the credentials: after the first test that the bank accepted'),
  client_key: z.string().describe('Client key of our requests'),
  client_secret_set: z.boolean().describe('Whether a client secret is stored'),
  partner_public_key: z.string().describe('Our RSA public key as PEM. The bank needs it before the test'),
  bank_client_key: z.string().describe('Client key of the callbacks of the bank'),
  bank_client_secret_set: z.boolean().describe('Whether a secret of callbacks is stored'),
  bank_public_key_fingerprint: z.string().describe('SHA-256 of the public key of the bank in base64url'),
  former_valid_until: instant
    .nullable()
    .describe(
      'Until when callbacks under the credentials before the rotation are accepted; null: the current ones only',
    ),
  tested_at: instant.nullable().describe('Time of the last test; null: not tested'),
  test_outcome: z
    .enum(BANK_TEST_OUTCOMES)
    .nullable()
    .describe('`rejected`: the bank refused the client key or the signature; `unreachable`: it gave no clear answer'),
  activated_at: instant.nullable().describe('First test that the bank accepted'),
  rotated_at: instant.nullable().describe('Time of the last rotation'),
  created_at: instant.describe('When the credentials were set'),
  created_by: z.string().describe('Person who set them'),
});
export type BankCredential = z.infer<typeof bankCredential>;

const access: Access = needs('Merchant finance', 'manage', { users_only: true });
const merchant_id = idSchema('merchant');
const params = z.object({
  merchant_id,
  channel: z.enum(LINK_CHANNELS).describe('QRIS, or the bank of virtual accounts'),
});
const output = z.object({ data: bankCredential });

export const listMerchantBankCredentials = route({
  name: 'listMerchantBankCredentials',
  method: 'GET',
  path: '/merchants/{merchant_id}/bank-credentials',
  summary: "List a merchant's own credentials at the bank. Channels without any use those of the provider",
  access: needs('Merchant finance', 'view', { users_only: true }),
  params: z.object({ merchant_id }),
  output: z.object({ data: z.array(bankCredential) }),
});

export const setMerchantBankCredential = route({
  name: 'setMerchantBankCredential',
  method: 'PUT',
  path: '/merchants/{merchant_id}/bank-credentials/{channel}',
  summary: "Set a merchant's own credentials at the bank for a channel. New payments use them after a successful test",
  access,
  step_up: true,
  params,
  body: z.strictObject({
    ...credentialFields,
    credits_provider: z
      .literal(true, NOT_CONFIRMED)
      .describe('Confirms that the bank credits collected money to the account of the provider, which settles it'),
  }),
  output,
  errors: { bank_credential_exists: 409, bank_client_key_taken: 409, invalid_public_key: 422 },
});

export const verifyMerchantBankCredential = route({
  name: 'verifyMerchantBankCredential',
  method: 'POST',
  path: '/merchants/{merchant_id}/bank-credentials/{channel}/test',
  summary: 'Test the credentials at the bank with two calls that change nothing. The first success activates them',
  access,
  step_up: true,
  params,
  output,
});

export const rotateMerchantBankCredential = route({
  name: 'rotateMerchantBankCredential',
  method: 'POST',
  path: '/merchants/{merchant_id}/bank-credentials/{channel}/rotate',
  summary:
    'Replace the credentials by new ones that the bank accepts. Callbacks under the former ones are accepted for 24 hours',
  access,
  step_up: true,
  params,
  body: z.strictObject(credentialFields),
  output,
  errors: {
    bank_client_key_taken: 409,
    bank_rotation_in_progress: 409,
    bank_credential_rejected: 422,
    invalid_public_key: 422,
    bank_unreachable: 502,
  },
});

export const removeMerchantBankCredential = route({
  name: 'removeMerchantBankCredential',
  method: 'DELETE',
  path: '/merchants/{merchant_id}/bank-credentials/{channel}',
  summary: 'Return to the credentials of the provider for new payments. Open payments and refunds keep the credentials',
  access,
  step_up: true,
  params,
  status: 204,
});
