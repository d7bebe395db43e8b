/** The configuration form: loading, validation and the saved body (specification sections 4 and 5). */
import type {
  DeliveryMethod,
  NotificationConfiguration,
  saveNotificationConfiguration,
  testSftpConnection,
} from '@dasbor/contract/report-delivery';
import type { CallBody } from '@dasbor/contract/route';
import { messages } from './messages.ts';
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

export type SftpField = 'host' | 'username' | 'password';

/** Both flags are `both`, email alone is `email`, anything else is `sftp`. */
export function getMethod(
  stored: Pick<NotificationConfiguration, 'email_delivery_enabled' | 'sftp_delivery_enabled'>,
): DeliveryMethod {
  if (!stored.email_delivery_enabled) return 'sftp';
  return stored.sftp_delivery_enabled ? 'both' : 'email';
}

export const usesEmail = (method: DeliveryMethod): boolean => method !== 'sftp';
export const usesSftp = (method: DeliveryMethod): boolean => method !== 'email';

/** The form of a stored configuration; the password is write-only and stays empty. */
export const toForm = (stored: NotificationConfiguration): DeliveryForm => ({
  method: getMethod(stored),
  recipients: splitRecipients(stored.email_recipients),
  host: formatSftpHost(stored),
  username: stored.sftp_username,
  password: '',
});

/** Whether the form differs from the stored configuration. */
export function isChanged(form: DeliveryForm, stored: NotificationConfiguration): boolean {
  return JSON.stringify(form) !== JSON.stringify(toForm(stored));
}

/** Whether the stored password is kept: another host or username clears it. */
export const isStoredPasswordKept = (form: DeliveryForm, stored: NotificationConfiguration): boolean =>
  stored.sftp_password_set &&
  isSameHost(parseSftpHost(form.host).sftp_host, stored.sftp_host) &&
  form.username.trim() === stored.sftp_username;

/** Empty SFTP fields; a stored password counts as filled. */
export function listMissingSftpFields(form: DeliveryForm, stored: NotificationConfiguration): SftpField[] {
  const filled: Record<SftpField, boolean> = {
    host: parseSftpHost(form.host).sftp_host !== '',
    username: form.username.trim() !== '',
    password: form.password !== '' || isStoredPasswordKept(form, stored),
  };
  return (['host', 'username', 'password'] as const).filter((field) => !filled[field]);
}

export interface DeliveryErrors {
  recipients?: string;
  sftp?: string;
}

/** Validation errors of a save; each method requires only its own part. */
export function findSaveErrors(form: DeliveryForm, stored: NotificationConfiguration): DeliveryErrors {
  const lacks_recipient = usesEmail(form.method) && form.recipients.length === 0;
  const lacks_sftp = usesSftp(form.method) && listMissingSftpFields(form, stored).length > 0;
  return {
    ...(lacks_recipient ? { recipients: messages().recipients.none } : {}),
    ...(lacks_sftp ? { sftp: messages().sftp.incomplete } : {}),
  };
}

/** Validation errors of a connection test. */
export const findTestErrors = (form: DeliveryForm, stored: NotificationConfiguration): DeliveryErrors =>
  listMissingSftpFields(form, stored).length > 0 ? { sftp: messages().sftp.test_incomplete } : {};

/** The SFTP details of a request; an empty password keeps the stored one. */
export const buildSftpDetails = (form: DeliveryForm): CallBody<typeof testSftpConnection> & { sftp_port: number } => ({
  ...parseSftpHost(form.host),
  sftp_username: form.username.trim(),
  sftp_password: form.password,
});

/** The body of a save: a method omits the part of the other one, and `both` switches both on. */
export function buildSaveBody(form: DeliveryForm): CallBody<typeof saveNotificationConfiguration> {
  const email = { email_recipients: joinRecipients(form.recipients), email_delivery_enabled: true };
  const sftp = { sftp_delivery_enabled: true, ...buildSftpDetails(form) };
  if (form.method === 'email') return email;
  if (form.method === 'sftp') return { email_delivery_enabled: false, ...sftp };
  return { ...email, ...sftp };
}
