/** Accepting an invitation: as a new person, with the password of an existing account, or as the signed-in user. */
import { localized } from '@dasbor/contract/language';
import { newId } from '../db/new-id.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { hashToken } from '../http/opaque-token.ts';
import { Problem } from '../http/problem.ts';
import { findHolding } from '../role/queries.ts';
import { acceptLink, checkLink } from '../user/accept-queries.ts';
import { findAccountOfEmail, findBrandName } from '../user/invitation-queries.ts';
import { parseTokenMerchant } from '../user/invitation-rules.ts';
import { decideAttempt, lockedOut } from './attempt.ts';
import type { Origin } from './origin.ts';
import { hashPassword, matchesPassword } from './password.ts';
import { findLogin, insertLogin } from './queries.ts';

const invalid = () =>
  new Problem(
    422,
    'invitation_invalid',
    localized(
      'This invitation is no longer valid. Ask for a new one.',
      'Undangan ini tidak berlaku lagi. Minta undangan baru.',
    ),
  );
const expired = () =>
  new Problem(
    422,
    'invitation_expired',
    localized(
      'This invitation has expired. Ask for a new one.',
      'Undangan ini sudah kedaluwarsa. Minta undangan baru.',
    ),
  );
const nameMissing = () => {
  const detail = localized('Enter your name.', 'Masukkan nama Anda.');
  return new Problem(400, 'invalid_request', detail, { errors: [{ field: 'name', detail }] });
};
const PASSWORD_MIN = 12;
const passwordTooShort = () => {
  const detail = localized(`Use at least ${PASSWORD_MIN} characters.`, `Gunakan minimal ${PASSWORD_MIN} karakter.`);
  return new Problem(422, 'password_refused', detail, { errors: [{ field: 'password', detail }] });
};
const wrongPassword = () =>
  new Problem(401, 'wrong_credentials', localized('Incorrect password.', 'Kata sandi salah.'));

/** The invitation of a link, with what the screen shows. Throws `invitation_invalid` or `invitation_expired` (422). */
export async function readInvitation(deps: Deps, token: string, now: Date) {
  const found = await asMerchant(deps.db, parseTokenMerchant(token), async (tx) => {
    const check = await checkLink(tx, hashToken(token), now);
    if (check.outcome !== 'valid') return check.outcome;
    const { invitation } = check;
    const holding = await findHolding(tx, invitation.role);
    return { invitation, merchant_name: await findBrandName(tx), role_name: holding?.name ?? null };
  });
  if (found === 'expired') throw expired();
  if (found === 'invalid') throw invalid();
  const account = await asLogin(deps.db, (tx) => findAccountOfEmail(tx, found.invitation.email));
  return { ...found, account };
}

export interface Registration {
  token: string;
  password: string;
  name?: string | undefined;
  phone?: string | undefined;
  locale?: 'en' | 'id' | undefined;
}

/** Accepts an invitation without a session; returns the email to sign in with. */
export async function registerMember(
  deps: Deps,
  given: Registration,
  origin: Origin,
  now: Date,
): Promise<{ email: string }> {
  const { invitation, account } = await readInvitation(deps, given.token, now);
  const { email } = invitation;
  // Staff of the provider have no merchants.
  if (account !== undefined && (account.role !== null || account.status !== 'active')) throw invalid();
  const person =
    account === undefined
      ? await createPerson(deps, { ...given, email, language: invitation.language }, now)
      : { ...account, email };
  if (account !== undefined) await assertPassword(deps, email, given.password, { origin, now });
  await accept(deps, { token: given.token, person, ip: origin.ip }, now);
  return { email };
}

/** Creates the account. If the acceptance fails afterwards, the link still works with this password. */
async function createPerson(
  deps: Deps,
  { email, name, password, locale, language }: Registration & { email: string; language: 'en' | 'id' },
  now: Date,
): Promise<{ user_id: string; name: string; email: string }> {
  if (name === undefined) throw nameMissing();
  if (password.length < PASSWORD_MIN) throw passwordTooShort();
  const user_id = newId('user', now);
  const password_hash = await hashPassword(password);
  const login = { user_id, email, name, role: null, locale: locale ?? language, password_hash, created_at: now };
  if (!(await asLogin(deps.db, (tx) => insertLogin(tx, login)))) throw wrongPassword();
  return { user_id, name, email };
}

/** Wrong passwords count as failed sign-ins. */
async function assertPassword(
  deps: Deps,
  email: string,
  password: string,
  { origin, now }: { origin: Origin; now: Date },
): Promise<void> {
  const login = await asLogin(deps.db, (tx) => findLogin(tx, email));
  if (login === undefined) throw wrongPassword();
  const matches = await matchesPassword(login.password_hash, password);
  const key = { user_id: login.user_id, address: toAddressKey(origin.ip ?? '') };
  const check = (account: { password_hash: string }) =>
    matches && account.password_hash === login.password_hash ? 'right' : 'wrong';
  const decision = await asLogin(deps.db, (tx) => decideAttempt(tx, key, check, now));
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (decision.outcome === 'refused') throw wrongPassword();
}

interface AcceptInput {
  token: string;
  person: { user_id: string; name: string; email: string };
  ip: string | null;
}

async function accept(deps: Deps, { token, person, ip }: AcceptInput, now: Date): Promise<string> {
  const merchant_id = parseTokenMerchant(token);
  const outcome = await asMerchant(deps.db, merchant_id, (tx) =>
    acceptLink(tx, { token_hash: hashToken(token), person, ip, now }),
  );
  if (outcome === 'expired') throw expired();
  if (outcome === 'invalid') throw invalid();
  return merchant_id;
}

/** Accepts an invitation as the signed-in user; returns the merchant. */
export async function acceptAsUser(
  deps: Deps,
  user: { id: string; name: string; email: string; merchant_id: string | null },
  { token, ip }: { token: string; ip: string | null },
  now: Date,
): Promise<string> {
  const { invitation } = await readInvitation(deps, token, now);
  if (invitation.email !== user.email || user.merchant_id === null) {
    throw new Problem(
      409,
      'invitation_of_other_person',
      localized(
        `This invitation is for ${invitation.email}. Sign in with that email.`,
        `Undangan ini untuk ${invitation.email}. Masuk dengan email tersebut.`,
      ),
    );
  }
  return accept(deps, { token, person: { ...user, user_id: user.id }, ip }, now);
}
