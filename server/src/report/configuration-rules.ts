/** What may be saved: preferences and the delivery configuration (specification sections 3, 4, 5 and 9). Pure. */
import { ALWAYS_EDITABLE_ACTION, DEFAULT_SFTP_PORT, MAX_EMAIL_RECIPIENTS } from '@dasbor/contract/manage-notifications';
import { Problem } from '../http/problem.ts';
import { isEmailAddress } from '../mail/address.ts';
import type { SecretContext } from '../vault.ts';

export interface Preference {
  code: number;
  label: string;
  is_active: boolean;
  is_editable: boolean;
  is_security: boolean;
}

export interface Switch {
  notification_action: number;
  is_active: boolean;
}

/** Security e-mails cannot be disabled (section 9), whatever is stored. */
export const isActive = (is_security: boolean, stored: boolean | null, default_active: boolean): boolean =>
  is_security || (stored ?? default_active);

/**
 * The switches that change something. Unknown codes are ignored; of a code named twice the last counts. Throws 422 when
 * an item that is not editable would change; action 1004 is always editable (section 9).
 */
export function changedSwitches(preferences: Preference[], wanted: Switch[]): Switch[] {
  const values = new Map(wanted.map((each) => [each.notification_action, each.is_active]));
  const changed = preferences.filter((item) => values.has(item.code) && values.get(item.code) !== item.is_active);
  const fixed = changed.filter((item) => !item.is_editable && item.code !== ALWAYS_EDITABLE_ACTION);
  const [first] = fixed;
  if (first !== undefined) {
    const why = first.is_security ? 'Security e-mails cannot be disabled' : 'This notification cannot be changed';
    const errors = fixed.map((item) => ({
      field: `notification_action.${item.code}`,
      detail: `'${item.label}' cannot be changed.`,
    }));
    throw new Problem(422, 'notification_not_editable', `${why}: '${first.label}'.`, { errors });
  }
  return changed.map((item) => ({ notification_action: item.code, is_active: !item.is_active }));
}

/** Where the SFTP password is stored: bound into its encryption. */
export const passwordContext = (merchant_id: string): SecretContext => ({
  table: 'report_configuration',
  column: 'sftp_password_encrypted',
  merchant_id,
  row_id: merchant_id,
});

/** What is stored of the delivery configuration, as far as saving decides on it. */
export interface StoredConfiguration {
  email_recipients: string;
  email_delivery_enabled: boolean;
  sftp_delivery_enabled: boolean;
  sftp_host: string;
  sftp_port: number;
  sftp_username: string;
  sftp_password_encrypted: string | null;
  sftp_host_key: string | null;
  sftp_tested_endpoint: string | null;
  sftp_tested_host_key: string | null;
}

export const DEFAULT_CONFIGURATION: StoredConfiguration = {
  email_recipients: '',
  email_delivery_enabled: false,
  sftp_delivery_enabled: false,
  sftp_host: '',
  sftp_port: DEFAULT_SFTP_PORT,
  sftp_username: '',
  sftp_password_encrypted: null,
  sftp_host_key: null,
  sftp_tested_endpoint: null,
  sftp_tested_host_key: null,
};

export interface ConfigurationInput {
  email_recipients?: string;
  email_delivery_enabled: boolean;
  sftp_delivery_enabled: boolean;
  sftp_host?: string;
  sftp_port?: number;
  sftp_username?: string;
  sftp_password?: string;
}

/** Addresses of the comma-separated field, as they are stored. Throws 422 with section 5's sentences. */
export function parseRecipients(field: string): string[] {
  if (/\p{Cc}/u.test(field)) throw invalidRecipientsError('An e-mail address may not contain line breaks.');
  if (field.trim() === '') return [];
  const recipients = field.split(',').map((part) => part.trim());
  for (const [index, recipient] of recipients.entries()) {
    if (recipient === '') throw invalidRecipientsError('Email cannot be empty.');
    if (!isEmailAddress(recipient)) throw invalidRecipientsError(`'${recipient}' is not a valid email address.`);
    const is_repeated = recipients.slice(0, index).some((each) => each.toLowerCase() === recipient.toLowerCase());
    if (is_repeated) throw invalidRecipientsError('This email is already added.');
  }
  if (recipients.length > MAX_EMAIL_RECIPIENTS) {
    throw invalidRecipientsError(`You can only add up to ${MAX_EMAIL_RECIPIENTS} email recipients.`);
  }
  return recipients;
}

