/** SQL of registrations. */
import { sql } from 'kysely';
import type { RegistrationAccountType } from '@dasbor/contract/register';
import type { LoginTx } from '../db/tx.ts';

export interface NewRegistration {
  id: string;
  user_id: string;
  merchant_of: string;
  account_type: RegistrationAccountType;
  full_name: string;
  business_name: string;
  email: string;
  phone: string;
  language: 'en' | 'id';
  password_hash: string;
  ip: string | null;
  created_at: Date;
}

export const insertRegistration = (tx: LoginTx, registration: NewRegistration) =>
  tx.sql.insertInto('registration').values(registration).execute();

const COLUMNS = [
  'id',
  'user_id',
  'merchant_of',
  'account_type',
  'full_name',
  'business_name',
  'email',
  'phone',
  'language',
  'password_hash',
  'ip',
  'created_at',
  'done_at',
] as const;

export const findRegistration = (tx: LoginTx, id: string) =>
  tx.sql.selectFrom('registration').select(COLUMNS).where('id', '=', id).executeTakeFirst();

/** Reads a registration and locks it until the end of the transaction. */
export const lockRegistration = (tx: LoginTx, id: string) =>
  tx.sql.selectFrom('registration').select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
export type Registration = NonNullable<Awaited<ReturnType<typeof findRegistration>>>;

/** The hash is needed by the account only. */
export const markRegistrationDone = (tx: LoginTx, id: string, now: Date) =>
  tx.sql.updateTable('registration').set({ done_at: now, password_hash: null }).where('id', '=', id).execute();

/** Replaces what was entered for an account whose email is not confirmed; false when it is, or for staff. */
export async function replaceUnconfirmed(
  tx: LoginTx,
  { email, full_name: name, phone, language: locale, password_hash }: Registration & { password_hash: string },
  now: Date,
): Promise<boolean> {
  const replaced = await tx.sql
    .updateTable('login')
    .set({ name, phone, locale, password_hash })
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('role', 'is', null)
    .where('status', '=', 'active')
    .returning('user_id')
    .executeTakeFirst();
  if (replaced === undefined) return false;
  await tx.sql
    .updateTable('account_link')
    .set({ used_at: now })
    .where('user_id', '=', replaced.user_id)
    .where('used_at', 'is', null)
    .execute();
  return true;
}

/**
 * Whether an account was registered under an email that nobody has confirmed. The person who registered it has not
 * proved that the email is theirs, so it does not keep the email from somebody whom the provider invites.
 */
export const isUnconfirmed = (account: { role: string | null; email_verified_at: string | null }): boolean =>
  account.role === null && account.email_verified_at === null;

/**
 * Takes the email from the account of a registration that nobody has confirmed, for the person who proves to read it. That
 * account ends with its password; its merchant stays `registered`, without access for anybody (decision 0064).
 */
export const releaseUnconfirmedEmail = (tx: LoginTx, email: string) =>
  tx.sql
    .updateTable('login')
    .set({ email: sql<string>`lower(user_id) || '@unconfirmed.invalid'`, status: 'removed' })
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('role', 'is', null)
    .execute();
