/** Beginning and ending a session in the browser. */
import { login, logout } from '@dasbor/contract/auth';
import type { CallBody } from '@dasbor/contract/route';
import { call } from '../../api/call.ts';
import { clearSession, startSession } from '../../api/session.ts';
import { resetState, signedInAs } from './persisted-state.ts';

/**
 * Signs in and stores the session.
 *
 * @throws CallError: wrong credentials, locked out, or a one-time code is wanted (code `otp_required`)
 */
export async function signIn(credentials: CallBody<typeof login>): Promise<void> {
  const tokens = await call(login, { body: credentials });
  // What the last user of this browser left must not be shown to the next.
  resetState();
  startSession(tokens);
  signedInAs(credentials.email);
}

/** Ends the session; a server that cannot be told does not keep the user signed in here. */
export async function signOut(): Promise<void> {
  await call(logout).catch(() => undefined);
  forgetUser();
}

/** Removes everything of the user from this browser. */
export function forgetUser(): void {
  clearSession();
  resetState();
}
