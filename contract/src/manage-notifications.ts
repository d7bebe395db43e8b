/** Email notification preferences (specification sections 2 to 9). */
import { z } from 'zod';
import { needs } from './access.ts';
import { route } from './route.ts';

/** Section 9: this action is always editable, whatever is stored. */
export const ALWAYS_EDITABLE_ACTION = 1004;
/** Section 9: the screen hides this action. */
export const HIDDEN_ACTION = 1010;
/** Section 9: the screen hides this group. */
export const HIDDEN_GROUP = 'Payment Links';

export const notificationPreference = z.object({
  id: z.string().describe('Id of the preference item'),
  group: z.string().nullable().describe('Name of the group, in English; null for ungrouped items'),
  notification_action: z.int().describe('Number of the action in the catalogue'),
  notification_action_label: z.string().describe('Label of the event, in the language of the request'),
  description: z
    .string()
    .nullable()
    .describe('When the email is sent, in the language of the request; null without a description'),
  is_active: z.boolean().describe('Whether the email is sent'),
  is_editable: z.boolean().describe('Whether the merchant can change it; action 1004 can always be changed'),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

export const listNotificationPreferences = route({
  name: 'listNotificationPreferences',
  method: 'GET',
  path: '/notification-preference',
  summary: 'List email notification preferences',
  access: needs('Notifications', 'view'),
  output: z.object({ data: z.array(notificationPreference) }),
});

export const saveNotificationPreferences = route({
  name: 'saveNotificationPreferences',
  method: 'PUT',
  path: '/notification-preference',
  summary: 'Update email notification preferences',
  access: needs('Notifications', 'manage'),
  body: z
    .array(
      z.strictObject({
        notification_action: z.int().describe('Number of the action; unknown numbers are ignored'),
        is_active: z.boolean().describe('Whether the email is sent'),
      }),
    )
    .min(1)
    .max(200),
  output: z.object({ data: z.array(notificationPreference) }),
  errors: { notification_not_editable: 422 },
});
