/**
 * Registration of a merchant by its owner. Like the other public forms it only stores what was entered before it answers,
 * so that the answer is the same, and takes the same time, whether or not the email has an account. Jobs do the rest: this
 * one the account, `create_registered_merchant` the merchant and the membership.
 */
import type { register } from '@dasbor/contract/register';
import type { Body } from '@dasbor/contract/route';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { insertAccountRequest } from './account-requests.ts';
import { isBreached } from './breached-passwords.ts';
import { hashPassword } from './password.ts';
import { findPasswordRefusal } from './password-rules.ts';
import { insertLogin } from './queries.ts';
import {
  type Registration,
  insertRegistration,
  lockRegistration,
  markRegistrationDone,
  replaceUnconfirmed,
} from './registration-queries.ts';

export const COMPLETE_REGISTRATION_JOB = 'complete_registration';
/** Creates the merchant of a registration; `merchant/registration-jobs.ts`. */
const CREATE_MERCHANT_JOB = 'create_registered_merchant';

interface RegistrationContext {
  ip: string | null;
  language: 'en' | 'id';
  now: Date;
}

/** Stores a registration and enqueues the job that creates the account. Throws 422 `password_refused`. */
export async function storeRegistration(
  deps: Pick<Deps, 'db'>,
  given: Omit<Body<typeof register>, 'bot_check' | 'accepts_terms'>,
  { ip, language, now }: RegistrationContext,
): Promise<void> {
  const { password, locale, ...entered } = given;
  const email = given.email.toLowerCase();
  await assertAcceptable(password, { email, name: given.full_name });
  const password_hash = await hashPassword(password);
  const id = newId('registration', now);
  const ids = { id, user_id: newId('user', now), merchant_of: newId('merchant', now) };
  const registration = { ...entered, ...ids, email, language: locale ?? language, password_hash, ip, created_at: now };
  await asLogin(deps.db, async (tx) => {
    await insertRegistration(tx, registration);
    await enqueue(tx, COMPLETE_REGISTRATION_JOB, { id });
  });
}

async function assertAcceptable(password: string, owner: { email: string; name: string }): Promise<void> {
  const is_breached = await isBreached(password);
  const detail = findPasswordRefusal(password, { owner, is_breached, is_used_before: false });
  if (detail !== null) throw new Problem(422, 'password_refused', detail, { errors: [{ field: 'password', detail }] });
}

/**
 * Creates the account of a registration, or emails the owner of the address that it has one. While the email is not
 * confirmed, nobody has proved that it is theirs: the newest registration counts, and earlier links stop working.
 * Idempotent.
 */
export async function completeRegistration(deps: Pick<Deps, 'db' | 'clock'>, id: string): Promise<void> {
  const now = deps.clock.now();
  await asLogin(deps.db, async (tx) => {
    const registration = await lockRegistration(tx, id);
    if (registration === undefined || registration.password_hash === null) return;
    const { email, ip, password_hash } = registration;
    const is_new = await insertAccount(tx, { ...registration, password_hash }, now);
    if (is_new) await enqueue(tx, CREATE_MERCHANT_JOB, { id });
    const is_unconfirmed = is_new || (await replaceUnconfirmed(tx, { ...registration, password_hash }, now));
    const purpose = is_unconfirmed ? 'verify_email' : 'already_registered';
    await insertAccountRequest(tx, { purpose, email, ip }, now);
    await markRegistrationDone(tx, id, now);
  });
}

type OpenRegistration = Registration & { password_hash: string };

function insertAccount(tx: LoginTx, registration: OpenRegistration, now: Date): Promise<boolean> {
  const { user_id, email, full_name: name, phone, language: locale, password_hash } = registration;
  const person = { user_id, email, name, phone, locale, role: null, password_hash };
  return insertLogin(tx, { ...person, created_at: now, email_verified_at: null });
}
