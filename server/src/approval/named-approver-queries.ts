/** Approvers of a request, with names: roles and people of the policy in force when it was made. */
import type { NamedApprovers } from '@dasbor/contract/approval-fields';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { listRoleNames } from '../role/queries.ts';
import { listPersonNames } from './people-queries.ts';

interface Named {
  approver_roles: readonly string[];
  approver_user_ids: readonly string[];
}

/** Opens its own transactions, because names of people are not the merchant's data. */
export async function getNamedApprovers(
  { db }: Pick<Deps, 'db'>,
  merchant_id: string,
  { approver_roles, approver_user_ids }: Named,
): Promise<NamedApprovers> {
  const role_names = approver_roles.length === 0 ? {} : await asMerchant(db, merchant_id, listRoleNames);
  const people = await asLogin(db, (tx) => listPersonNames(tx, approver_user_ids));
  return { roles: [...approver_roles], role_names, people };
}
