/** Sessions: sign in, refresh, sign out, and list own sessions (specification sections 4 and 7). */
import type * as auth from '@dasbor/contract/auth';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getUser } from '../http/user.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { endSession } from './queries.ts';
import { refreshSession } from './refresh.ts';
import { getOrigin } from '../http/origin.ts';
import { recordSecurityEvent } from './security-event-queries.ts';
import { endOtherSessions, listLiveSessions } from './session-queries.ts';
import { signIn } from './sign-in.ts';

export const authHandlers: Handlers<typeof auth> = {
  login: ({ deps, body, request, now }) => signIn(deps, body, getOrigin(request), now),

  refreshSession: ({ deps, body, request, now }) => refreshSession(deps, body.access_token, getOrigin(request), now),

  logout: async ({ deps, principal, now }) => {
    const user = getUser(principal);
    await endOwnSession(deps, { id: user.session_id, user_id: user.id }, 'logout', now);
    return undefined;
  },

  listSessions: async ({ deps, principal, language, now }) => {
    const user = getUser(principal);
    const sessions = await asLogin(deps.db, (tx) => listLiveSessions(tx, user.id, now));
    const data = sessions.map(async (session) => ({
      ...session,
      city: await deps.cities.find(session.ip, language),
      is_current: session.id === user.session_id,
    }));
    return { data: await Promise.all(data) };
  },

  revokeOtherSessions: async ({ deps, principal, request, now }) => {
    const user = getUser(principal);
    const ended = await asLogin(deps.db, async (tx) => {
      const ids = await endOtherSessions(tx, { user_id: user.id, except: user.session_id }, 'revoked', now);
      if (ids.length === 0) return ids;
      const details = { sessions: ids.length };
      const event = { user_id: user.id, at: now, ...getOrigin(request), details };
      await recordSecurityEvent(tx, { ...event, kind: 'sessions_revoked' });
      return ids;
    });
    for (const session_id of ended) revokePrincipal(deps, session_id);
    return { data: { ended: ended.length } };
  },

  revokeSession: async ({ deps, principal, params, request, now }) => {
    const user = getUser(principal);
    if (!(await endOwnSession(deps, { id: params.id, user_id: user.id }, 'revoked', now))) throw notFound();
    const event = { user_id: user.id, at: now, ...getOrigin(request), details: { sessions: 1 } };
    await asLogin(deps.db, (tx) => recordSecurityEvent(tx, { ...event, kind: 'sessions_revoked' }));
    return undefined;
  },
};

async function endOwnSession(
  deps: Deps,
  session: { id: string; user_id: string },
  reason: 'logout' | 'revoked',
  now: Date,
): Promise<boolean> {
  const ended = await asLogin(deps.db, (tx) => endSession(tx, session, reason, now));
  if (ended) revokePrincipal(deps, session.id);
  return ended;
}
