/** The authenticator app of the sandbox's approver, so that a trial shows a second factor. Nobody else has one. */
import { buildTotpContext } from '../auth/totp-context-rules.ts';
import { confirmTotp, upsertPendingTotp } from '../auth/factor-queries.ts';
import { TOTP_PERIOD_MS, generateTotpCode } from '../auth/factor-rules.ts';
import { findLogin } from '../auth/queries.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { APPROVER_EMAIL, APPROVER_TOTP_SECRET } from './credentials.ts';
import type { OneTimeCode } from './mailbox-page.ts';

/** Enrols the approver. Idempotent: an approver who has an authenticator app keeps it. */
export async function ensureApproverTotp({ db, vault }: Pick<Deps, 'db' | 'vault'>, at: Date): Promise<void> {
  await asLogin(db, async (tx) => {
    const login = await findLogin(tx, APPROVER_EMAIL);
    if (login === undefined) return;
    const sealed = vault.seal(buildTotpContext(login.user_id), APPROVER_TOTP_SECRET);
    if (await upsertPendingTotp(tx, login.user_id, sealed, at)) await confirmTotp(tx, login.user_id, 0, at);
  });
}

/** The current code of the approver, for the inbox page. */
export function getApproverCode(now: Date): OneTimeCode {
  const start_ms = Math.floor(now.getTime() / TOTP_PERIOD_MS) * TOTP_PERIOD_MS;
  return {
    to: APPROVER_EMAIL,
    code: generateTotpCode(APPROVER_TOTP_SECRET, now),
    valid_from: new Date(start_ms),
    valid_until: new Date(start_ms + TOTP_PERIOD_MS),
  };
}
