/** Representation of a SNAP credential in the API and the audit log. */
import type { SnapCredential } from '@dasbor/contract/snap-credential';
import type { CredentialRow } from './queries.ts';
import { toSnapStatus, toSnapScopes } from './rules.ts';

/** As the API shows it. */
export const toCredential = (row: CredentialRow): SnapCredential => {
  const { id, name, client_key, channel_id, signature_encoding, public_key_fingerprint, public_key_at } = row;
  const { previous_secret_expires_at, created_at, created_by, last_used_at, last_used_ip, revoked_at } = row;
  const key = { public_key_fingerprint, public_key_at };
  const { qr_mpm_notify = null, va_payment = null } = row.notify_urls;
  const { notify_signature, notify_public_key } = row;
  const notifications = { notify_urls: { qr_mpm_notify, va_payment }, notify_signature, notify_public_key };
  const settings = { channel_id, signature_encoding, services: toSnapScopes(row.services), ...notifications };
  const use = { created_at, created_by, last_used_at, last_used_ip, revoked_at };
  return { id, name, client_key, status: toSnapStatus(row), ...settings, ...key, previous_secret_expires_at, ...use };
};

/** Representation of a credential in the audit log. */
export const toAuditState = ({
  name,
  client_key,
  services,
  channel_id,
  signature_encoding,
  notify_urls,
  notify_signature,
  public_key_fingerprint,
}: Pick<
  CredentialRow,
  | 'name'
  | 'client_key'
  | 'services'
  | 'channel_id'
  | 'signature_encoding'
  | 'notify_urls'
  | 'notify_signature'
  | 'public_key_fingerprint'
>) => ({
  name,
  client_key,
  services,
  channel_id,
  encoding: signature_encoding,
  notify_urls,
  notify_signature,
  public_key_fingerprint,
});
