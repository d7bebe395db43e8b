/** Registration and removal of passkeys. */
import { localized } from '@dasbor/contract/language';
import type { PasskeyRegistration } from '@dasbor/contract/passkey';
import { PASSKEYS_MAX, type Passkey } from '@dasbor/contract/second-factor';
import { findFactors } from '../auth/factor-queries.ts';
import * as passkey_queries from '../auth/passkey-queries.ts';
import {
  CHALLENGE_TTL_MS,
  buildRegistrationOptions,
  readChallenge,
  verifyRegistration,
} from '../auth/passkey-rules.ts';
import { lockLogin } from '../auth/queries.ts';
import { newId } from '../db/new-id.ts';
import { asLogin } from '../db/tx.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { User } from '../http/user.ts';
import { type FactorContext, assertSecondFactorLeft, recordChange } from './context.ts';
import { issueFirstRecoveryCodes, removeUnusedRecoveryData } from './recovery-codes.ts';

const passkeyRefused = () =>
  new Problem(
    422,
    'passkey_refused',
    localized('The passkey was not accepted. Try again.', 'Passkey tidak diterima. Coba lagi.'),
  );
const tooManyPasskeys = () =>
  new Problem(
    422,
    'too_many_passkeys',
    localized(
      `You can have at most ${PASSKEYS_MAX} passkeys. Remove one first.`,
      `Anda dapat memiliki paling banyak ${PASSKEYS_MAX} passkey. Hapus salah satunya dahulu.`,
    ),
  );

/** Options for the browser, with a challenge of this session. */
export async function startPasskey({ deps, now }: FactorContext, user: User): Promise<Record<string, unknown>> {
  const existing = await asLogin(deps.db, (tx) => passkey_queries.listCredentials(tx, user.id));
  if (existing.length >= PASSKEYS_MAX) throw tooManyPasskeys();
  const options = await buildRegistrationOptions(deps.env.PUBLIC_URL, user, existing);
  const expires_at = new Date(now.getTime() + CHALLENGE_TTL_MS);
  const challenge = { challenge: options.challenge, purpose: 'register' as const, session_id: user.session_id };
  await asLogin(deps.db, (tx) => passkey_queries.insertChallenge(tx, { ...challenge, expires_at }, now));
  return { ...options };
}

/** Stores the passkey that the browser created. Throws `passkey_refused` or `too_many_passkeys` (422). */
export async function addPasskey(
  ctx: FactorContext,
  user: User,
  { name, passkey }: { name: string; passkey: PasskeyRegistration },
): Promise<{ passkey: Passkey; recovery_codes: string[] | null }> {
  const { deps, now } = ctx;
  const challenge = readChallenge(passkey);
  if (challenge === null) throw passkeyRefused();
  // Used up first, so that an answer works once whatever follows.
  const use = { challenge, purpose: 'register' as const, session_id: user.session_id };
  const is_known = await asLogin(deps.db, (tx) => passkey_queries.consumeChallenge(tx, use, now));
  const credential = is_known ? await verifyRegistration(deps.env.PUBLIC_URL, passkey, challenge) : null;
  if (credential === null) throw passkeyRefused();
  const added = await asLogin(deps.db, async (tx) => {
    await lockLogin(tx, user.id);
    if ((await findFactors(tx, user.id)).passkeys >= PASSKEYS_MAX) throw tooManyPasskeys();
    const row = { id: newId('passkey', now), user_id: user.id, name, created_at: now, ...credential };
    const inserted = await passkey_queries.insertPasskey(tx, row);
    if (inserted === undefined) throw passkeyRefused();
    await recordChange(ctx, tx, user, { kind: 'passkey_added', details: { passkey: name } });
    const recovery_codes = await issueFirstRecoveryCodes(tx, user.id, await findFactors(tx, user.id), now);
    return { passkey: inserted, recovery_codes };
  });
  invalidatePrincipal(deps, user.session_id);
  return added;
}

/** Throws 404. The same name again is no change. */
export const changePasskeyName = (ctx: FactorContext, user: User, id: string, name: string): Promise<Passkey> =>
  asLogin(ctx.deps.db, async (tx) => {
    await lockLogin(tx, user.id);
    const before = (await passkey_queries.listPasskeys(tx, user.id)).find((each) => each.id === id);
    if (before === undefined) throw notFound();
    if (before.name === name) return before;
    const renamed = await passkey_queries.renamePasskey(tx, { id, user_id: user.id }, name);
    if (renamed === undefined) throw notFound();
    const details = { passkey: name, former_passkey: before.name };
    await recordChange(ctx, tx, user, { kind: 'passkey_renamed', details });
    return renamed;
  });

/** Throws 404, or `last_second_factor` (422) when one is required. */
export async function removePasskey(ctx: FactorContext, user: User, id: string): Promise<void> {
  await asLogin(ctx.deps.db, async (tx) => {
    await lockLogin(tx, user.id);
    const deleted = await passkey_queries.deletePasskey(tx, { id, user_id: user.id });
    if (deleted === undefined) throw notFound();
    const left = await findFactors(tx, user.id);
    assertSecondFactorLeft(user, left);
    await removeUnusedRecoveryData(tx, user.id, left);
    await recordChange(ctx, tx, user, { kind: 'passkey_removed', details: { passkey: deleted.name } });
  });
  invalidatePrincipal(ctx.deps, user.session_id);
}
