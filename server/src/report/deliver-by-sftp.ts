/** Delivery by SFTP to the server that is configured now: the report, then its totals. */
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { pinHostKey, findRefusedAt } from './configuration-queries.ts';
import { type StoredConfiguration, passwordContext } from './configuration-rules.ts';
import { type RemoteFile, deliverFiles } from '../sftp/deliver-files.ts';
import { SFTP_ERROR_MESSAGES, SftpError, type SftpErrorCode } from '../sftp/sftp-error.ts';
import { type StoredFile, readStoredFile } from '../storage/stored-file.ts';
import type { ReadyReport } from './deliver.ts';
import { type Outcome, getLoginHoldEnd } from './delivery-rules.ts';

/** Hourly only: trying sooner would lock the account at the server, and nothing gets better by itself. */
const NEEDS_PERSON = new Set<SftpErrorCode>(['auth_failed', 'host_key_changed', 'host_not_allowed']);

export async function deliverBySftp(
  deps: Deps,
  merchant_id: string,
  configuration: StoredConfiguration,
  { file, totals }: ReadyReport,
): Promise<Outcome> {
  if (!configuration.sftp_delivery_enabled) return { result: 'off' };
  const { sftp_host: host, sftp_port: port, sftp_username: username, sftp_password_encrypted } = configuration;
  if (sftp_password_encrypted === null) {
    return { result: 'failed', error: 'The SFTP password is missing.', needs_person: true };
  }
  // Read anew: another report of this merchant may have been refused a moment ago.
  const refused_at = await asMerchant(deps.db, merchant_id, findRefusedAt);
  const until = getLoginHoldEnd(refused_at, deps.clock.now());
  if (until !== null) return { result: 'held_back', error: SFTP_ERROR_MESSAGES.auth_failed, until };
  const password = decryptPassword(deps, merchant_id, sftp_password_encrypted);
  if (password === null) {
    return { result: 'failed', error: 'The stored SFTP password cannot be read. Enter it again.', needs_person: true };
  }
  const target = { host, port, username, password, pinned_host_key: configuration.sftp_host_key };
  const files = [file, ...(totals === null ? [] : [totals])].map((each) => toRemoteFile(deps, merchant_id, each));
  try {
    const { host_key } = await deliverFiles(deps.egress, target, files, deps.env.SFTP_TIMEOUT_MS);
    await asMerchant(deps.db, merchant_id, (tx) => pinHostKey(tx, { host, port, username }, host_key));
    return { result: 'delivered' };
  } catch (error) {
    if (!(error instanceof SftpError)) throw error;
    const is_login_refused = error.code === 'auth_failed';
    return { result: 'failed', error: error.message, needs_person: NEEDS_PERSON.has(error.code), is_login_refused };
  }
}

const toRemoteFile = (deps: Deps, merchant_id: string, file: StoredFile): RemoteFile => ({
  name: file.name,
  size_bytes: file.size_bytes,
  sha256: file.sha256,
  read: () => readStoredFile(deps.db, merchant_id, file),
});

/** null when the key of this installation is not the one that it was sealed with. */
function decryptPassword(deps: Deps, merchant_id: string, sealed: string): string | null {
  try {
    return deps.vault.open(passwordContext(merchant_id), sealed);
  } catch (error) {
    deps.log.error({ err: error, merchant_id }, 'a stored SFTP password does not open');
    return null;
  }
}
