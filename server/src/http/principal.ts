/** The authenticated principal of a request: a user with a session, or a merchant's server with an API key. */
import {
  type AccessEntry,
  type AccessGroup,
  type AccessLevel,
  type Access,
  type RoleKey,
  getLevel,
  hasLevel,
} from '@dasbor/contract/access';
import type { TimeZone } from '@dasbor/contract/time';
import type { MerchantActivity } from '@dasbor/contract/merchant-activity';

export type Principal =
  | {
      type: 'user';
      /** Id of the user. */
      id: string;
      session_id: string;
      name: string;
      email: string;
      /** Preset role, or the id of a custom role. */
      role: RoleKey;
      /** Whether contact data of customers is masked. */
      is_masked: boolean;
      locale: 'en' | 'id';
      /** Zone of times on screens and in downloaded files. */
      time_zone: TimeZone;
      /** Networks from which people may use the dashboard of the merchant; none: any. */
      allowed_networks?: readonly string[];
      /** The merchant that the session works in; null for provider staff and shared users of a group. */
      merchant_id: string | null;
      /** The account group that a shared user reads; absent for everyone else. They have no merchant. */
      group_id?: string;
      /** Until when provider staff read this merchant; absent for its own people. Only reading is allowed. */
      impersonation_ends_at?: string;
      /** Money operations that the merchant is allowed; without it, none. */
      merchant?: MerchantActivity;
      access: AccessEntry[] | 'disabled';
      /** Browser of the request; absent for work without one. */
      user_agent?: string | null;
      /** Time of the sign-in or of the last step-up of the session; 0 for work without a session. */
      authenticated_at_ms: number;
      /** Whether the merchant or the provider requires a second factor of the user. */
      is_second_factor_required: boolean;
      /** Whether it is required and the user has none: only routes of the enrolment are open. */
      needs_second_factor: boolean;
    }
  | {
      type: 'api_key';
      id: string;
      name: string;
      merchant_id: string;
      merchant?: MerchantActivity;
      /** Id of the user who created the key: the person behind every request with it. */
      owner_id: string;
      /** Program of the request; absent for work without one. */
      user_agent?: string | null;
      /** Networks from which the key may be used; none: any. */
      allowed_networks?: readonly string[];
      access: AccessEntry[] | 'disabled';
    };

/** Id of the person who acts, directly or through an API key. Approvals by a second person compare this id. */
export const getPersonId = (principal: { type: 'user'; id: string } | { type: 'api_key'; owner_id: string }): string =>
  principal.type === 'user' ? principal.id : principal.owner_id;

/** The token of an Authorization header; empty without one. */
export const parseBearer = (authorization: string | undefined): string =>
  (authorization ?? '').replace(/^Bearer\s+/i, '').trim();

/**
 * Finds the principal of an Authorization header; null when the credentials are not valid. `ip`: address of the request, for
 * the last use of a key. `is_current`: reads a session again that this process read before.
 */
export type Authenticate = (
  authorization: string | undefined,
  ip?: string,
  options?: { is_current: boolean },
) => Promise<Principal | null>;

/** The level that a principal holds on a group; `disabled` when role access of the merchant is disabled. */
export function getAccessLevel(principal: Principal, group: AccessGroup): AccessLevel {
  if (principal.access === 'disabled') return 'disabled';
  return getLevel(principal.access, group);
}

/** Whether contact data is masked: the support role and some custom roles do not need it. */
export const isMasked = (principal: Principal): boolean => principal.type === 'user' && principal.is_masked;

/** Whether a principal may call a route. The only place of this decision. */
export function isAllowed(access: Access, principal: Principal | null): boolean {
  if (access === 'public') return true;
  if (principal === null) return false;
  if (access === 'signed-in') return principal.type === 'user';
  // What depends on the merchant, or on being staff of the provider, is not for shared users of a group.
  if (access === 'authenticated') return principal.type !== 'user' || principal.group_id === undefined;
  if (access.users_only === true && principal.type !== 'user') return false;
  const groups = access.or === undefined ? [access.group] : [access.group, access.or];
  return groups.some((group) => hasLevel(getAccessLevel(principal, group), access.level));
}
