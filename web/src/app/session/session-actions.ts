/** Starting and ending a session in the browser. */
import { login, logout } from '@dasbor/contract/auth';
import type { CallBody } from '@dasbor/contract/route';
import { call } from '../../api/call.ts';
import { clearSession, startSession } from '../../api/session.ts';
import { resetAuth, resetState, signedInAs } from './persisted-state.ts';

/**
 * Signs in and stores the session.
 *
 * @throws CallError: wrong credentials, locked out, or a one-time code is required (code `otp_required`)
 */
export async function signIn(credentials: CallBody<typeof login>): Promise<void> {
  const tokens = await call(login, { body: credentials });
  // The state of the previous user must not be shown to the next one.
  resetState();
  startSession(tokens);
  signedInAs(credentials.email);
}

/** Ends the session, in this browser also when the server cannot be reached. */
export async function signOut(): Promise<void> {
  await call(logout).catch(() => undefined);
  resetAuth();
  forgetUser();
}

/** Removes the user's session and state from this browser. */
export function forgetUser(): void {
  clearSession();
  resetState();
}
