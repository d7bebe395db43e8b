/** Step-up authentication: a signed-in user proves again who they are before a sensitive action. */
import { z } from 'zod';
import * as duration from './duration.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** How long a sign-in or a step-up counts. */
export const STEP_UP_VALID_MS = duration.minutes(5);

/** Ways to prove who one is, strongest first. */
export const STEP_UP_FACTORS = ['password'] as const;
export type StepUpFactor = (typeof STEP_UP_FACTORS)[number];

export const startStepUp = route({
  name: 'startStepUp',
  method: 'POST',
  path: '/authenticate/step-up/options',
  summary: 'List the factors that your step-up accepts, strongest first',
  access: 'signed-in',
  output: z.object({
    data: z.object({
      factors: z.array(z.enum(STEP_UP_FACTORS)).describe('Accepted factors, strongest first'),
    }),
  }),
});

export const stepUp = route({
  name: 'stepUp',
  method: 'POST',
  path: '/authenticate/step-up',
  summary: 'Confirm that it is you. Routes that require a step-up accept this session for five minutes',
  access: 'signed-in',
  body: z.strictObject({
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
