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

/** The stored access token; empty without one. */
export const readAccessToken = (): string => localStorage.getItem(ACCESS_TOKEN_KEY) ?? '';

/** The stored refresh token; empty when there is none. */
export const readRefreshToken = (): string => localStorage.getItem(REFRESH_TOKEN_KEY) ?? '';

/** The Authorization header: always sent, empty without a token (section 7). */
export const formatAuthorization = (access_token: string): string =>
  access_token === '' ? '' : `Bearer ${access_token}`;

/** Whether the session marker exists, which is all that a protected route requires. */
export const hasSession = (): boolean => localStorage.getItem(SESSION_KEY) !== null;

/** Stores both tokens, after sign-in and after each refresh (the refresh token is rotated). */
export function storeTokens(tokens: Tokens): void {
  localStorage.setItem(ACCESS_TOKEN_KEY, tokens.access_token);
  localStorage.setItem(REFRESH_TOKEN_KEY, tokens.refresh_token);
}

/** Starts a session: tokens and marker. */
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

/** Calls `listener` when the session ends without a sign-out; returns how to stop. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends a session that cannot be renewed: removes it and notifies the listeners. */
export function endSession(): void {
  clearSession();
  for (const listener of listeners) listener();
}
