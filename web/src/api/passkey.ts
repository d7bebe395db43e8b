/** Passkeys of this browser. The library is loaded when a passkey is used. */
import type { PasskeyAssertion, PasskeyRegistration } from '@dasbor/contract/passkey';

/** Whether this browser has passkeys. It has none on plain http except on localhost. */
export const isPasskeySupported = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Whether the person closed the browser's dialog, or the authenticator did not answer in time. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Answers a challenge of the server by a passkey. Throws when the person cancels. */
export async function getPasskeyAssertion(options: Record<string, unknown>): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const answer = await startAuthentication({
    optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
  return answer as PasskeyAssertion;
}

/** Creates a passkey. Throws when the person cancels, or `InvalidStateError` when the authenticator has one already. */
export async function registerPasskey(options: Record<string, unknown>): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const created = await startRegistration({
    optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return created as PasskeyRegistration;
}
