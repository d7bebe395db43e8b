/** The session refresh (specification sections 4 and 7). */
import { refreshSession } from '@dasbor/contract/auth';
import { API_BASE } from '@dasbor/contract/route';
import { currentLanguage } from '../ui/define-messages.ts';
import {
  type Tokens,
  formatAuthorization,
  endSession,
  readAccessToken,
  readRefreshToken,
  storeTokens,
} from './session.ts';

const LOCK = 'dasbor-session-refresh';

async function askForTokens(refresh_token: string): Promise<Tokens | null> {
  const response = await fetch(API_BASE + refreshSession.path, {
    method: refreshSession.method,
    headers: {
      Accept: 'application/json',
      'Accept-Language': currentLanguage(),
      'Content-Type': 'application/json',
      Authorization: formatAuthorization(readAccessToken()),
      'Is-Live': 'true',
    },
    // The field keeps its historical name and carries the refresh token.
    body: JSON.stringify({ access_token: refresh_token }),
    credentials: 'omit',
  });
  if (!response.ok) return null;
  const tokens = (await response.json()) as Partial<Tokens>;
  return tokens.access_token && tokens.refresh_token ? (tokens as Tokens) : null;
}

async function renew(used: string): Promise<string | null> {
  const stored = readAccessToken();
  // Another request or tab was faster: its token is the one to use.
  if (stored !== '' && stored !== used) return stored;
  const refresh_token = readRefreshToken();
  const tokens = refresh_token === '' ? null : await askForTokens(refresh_token).catch(() => null);
  if (tokens === null) {
    endSession();
    return null;
  }
  storeTokens(tokens);
  return tokens.access_token;
}

/** Web Locks make the tabs of this browser take turns; where they are missing (plain http) a tab is on its own. */
const inTurn = <T>(task: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(LOCK, task) : task();

let renewing: Promise<string | null> | null = null;

/**
 * A fresh access token in place of `used`, which was answered 401. Requests that fail at the same
 * time share one refresh. Null when the session could not be renewed: it is over then, tokens and
 * marker are gone and the user is on the way to /login.
 */
export function renewAccessToken(used: string): Promise<string | null> {
  renewing ??= inTurn(() => renew(used)).finally(() => {
    renewing = null;
  });
  return renewing;
}
