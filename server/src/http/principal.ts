/** Who is calling: a person with a session, or a merchant's server with an API key. */
import {
  type AccessEntry,
  type AccessGroup,
  type AccessLevel,
  type Access,
  type Role,
  hasLevel,
} from '@dasbor/contract/access';

export type Principal =
  | {
      type: 'user';
      /** Id of the user. */
      id: string;
      session_id: string;
      name: string;
      email: string;
      role: Role;
      locale: 'en' | 'id';
      /** null for the provider's own staff. */
      merchant_id: string | null;
      access: AccessEntry[] | 'disabled';
    }
  | { type: 'api_key'; id: string; name: string; merchant_id: string; access: AccessEntry[] | 'disabled' };

/** Finds the caller of an Authorization header; null when it proves nobody. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal | null>;

/** The level that a caller holds on a group; `disabled` when the merchant's role access is switched off. */
export function getAccessLevel(principal: Principal, group: AccessGroup): AccessLevel {
  if (principal.access === 'disabled') return 'disabled';
  return principal.access.find((entry) => entry.group === group)?.access ?? 'disabled';
}

/** Support helps customers without needing their addresses: contact data is masked for it. */
export const isMasked = (principal: Pick<Principal, 'type'> & { role?: Role }): boolean =>
  principal.type === 'user' && principal.role === 'support';

/** Whether a route's access lets the caller in. The one decision point. */
export function isAllowed(access: Access, principal: Principal | null): boolean {
  if (access === 'public') return true;
  if (principal === null) return false;
  if (access === 'signed-in') return principal.type === 'user';
  return hasLevel(getAccessLevel(principal, access.group), access.level);
}
