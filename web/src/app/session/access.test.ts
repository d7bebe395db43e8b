import { ROLES, type Role, getRoleAccess } from '@dasbor/contract/access';
import { expect, test } from 'vitest';
import { findAccessLevel, isTabActive, visibleSettingsTabs } from './access.ts';
import { visibleNavigation } from '../shell/navigation.ts';
import type { Profile } from '../../api/signed-in.ts';

const ALL = [
  'Profile /profile',
  'Business /business-profile',
  'Users /users',
  'Settings /settings',
  'Manage Notifications /manage-notifications',
];
const spelled = (...input: Parameters<typeof visibleSettingsTabs>) =>
  visibleSettingsTabs(...input).map(({ label, path }) => `${label} ${path}`);

test('spec §2, §6: superadmin sees all five tabs, in their order', () => {
  expect(spelled('superadmin', { access: getRoleAccess('superadmin') })).toEqual(ALL);
});
test.each(ROLES.filter((role) => role !== 'superadmin'))('spec §6: %s sees only the Profile tab', (role) => {
  expect(spelled(role, { access: getRoleAccess(role) })).toEqual(['Profile /profile']);
});
test('spec §6: a role that is not known yet sees only the Profile tab', () => {
  expect(spelled(undefined, { access: [] })).toEqual(['Profile /profile']);
});
test.each([null, { access: 'disabled' as const }])(
  'spec §6: the Manage Notifications tab is hidden while role access is %j',
  (access) => {
    expect(spelled('superadmin', access)).toEqual(ALL.slice(0, 4));
  },
);
test('spec §2: a tab is highlighted when the current path contains its route', () => {
  const tab = { label: 'Users', path: '/users' };
  expect(isTabActive(tab, '/users')).toBe(true);
  expect(isTabActive(tab, '/users/usr_1')).toBe(true);
  expect(isTabActive(tab, '/user')).toBe(false);
  expect(isTabActive({ label: 'Profile', path: '/profile' }, '/business-profile')).toBe(false);
});

test("spec §3: the access value 'disabled' means no access at all", () => {
  const profile = { role: 'superadmin' } as Profile;
  expect(findAccessLevel(profile, { access: 'disabled' }, 'Transactions')).toBe('disabled');
  expect(findAccessLevel(profile, { access: getRoleAccess('superadmin') }, 'Transactions')).toBe('manage');
  expect(findAccessLevel(profile, null, 'Transactions')).toBe('disabled');
  expect(findAccessLevel({ role: 'platform_admin' } as Profile, null, 'Merchants')).toBe('manage');
});

const listGroups = (role: Role) => {
  const access = role.startsWith('platform') ? null : { access: getRoleAccess(role) };
  const held = (group: Parameters<typeof findAccessLevel>[2]) =>
    findAccessLevel({ role } as Profile, access, group) !== 'disabled';
  return visibleNavigation(role, held).map(({ text, items }) => `${text}: ${items.map((item) => item.text).join(' ')}`);
};
test('groups to which a role has no access are not in the sidebar', () => {
  expect(listGroups('superadmin')).toEqual([
    'home: dashboard analytics cash_flow balance invoices reports',
    'payments: transactions payment_links virtual_accounts qris',
    'money_out: settlement deposit_va disbursements',
    'developers: api_settings',
    'settings: settings',
  ]);
  expect(listGroups('support')).toEqual([
    'home: dashboard analytics',
    'payments: transactions payment_links virtual_accounts qris',
    'settings: settings',
  ]);
  expect(listGroups('platform_admin')[0]).toMatch(/ announcements staff$/);
  expect(listGroups('platform_support')).toEqual([
    'provider: operations analytics merchants account_groups pricing invoices bank_statements announcements',
    'settings: settings',
  ]);
});
