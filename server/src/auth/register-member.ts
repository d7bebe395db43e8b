/** Accepting an invitation: as a new person, with the password of an existing account, or as the signed-in user. */
import { type RoleKey, isProviderRole } from '@dasbor/contract/access';
import { type Localized, localized } from '@dasbor/contract/language';
import { newId } from '../db/new-id.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { hashToken } from '../http/opaque-token.ts';
import { Problem } from '../http/problem.ts';
import { decideAttempt, lockedOut } from './attempt.ts';
import type { Origin } from '../http/origin.ts';
import { hashPassword, matchesPassword } from './password.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { isBreached } from './breached-passwords.ts';
import { findAccountOfEmail } from './membership-queries.ts';
import { storeEmailVerified } from './password-queries.ts';
import { findLogin, insertLogin } from './queries.ts';
import { recordSecurityEvent } from './security-event-queries.ts';

/** An invitation as the person who follows its link sees it. */
export interface LinkInvitation {
  email: string;
  role: RoleKey;
  role_name: string | null;
  language: 'en' | 'id';
  invited_by_name: string;
  /** Brand name of the merchant, name of the account group, or of the product for staff of the provider. */
  merchant_name: string;
  is_group: boolean;
  is_staff: boolean;
  expires_at: string;
}

export interface Acceptance {
  token_hash: string;
  person: { user_id: string; name: string; email: string };
  ip: string | null;
  now: Date;
}

/** The merchant or account group that the person joined. */
export interface JoinedWorkspace {
  merchant_id: string | null;
  group_id: string | null;
}

type Refusal = { outcome: 'invalid' | 'expired' };

/** The account of an invited staff member of the provider. */
export interface StaffAcceptance {
  name: string;
  phone: string | null;
  locale: 'en' | 'id';
  password_hash: string;
  otp: string;
  ip: string | null;
  user_agent: string | null;
  now: Date;
}

/** Invitations to merchants, to account groups and to the staff of the provider, which their features provide. */
export interface InvitationPort {
  checkLink: (
    deps: Deps,
    token: string,
    now: Date,
  ) => Promise<Refusal | { outcome: 'valid'; invitation: LinkInvitation }>;
  acceptLink: (
    deps: Deps,
    token: string,
    acceptance: Acceptance,
  ) => Promise<Refusal | ({ outcome: 'accepted' } & JoinedWorkspace)>;
  startStaffTotp: (
    deps: Deps,
    token: string,
    now: Date,
  ) => Promise<Refusal | { outcome: 'started'; secret: string; uri: string }>;
  acceptStaffLink: (
    deps: Deps,
    token: string,
    acceptance: StaffAcceptance,
  ) => Promise<Refusal | { outcome: 'accepted'; recovery_codes: string[] }>;
}

/** Dependencies of accepting an invitation. */
export interface RegistrationDeps {
  deps: Deps;
  invitations: InvitationPort;
}

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
const refuse = ({ outcome }: Refusal): Problem => (outcome === 'expired' ? expired() : invalid());
const missing = (field: 'name' | 'otp', detail: Localized) =>
  new Problem(400, 'invalid_request', detail, { errors: [{ field, detail }] });
const nameMissing = () => missing('name', localized('Enter your name.', 'Masukkan nama Anda.'));
const codeMissing = () =>
  missing(
    'otp',
    localized('Enter the code of your authenticator app.', 'Masukkan kode dari aplikasi autentikator Anda.'),
  );
async function assertAcceptable(password: string, owner: { email: string; name: string }): Promise<void> {
  const is_breached = await isBreached(password);
  const detail = findPasswordRefusal(password, { owner, is_breached, is_used_before: false });
  if (detail !== null) throw new Problem(422, 'password_refused', detail, { errors: [{ field: 'password', detail }] });
}
const wrongPassword = () =>
  new Problem(401, 'wrong_credentials', localized('Incorrect password.', 'Kata sandi salah.'));

/** The invitation of a link and its account. Throws `invitation_invalid` or `invitation_expired` (422). */
export async function readInvitation({ deps, invitations }: RegistrationDeps, token: string, now: Date) {
  const found = await invitations.checkLink(deps, token, now);
  if (found.outcome !== 'valid') throw refuse(found);
  const account = await asLogin(deps.db, (tx) => findAccountOfEmail(tx, found.invitation.email));
  return { invitation: found.invitation, account };
}

export interface Registration {
  token: string;
  password: string;
  name?: string | undefined;
  phone?: string | undefined;
  locale?: 'en' | 'id' | undefined;
  otp?: string | undefined;
}

