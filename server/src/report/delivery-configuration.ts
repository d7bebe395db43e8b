/** Reads and changes the report delivery configuration. The password is write-only. */
import type * as contract from '@dasbor/contract/report-delivery';
import { recordAudit } from '../audit/record.ts';
import { type Egress, EgressError } from '../egress/egress-client.ts';
import type { RequestContext } from '../http/serve.ts';
import { SFTP_ERROR_MESSAGES } from '../sftp/sftp-error.ts';
import { formatFingerprint } from '../sftp/session.ts';
import {
  clearRefusedLogin,
  lockConfiguration,
  getConfiguration,
  updateConfiguration,
} from './configuration-queries.ts';
import { calculateRefusalCutoff } from './delivery-rules.ts';
import { enqueueDelivery, markRunsDue } from './run-queries.ts';
import {
  type StoredConfiguration,
  hostNotAllowedError,
  buildConfiguration,
  buildPasswordContext,
} from './configuration-rules.ts';

export const toNotificationConfiguration = (row: StoredConfiguration): contract.NotificationConfiguration => ({
  email_recipients: row.email_recipients,
  email_delivery_enabled: row.email_delivery_enabled,
  sftp_delivery_enabled: row.sftp_delivery_enabled,
  sftp_host: row.sftp_host,
  sftp_port: row.sftp_port,
  sftp_username: row.sftp_username,
  sftp_password: '',
  sftp_password_set: row.sftp_password_encrypted !== null,
  sftp_host_key_fingerprint: row.sftp_host_key === null ? null : formatFingerprint(row.sftp_host_key),
});

/** Changes the configuration and returns it. Throws the 422 errors of the contract. */
export async function changeConfiguration(
  ctx: RequestContext<typeof contract.saveNotificationConfiguration>,
): Promise<StoredConfiguration> {
  const { deps, now, merchant_id, principal } = ctx;
  const seal = (password: string): string => deps.vault.seal(buildPasswordContext(merchant_id), password);
  // Validated before the host is resolved, so that no transaction stays open during a slow lookup.
  const stored = await ctx.tx(getConfiguration);
  const draft = buildConfiguration(stored, ctx.body, () => 'placeholder');
  await assertHostAllowed(deps.egress, stored, draft);
  return ctx.tx(async (tx) => {
    const before = await lockConfiguration(tx, now);
    const after = buildConfiguration(before, ctx.body, seal);
    await updateConfiguration(tx, after, { at: now, name: principal.name });
    await clearRefusedLogin(tx, isNewLogin(before, after) ? now : calculateRefusalCutoff(now));
    // Runs that failed because of the previous details are retried at once.
    for (const run_id of await markRunsDue(tx)) await enqueueDelivery(tx, run_id, now);
    await recordAudit(ctx, tx, {
      action: 'notification_configuration.updated',
      object_type: 'report_configuration',
      object_id: merchant_id,
      before: toAuditFields(before),
      after: { ...toAuditFields(after), sftp_login_change: describePasswordChange(before, after) },
    });
    return after;
  });
}

const isNewLogin = (before: StoredConfiguration, after: StoredConfiguration): boolean =>
  before.sftp_host !== after.sftp_host ||
  before.sftp_port !== after.sftp_port ||
  before.sftp_username !== after.sftp_username ||
  before.sftp_password_encrypted !== after.sftp_password_encrypted;

/** Throws 422 for a forbidden host. A name that cannot be resolved is accepted: it is checked again on every connection. */
async function assertHostAllowed(
  egress: Egress,
  stored: StoredConfiguration,
  draft: StoredConfiguration,
): Promise<void> {
  const is_same = draft.sftp_host === stored.sftp_host && draft.sftp_port === stored.sftp_port;
  if (draft.sftp_host === '' || (is_same && !draft.sftp_delivery_enabled)) return;
  await egress.check({ host: draft.sftp_host, port: draft.sftp_port }).catch((error: unknown) => {
    if (!(error instanceof EgressError)) throw error;
    if (error.code === 'host_not_allowed') throw hostNotAllowedError(SFTP_ERROR_MESSAGES.host_not_allowed);
  });
}

/** The audited fields, without the password. */
function toAuditFields(row: StoredConfiguration): Record<string, unknown> {
  const { sftp_password: _empty, ...shown } = toNotificationConfiguration(row);
  return shown;
}

function describePasswordChange(before: StoredConfiguration, after: StoredConfiguration): string {
  if (before.sftp_password_encrypted === after.sftp_password_encrypted) return 'unchanged';
  return after.sftp_password_encrypted === null ? 'cleared' : 'new password';
}
