/** Step-up authentication: a signed-in user proves again who they are before a sensitive action. Sign-in by passkey. */
import { z } from 'zod';
import * as duration from './duration.ts';
import { tokens } from './auth.ts';
import { passkeyAssertion, passkeyOptions } from './passkey.ts';
import { route } from './route.ts';
import { totpCode } from './second-factor.ts';
import { instant } from './time.ts';

/** Period in which a sign-in or a step-up counts as recent. */
export const STEP_UP_VALID_MS = duration.minutes(5);

/** Ways to prove who one is, strongest first. The password counts only for users who have no second factor. */
export const STEP_UP_FACTORS = ['passkey', 'otp', 'password'] as const;
export type StepUpFactor = (typeof STEP_UP_FACTORS)[number];

export const startStepUp = route({
  name: 'startStepUp',
  method: 'POST',
  path: '/authenticate/step-up/options',
  summary: 'List the factors that your step-up accepts, strongest first',
  access: 'signed-in',
  before_enrolment: true,
  output: z.object({
    data: z.object({
      factors: z.array(z.enum(STEP_UP_FACTORS)).describe('Accepted factors, strongest first'),
      passkey_options: passkeyOptions
        .nullable()
        .describe('For a passkey, valid once for five minutes; null without one'),
    }),
  }),
});

export const stepUp = route({
  name: 'stepUp',
  method: 'POST',
  path: '/authenticate/step-up',
  summary: 'Confirm your identity with one factor. Routes that require a step-up accept this session for five minutes',
  access: 'signed-in',
  before_enrolment: true,
  body: z.strictObject({
    passkey: passkeyAssertion.optional().describe('Answer of a passkey to `passkey_options`'),
    otp: totpCode.optional(),
    password: z.string().min(1).max(200).optional().describe('Your password, if you have no second factor'),
  }),
  output: z.object({
    data: z.object({
      authenticated_at: instant.describe('Time of this authentication'),
      valid_until: instant.describe('Until when routes that require a step-up accept this session'),
    }),
  }),
  errors: { factor_required: 422, wrong_factor: 422, locked_out: 429 },
});

export const startPasskeySignIn = route({
  name: 'startPasskeySignIn',
  method: 'POST',
  path: '/authenticate/passkey/options',
  summary: 'Start a sign-in by passkey: options for the browser, valid once for five minutes',
  access: 'public',
  output: z.object({ data: z.object({ options: passkeyOptions }) }),
});

export const signInWithPasskey = route({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/authenticate/passkey',
  summary: 'Sign in with a passkey, without a password',
  access: 'public',
  body: z.strictObject({ passkey: passkeyAssertion.describe('Answer of the browser') }),
  output: tokens,
  errors: { passkey_refused: 401, locked_out: 429 },
});
