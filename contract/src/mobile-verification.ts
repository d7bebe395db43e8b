/** Proof of a mobile number by a code in a text message (specification section 2: /mobile-verification; domain 1.20). */
import { z } from 'zod';
import { validationMessage } from './language.ts';
import { phone } from './profile.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const MOBILE_CODE_DIGITS = 6;
export const MOBILE_CODE_MINUTES = 3;
export const MOBILE_CODE_TRIES = 5;
/** Codes per person and hour: the first one and three more. */
export const MOBILE_CODES_PER_HOUR = 4;
/** Seconds until another code can be requested. */
export const MOBILE_CODE_WAIT_S = 60;

const CODE_FORMAT = validationMessage(
  `Enter the ${MOBILE_CODE_DIGITS} digits of the code.`,
  `Masukkan ${MOBILE_CODE_DIGITS} digit kode.`,
);

const mobileVerification = z.object({
  data: z.object({
    phone: z.string().nullable().describe('Mobile number of the account'),
    verified_at: instant.nullable().describe('When the number was verified; null: not verified'),
    code: z
      .object({
        phone: z.string().describe('Number that the code was sent to'),
        expires_at: instant.describe('When the code stops working'),
        tries_left: z.number().int().describe('Wrong codes until it stops working'),
      })
      .nullable()
      .describe('The newest code while it works'),
    next_code_at: instant.nullable().describe('When another code can be requested; null: now'),
    codes_left: z.number().int().describe('Codes that can still be requested within the hour'),
  }),
});

export const getMobileVerification = route({
  name: 'getMobileVerification',
  method: 'GET',
  path: '/mobile-verification',
  summary: 'Retrieve the state of your mobile number and of its code',
  access: 'signed-in',
  before_enrolment: true,
  output: mobileVerification,
});

export const sendMobileCode = route({
  name: 'sendMobileCode',
  method: 'POST',
  path: '/mobile-verification/codes',
  summary: 'Send a code to your mobile number, or to a new one. Only the latest code is valid',
  access: 'signed-in',
  step_up: 'conditional',
  before_enrolment: true,
  body: z.strictObject({ phone: phone.optional().describe('Another number; by default that of your account') }),
  status: 202,
  output: mobileVerification,
  errors: { phone_missing: 422, too_many_codes: 429, sms_unavailable: 503 },
});

export const confirmMobileCode = route({
  name: 'confirmMobileCode',
  method: 'POST',
  path: '/mobile-verification',
  summary: 'Verify the mobile number with the code. The number becomes that of your account',
  access: 'signed-in',
  before_enrolment: true,
  body: z.strictObject({
    code: z
      .string()
      .trim()
      .regex(new RegExp(`^\\d{${MOBILE_CODE_DIGITS}}$`), CODE_FORMAT)
      .meta({ description: 'Code of the text message', examples: ['123456'] }),
  }),
  status: 200,
  output: mobileVerification,
  errors: { wrong_code: 422, code_expired: 422 },
});
