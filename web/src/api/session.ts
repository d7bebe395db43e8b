/**
 * The session in the browser: two fixed keys for the tokens and the marker that gates the
 * protected routes (specification sections 2, 3 and 9).
 */
export const ACCESS_TOKEN_KEY = 'access_token';
export const REFRESH_TOKEN_KEY = 'refresh_token';
export const SESSION_KEY = 'session';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The stored access token; empty when there is none. */
export const readAccessToken = (): string => localStorage.getItem(ACCESS_TOKEN_KEY) ?? '';

/** The stored refresh token; empty when there is none. */
export const readRefreshToken = (): string => localStorage.getItem(REFRESH_TOKEN_KEY) ?? '';

/** The Authorization header of a token: always sent, empty when there is none (section 7). */
export const formatAuthorization = (access_token: string): string =>
  access_token === '' ? '' : `Bearer ${access_token}`;

/** Whether the session marker is there: all that a protected route asks for. */
export const hasSession = (): boolean => localStorage.getItem(SESSION_KEY) !== null;

/** Stores both tokens, after sign-in and after each refresh (the refresh token is rotated). */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS_TOKEN_KEY, tokens.access_token);
  localStorage.setItem(REFRESH_TOKEN_KEY, tokens.refresh_token);
}

/** Begins a session: tokens and marker. */
export function startSession(tokens: Tokens): void {
  storeTokens(tokens);
  localStorage.setItem(SESSION_KEY, 'active');
}

/** Removes tokens and marker. */
export function clearSession(): void {
  for (const key of [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY, SESSION_KEY]) localStorage.removeItem(key);
}

type Listener = () => void;
const listeners = new Set<Listener>();

/** Calls `listener` when the session ends without the user's wish; answers the way to stop. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session cannot be renewed: forgets it and tells whoever leads the user to /login. */
export function endSession(): void {
  clearSession();
  for (const listener of listeners) listener();
}