/** Result of an accepted invitation. */
interface Registered {
  email: string;
  /** Of staff of the provider; null for others. */
  recovery_codes: string[] | null;
}

/** Accepts an invitation without a session; returns the email to sign in with. */
export async function registerMember(
  context: RegistrationDeps,
  given: Registration,
  origin: Origin,
  now: Date,
): Promise<Registered> {
  const { deps } = context;
  const { invitation, account } = await readInvitation(context, given.token, now);
  const { email } = invitation;
  if (invitation.is_staff)
    return registerStaff(context, { ...given, email, language: invitation.language }, origin, now);
  // Staff of the provider have no merchants.
  if (account !== undefined && (account.role !== null || account.status !== 'active')) throw invalid();
  const person =
    account === undefined
      ? await createPerson(deps, { ...given, email, language: invitation.language }, now)
      : { ...account, email };
  if (account !== undefined) await assertPassword(deps, email, given.password, { origin, now });
  await accept(context, { token: given.token, person, ip: origin.ip }, now);
  // The link proves that the person reads the email, the password that the account is theirs.
  await asLogin(deps.db, async (tx) => {
    if (!(await storeEmailVerified(tx, person.user_id, now))) return;
    await recordSecurityEvent(tx, { user_id: person.user_id, kind: 'email_verified', at: now, ...origin });
  });
  return { email, recovery_codes: null };
}

type NewPerson = Registration & { email: string; language: 'en' | 'id' };

/** Staff of the provider have no other account, and set up an authenticator app with their own. */
async function registerStaff(
  { deps, invitations }: RegistrationDeps,
  { token, email, name, phone, password, locale, language, otp }: NewPerson,
  origin: Origin,
  now: Date,
): Promise<Registered> {
  if (name === undefined) throw nameMissing();
  if (otp === undefined) throw codeMissing();
  await assertAcceptable(password, { email, name });
  const password_hash = await hashPassword(password);
  const person = { name, phone: phone ?? null, locale: locale ?? language, password_hash };
  const accepted = await invitations.acceptStaffLink(deps, token, { ...person, ...origin, otp, now });
  if (accepted.outcome !== 'accepted') throw refuse(accepted);
  return { email, recovery_codes: accepted.recovery_codes };
}

/** The key of the authenticator app of an invited staff member of the provider. */
export async function startInvitationTotp(
  { deps, invitations }: RegistrationDeps,
  token: string,
  now: Date,
): Promise<{ secret: string; uri: string }> {
  const started = await invitations.startStaffTotp(deps, token, now);
  if (started.outcome !== 'started') throw refuse(started);
  return { secret: started.secret, uri: started.uri };
}

/** Creates the account. If the acceptance fails afterwards, the link still works with this password. */
async function createPerson(
  deps: Deps,
  { email, name, phone, password, locale, language }: NewPerson,
  now: Date,
): Promise<{ user_id: string; name: string; email: string }> {
  if (name === undefined) throw nameMissing();
  await assertAcceptable(password, { email, name });
  const user_id = newId('user', now);
  const password_hash = await hashPassword(password);
  const about = { email, name, phone: phone ?? null, locale: locale ?? language };
  // The link proves that the person reads the email.
  const login = { ...about, user_id, role: null, password_hash, created_at: now, email_verified_at: now };
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

async function accept(
  { deps, invitations }: RegistrationDeps,
  { token, person, ip }: AcceptInput,
  now: Date,
): Promise<JoinedWorkspace> {
  const accepted = await invitations.acceptLink(deps, token, { token_hash: hashToken(token), person, ip, now });
  if (accepted.outcome !== 'accepted') throw refuse(accepted);
  return { merchant_id: accepted.merchant_id, group_id: accepted.group_id };
}

/** Accepts an invitation as the signed-in user. */
export async function acceptAsUser(
  context: RegistrationDeps,
  user: { id: string; name: string; email: string; role: RoleKey },
  { token, ip }: { token: string; ip: string | null },
  now: Date,
): Promise<JoinedWorkspace> {
  const { invitation } = await readInvitation(context, token, now);
  // Staff of the provider set up an account of their own.
  if (invitation.is_staff) throw invalid();
  if (invitation.email !== user.email || isProviderRole(user.role)) {
    throw new Problem(
      409,
      'invitation_of_other_person',
      localized(
        `This invitation is for ${invitation.email}. Sign in with that email.`,
        `Undangan ini untuk ${invitation.email}. Masuk dengan email tersebut.`,
      ),
    );
  }
  return accept(context, { token, person: { ...user, user_id: user.id }, ip }, now);
}
