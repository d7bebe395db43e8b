/** Delivery by SFTP to the server that is configured now. */
import { Readable } from 'node:stream';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { deliverFiles } from '../sftp/deliver-files.ts';
import { SftpError, type SftpFailure } from '../sftp/failure.ts';
import type { Outcome } from './delivery-rules.ts';
import type { ReportFile } from './deliver.ts';
import { pinHostKey } from '../manage-notifications/queries.ts';
import { type StoredConfiguration, passwordPlace } from '../manage-notifications/rules.ts';

/** Hourly only: trying sooner would lock the account at the server, and nothing gets better by itself. */
const NEEDS_PERSON = new Set<SftpFailure>(['auth_failed', 'host_key_changed', 'host_not_allowed']);

export async function deliverBySftp(
  deps: Deps,
  merchant_id: string,
  configuration: StoredConfiguration,
  file: ReportFile,
): Promise<Outcome> {
  if (!configuration.sftp_delivery_enabled) return { result: 'off' };
  const { sftp_host: host, sftp_port: port, sftp_username: username, sftp_password_encrypted } = configuration;
  if (sftp_password_encrypted === null) {
    return { result: 'failed', error: 'The SFTP password is missing.', needs_person: true };
  }
  const password = openPassword(deps, merchant_id, sftp_password_encrypted);
  if (password === null) {
    return { result: 'failed', error: 'The stored SFTP password cannot be read. Enter it again.', needs_person: true };
  }
  const target = { host, port, username, password, pinned_host_key: configuration.sftp_host_key };
  try {
    const { name, sha256, content } = file;
    const remote = { name, sha256, size_bytes: content.length, read: () => Readable.from([content]) };
    const { host_key } = await deliverFiles(deps.egress, target, [remote]);
    await asMerchant(deps.db, merchant_id, (tx) => pinHostKey(tx, { host, port, username }, host_key));
    return { result: 'delivered' };
  } catch (error) {
    if (!(error instanceof SftpError)) throw error;
    return { result: 'failed', error: error.message, needs_person: NEEDS_PERSON.has(error.code) };
  }
}

/** null when the key of this installation is not the one that it was sealed with. */
function openPassword(deps: Deps, merchant_id: string, sealed: string): string | null {
  try {
    return deps.vault.open(passwordPlace(merchant_id), sealed);
  } catch (error) {
    deps.log.error({ err: error, merchant_id }, 'a stored SFTP password does not open');
    return null;
  }
}
