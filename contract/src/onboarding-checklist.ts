/** The checklist of a new merchant: the steps up to its first settlement (domain 1.1). */
import { z } from 'zod';
import { needs } from './access.ts';
import { merchantActivity } from './merchant-activity.ts';
import { route } from './route.ts';

/** In the order in which they are taken. */
export const ONBOARDING_STEPS = [
  'email',
  'phone',
  'profile',
  'verification',
  'bank_account',
  'api_key',
  'payment',
  'second_factor',
  'colleague',
] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

export const getOnboardingChecklist = route({
  name: 'getOnboardingChecklist',
  method: 'GET',
  path: '/dashboard/checklist',
  summary: 'Retrieve the onboarding steps of a merchant with their completion, and what it may do now',
  access: needs('Dashboard', 'view', { users_only: true }),
  output: z.object({
    data: z.object({
      activity: merchantActivity.describe('What the merchant may do with money now'),
      steps: z
        .array(
          z.object({
            step: z.enum(ONBOARDING_STEPS).describe('The step'),
            is_done: z.boolean().describe('Whether it is done'),
          }),
        )
        .describe('Steps in the order in which they are taken'),
    }),
  }),
});
