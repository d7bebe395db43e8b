/** Delivery by SFTP to the server of the current configuration: the report, then its totals file. */
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { pinHostKey, findRefusedAt } from './configuration-queries.ts';
import { type StoredConfiguration, buildPasswordContext } from './configuration-rules.ts';
import { type RemoteFile, deliverFiles } from '../sftp/deliver-files.ts';
import { SFTP_ERROR_MESSAGES, SftpError, type SftpErrorCode } from '../sftp/sftp-error.ts';
import { type StoredFile, readStoredFile } from '../storage/stored-file.ts';
import type { ReadyReport } from './deliver.ts';
import { DELIVERY_ERRORS } from './delivery-error-rules.ts';
import { type Outcome, calculateLoginHoldEnd } from './delivery-rules.ts';

/** Retried hourly only: these need a change by the merchant, and more attempts could lock the account on the server. */
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
    return { result: 'failed', error: DELIVERY_ERRORS.password_missing.en, needs_person: true };
  }
  // Read again: the server may just have refused the login for another report of this merchant.
  const refused_at = await asMerchant(deps.db, merchant_id, findRefusedAt);
  const until = calculateLoginHoldEnd(refused_at, deps.clock.now());
  if (until !== null) return { result: 'held_back', error: SFTP_ERROR_MESSAGES.auth_failed.en, until };
  const password = decryptPassword(deps, merchant_id, sftp_password_encrypted);
  if (password === null) {
    return { result: 'failed', error: DELIVERY_ERRORS.password_unreadable.en, needs_person: true };
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

/** null when the password was encrypted with another vault key. */
function decryptPassword(deps: Deps, merchant_id: string, sealed: string): string | null {
  try {
    return deps.vault.open(buildPasswordContext(merchant_id), sealed);
  } catch (error) {
    deps.log.error({ err: error, merchant_id }, 'a stored SFTP password could not be decrypted');
    return null;
  }
}
