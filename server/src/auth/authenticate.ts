/**
 * Authenticates requests. A token only identifies a session or an API key; the user and the access are read from the
 * database and cached for at most five seconds per process. Revocations by this process count at once. A change by a person
 * reads the session again: it must act for the merchant that another process may just have switched to.
 */
import type { AccessEntry } from '@dasbor/contract/access';
import * as duration from '@dasbor/contract/duration';
import { findMerchantState } from '../db/merchant-activity.ts';
import { asLogin, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isAllowedAddress } from '../http/allowed-address.ts';
import { type Authenticate, type Principal, parseBearer } from '../http/principal.ts';
import { cachePrincipal, findCachedPrincipal, getChangeCount } from '../http/principal-cache.ts';
import { hashToken } from '../http/opaque-token.ts';
import { listAllowedNetworks } from './ip-allow-list-queries.ts';
import { findApiKey, touchApiKey } from './api-key-queries.ts';
import { findSession } from './queries.ts';
import { isAlive } from './rules.ts';
import { verifyAccessToken } from './tokens.ts';

const API_KEY_PATTERN = /^sk_(test|live)_[0-9A-Za-z_-]{43}$/;

export function createAuthenticator(deps: Deps): Authenticate {
  return async (authorization, ip, { is_current } = { is_current: false }) => {
    const token = parseBearer(authorization);
    if (token === '' || token.length > 2_000) return null;
    const now = deps.clock.now();
    if (token.startsWith('sk_')) {
      return API_KEY_PATTERN.test(token)
        ? findPrincipal(deps, { key: hashToken(token), is_current: false }, now, buildKeyReader(ip ?? null))
        : null;
    }
    const claims = await verifyAccessToken(deps.secrets, token, now);
    if (claims === null) return null;
    const session = { key: claims.session_id, is_current };
    const principal = await findPrincipal(deps, session, now, readSessionPrincipal);
    return principal?.id === claims.user_id ? principal : null;
  };
}

type ReadPrincipal = (
  deps: Deps,
  name: string,
  now: Date,
) => Promise<{ principal: Principal; ends_at_ms: number } | null>;

async function findPrincipal(
  deps: Deps,
  { key, is_current }: { key: string; is_current: boolean },
  now: Date,
  read: ReadPrincipal,
): Promise<Principal | null> {
  const at_ms = now.getTime();
  const cached = findCachedPrincipal(deps, key, at_ms);
  if (cached === null || (cached !== undefined && !is_current)) return cached;
  const changes_before = getChangeCount(deps);
  const found = await read(deps, key, now);
  // Unknown credentials are not cached, so that guesses cannot fill the cache.
  if (found === null) return null;
  return cachePrincipal(deps, key, { ...found, read_at_ms: at_ms }, changes_before);
}

const readSessionPrincipal: ReadPrincipal = async (deps, session_id, now) => {
  const { session, allowed_networks } = await asLogin(deps.db, async (tx) => {
    const found = await findSession(tx, session_id, now);
    // The merchant's list is about its own people.
    const list_of = found?.impersonation_ends_at === null ? found.merchant_id : null;
    return { session: found, allowed_networks: await listAllowedNetworks(tx, list_of) };
  });
  if (session === undefined || !isAlive(session, now)) return null;
  const { user_id: id, name, email, role, is_masked, locale, time_zone, merchant_id } = session;
  const { impersonation_ends_at } = session;
  const { requires_second_factor, ...merchant } = await getMerchantState(deps, merchant_id, session.access);
  const ends = [session.expires_at, session.idle_expires_at, impersonation_ends_at ?? session.expires_at];
  const ends_at_ms = Math.min(...ends.map((end) => Date.parse(end)));
  const authenticated_at_ms = Date.parse(session.authenticated_at ?? session.created_at);
  const is_merchant_user = merchant_id !== null && impersonation_ends_at === null;
  const is_second_factor_required = is_merchant_user ? requires_second_factor : isRequiredOfStaff(deps);
  const needs_second_factor = is_second_factor_required && !session.has_second_factor;
  const authentication = { authenticated_at_ms, allowed_networks, is_second_factor_required, needs_second_factor };
  const user = { id, session_id, name, email, role, is_masked, locale, time_zone, merchant_id, ...authentication };
  const group = session.group_id === null ? {} : { group_id: session.group_id };
  const impersonation = impersonation_ends_at === null ? {} : { impersonation_ends_at };
  return { principal: { type: 'user', ...user, ...group, ...impersonation, ...merchant }, ends_at_ms };
};

/** `ip`: address of the request. Only its first request in five seconds reads the key, so a use is stored once a minute. */
const buildKeyReader =
  (ip: string | null): ReadPrincipal =>
  (deps, secret_hash, now) =>
    readKeyPrincipal(deps, { secret_hash, ip }, now);

async function readKeyPrincipal(
  deps: Deps,
  { secret_hash, ip }: { secret_hash: string; ip: string | null },
  now: Date,
): ReturnType<ReadPrincipal> {
  const key = await asPlatform(deps.db, (tx) => findApiKey(tx, secret_hash));
  if (key === undefined || key.revoked_at !== null || key.owner_id === null) return null;
  const ends_at_ms = key.expires_at === null ? Infinity : Date.parse(key.expires_at);
  if (ends_at_ms <= now.getTime()) return null;
  const minute = new Date(Math.floor(now.getTime() / duration.minutes(1)) * duration.minutes(1));
  const is_new_minute = key.last_used_at === null || Date.parse(key.last_used_at) < minute.getTime();
  if (is_new_minute && isAllowedAddress(ip, key.allowed_cidrs)) {
    await asPlatform(deps.db, (tx) => touchApiKey(tx, key, { last_used_at: minute, last_used_ip: ip }));
  }
  const { requires_second_factor: _for_people_only, ...merchant } = await getMerchantState(
    deps,
    key.merchant_id,
    key.access,
  );
  return {
    principal: {
      type: 'api_key',
      id: key.id,
      name: key.name,
      merchant_id: key.merchant_id,
      owner_id: key.owner_id,
      allowed_networks: key.allowed_cidrs,
      ...merchant,
    },
    ends_at_ms,
  };
}

/** The provider's staff and shared users of a group always need a second factor, except in a sandbox and in development. */
const isRequiredOfStaff = ({ env }: Pick<Deps, 'env'>): boolean => env.NODE_ENV === 'production' && !env.SANDBOX;

/**
 * Access that the merchant allows: role access that is disabled overrides every role and API key (specification section 3), and
 * its state decides about routes that move money, and its setting about a second factor of its people.
 */
async function getMerchantState(
  deps: Deps,
  merchant_id: string | null,
  access: AccessEntry[],
): Promise<Pick<Principal, 'access' | 'merchant'> & { requires_second_factor: boolean }> {
  if (merchant_id === null) return { access, requires_second_factor: false };
  const found = await findMerchantState(deps.db, merchant_id);
  if (found === undefined) return { access: 'disabled', requires_second_factor: false };
  const { role_access, requires_second_factor, ...merchant } = found;
  return { access: role_access === 'disabled' ? 'disabled' : access, merchant, requires_second_factor };
}