const invalidRecipientsError = (detail: string): Problem =>
  new Problem(422, 'invalid_recipients', detail, { errors: [{ field: 'email_recipients', detail }] });

export const sftpDetailsMissingError = (detail: string): Problem => new Problem(422, 'sftp_details_missing', detail);

export const hostNotAllowedError = (detail: string): Problem =>
  new Problem(422, 'host_not_allowed', detail, { errors: [{ field: 'sftp_host', detail }] });

/** Names are compared and stored in lower case. Throws 422 when the host carries its port. */
export function parseHost(host: string): string {
  const is_address = host.split(':').length > 2;
  if (host.includes(':') && !is_address) {
    throw hostNotAllowedError('Enter the host without its port; the port has a field of its own.');
  }
  return host.trim().toLowerCase();
}

/** Throws 400 for a user name that no server could mean. */
export function parseUsername(username: string): string {
  if (/\p{Cc}/u.test(username)) {
    const detail = 'A user name may not contain control characters.';
    throw new Problem(400, 'invalid_request', detail, { errors: [{ field: 'sftp_username', detail }] });
  }
  return username;
}

export const formatEndpoint = (host: string, port: number): string => `${host}:${port}`;

/**
 * The configuration after saving. An omitted flag is false; omitted recipients and SFTP details survive (section 4).
 * Another host or user name forgets the stored password, another host or port the pinned key. `seal` encrypts a new
 * password. Throws 422 with section 5's sentences.
 */
export function buildConfiguration(
  stored: StoredConfiguration,
  wanted: ConfigurationInput,
  seal: (password: string) => string,
): StoredConfiguration {
  const recipients =
    wanted.email_recipients === undefined
      ? stored.email_recipients
      : parseRecipients(wanted.email_recipients).join(',');
  if (wanted.email_delivery_enabled && recipients === '') {
    throw invalidRecipientsError('Please add at least one email recipient.');
  }
  const sftp_host = wanted.sftp_host === undefined ? stored.sftp_host : parseHost(wanted.sftp_host);
  const sftp_port = wanted.sftp_port ?? stored.sftp_port;
  const sftp_username = wanted.sftp_username === undefined ? stored.sftp_username : parseUsername(wanted.sftp_username);
  const is_same_owner = sftp_host === stored.sftp_host && sftp_username === stored.sftp_username;
  const is_same_endpoint = sftp_host === stored.sftp_host && sftp_port === stored.sftp_port;
  const has_new_password = wanted.sftp_password !== undefined && wanted.sftp_password !== '';
  const kept_password = is_same_owner ? stored.sftp_password_encrypted : null;
  if (
    wanted.sftp_delivery_enabled &&
    (sftp_host === '' || sftp_username === '' || (!has_new_password && kept_password === null))
  ) {
    throw sftpDetailsMissingError('Please fill in all SFTP fields.');
  }
  const was_tested = stored.sftp_tested_endpoint === formatEndpoint(sftp_host, sftp_port);
  const new_key = was_tested && !is_same_endpoint ? stored.sftp_tested_host_key : null;
  return {
    email_recipients: recipients,
    email_delivery_enabled: wanted.email_delivery_enabled,
    sftp_delivery_enabled: wanted.sftp_delivery_enabled,
    sftp_host,
    sftp_port,
    sftp_username,
    sftp_password_encrypted: has_new_password ? seal(wanted.sftp_password ?? '') : kept_password,
    sftp_host_key: is_same_endpoint && (is_same_owner || has_new_password) ? stored.sftp_host_key : new_key,
    // Used up, or of another server than the one that is saved now.
    sftp_tested_endpoint: null,
    sftp_tested_host_key: null,
  };
}
