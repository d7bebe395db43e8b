/** The session refresh (specification sections 4 and 7). */
import { refreshSession } from '@dasbor/contract/auth';
import { API_BASE } from '@dasbor/contract/route';
import { currentLanguage } from '../ui/define-messages.ts';
import { isLeavingPage } from './page-lifecycle.ts';
import {
  type Tokens,
  formatAuthorization,
  endSession,
  readAccessToken,
  readRefreshToken,
  storeTokens,
} from './session.ts';

const LOCK = 'dasbor-session-refresh';

async function requestTokens(refresh_token: string): Promise<Tokens | null> {
  const response = await fetch(API_BASE + refreshSession.path, {
    method: refreshSession.method,
    headers: {
      Accept: 'application/json',
      'Accept-Language': currentLanguage(),
      'Content-Type': 'application/json',
      Authorization: formatAuthorization(readAccessToken()),
      'Is-Live': 'true',
    },
    // The field `access_token` contains the refresh token (specification section 7).
    body: JSON.stringify({ access_token: refresh_token }),
    credentials: 'omit',
  });
  if (!response.ok) return null;
  const tokens = (await response.json()) as Partial<Tokens>;
  return tokens.access_token && tokens.refresh_token ? (tokens as Tokens) : null;
}

async function renew(used: string): Promise<string | null> {
  const stored = readAccessToken();
  // Another request or tab has refreshed already: its token is used.
  if (stored !== '' && stored !== used) return stored;
  const refresh_token = readRefreshToken();
  const tokens = refresh_token === '' ? null : await requestTokens(refresh_token).catch(() => null);
  if (tokens === null) {
    // The refresh was cancelled with the page: the session continues on the next one.
    if (!isLeavingPage()) endSession();
    return null;
  }
  storeTokens(tokens);
  return tokens.access_token;
}

/** Web Locks serialise refreshes across tabs; without them (plain http) each tab refreshes on its own. */
const withLock = <T>(task: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, task) : task();

let renewing: Promise<string | null> | null = null;

/**
 * A new access token in place of `used`, which was rejected with 401. Concurrent calls share one
 * refresh. Null when the session could not be renewed: tokens and marker are then removed and the
 * user is redirected to /login.
 */
export function renewAccessToken(used: string): Promise<string | null> {
  renewing ??= withLock(() => renew(used)).finally(() => {
    renewing = null;
  });
  return renewing;
}
