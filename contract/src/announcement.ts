/** Announcements of the provider to merchants: a banner on every screen, an entry of the bell, and email 1010 (domain 1.21). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { MERCHANT_STATUSES } from './merchant-activity.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const ANNOUNCEMENT_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type AnnouncementSeverity = (typeof ANNOUNCEMENT_SEVERITIES)[number];

export const ANNOUNCEMENT_AUDIENCES = ['all', 'group', 'merchants', 'status'] as const;
export type AnnouncementAudience = (typeof ANNOUNCEMENT_AUDIENCES)[number];

/** A published announcement is scheduled until it starts, and ends at its time or when it is ended early. */
export const ANNOUNCEMENT_STATUSES = ['draft', 'scheduled', 'active', 'ended'] as const;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];

export const ANNOUNCEMENT_TITLE_MAX = 120;
export const ANNOUNCEMENT_TEXT_MAX = 2_000;
export const ANNOUNCEMENT_MERCHANTS_MAX = 200;
/** Period after its end in which merchants can find an announcement. */
export const ANNOUNCEMENT_VISIBLE_DAYS = 90;

const texts = {
  title_en: z.string().trim().min(1).max(ANNOUNCEMENT_TITLE_MAX).describe('Title in English'),
  text_en: z.string().trim().min(1).max(ANNOUNCEMENT_TEXT_MAX).describe('Text in English, with line breaks'),
  title_id: z.string().trim().min(1).max(ANNOUNCEMENT_TITLE_MAX).describe('Title in Indonesian'),
  text_id: z.string().trim().min(1).max(ANNOUNCEMENT_TEXT_MAX).describe('Text in Indonesian, with line breaks'),
};
const severity = z.enum(ANNOUNCEMENT_SEVERITIES).describe('How urgent it is');
const audience = z
  .enum(ANNOUNCEMENT_AUDIENCES)
  .describe('`all` merchants, the current members of a `group`, chosen `merchants`, or every merchant in a `status`');
const statuses = z.array(z.enum(MERCHANT_STATUSES)).max(MERCHANT_STATUSES.length);

const input = z
  .strictObject({
    ...texts,
    severity,
    audience: audience.meta({ examples: ['all'] }),
    group_id: idSchema('account_group').optional().describe('The group, for the audience `group`'),
    merchant_ids: z
      .array(idSchema('merchant'))
      .max(ANNOUNCEMENT_MERCHANTS_MAX)
      .default([])
      .describe('The merchants, for the audience `merchants`'),
    merchant_statuses: statuses.default([]).describe('The statuses, for the audience `status`'),
    is_emailed: z.boolean().describe('Whether the users of the merchants receive it by email when it starts'),
    starts_at: instant.describe('When it appears').meta({ examples: ['2026-11-21T14:00:00.000Z'] }),
    ends_at: instant.describe('When it disappears, exclusive').meta({ examples: ['2026-11-21T20:00:00.000Z'] }),
  })
  .refine(({ starts_at, ends_at }) => Date.parse(ends_at) > Date.parse(starts_at), {
    path: ['ends_at'],
    message: validationMessage('The end must be after the start.', 'Waktu selesai harus setelah waktu mulai.'),
  })
  .refine(({ audience: to, group_id }) => (to === 'group') === (group_id !== undefined), {
    path: ['group_id'],
    message: validationMessage(
      'The audience `group` needs a group; others have none.',
      'Sasaran `group` memerlukan grup; yang lain tidak.',
    ),
  })
  .refine(({ audience: to, merchant_ids }) => (to === 'merchants') === merchant_ids.length > 0, {
    path: ['merchant_ids'],
    message: validationMessage(
      'The audience `merchants` needs at least one merchant; others have none.',
      'Sasaran `merchants` memerlukan setidaknya satu merchant; yang lain tidak.',
    ),
  })
  .refine(({ audience: to, merchant_statuses }) => (to === 'status') === merchant_statuses.length > 0, {
    path: ['merchant_statuses'],
    message: validationMessage(
      'The audience `status` needs at least one status; others have none.',
      'Sasaran `status` memerlukan setidaknya satu status; yang lain tidak.',
    ),
  });

