/** Email notifications and report delivery (specification sections 2 to 9). */
import { z } from 'zod';
import { needs } from './access.ts';
import { route } from './route.ts';

/** Section 9: this action is always in the editable set, whatever is stored. */
export const ALWAYS_EDITABLE_ACTION = 1004;
/** Section 9: the screen hides this action. */
export const HIDDEN_ACTION = 1010;
/** Section 9: the screen hides this group. */
export const HIDDEN_GROUP = 'Payment Links';
/** Section 9. */
export const MAX_EMAIL_RECIPIENTS = 2;
export const DEFAULT_SFTP_PORT = 22;
export const DELIVERY_METHODS = ['email', 'sftp', 'both'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

export const notificationPreference = z.object({
  id: z.string().describe('Id of the preference item'),
  group: z.string().nullable().describe('Name of the group; null for the default, ungrouped items'),
  notification_action: z.int().describe('Number of the action in the catalogue'),
  notification_action_label: z.string().describe('What happens'),
  description: z.string().nullable().describe('When it is sent; null when there is nothing to add'),
  is_active: z.boolean().describe('Whether the e-mail is sent'),
  is_editable: z.boolean().describe('Whether the merchant may switch it; action 1004 may always be switched'),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

export const listNotificationPreferences = route({
  name: 'listNotificationPreferences',
  method: 'GET',
  path: '/notification-preference',
  summary: "The merchant's email notification preferences",
  access: needs('Notifications', 'view'),
  output: z.object({ data: z.array(notificationPreference) }),
});

export const saveNotificationPreferences = route({
  name: 'saveNotificationPreferences',
  method: 'PUT',
  path: '/notification-preference',
  summary: 'Switch email notifications on or off',
  access: needs('Notifications', 'manage'),
  body: z
    .array(
      z.strictObject({
        notification_action: z.int().describe('Number of the action; unknown numbers are ignored'),
        is_active: z.boolean().describe('Whether the e-mail is sent'),
      }),
    )
    .min(1)
    .max(200),
  output: z.object({ data: z.array(notificationPreference) }),
  errors: { notification_not_editable: 422 },
});

const sftp_port = z.int().min(1).max(65_535).describe('TCP port');
const sftp = {
  sftp_host: z.string().trim().max(253).describe('Host name or address, without port'),
  sftp_port: sftp_port.default(DEFAULT_SFTP_PORT),
  sftp_username: z.string().trim().max(128).describe('User name'),
  sftp_password: z
    .string()
    .max(512)
    .describe('Write-only: always empty in answers; empty in a request keeps the stored password'),
};

export const notificationConfiguration = z.object({
  email_recipients: z.string().describe('Comma-separated e-mail addresses, at most 2'),
  email_delivery_enabled: z.boolean().describe('Whether reports are sent by e-mail'),
  sftp_delivery_enabled: z.boolean().describe('Whether reports are put on the SFTP server'),
  ...sftp,
  sftp_password_set: z.boolean().describe('Whether a password is stored'),
  sftp_host_key_fingerprint: z
    .string()
    .nullable()
    .describe('SHA-256 fingerprint of the pinned host key, set by the first successful connection'),
});
export type NotificationConfiguration = z.infer<typeof notificationConfiguration>;

export const getNotificationConfiguration = route({
  name: 'getNotificationConfiguration',
  method: 'GET',
  path: '/notification-configurations',
  summary: 'How reports are delivered',
  access: needs('Notifications', 'view'),
  output: z.object({ data: notificationConfiguration }),
});

export const saveNotificationConfiguration = route({
  name: 'saveNotificationConfiguration',
  method: 'PUT',
  path: '/notification-configurations',
  summary: 'Replace how reports are delivered; an omitted flag is false, omitted SFTP details are kept',
  access: needs('Notifications', 'manage'),
  body: z.strictObject({
    email_recipients: z.string().max(600).optional().describe('Comma-separated e-mail addresses, at most 2'),
    email_delivery_enabled: z.boolean().default(false).describe('Whether reports are sent by e-mail'),
    sftp_delivery_enabled: z.boolean().default(false).describe('Whether reports are put on the SFTP server'),
    sftp_host: sftp.sftp_host.optional(),
    // Not the default of a test: an omitted port keeps the stored one.
    sftp_port: sftp_port.optional(),
    sftp_username: sftp.sftp_username.optional(),
    sftp_password: sftp.sftp_password.optional(),
  }),
  output: z.object({ data: notificationConfiguration }),
  errors: { invalid_recipients: 422, sftp_details_missing: 422, host_not_allowed: 422 },
});

/** How a connection test ended; each has its own sentence. */
export const SFTP_TEST_FAILURES = [
  'dns_error',
  'refused',
  'timeout',
  'auth_failed',
  'no_write',
  'host_key_changed',
  'host_not_allowed',
  'protocol_error',
] as const;

export const testSftpConnection = route({
  name: 'testSftpConnection',
  method: 'POST',
  path: '/notification-configurations/test-sftp-connection',
  summary: 'Connect, sign in, write and remove a probe file; pins the host key on first success',
  access: needs('Notifications', 'manage'),
  body: z.strictObject({
    sftp_host: sftp.sftp_host.min(1),
    sftp_port: sftp.sftp_port,
    sftp_username: sftp.sftp_username.min(1),
    sftp_password: sftp.sftp_password,
  }),
  output: z.object({
    data: z.object({
      host_key_fingerprint: z.string().describe('SHA-256 fingerprint of the host key that answered'),
      elapsed_ms: z.int().describe('Duration of the whole test, in milliseconds'),
    }),
  }),
  errors: {
    sftp_details_missing: 422,
    dns_error: 422,
    refused: 422,
    timeout: 422,
    auth_failed: 422,
    no_write: 422,
    host_key_changed: 422,
    host_not_allowed: 422,
    protocol_error: 422,
  },
});
