/** The audit log: who did what, when and from where, with the state before and after (reliability 4.9). */
import { z } from 'zod';
import { needs } from './access.ts';
import { AUDIT_OBJECT_TYPES } from './audit-objects.ts';
import { idSchema } from './id.ts';
import { commaSeparated, fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';

export const AUDIT_RESULTS = ['ok', 'denied', 'failed'] as const;
export type AuditResult = (typeof AUDIT_RESULTS)[number];

export const AUDIT_ACTORS = ['user', 'api_key', 'system', 'provider'] as const;
export type AuditActorType = (typeof AUDIT_ACTORS)[number];

export const auditEntry = z.object({
  id: z.string().describe('Position in the log of the merchant'),
  at: instant.describe('When it happened'),
  actor_type: z.enum(AUDIT_ACTORS).describe('Who acted: a person, an API key, the system or the provider'),
  actor_id: z.string().nullable().describe('Id of the person or API key'),
  actor_name: z.string().nullable().describe('Name of the person or API key'),
  actor_email: z
    .string()
    .nullable()
    .describe('Email of the person; null for API keys, the system, staff of the provider and older entries'),
  actor_role: z.string().nullable().describe('Role of the person: a preset role or the id of a custom one'),
  ip: z.string().nullable().describe('IP address of the request; null for the system'),
  user_agent: z.string().nullable().describe('Browser or program of the request'),
  session_id: z.string().nullable().describe('Id of the session of the person'),
  action: z.string().describe('What was done, as `object.verb`'),
  object_type: z.string().describe('Type of the object'),
  object_id: z.string().nullable().describe('Id of the object'),
  result: z.enum(AUDIT_RESULTS).describe('ok: applied; denied: no access; failed: refused by a rule'),
  reason: z.string().nullable().describe('Reason that the actor gave'),
  before: z.unknown().describe('State before; secrets are masked'),
  after: z.unknown().describe('State after, or the error code of a refused attempt; secrets are masked'),
});
export type AuditLogEntry = z.infer<typeof auditEntry>;

const query = z.object({
  ...pageQuery,
  from: rangeStart.optional().describe('Start of the range, inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
  actor: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Id of a person or API key, or the beginning of a name or email'),
  actor_type: oneOrMany(AUDIT_ACTORS).optional().describe('One or more kinds of actors'),
  action: z.string().trim().max(100).optional().describe('An action, or its beginning such as `refund.`'),
  object_type: commaSeparated(/^[a-z_]{1,60}$/, AUDIT_OBJECT_TYPES.length)
    .optional()
    .describe('One or more types of objects, with the refused attempts on them'),
  object_id: commaSeparated(/^[^,]{1,100}$/, 20)
    .optional()
    .describe('One or more ids of objects'),
  ip: z.string().trim().max(45).optional().describe('IP address of the request, or its beginning such as `10.0.`'),
  result: oneOrMany(AUDIT_RESULTS).optional().describe('One or more results'),
  q: z.string().trim().max(100).optional().describe('Action, id, IP address, or the beginning of a name'),
  columns: fileColumns,
});

export const listAuditLogs = route({
  name: 'listAuditLogs',
  method: 'GET',
  path: '/audit-logs',
  summary: 'List the audit log of your merchant, newest first',
  access: needs('Audit log', 'view'),
  query,
  output: page(auditEntry),
  files: true,
  errors: { too_many_rows: 422 },
});

export const listMerchantAuditLogs = route({
  name: 'listMerchantAuditLogs',
  method: 'GET',
  path: '/merchants/{merchant_id}/audit-logs',
  summary: 'List the audit log of a merchant, newest first',
  access: needs('Merchants', 'view'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  query,
  output: page(auditEntry),
  files: true,
});
