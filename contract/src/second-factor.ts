/** Second factors of the signed-in user: authenticator app, recovery codes, passkeys, remembered devices (domain 1.16). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { passkeyOptions, passkeyRegistration } from './passkey.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const RECOVERY_CODES = 10;
/** Below this number of unused recovery codes the user is warned. */
export const RECOVERY_CODES_LOW = 3;
export const PASSKEYS_MAX = 10;
/** Days for which a remembered device needs no second factor. */
export const DEVICE_REMEMBERED_DAYS = 30;

/** A six-digit code of an authenticator app. */
export const totpCode = z
  .string()
  .regex(/^\d{6}$/, validationMessage('Enter the 6-digit code.', 'Masukkan kode 6 digit.'))
  .meta({ examples: ['123456'] })
  .describe('Six-digit code of the authenticator app');

/** A code of an authenticator app or a recovery code, in capitals or not, with or without dashes. */
export const oneTimeCode = z
  .string()
  .trim()
  .min(6)
  .max(40)
  .describe('Six-digit code of the authenticator app, or a recovery code');

/** Recovery codes as they are issued. */
export const recoveryCodes = z
  .array(z.string())
  .describe('Recovery codes, each of which works once. Shown only in this response');

export const passkey = z.object({
  id: idSchema('passkey'),
  name: z.string().describe('Name that the user gave'),
  is_synced: z.boolean().describe('Whether the passkey provider copies it to other devices of the user'),
  created_at: instant.describe('When it was added'),
  last_used_at: instant.nullable().describe('Last use'),
});
export type Passkey = z.infer<typeof passkey>;

export const rememberedDevice = z.object({
  id: idSchema('remembered_device'),
  user_agent: z.string().nullable().describe('User agent when the device was remembered'),
  ip: z.string().nullable().describe('IP address when the device was remembered'),
  created_at: instant.describe('When it was remembered'),
  last_used_at: instant.describe('Last sign-in without a second factor'),
  expires_at: instant.describe('Until when it is remembered'),
});

export const getSecondFactor = route({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/second-factor',
  summary: 'Retrieve your second factors',
  access: 'signed-in',
  before_enrolment: true,
  output: z.object({
    data: z.object({
      is_required: z.boolean().describe('Whether your merchant or the provider requires a second factor'),
      totp: z
        .object({ enabled_at: instant.describe('When it was enabled') })
        .nullable()
        .describe('Authenticator app; null when it is not enabled'),
      passkeys: z.array(passkey).describe('Passkeys, oldest first'),
      recovery_codes_left: z.int().describe('Unused recovery codes'),
      devices: z.array(rememberedDevice).describe('Devices that need no second factor at sign-in'),
    }),
  }),
});

export const startTotp = route({
  name: 'startTotp',
  method: 'POST',
  path: '/second-factor/totp',
  summary: 'Start to enable an authenticator app. It is enabled after a first code confirms it',
  returns_secret: true,
  access: 'signed-in',
  before_enrolment: true,
  step_up: true,
  status: 201,
  output: z.object({
    data: z.object({
      secret: z.string().describe('Key for the authenticator app, base32'),
      uri: z.string().describe('The same as an otpauth URI, for a QR code'),
    }),
  }),
  errors: { already_enabled: 409 },
});

export const confirmTotp = route({
  name: 'confirmTotp',
  method: 'POST',
  path: '/second-factor/totp/confirm',
  summary: 'Enable the authenticator app by a first code',
  returns_secret: true,
  access: 'signed-in',
  before_enrolment: true,
  step_up: true,
  body: z.strictObject({ otp: totpCode }),
  output: z.object({
    data: z.object({
      recovery_codes: recoveryCodes.nullable().describe('New recovery codes; null when you have unused ones'),
    }),
  }),
  errors: { not_started: 409, wrong_code: 422 },
});

