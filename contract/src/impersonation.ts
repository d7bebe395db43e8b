/** Reading the dashboard of a merchant as its people see it, by people of the provider. Never changes anything. */
import { z } from 'zod';
import * as duration from './duration.ts';
import { MERCHANT_GROUPS, type AccessEntry, fillAccess, needs } from './access.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const IMPERSONATION_MINUTES = 30;
export const IMPERSONATION_MS = duration.minutes(IMPERSONATION_MINUTES);

/** Allowed routes: everything that people of the merchant may view, and nothing of the provider. */
export const IMPERSONATION_ACCESS: AccessEntry[] = fillAccess(
  MERCHANT_GROUPS.map((group) => ({ group, access: 'view' as const })),
);

export const startImpersonation = route({
  name: 'startImpersonation',
  method: 'POST',
  path: '/merchants/{merchant_id}/impersonate',
  summary: `Let your session read the dashboard of a merchant for ${IMPERSONATION_MINUTES} minutes. It cannot change anything; start and end are in the audit log of the merchant`,
  access: needs('Impersonation', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({
    reason: z.string().trim().min(1).max(300).describe('Reason, shown in the audit log of the merchant'),
  }),
  output: z.object({
    data: z.object({
      merchant_id: idSchema('merchant'),
      ends_at: instant.describe('When the session is that of the provider again'),
    }),
  }),
});

export const endImpersonation = route({
  name: 'endImpersonation',
  method: 'POST',
  path: '/sessions/current/impersonation/end',
  summary: 'Stop reading the dashboard of a merchant. Does nothing when the session reads none',
  access: 'signed-in',
  output: z.object({
    data: z.object({ merchant_id: z.string().nullable().describe('Merchant that was read; null: none') }),
  }),
});
