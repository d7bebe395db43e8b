/** Workspaces that a person can sign in to. */
import type { LoginTx } from '../db/tx.ts';
import { isAllowedAddress } from '../http/allowed-address.ts';
import { listOwnGroupIds } from './group-user-queries.ts';
import { listNetworksOfMerchants } from './ip-allow-list-queries.ts';
import { findLastWorkspace, listActiveMemberships } from './membership-queries.ts';
import { chooseWorkspace } from './rules.ts';

/** Workspace of a session: a merchant, an account group of a shared user, or neither for provider staff. */
export interface Workspace {
  merchant_id: string | null;
  group_id: string | null;
}

/**
 * Workspace to sign in to from an address: the last workspace, else the first, among those that allow the address if any does.
 * No result without an active membership or group.
 */
export async function findSignInWorkspace(
  tx: LoginTx,
  { user_id, role }: { user_id: string; role: string | null },
  ip: string | null,
): Promise<Workspace | null> {
  if (role !== null) return { merchant_id: null, group_id: null };
  const memberships = await listActiveMemberships(tx, user_id);
  const merchant_ids = memberships.map(({ merchant_id }) => merchant_id);
  const group_ids = await listOwnGroupIds(tx, user_id);
  const networks = await listNetworksOfMerchants(tx, merchant_ids);
  const open_ids = merchant_ids.filter((id) => isAllowedAddress(ip, networks.get(id) ?? []));
  const last = await findLastWorkspace(tx, user_id);
  const chosen = chooseWorkspace([...open_ids, ...group_ids], last) ?? chooseWorkspace(merchant_ids, last);
  if (chosen === null) return null;
  return group_ids.includes(chosen) ? { merchant_id: null, group_id: chosen } : { merchant_id: chosen, group_id: null };
}
