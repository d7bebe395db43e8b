/** Registration of a merchant by its owner (specification section 2: /register; domain 1.20). */
import { z } from 'zod';
import { bot_check } from './bot-check.ts';
import { LANGUAGES, validationMessage } from './language.ts';
import { new_password } from './password.ts';
import { PERSON_NAME_MAX, phone } from './profile.ts';
import { route } from './route.ts';

export const REGISTRATION_ACCOUNT_TYPES = ['personal', 'enterprise'] as const;
export type RegistrationAccountType = (typeof REGISTRATION_ACCOUNT_TYPES)[number];

export const BUSINESS_NAME_MAX = 100;

const FULL_NAME_EMPTY = validationMessage('Enter your full name.', 'Masukkan nama lengkap Anda.');
const BUSINESS_NAME_EMPTY = validationMessage('Enter the name of your business.', 'Masukkan nama bisnis Anda.');
const TERMS = validationMessage('Accept the terms to continue.', 'Setujui ketentuan untuk melanjutkan.');

export const register = route({
  name: 'register',
  method: 'POST',
  path: '/register',
  summary: 'Register a merchant and its owner. The response is the same whether or not the email has an account',
  access: 'public',
  body: z.strictObject({
    account_type: z.enum(REGISTRATION_ACCOUNT_TYPES).describe('`personal`: an individual; `enterprise`: a company'),
    full_name: z
      .string()
      .trim()
      .min(1, FULL_NAME_EMPTY)
      .max(PERSON_NAME_MAX)
      .meta({ description: 'Full name of the owner', examples: ['Ayu Lestari'] }),
    business_name: z
      .string()
      .trim()
      .min(1, BUSINESS_NAME_EMPTY)
      .max(BUSINESS_NAME_MAX)
      .meta({ description: 'Brand name, as customers see it', examples: ['Warung Ayu'] }),
    email: z.email().max(254).describe('Email of the owner, which is also the sign-in name'),
    phone: phone.describe('Mobile number of the owner, which receives codes by text message'),
    password: new_password,
    accepts_terms: z.literal(true, TERMS).describe('Whether the owner accepts the terms of service'),
    locale: z.enum(LANGUAGES).optional().describe('Language of emails and messages; by default that of the request'),
    bot_check,
  }),
  status: 202,
  output: z.object({}),
  errors: { bot_check_failed: 400, password_refused: 422 },
});
