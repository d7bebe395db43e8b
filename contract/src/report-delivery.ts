/** Report delivery configuration: email recipients and the SFTP server (specification sections 2 to 9). */
import { z } from 'zod';
import { needs } from './access.ts';
import { validationMessage } from './language.ts';
import { route } from './route.ts';

/** Section 9. */
export const EMAIL_RECIPIENTS_MAX = 2;
export const SFTP_PORT_DEFAULT = 22;
export const DELIVERY_METHODS = ['email', 'sftp', 'both'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

export const SFTP_PORT_INVALID = validationMessage(
  'Enter a port from 1 to 65535.',
  'Masukkan port dari 1 sampai 65535.',
);
const sftp_port = z
  .int(SFTP_PORT_INVALID)
  .min(1, SFTP_PORT_INVALID)
  .max(65_535, SFTP_PORT_INVALID)
  .describe('TCP port');
const sftp = {
  sftp_host: z.string().trim().max(253).describe('Host name or IP address, without the port'),
  sftp_port: sftp_port.default(SFTP_PORT_DEFAULT),
  sftp_username: z.string().trim().max(128).describe('Username'),
  sftp_password: z
    .string()
    .max(512)
    .describe('Write-only: always empty in responses; an empty value in a request keeps the stored password'),
};

export const notificationConfiguration = z.object({
  email_recipients: z.string().describe('Comma-separated email addresses, at most 2'),
  email_delivery_enabled: z.boolean().describe('Whether reports are delivered by email'),
  sftp_delivery_enabled: z.boolean().describe('Whether reports are delivered by SFTP'),
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
  summary: 'Retrieve the report delivery configuration',
  access: needs('Notifications', 'view'),
  output: z.object({ data: notificationConfiguration }),
});

export const saveNotificationConfiguration = route({
  name: 'saveNotificationConfiguration',
  method: 'PUT',
  path: '/notification-configurations',
  summary: 'Update the report delivery configuration; an omitted flag is false, omitted SFTP details are kept',
  access: needs('Notifications', 'manage'),
  step_up: true,
  body: z.strictObject({
    email_recipients: z.string().max(600).optional().describe('Comma-separated email addresses, at most 2'),
    email_delivery_enabled: z.boolean().default(false).describe('Whether reports are delivered by email'),
    sftp_delivery_enabled: z.boolean().default(false).describe('Whether reports are delivered by SFTP'),
    sftp_host: sftp.sftp_host.optional(),
    // Without the default of a connection test: when the host is omitted too, the stored port is kept.
    sftp_port: sftp_port.optional(),
    sftp_username: sftp.sftp_username.optional(),
    sftp_password: sftp.sftp_password.optional(),
  }),
  output: z.object({ data: notificationConfiguration }),
  errors: { invalid_recipients: 422, sftp_details_missing: 422, host_not_allowed: 422 },
});

/** Results of a failed connection test; each has its own message. */
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
  summary: 'Test the SFTP connection: sign in, write and delete a test file. The first success pins the host key',
  access: needs('Notifications', 'manage'),
  step_up: 'conditional',
  body: z.strictObject({
    sftp_host: sftp.sftp_host.default(''),
    sftp_port: sftp.sftp_port,
    sftp_username: sftp.sftp_username.default(''),
    sftp_password: sftp.sftp_password.default(''),
  }),
  output: z.object({
    data: z.object({
      host_key_fingerprint: z.string().describe('SHA-256 fingerprint of the host key of the server'),
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
