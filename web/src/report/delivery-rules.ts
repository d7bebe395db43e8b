/** The configuration form: how it loads, what it asks for and what it sends (specification sections 4 and 5). */
import type {
  DeliveryMethod,
  NotificationConfiguration,
  saveNotificationConfiguration,
  testSftpConnection,
} from '@dasbor/contract/report-delivery';
import type { CallBody } from '@dasbor/contract/route';
import { joinRecipients, splitRecipients } from './recipients.ts';
import { formatSftpHost, isSameHost, parseSftpHost } from './sftp-host.ts';

export interface DeliveryForm {
  method: DeliveryMethod;
  recipients: string[];
  /** `host` or `host:port`, as typed. */
  host: string;
  username: string;
  password: string;
}

export const DELIVERY_MESSAGES = {
  no_recipient: 'Please add at least one email recipient.',
  sftp_incomplete: 'Please fill in all SFTP fields.',
  test_incomplete: 'Please fill in all SFTP fields before testing the connection.',
} as const;

export type SftpField = 'host' | 'username' | 'password';

/** Both flags are `both`, e-mail alone is `email`, anything else is `sftp`. */
export function getMethod(
  stored: Pick<NotificationConfiguration, 'email_delivery_enabled' | 'sftp_delivery_enabled'>,
): DeliveryMethod {
  if (!stored.email_delivery_enabled) return 'sftp';
  return stored.sftp_delivery_enabled ? 'both' : 'email';
}

export const usesEmail = (method: DeliveryMethod): boolean => method !== 'sftp';
export const usesSftp = (method: DeliveryMethod): boolean => method !== 'email';

/** The form as a stored configuration loads; the password is never among what is read. */
export const toForm = (stored: NotificationConfiguration): DeliveryForm => ({
  method: getMethod(stored),
  recipients: splitRecipients(stored.email_recipients),
  host: formatSftpHost(stored),
  username: stored.sftp_username,
  password: '',
});

/** Whether the form would lose something when it is left. */
export function isChanged(form: DeliveryForm, stored: NotificationConfiguration): boolean {
  return JSON.stringify(form) !== JSON.stringify(toForm(stored));
}

/** Whether the stored password still belongs to what is typed: another host or user name clears it. */
export const keepsStoredPassword = (form: DeliveryForm, stored: NotificationConfiguration): boolean =>
  stored.sftp_password_set &&
  isSameHost(parseSftpHost(form.host).sftp_host, stored.sftp_host) &&
  form.username.trim() === stored.sftp_username;

/** The SFTP fields that are still to be filled; a stored password counts as filled. */
export function listMissingSftpFields(form: DeliveryForm, stored: NotificationConfiguration): SftpField[] {
  const filled: Record<SftpField, boolean> = {
    host: parseSftpHost(form.host).sftp_host !== '',
    username: form.username.trim() !== '',
    password: form.password !== '' || keepsStoredPassword(form, stored),
  };
  return (['host', 'username', 'password'] as const).filter((field) => !filled[field]);
}

export interface DeliveryErrors {
  recipients?: string;
  sftp?: string;
}

/** What keeps the form from being saved; each method asks only for its own part. */
export function findSaveErrors(form: DeliveryForm, stored: NotificationConfiguration): DeliveryErrors {
  const lacks_recipient = usesEmail(form.method) && form.recipients.length === 0;
  const lacks_sftp = usesSftp(form.method) && listMissingSftpFields(form, stored).length > 0;
  return {
    ...(lacks_recipient ? { recipients: DELIVERY_MESSAGES.no_recipient } : {}),
    ...(lacks_sftp ? { sftp: DELIVERY_MESSAGES.sftp_incomplete } : {}),
  };
}

/** What keeps the connection from being tested. */
export const findTestErrors = (form: DeliveryForm, stored: NotificationConfiguration): DeliveryErrors =>
  listMissingSftpFields(form, stored).length > 0 ? { sftp: DELIVERY_MESSAGES.test_incomplete } : {};

/** The SFTP details as they are sent; an empty password keeps the stored one. */
export const buildSftpDetails = (form: DeliveryForm): CallBody<typeof testSftpConnection> & { sftp_port: number } => ({
  ...parseSftpHost(form.host),
  sftp_username: form.username.trim(),
  sftp_password: form.password,
});

/** What a save sends: a method leaves the other's part out, and `both` switches both on. */
export function buildSaveBody(form: DeliveryForm): CallBody<typeof saveNotificationConfiguration> {
  const email = { email_recipients: joinRecipients(form.recipients), email_delivery_enabled: true };
  const sftp = { sftp_delivery_enabled: true, ...buildSftpDetails(form) };
  if (form.method === 'email') return email;
  if (form.method === 'sftp') return { email_delivery_enabled: false, ...sftp };
  return { ...email, ...sftp };
}
