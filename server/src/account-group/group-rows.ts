/** Related data of groups: their names, members, volume and commission. */
import { needs } from '@dasbor/contract/access';
import type { AccountGroupRow } from '@dasbor/contract/account-group-fields';
import { startOfMonth } from '@dasbor/contract/time';
import type { PlatformTx } from '../db/tx.ts';
import { type Principal, isAllowed } from '../http/principal.ts';
import { sumGroupCommissions } from './commission-queries.ts';
import { countMembers } from './member-queries.ts';
import { type listGroupRows, listGroupNames, listMerchantNames } from './queries.ts';
import { sumGroupVolumes } from './volume-queries.ts';

type RowOfTable = Awaited<ReturnType<typeof listGroupRows>>[number];

const may_read_commissions = needs('Commissions', 'view', { users_only: true });

/** The rows as the principal may read them; `today`: business day (WIB). */
export async function buildGroupRows(
  tx: PlatformTx,
  rows: readonly RowOfTable[],
  { today, principal }: { today: string; principal: Principal },
): Promise<AccountGroupRow[]> {
  const ids = rows.map(({ id }) => id);
  const isText = (value: string | null): value is string => value !== null;
  const parents = await listGroupNames(tx, rows.map(({ parent_id }) => parent_id).filter(isText));
  const owners = await listMerchantNames(tx, rows.map(({ owner_merchant_of }) => owner_merchant_of).filter(isText));
  const counts = await countMembers(tx, ids, today);
  const month = startOfMonth(today);
  const volumes = await sumGroupVolumes(tx, ids, month);
  const commissions = isAllowed(may_read_commissions, principal) ? await sumGroupCommissions(tx, ids, month) : null;
  return rows.map(({ parent_id, owner_merchant_of, ...row }) => ({
    ...row,
    parent: parents.get(parent_id ?? '') ?? null,
    owner: owners.get(owner_merchant_of ?? '') ?? null,
    member_count: counts.get(row.id) ?? 0,
    volume_month_amount: volumes.get(row.id) ?? 0,
    commission_month_amount: commissions === null ? null : (commissions.get(row.id) ?? 0),
  }));
}