export const announcement = z.object({
  id: idSchema('announcement'),
  ...texts,
  severity,
  audience,
  group: z
    .object({ id: idSchema('account_group'), name: z.string().describe('Name of the group') })
    .nullable()
    .describe('The group, for the audience `group`'),
  merchants: z
    .array(
      z.object({
        id: idSchema('merchant'),
        brand_name: z.string().describe('Brand name of the merchant'),
        code: z.string().nullable().describe('Code of the merchant'),
      }),
    )
    .describe('The merchants, for the audience `merchants`'),
  merchant_statuses: statuses.describe('The statuses, for the audience `status`'),
  merchant_count: z.int().describe('Merchants that it addresses now'),
  is_emailed: z.boolean().describe('Whether the users of the merchants receive it by email when it starts'),
  status: z.enum(ANNOUNCEMENT_STATUSES).describe('State of the announcement'),
  starts_at: instant.describe('When it appears'),
  ends_at: instant.describe('When it disappears, exclusive; earlier than planned where it was ended early'),
  published_at: instant.nullable().describe('When it was published; null: a draft'),
  created_by: z.string().describe('Name of the author'),
  created_at: instant.describe('When it was created'),
  updated_at: instant.describe('When it was last changed'),
});
export type Announcement = z.infer<typeof announcement>;

export const listAnnouncements = route({
  name: 'listAnnouncements',
  method: 'GET',
  path: '/announcements',
  summary: 'List announcements to merchants, newest first',
  access: needs('Announcements', 'view', { users_only: true }),
  query: z.object({
    ...pageQuery,
    status: oneOrMany(ANNOUNCEMENT_STATUSES).optional().describe('Only these states'),
  }),
  output: page(announcement),
});

const params = z.object({ id: idSchema('announcement') });
const one = z.object({ data: announcement });

export const getAnnouncement = route({
  name: 'getAnnouncement',
  method: 'GET',
  path: '/announcements/{id}',
  summary: 'Retrieve an announcement',
  access: needs('Announcements', 'view', { users_only: true }),
  params,
  output: one,
});

const reference_errors = { account_group_not_found: 422, merchant_not_found: 422 } as const;

export const createAnnouncement = route({
  name: 'createAnnouncement',
  method: 'POST',
  path: '/announcements',
  summary: 'Create a draft of an announcement. Merchants see nothing until it is published',
  access: needs('Announcements', 'manage', { users_only: true }),
  body: input,
  status: 201,
  output: one,
  errors: reference_errors,
});

export const updateAnnouncement = route({
  name: 'updateAnnouncement',
  method: 'PUT',
  path: '/announcements/{id}',
  summary: 'Change a draft. A published announcement can only be ended',
  access: needs('Announcements', 'manage', { users_only: true }),
  params,
  body: input,
  output: one,
  errors: { ...reference_errors, status_conflict: 409 },
});

export const publishAnnouncement = route({
  name: 'publishAnnouncement',
  method: 'POST',
  path: '/announcements/{id}/publish',
  summary: 'Publish a draft. It appears at its start, or at once when that has passed',
  access: needs('Announcements', 'manage', { users_only: true }),
  params,
  output: one,
  errors: { status_conflict: 409, announcement_is_over: 422, announcement_without_merchants: 422 },
});

export const endAnnouncement = route({
  name: 'endAnnouncement',
  method: 'POST',
  path: '/announcements/{id}/end',
  summary: 'End a published announcement now. Emails that were sent stay sent',
  access: needs('Announcements', 'manage', { users_only: true }),
  params,
  output: one,
  errors: { status_conflict: 409 },
});

export const deleteAnnouncement = route({
  name: 'deleteAnnouncement',
  method: 'DELETE',
  path: '/announcements/{id}',
  summary: 'Delete a draft',
  access: needs('Announcements', 'manage', { users_only: true }),
  params,
  status: 204,
  errors: { status_conflict: 409 },
});

export const receivedAnnouncement = z.object({
  id: idSchema('announcement'),
  ...texts,
  severity,
  at: instant.describe('When it appeared'),
  ends_at: instant.describe('When it disappears, exclusive'),
  is_active: z.boolean().describe('Whether it still applies'),
});
export type ReceivedAnnouncement = z.infer<typeof receivedAnnouncement>;

export const listCurrentAnnouncements = route({
  name: 'listCurrentAnnouncements',
  method: 'GET',
  path: '/announcements/current',
  summary: 'List the announcements that apply to your merchant now and that you have not dismissed, most urgent first',
  access: 'signed-in',
  output: z.object({ data: z.array(receivedAnnouncement) }),
});

export const listReceivedAnnouncements = route({
  name: 'listReceivedAnnouncements',
  method: 'GET',
  path: '/announcements/received',
  summary: `List the announcements to your merchant, newest first, until ${ANNOUNCEMENT_VISIBLE_DAYS} days after their end`,
  access: 'signed-in',
  query: z.object(pageQuery),
  output: page(receivedAnnouncement),
});

export const dismissAnnouncement = route({
  name: 'dismissAnnouncement',
  method: 'POST',
  path: '/announcements/{id}/dismiss',
  summary: 'Dismiss the banner of an announcement for yourself, permanently',
  access: 'signed-in',
  params,
  status: 204,
});
