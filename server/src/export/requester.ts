/** The requester of an export with their access at the time of the run, which decides what the files contain. */
import { findKey } from '../api-settings/queries.ts';
import { findRoleAccess } from '../auth/queries.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { findRequesterUser } from './queries.ts';

/** Work without a session: nothing that a person confirms. */
const NO_SESSION = { authenticated_at_ms: 0, is_second_factor_required: false, needs_second_factor: false };

type Context = Pick<Deps, 'db' | 'clock'>;

/** The user or API key; null if it has left the merchant, was revoked or has expired. */
export function findRequester(deps: Context, merchant_id: string, id: string): Promise<Principal | null> {
  return id.startsWith('key_') ? findKeyRequester(deps, merchant_id, id) : findUserRequester(deps, merchant_id, id);
}

async function findUserRequester({ db }: Context, merchant_id: string, user_id: string): Promise<Principal | null> {
  const user = await asLogin(db, (tx) => findRequesterUser(tx, { merchant_id, user_id }));
  if (user === undefined) return null;
  const role_access = await asPlatform(db, (tx) => findRoleAccess(tx, merchant_id));
  const access = role_access === 'disabled' ? 'disabled' : user.access;
  return { ...user, type: 'user', id: user_id, session_id: '', merchant_id, access, ...NO_SESSION };
}

async function findKeyRequester({ db, clock }: Context, merchant_id: string, id: string): Promise<Principal | null> {
  const key = await asMerchant(db, merchant_id, (tx) => findKey(tx, id));
  if (key === undefined || key.revoked_at !== null || key.owner_id === null) return null;
  if (key.expires_at !== null && Date.parse(key.expires_at) <= clock.now().getTime()) return null;
  const role_access = await asPlatform(db, (tx) => findRoleAccess(tx, merchant_id));
  const access = role_access === 'disabled' ? 'disabled' : key.access;
  return { type: 'api_key', id, name: key.name, merchant_id, owner_id: key.owner_id, access };
}