export const disableTotp = route({
  name: 'disableTotp',
  method: 'DELETE',
  path: '/second-factor/totp',
  summary: 'Disable the authenticator app',
  access: 'signed-in',
  step_up: true,
  status: 204,
  errors: { not_enabled: 409, last_second_factor: 422 },
});

export const regenerateRecoveryCodes = route({
  name: 'regenerateRecoveryCodes',
  method: 'POST',
  path: '/second-factor/recovery-codes',
  summary: 'Create new recovery codes. The former ones stop working',
  returns_secret: true,
  access: 'signed-in',
  step_up: true,
  output: z.object({ data: z.object({ recovery_codes: recoveryCodes }) }),
  errors: { not_enabled: 409 },
});

export const startPasskey = route({
  name: 'startPasskey',
  method: 'POST',
  path: '/second-factor/passkeys/options',
  summary: 'Start to add a passkey: options for the browser, valid once for five minutes',
  access: 'signed-in',
  before_enrolment: true,
  step_up: true,
  output: z.object({ data: z.object({ options: passkeyOptions }) }),
  errors: { too_many_passkeys: 422 },
});

const passkey_name = z
  .string()
  .trim()
  .min(1, validationMessage('Enter a name.', 'Masukkan nama.'))
  .max(60)
  .describe('Name, such as the device that holds it');

export const createPasskey = route({
  name: 'createPasskey',
  method: 'POST',
  path: '/second-factor/passkeys',
  summary: 'Add the passkey that the browser created',
  returns_secret: true,
  access: 'signed-in',
  before_enrolment: true,
  step_up: true,
  body: z.strictObject({ name: passkey_name, passkey: passkeyRegistration.describe('Answer of the browser') }),
  status: 201,
  output: z.object({
    data: z.object({
      passkey: passkey.describe('The new passkey'),
      recovery_codes: recoveryCodes.nullable().describe('New recovery codes; null when you have unused ones'),
    }),
  }),
  errors: { passkey_refused: 422, too_many_passkeys: 422 },
});

export const renamePasskey = route({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/second-factor/passkeys/{id}',
  summary: 'Rename a passkey',
  access: 'signed-in',
  params: z.object({ id: idSchema('passkey') }),
  body: z.strictObject({ name: passkey_name }),
  output: z.object({ data: passkey }),
});

export const deletePasskey = route({
  name: 'deletePasskey',
  method: 'DELETE',
  path: '/second-factor/passkeys/{id}',
  summary: 'Remove a passkey',
  access: 'signed-in',
  step_up: true,
  params: z.object({ id: idSchema('passkey') }),
  status: 204,
  errors: { last_second_factor: 422 },
});

export const forgetDevice = route({
  name: 'forgetDevice',
  method: 'DELETE',
  path: '/second-factor/devices/{id}',
  summary: 'Remove a trusted device: its next sign-in needs a second factor',
  access: 'signed-in',
  params: z.object({ id: idSchema('remembered_device') }),
  status: 204,
});

const policy = z.object({
  data: z.object({
    required: z.boolean().describe('Whether every user of the merchant needs a second factor'),
    users_without: z.int().describe('Active users who have none; they are asked to enrol before anything else'),
  }),
});

export const getSecondFactorPolicy = route({
  name: 'getSecondFactorPolicy',
  method: 'GET',
  path: '/second-factor-policy',
  summary: 'Retrieve whether your merchant requires a second factor',
  access: needs('Users', 'view', { users_only: true }),
  output: policy,
});

export const setSecondFactorPolicy = route({
  name: 'setSecondFactorPolicy',
  method: 'PUT',
  path: '/second-factor-policy',
  summary: 'Set whether every user of your merchant needs a second factor',
  access: needs('Users', 'manage', { users_only: true }),
  step_up: true,
  body: z.strictObject({ required: z.boolean().describe('Whether it is required') }),
  output: policy,
  errors: { own_second_factor_missing: 422 },
});
