/** Roles as people read them, and those that the signed-in user may give. */
import { PROVIDER_ROLES, type ProviderRole } from '@dasbor/contract/access';
import { roleLabel } from '@dasbor/contract/labels';
import { type RoleRow, listRoles } from '@dasbor/contract/role';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { currentLanguage } from '../ui/define-messages.ts';

/** `role_name`: of a custom role. */
export const formatRole = ({ role, role_name }: { role: string; role_name?: string | null }): string =>
  role_name ?? roleLabel(role, currentLanguage());

export const formatRoleRow = ({ id, name }: Pick<RoleRow, 'id' | 'name'>): string =>
  formatRole({ role: id, role_name: name });

export interface RoleOption {
  id: RoleRow['id'];
  name: string;
}

/** The roles of the provider's staff: an administrator gives any of them. */
export const listStaffRoles = (): { id: ProviderRole; name: string }[] =>
  PROVIDER_ROLES.map((id) => ({ id, name: roleLabel(id, currentLanguage()) }));

/** All roles of the merchant, for a filter. */
export function useAllRoles(): RoleOption[] {
  const roles = useQuery({ ...buildQuery(listRoles), meta: { quiet: true } });
  return (roles.data?.data ?? []).map((row) => ({ id: row.id, name: formatRoleRow(row) }));
}

/** The roles that the signed-in user may give. */
export function useRoleOptions(): RoleOption[] {
  const roles = useQuery({ ...buildQuery(listRoles), meta: { quiet: true } });
  return (roles.data?.data ?? [])
    .filter(({ is_grantable }) => is_grantable)
    .map((row) => ({ id: row.id, name: formatRoleRow(row) }));
}
