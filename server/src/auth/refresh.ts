/** Session refresh: token rotation with reuse detection (specification section 4, design rules 4.8). */
import { localized } from '@dasbor/contract/language';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { hashToken } from '../http/opaque-token.ts';
import { endSession, findSession, findTokenSession, findToken, lockSession, rotateToken } from './queries.ts';
import { decideRefresh, calculateIdleExpiry } from './rules.ts';
import type { Origin } from '../http/origin.ts';
import { recordSecurityEvent } from './security-event-queries.ts';
import type { Tokens } from './sign-in.ts';
import { signAccessToken, deriveNextRefreshToken } from './tokens.ts';

type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;
type RefreshResult =
  | { outcome: 'ended' }
  | { outcome: 'reused'; session: SessionRow }
  | { outcome: 'refreshed'; session: SessionRow; refresh_token: string };

const SESSION_ENDED = localized(
  'Your session has ended. Please sign in again.',
  'Sesi Anda telah berakhir. Silakan masuk lagi.',
);
const sessionEnded = () => new Problem(401, 'session_ended', SESSION_ENDED);

/**
 * Returns a new access token and the successor of the refresh token. Throws `session_ended` (401) for any other token.
 * Access tokens are not refresh tokens, so a stolen access token cannot be renewed.
 */
export async function refreshSession(deps: Deps, presented: string, origin: Origin, now: Date): Promise<Tokens> {
  const result = await decideAndRotate(deps, presented, origin, now);
  if (result.outcome === 'reused') endReused(deps, result.session);
  if (result.outcome !== 'refreshed') throw sessionEnded();
  const { session, refresh_token } = result;
  return { access_token: await signAccessToken(deps.secrets, session, now), refresh_token };
}

function decideAndRotate(deps: Deps, presented: string, origin: Origin, now: Date): Promise<RefreshResult> {
  const old_hash = hashToken(presented);
  return asLogin(deps.db, async (tx) => {
    const found = await findTokenSession(tx, old_hash);
    if (found === undefined) return { outcome: 'ended' };
    // Read after the lock, so that concurrent refreshes see the result of the first.
    await lockSession(tx, found.session_id);
    const session = await findSession(tx, found.session_id, now);
    const family = await findToken(tx, found.session_id, old_hash);
    if (session === undefined || family === undefined) return { outcome: 'ended' };
    const { token, newest_generation } = family;
    const decision = decideRefresh(session, token, newest_generation, now);
    if (decision === 'ended') return { outcome: 'ended' };
    if (decision === 'reused') {
      await endSession(tx, session, 'reuse', now);
      await recordSecurityEvent(tx, {
        user_id: session.user_id,
        kind: 'session_reuse',
        at: now,
        ...origin,
        actor: null,
        details: { session: session.id },
      });
      return { outcome: 'reused', session };
    }
    const refresh_token = deriveNextRefreshToken(deps.secrets, presented);
    if (decision === 'rotate') {
      const idle_expires_at = calculateIdleExpiry(now, session.expires_at);
      const new_hash = hashToken(refresh_token);
      await rotateToken(tx, session.id, { old_hash, new_hash, generation: token.generation, now, idle_expires_at });
    }
    return { outcome: 'refreshed', session, refresh_token };
  });
}

/** Revokes a session in this process, because a replaced refresh token was used again. */
function endReused(deps: Deps, session: SessionRow): void {
  revokePrincipal(deps, session.id);
  deps.log.warn({ session_id: session.id, user_id: session.user_id }, 'refresh token reused: session ended');
}
