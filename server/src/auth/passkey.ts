/** Sign-in and step-up by passkey. A passkey verifies its user, so that it is a password and a second factor in one. */
import type { SignInReason } from '@dasbor/contract/account';
import { localized } from '@dasbor/contract/language';
import type { PasskeyAssertion } from '@dasbor/contract/passkey';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { isAllowedAddress } from '../http/allowed-address.ts';
import { Problem, addressNotAllowed } from '../http/problem.ts';
import type { User } from '../http/user.ts';
import { decideAttempt, lockedOut } from './attempt.ts';
import { listAllowedNetworks } from './ip-allow-list-queries.ts';
import type { Origin } from '../http/origin.ts';
import {
  type ChallengePurpose,
  type StoredPasskey,
  findPasskey,
  insertChallenge,
  listCredentials,
  recordPasskeyUse,
  consumeChallenge,
} from './passkey-queries.ts';
import { CHALLENGE_TTL_MS, buildAuthenticationOptions, readChallenge, verifyAssertion } from './passkey-rules.ts';
import { findLoginById } from './queries.ts';
import { insertSignInEvent } from './sign-in-event-queries.ts';
import { type Tokens, completeSignIn, getRefusalReason, issueTokens } from './sign-in.ts';
import { findSignInWorkspace } from './workspace-queries.ts';

const passkeyRefused = () =>
  new Problem(
    401,
    'passkey_refused',
    localized(
      'The passkey was not accepted. Try again, or sign in with your password.',
      'Passkey tidak diterima. Coba lagi, atau masuk dengan kata sandi Anda.',
    ),
  );

/** Options to use a passkey of the user in a step-up of this session. */
export async function startPasskeyStepUp({ db, env }: Deps, user: User, now: Date) {
  const credentials = await asLogin(db, (tx) => listCredentials(tx, user.id));
  const options = await buildAuthenticationOptions(env.PUBLIC_URL, credentials);
  await storeChallenge({ db }, { challenge: options.challenge, purpose: 'step_up', session_id: user.session_id }, now);
  return { ...options };
}

/** Options to sign in with any passkey of this site. */
export async function startPasskeySignIn({ db, env }: Deps, now: Date) {
  const options = await buildAuthenticationOptions(env.PUBLIC_URL);
  await storeChallenge({ db }, { challenge: options.challenge, purpose: 'sign_in', session_id: null }, now);
  return { ...options };
}

export const storeChallenge = (
  { db }: Pick<Deps, 'db'>,
  challenge: { challenge: string; purpose: ChallengePurpose; session_id: string | null },
  now: Date,
): Promise<void> =>
  asLogin(db, (tx) =>
    insertChallenge(tx, { ...challenge, expires_at: new Date(now.getTime() + CHALLENGE_TTL_MS) }, now),
  );

/** Whether a passkey of the user answered a challenge of this session; stores the use. */
export async function checkPasskey(
  deps: Deps,
  user: User,
  passkey: PasskeyAssertion | undefined,
  now: Date,
): Promise<boolean> {
  if (passkey === undefined) return false;
  const verified = await verifyPasskey(deps, passkey, { purpose: 'step_up', session_id: user.session_id }, now);
  if (verified?.stored.user_id !== user.id) return false;
  return asLogin(deps.db, (tx) => recordPasskeyUse(tx, verified.stored.id, verified.sign_count, now));
}

/** Creates a session of the user of a passkey. Throws `passkey_refused` (401) or `locked_out` (429). */
export async function signInWithPasskey(
  deps: Deps,
  passkey: PasskeyAssertion,
  origin: Origin,
  now: Date,
): Promise<Tokens> {
  const verified = await verifyPasskey(deps, passkey, { purpose: 'sign_in', session_id: null }, now);
  if (verified === null) throw passkeyRefused();
  const { id, user_id } = verified.stored;
  const { decision, session } = await asLogin(deps.db, async (tx) => {
    const login = await findLoginById(tx, user_id);
    const merchant = login === undefined ? null : await findSignInWorkspace(tx, login, origin.ip);
    const key = { user_id, address: toAddressKey(origin.ip ?? ''), has_access: merchant !== null };
    const check = async () => ((await recordPasskeyUse(tx, id, verified.sign_count, now)) ? 'right' : 'wrong');
    const decided = await decideAttempt(tx, key, check, now);
    const refuse = async (reason: SignInReason) => insertSignInEvent(tx, { user_id, at: now, ...origin, reason });
    if (decided.outcome !== 'admitted' || merchant === null) {
      await refuse(getRefusalReason(decided, { result: 'wrong' }));
      return { decision: decided, session: null };
    }
    if (!isAllowedAddress(origin.ip, await listAllowedNetworks(tx, merchant.merchant_id))) {
      await refuse('address_not_allowed');
      return { decision: decided, session: 'elsewhere' as const };
    }
    return {
      decision: decided,
      session: await completeSignIn(tx, { user_id, ...merchant, is_strong: true }, origin, now),
    };
  });
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (session === null) throw passkeyRefused();
  if (session === 'elsewhere') throw addressNotAllowed();
  return issueTokens(deps, user_id, session, now);
}

/** Uses up the challenge first, so that an answer works once whatever follows. */
async function verifyPasskey(
  { db, env }: Deps,
  passkey: PasskeyAssertion,
  { purpose, session_id }: { purpose: ChallengePurpose; session_id: string | null },
  now: Date,
): Promise<{ stored: StoredPasskey; sign_count: number } | null> {
  const challenge = readChallenge(passkey);
  if (challenge === null) return null;
  const stored = await asLogin(db, async (tx) =>
    (await consumeChallenge(tx, { challenge, purpose, session_id }, now)) ? findPasskey(tx, passkey.id) : undefined,
  );
  if (stored === undefined) return null;
  const verified = await verifyAssertion(env.PUBLIC_URL, passkey, { stored, challenge });
  return verified && { stored, ...verified };
}
