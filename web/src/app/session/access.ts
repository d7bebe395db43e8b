/** Access of the signed-in user (specification section 6). The server enforces it. */
import {
  type AccessGroup,
  type AccessLevel,
  GROUP_VIEWER,
  isProviderRole,
  getRoleLevel,
} from '@dasbor/contract/access';
import type { Profile, RoleAccess } from '../../api/signed-in.ts';
import { paths } from '../routes/paths.ts';
import { messages } from '../shell/messages.ts';

/** The user's level on a group: from the role access data, or from the role for the provider's own staff and shared users of an account group. */
export function findAccessLevel(profile: Profile | null, role_access: RoleAccess, group: AccessGroup): AccessLevel {
  if (Array.isArray(role_access?.access)) {
    return role_access.access.find((entry) => entry.group === group)?.access ?? 'disabled';
  }
  if (profile && (isProviderRole(profile.role) || profile.role === GROUP_VIEWER)) {
    return getRoleLevel(profile.role, group);
  }
  return 'disabled';
}

export interface SettingsTab {
  label: string;
  path: string;
}

/** Tabs of the settings area: all for `superadmin`, the first for any other role. */
export function visibleSettingsTabs(role: string | undefined, role_access: RoleAccess): SettingsTab[] {
  const t = messages().settings_tabs;
  const profile_tab = { label: t.profile, path: paths.profile() };
  if (role !== 'superadmin') return [profile_tab];
  const has_access = role_access !== null && role_access.access !== 'disabled';
  return [
    profile_tab,
    { label: t.business, path: paths.businessProfile() },
    { label: t.users, path: paths.users() },
    { label: t.settings, path: paths.settings() },
    ...(has_access ? [{ label: t.manage_notifications, path: paths.manageNotifications() }] : []),
  ];
}

/** A tab is highlighted when the current path contains its route. */
export const isTabActive = (tab: SettingsTab, pathname: string): boolean => pathname.includes(tab.path);
