/** The requester of an export with their role at the time of the run, which decides what the files contain. */
import { ROLES, type Role, getRoleAccess } from '@dasbor/contract/access';
import { findRoleAccess } from '../auth/queries.ts';
import { asLogin, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { findRequesterLogin } from './queries.ts';

export type Requester = Extract<Principal, { type: 'user' }>;

/** null if the user has left the merchant or cannot sign in any more. */
export async function findRequester(
  { db }: Pick<Deps, 'db'>,
  merchant_id: string,
  user_id: string,
): Promise<Requester | null> {
  const login = await asLogin(db, (tx) => findRequesterLogin(tx, user_id));
  if (login === undefined || login.merchant_id !== merchant_id || login.status !== 'active') return null;
  const role = login.role as Role;
  if (!ROLES.includes(role)) return null;
  const role_access = await asPlatform(db, (tx) => findRoleAccess(tx, merchant_id));
  const { name, email } = login;
  const locale = login.locale === 'id' ? 'id' : 'en';
  const access = role_access === 'disabled' ? 'disabled' : getRoleAccess(role);
  return { type: 'user', id: user_id, session_id: '', name, email, role, locale, merchant_id, access };
}
