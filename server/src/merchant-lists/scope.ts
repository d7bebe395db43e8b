/** Which merchants a request over many merchants is about. */
import { isProviderRole } from '@dasbor/contract/access';
import { toBusinessDay } from '@dasbor/contract/time';
import { listFilteredMembers, listTreeMembersOnDay } from '../account-group/member-queries.ts';
import { type VisibleMerchants, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { forbidden } from '../http/problem.ts';
import type { MerchantIds } from './queries.ts';

export interface MerchantScope {
  /** Merchants that the transaction can read. */
  visible: VisibleMerchants;
  /** The merchants of the filter; null: all that are visible. */
  ids: MerchantIds;
  /** Whose downloads are counted together. */
  name: string;
}

/**
 * A transaction sees no more than the merchants of the filter, up to this number: a search returns the newest matches of all
 * that it sees. More ids would be parsed again for every row.
 */
const NARROW_MAX = 500;

interface ScopeContext {
  deps: Deps;
  principal: Principal;
  now: Date;
  query: { merchant_id?: string[] | undefined; group_id?: string | undefined };
}

/** Throws 403 for anyone who is neither the provider's staff nor a shared user of an account group. */
export async function readScope({ deps, principal, now, query }: ScopeContext): Promise<MerchantScope> {
  const reader = getReader(principal);
  const today = toBusinessDay(now);
  const { group_id, merchant_id } = query;
  const chosen = merchant_id?.length ? merchant_id : null;
  const { own, members } = await asPlatform(deps.db, async (tx) => ({
    own: reader.group_id === null ? null : await listTreeMembersOnDay(tx, reader.group_id, today),
    members: group_id === undefined ? null : await listFilteredMembers(tx, group_id, today),
  }));
  const ids = intersect([own, members, chosen]);
  const is_narrow = ids !== null && ids.length <= NARROW_MAX;
  return { visible: is_narrow ? ids : (own ?? 'all'), ids, name: reader.group_id ?? 'provider' };
}

/** The account group that a shared user reads; null for the provider's staff. */
export function getReader(principal: Principal): { group_id: string | null } {
  if (principal.type !== 'user' || principal.merchant_id !== null) throw forbidden();
  if (principal.group_id !== undefined) return { group_id: principal.group_id };
  if (isProviderRole(principal.role)) return { group_id: null };
  throw forbidden();
}

/** Intersection of the sets that are not null; null when all are. */
export function intersect(sets: readonly MerchantIds[]): MerchantIds {
  const given = sets.filter((set) => set !== null);
  const [first, ...others] = given;
  if (first === undefined) return null;
  return first.filter((id) => others.every((set) => set.includes(id)));
}
