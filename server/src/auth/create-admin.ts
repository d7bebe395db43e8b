/** Creates a provider administrator without a password, and the one-time link with which they set it. */
import * as duration from '@dasbor/contract/duration';
import { ACCOUNT_LINK_HOURS } from '@dasbor/contract/password-limits';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isEmailAddress } from '../mail/address.ts';
import { generateOpaqueToken, hashToken } from '../http/opaque-token.ts';
import { hashPassword } from './password.ts';
import { countAdmins, insertLink, lockAdmins } from './password-queries.ts';
import { insertLogin } from './queries.ts';
import { releaseUnconfirmedEmail } from './registration-queries.ts';

export interface AdminInput {
  email: string;
  name: string;
  locale: 'en' | 'id';
  /** Creates one although there is one already. */
  is_another: boolean;
}

/** Returns the set-up link. Throws when the email is not valid or taken, or when there is an administrator already. */
export async function createAdmin(
  { db, env }: { db: Deps['db']; env: Pick<Deps['env'], 'PUBLIC_URL'> },
  { email: given, name, locale, is_another }: AdminInput,
  now: Date,
): Promise<string> {
  const email = given.trim().toLowerCase();
  if (!isEmailAddress(email)) throw new Error(`${given} is not an email address.`);
  const user_id = newId('user', now);
  // A random password that is never shown: it only fills the column until the link is used.
  const password_hash = await hashPassword(generateOpaqueToken());
  const token = generateOpaqueToken();
  await asLogin(db, async (tx) => {
    await assertMayCreate(tx, is_another);
    await releaseUnconfirmedEmail(tx, email);
    const admin = { user_id, email, name, locale, role: 'platform_admin' as const, password_hash, created_at: now };
    if (!(await insertLogin(tx, { ...admin, email_verified_at: null }))) {
      throw new Error(`${email} has an account already.`);
    }
    await recordProviderEvent(
      tx,
      { principal: COMMAND, request: { ip: null }, now },
      { action: 'staff.created', object_type: 'staff', object_id: user_id, after: { name, email, role: admin.role } },
    );
    const expires_at = new Date(now.getTime() + duration.hours(ACCOUNT_LINK_HOURS));
    await insertLink(tx, { token_hash: hashToken(token), user_id, purpose: 'set_up', created_at: now, expires_at });
  });
  return new URL(`/reset-password/${token}`, env.PUBLIC_URL).href;
}

/** Actor in the events of the provider: a person who can run commands on the server. */
const COMMAND = { id: 'create-admin', name: 'create-admin' };

async function assertMayCreate(tx: LoginTx, is_another: boolean): Promise<void> {
  await lockAdmins(tx);
  if (is_another || (await countAdmins(tx)) === 0) return;
  throw new Error('There is a provider administrator already. To create another one, add --another.');
}
