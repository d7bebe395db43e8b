/** Tests the SFTP connection: sign in, write and delete a test file. The first success pins the host key. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/report-delivery';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { assertSteppedUp } from '../http/step-up.ts';
import { SftpError } from '../sftp/sftp-error.ts';
import { type SftpTarget, formatFingerprint } from '../sftp/session.ts';
import { testConnection } from '../sftp/test-connection.ts';
import { markChannelDue } from './delivery-queries.ts';
import { enqueueDelivery } from './run-queries.ts';
import {
  clearRefusedLogin,
  lockConfiguration,
  pinHostKey,
  getConfiguration,
  updateConfiguration,
} from './configuration-queries.ts';
import {
  type StoredConfiguration,
  formatEndpoint,
  buildPasswordContext,
  parseHost,
  parseUsername,
  sftpDetailsMissingError,
} from './configuration-rules.ts';

type TestCtx = RequestContext<typeof contract.testSftpConnection>;

/**
 * Throws 403 `step_up_required` before it connects to a new destination or pins a host key, and 422 with the code and
 * message of a failure.
 */
export async function runSftpTest(ctx: TestCtx): Promise<{ host_key_fingerprint: string; elapsed_ms: number }> {
  const started = performance.now();
  const stored = await ctx.tx(getConfiguration);
  const target = buildTarget(ctx, stored);
  if (!isPinnedDestination(target, stored)) assertSteppedUp(ctx);
  const host_key = await testConnection(ctx.deps.egress, target).catch((error: unknown) => {
    throw error instanceof SftpError ? new Problem(422, error.code, error.detail) : error;
  });
  await storeTestedHostKey(ctx, target, host_key);
  return { host_key_fingerprint: formatFingerprint(host_key), elapsed_ms: Math.round(performance.now() - started) };
}

/** Whether the saved login is tested at a server whose key is pinned: such a test stores no trust and reaches nothing new. */
const isPinnedDestination = ({ pinned_host_key, username }: SftpTarget, stored: StoredConfiguration): boolean =>
  pinned_host_key !== null && username === stored.sftp_username;

function buildTarget({ body, deps, merchant_id }: TestCtx, stored: StoredConfiguration): SftpTarget {
  const host = parseHost(body.sftp_host);
  const username = parseUsername(body.sftp_username);
  const port = body.sftp_port;
  const is_stored = host === stored.sftp_host && username === stored.sftp_username;
  const password =
    body.sftp_password === '' && is_stored && stored.sftp_password_encrypted !== null
      ? deps.vault.open(buildPasswordContext(merchant_id), stored.sftp_password_encrypted)
      : body.sftp_password;
  if (host === '' || username === '' || password === '') {
    throw sftpDetailsMissingError(
      localized(
        'Please fill in all SFTP fields before testing the connection.',
        'Lengkapi semua kolom SFTP sebelum menguji koneksi.',
      ),
    );
  }
  const is_pinned = formatEndpoint(host, port) === formatEndpoint(stored.sftp_host, stored.sftp_port);
  return { host, port, username, password, pinned_host_key: is_pinned ? stored.sftp_host_key : null };
}

/**
 * Pins the host key of the saved server. The key of a server that is not saved yet is stored with its endpoint and pinned when
 * that server is saved next.
 */
async function storeTestedHostKey(ctx: TestCtx, target: SftpTarget, host_key: string): Promise<void> {
  await ctx.tx(async (tx) => {
    const stored = await lockConfiguration(tx, ctx.now);
    const endpoint = formatEndpoint(target.host, target.port);
    if (endpoint !== formatEndpoint(stored.sftp_host, stored.sftp_port)) {
      await updateConfiguration(tx, { sftp_tested_endpoint: endpoint, sftp_tested_host_key: host_key });
      return;
    }
    const is_saved_login = ctx.body.sftp_password === '' && target.username === stored.sftp_username;
    if (is_saved_login) await retryWaitingRuns(ctx, tx);
    if (!(await pinHostKey(tx, target, host_key))) return;
    await recordAudit(ctx, tx, {
      action: 'notification_configuration.host_key_pinned',
      object_type: 'report_configuration',
      object_id: ctx.merchant_id,
      after: { sftp_host: target.host, sftp_port: target.port, sftp_host_key_fingerprint: formatFingerprint(host_key) },
    });
  });
}

/** The saved login works again: waiting runs are retried at once. */
async function retryWaitingRuns({ now }: TestCtx, tx: MerchantTx): Promise<void> {
  await clearRefusedLogin(tx, now);
  for (const run_id of await markChannelDue(tx, 'sftp')) await enqueueDelivery(tx, run_id, now);
}
