/** What the signed-in user sees (specification section 6). The server is the authority. */
import { type AccessGroup, type AccessLevel, isProviderRole, getRoleLevel } from '@dasbor/contract/access';
import type { Profile, RoleAccess } from '../api/signed-in.ts';
import { paths } from './paths.ts';

/** Level that somebody holds on a group: from the role access data, for the provider's own staff from their role. */
export function heldLevel(profile: Profile | null, role_access: RoleAccess, group: AccessGroup): AccessLevel {
  if (Array.isArray(role_access?.access)) {
    return role_access.access.find((entry) => entry.group === group)?.access ?? 'disabled';
  }
  if (profile && isProviderRole(profile.role)) return getRoleLevel(profile.role, group);
  return 'disabled';
}

export interface SettingsTab {
  label: string;
  path: string;
}

const PROFILE_TAB: SettingsTab = { label: 'Profile', path: paths.profile() };
const OTHER_TABS: SettingsTab[] = [
  { label: 'Business', path: paths.businessProfile() },
  { label: 'Users', path: paths.users() },
  { label: 'Settings', path: paths.settings() },
];
const NOTIFICATIONS_TAB: SettingsTab = { label: 'Manage Notifications', path: paths.manageNotifications() };

/** Tabs of the settings area: all for `superadmin`, the first for anybody else. */
export function visibleSettingsTabs(role: string | undefined, role_access: RoleAccess): SettingsTab[] {
  if (role !== 'superadmin') return [PROFILE_TAB];
  const has_access = role_access !== null && role_access.access !== 'disabled';
  return [PROFILE_TAB, ...OTHER_TABS, ...(has_access ? [NOTIFICATIONS_TAB] : [])];
}

/** A tab is highlighted when the current path contains its route. */
export const isTabActive = (tab: SettingsTab, pathname: string): boolean => pathname.includes(tab.path);
