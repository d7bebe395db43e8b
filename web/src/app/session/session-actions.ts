/** Starting and ending a session in the browser. */
import { login, logout } from '@dasbor/contract/auth';
import type { CallBody } from '@dasbor/contract/route';
import { signInWithPasskey, startPasskeySignIn } from '@dasbor/contract/step-up';
import { call } from '../../api/call.ts';
import { readDeviceToken, storeDeviceToken } from '../../api/device-token.ts';
import { getPasskeyAssertion } from '../../api/passkey.ts';
import { clearSession, startSession } from '../../api/session.ts';
import { resetAuth, resetState, setSignedInEmail } from './persisted-state.ts';

/**
 * Signs in and stores the session.
 *
 * @throws CallError: wrong credentials, locked out, or a one-time code is required (code `otp_required`)
 */
export async function signIn(credentials: CallBody<typeof login>): Promise<void> {
  const device_token = credentials.otp === undefined ? readDeviceToken(credentials.email) : undefined;
  const tokens = await call(login, {
    body: { ...credentials, ...(device_token === undefined ? {} : { device_token }) },
  });
  if (tokens.device_token !== undefined) storeDeviceToken(credentials.email, tokens.device_token);
  // The state of the previous user must not be shown to the next one.
  resetState();
  startSession(tokens);
  setSignedInEmail(credentials.email);
}

/** Signs in with a passkey of this browser. Throws when the person cancels. */
export async function signInByPasskey(): Promise<void> {
  const { options } = (await call(startPasskeySignIn)).data;
  const tokens = await call(signInWithPasskey, { body: { passkey: await getPasskeyAssertion(options) } });
  resetState();
  startSession(tokens);
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
