/** Validation of the report delivery configuration (specification sections 3, 4, 5 and 9). Pure. */
import { SFTP_PORT_DEFAULT, EMAIL_RECIPIENTS_MAX } from '@dasbor/contract/report-delivery';
import { type Localized, localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';
import { isEmailAddress } from '../mail/address.ts';
import type { SecretContext } from '../vault.ts';

/** The row of the SFTP password, which its encryption is bound to. */
export const buildPasswordContext = (merchant_id: string): SecretContext => ({
  table: 'report_configuration',
  column: 'sftp_password_encrypted',
  merchant_id,
  row_id: merchant_id,
});

/** The stored configuration, as far as saving depends on it. */
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
  sftp_port: SFTP_PORT_DEFAULT,
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

/** The addresses of the comma-separated field. Throws 422 with the messages of section 5. */
export function parseRecipients(field: string): string[] {
  if (/\p{Cc}/u.test(field))
    throw invalidRecipientsError(
      localized('An email address cannot contain line breaks.', 'Alamat email tidak boleh berisi baris baru.'),
    );
  if (field.trim() === '') return [];
  const recipients = field.split(',').map((part) => part.trim());
  for (const [index, recipient] of recipients.entries()) {
    if (recipient === '')
      throw invalidRecipientsError(localized('Email cannot be empty.', 'Email tidak boleh kosong.'));
    if (!isEmailAddress(recipient))
      throw invalidRecipientsError(
        localized(`'${recipient}' is not a valid email address.`, `'${recipient}' bukan alamat email yang valid.`),
      );
    const is_repeated = recipients.slice(0, index).some((each) => each.toLowerCase() === recipient.toLowerCase());
    if (is_repeated)
      throw invalidRecipientsError(localized('This email is already added.', 'Email ini sudah ditambahkan.'));
  }
  if (recipients.length > EMAIL_RECIPIENTS_MAX) {
    throw invalidRecipientsError(
      localized(
        `You can only add up to ${EMAIL_RECIPIENTS_MAX} email recipients.`,
        `Anda hanya dapat menambahkan hingga ${EMAIL_RECIPIENTS_MAX} penerima email.`,
      ),
    );
  }
  return recipients;
}

const invalidRecipientsError = (detail: Localized): Problem =>
  new Problem(422, 'invalid_recipients', detail, { errors: [{ field: 'email_recipients', detail }] });

export const sftpDetailsMissingError = (detail: Localized): Problem => new Problem(422, 'sftp_details_missing', detail);

export const hostNotAllowedError = (detail: Localized): Problem =>
  new Problem(422, 'host_not_allowed', detail, { errors: [{ field: 'sftp_host', detail }] });

/** Returns the host in lower case. Throws 422 when it contains the port. */
export function parseHost(host: string): string {
  const is_address = host.split(':').length > 2;
  if (host.includes(':') && !is_address) {
    throw hostNotAllowedError(
      localized(
        'Enter the host without the port. The port has its own field.',
        'Masukkan host tanpa port. Port memiliki kolom tersendiri.',
      ),
    );
  }
  return host.trim().toLowerCase();
}

/** Throws 400 for a username with control characters. */
export function parseUsername(username: string): string {
  if (/\p{Cc}/u.test(username)) {
    const detail = localized(
      'A username cannot contain control characters.',
      'Nama pengguna tidak boleh berisi karakter kontrol.',
    );
    throw new Problem(400, 'invalid_request', detail, { errors: [{ field: 'sftp_username', detail }] });
  }
  return username;
}

export const formatEndpoint = (host: string, port: number): string => `${host}:${port}`;

/**
 * The configuration after saving. An omitted flag is false; omitted recipients and SFTP details are kept (section 4). Another
 * host or username clears the stored password and the pinned key, another port the key. `seal` encrypts a new password. Throws 422
 * with the messages of section 5.
 */
export function buildConfiguration(
  stored: StoredConfiguration,
  input: ConfigurationInput,
  seal: (password: string) => string,
): StoredConfiguration {
  const recipients =
    input.email_recipients === undefined ? stored.email_recipients : parseRecipients(input.email_recipients).join(',');
  if (input.email_delivery_enabled && recipients === '') {
    throw invalidRecipientsError(
      localized('Please add at least one email recipient.', 'Tambahkan setidaknya satu penerima email.'),
    );
  }
  const sftp_host = input.sftp_host === undefined ? stored.sftp_host : parseHost(input.sftp_host);
  // A host that is sent without a port has the default one (section 5).
  const sftp_port = input.sftp_port ?? (input.sftp_host === undefined ? stored.sftp_port : SFTP_PORT_DEFAULT);
  const sftp_username = input.sftp_username === undefined ? stored.sftp_username : parseUsername(input.sftp_username);
  const is_same_owner = sftp_host === stored.sftp_host && sftp_username === stored.sftp_username;
  const is_same_endpoint = sftp_host === stored.sftp_host && sftp_port === stored.sftp_port;
  const has_new_password = input.sftp_password !== undefined && input.sftp_password !== '';
  const kept_password = is_same_owner ? stored.sftp_password_encrypted : null;
  if (
    input.sftp_delivery_enabled &&
    (sftp_host === '' || sftp_username === '' || (!has_new_password && kept_password === null))
  ) {
    throw sftpDetailsMissingError(localized('Please fill in all SFTP fields.', 'Lengkapi semua kolom SFTP.'));
  }
  const was_tested = stored.sftp_tested_endpoint === formatEndpoint(sftp_host, sftp_port);
  const new_key = was_tested && !is_same_endpoint ? stored.sftp_tested_host_key : null;
  return {
    email_recipients: recipients,
    email_delivery_enabled: input.email_delivery_enabled,
    sftp_delivery_enabled: input.sftp_delivery_enabled,
    sftp_host,
    sftp_port,
    sftp_username,
    sftp_password_encrypted: has_new_password ? seal(input.sftp_password ?? '') : kept_password,
    sftp_host_key: is_same_endpoint && is_same_owner ? stored.sftp_host_key : new_key,
    // Consumed by this change, or of another server.
    sftp_tested_endpoint: null,
    sftp_tested_host_key: null,
  };
}
