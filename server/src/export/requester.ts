/** The requester of an export with their access at the time of the run, which decides what the files contain. */
import { ROLES, type Role, getRoleAccess } from '@dasbor/contract/access';
import { findKey } from '../api-settings/queries.ts';
import { findRoleAccess } from '../auth/queries.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { findRequesterLogin } from './queries.ts';

type Context = Pick<Deps, 'db' | 'clock'>;

/** The user or API key; null if it has left the merchant, was revoked or has expired. */
export function findRequester(deps: Context, merchant_id: string, id: string): Promise<Principal | null> {
  return id.startsWith('key_') ? findKeyRequester(deps, merchant_id, id) : findUserRequester(deps, merchant_id, id);
}

async function findUserRequester({ db }: Context, merchant_id: string, user_id: string): Promise<Principal | null> {
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

async function findKeyRequester({ db, clock }: Context, merchant_id: string, id: string): Promise<Principal | null> {
  const key = await asMerchant(db, merchant_id, (tx) => findKey(tx, id));
  if (key === undefined || key.revoked_at !== null || key.owner_id === null) return null;
  if (key.expires_at !== null && Date.parse(key.expires_at) <= clock.now().getTime()) return null;
  const role_access = await asPlatform(db, (tx) => findRoleAccess(tx, merchant_id));
  const access = role_access === 'disabled' ? 'disabled' : key.access;
  return { type: 'api_key', id, name: key.name, merchant_id, owner_id: key.owner_id, access };
}
