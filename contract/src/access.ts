/**
 * Access: one vocabulary for the specification's role access data (sections 3 and 6), for what a route requires and for
 * what the dashboard shows. The server is the authority.
 */
import { z } from 'zod';
import { idSchema } from './id.ts';

/** Levels in ascending order; each includes the previous ones. `disabled` is the specification's marker. */
export const ACCESS_LEVELS = ['disabled', 'view', 'manage', 'approve'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** Groups of merchant users. 'Reports' and 'Invoices' are the two names that the specification reads. */
export const MERCHANT_GROUPS = [
  'Dashboard',
  'Transactions',
  'Refunds',
  'Reports',
  'Invoices',
  'Payment Links',
  'Virtual Accounts',
  'QRIS',
  'Deposit VA',
  'Disbursements',
  'API',
  'Users',
  'Business profile',
  'Notifications',
  'Audit log',
] as const;

/**
 * Groups of provider staff. 'Merchant finance': pricing, settlement terms, limits, balances and settlements of a merchant;
 * 'Merchant status': suspension, closure and what a merchant may do; 'Operations': exceptions,
 * jobs, bank channels and outages; 'Announcements': announcements to merchants; 'Staff': the provider's own people.
 */
export const PROVIDER_GROUPS = [
  'Merchants',
  'Merchant finance',
  'Merchant status',
  'Impersonation',
  'Account Groups',
  'Commissions',
  'Verification',
  'Operations',
  'Announcements',
  'Staff',
] as const;

/** The group of shared users of an account group: reading its merchants, and nothing else. */
export const SHARED_USER_GROUPS = ['Group overview'] as const;

export const ACCESS_GROUPS = [...MERCHANT_GROUPS, ...PROVIDER_GROUPS, ...SHARED_USER_GROUPS] as const;
export type AccessGroup = (typeof ACCESS_GROUPS)[number];

export const MERCHANT_ROLES = [
  'superadmin',
  'admin',
  'finance',
  'operator',
  'approver',
  'developer',
  'support',
] as const;
export const PROVIDER_ROLES = [
  'platform_admin',
  'platform_finance',
  'platform_compliance',
  'platform_support',
] as const;
/** The role of shared users of an account group, who belong to no merchant. */
export const GROUP_VIEWER = 'group_viewer';
export const ROLES = [...MERCHANT_ROLES, ...PROVIDER_ROLES, GROUP_VIEWER] as const;
export type MerchantRole = (typeof MERCHANT_ROLES)[number];
export type ProviderRole = (typeof PROVIDER_ROLES)[number];
export type Role = (typeof ROLES)[number];

/** Id of a role that a merchant composed. */
export type CustomRoleId = `rol_${string}`;
/** A preset role, or the id of a custom role of the merchant. */
export type RoleKey = Role | CustomRoleId;
export const isCustomRole = (role: string): role is CustomRoleId => role.startsWith('rol_');

type LevelCode = 'd' | 'v' | 'm' | 'a';
const LEVEL_BY_CODE: Record<LevelCode, AccessLevel> = { d: 'disabled', v: 'view', m: 'manage', a: 'approve' };

/** One row per group, one level code per role in the order of MERCHANT_ROLES. */
const MERCHANT_MATRIX: Record<(typeof MERCHANT_GROUPS)[number], string> = {
  Dashboard: 'mmvvvvv',
  Transactions: 'mmvmvvv',
  Refunds: 'aammadd',
  Reports: 'mmmvvdd',
  Invoices: 'mvmdvdd',
  'Payment Links': 'mmvmvvv',
  'Virtual Accounts': 'mmvmvvv',
  QRIS: 'mmvmvvv',
  'Deposit VA': 'mmmvvdd',
  Disbursements: 'ammmadd',
  API: 'mmdddmd',
  Users: 'mmddddd',
  'Business profile': 'mvvdddd',
  Notifications: 'mdddddd',
  'Audit log': 'vvddddd',
};

/** One row per group, one level code per role in the order of PROVIDER_ROLES. */
const PROVIDER_MATRIX: Record<(typeof PROVIDER_GROUPS)[number], string> = {
  Merchants: 'mvvv',
  'Merchant finance': 'mmvv',
  'Merchant status': 'mvmv',
  Impersonation: 'mddm',
  'Account Groups': 'mmvv',
  Commissions: 'aavd',
  Verification: 'mdad',
  Operations: 'mmvm',
  Announcements: 'mvvm',
  Staff: 'mdvd',
};

/** The level that a preset role holds on a group. */
export function getRoleLevel(role: Role, group: AccessGroup): AccessLevel {
  if (role === GROUP_VIEWER) return (SHARED_USER_GROUPS as readonly string[]).includes(group) ? 'view' : 'disabled';
  const merchant_column = (MERCHANT_ROLES as readonly string[]).indexOf(role);
  const row =
    merchant_column >= 0
      ? MERCHANT_MATRIX[group as (typeof MERCHANT_GROUPS)[number]]
      : PROVIDER_MATRIX[group as (typeof PROVIDER_GROUPS)[number]];
  const column = merchant_column >= 0 ? merchant_column : (PROVIDER_ROLES as readonly string[]).indexOf(role);
  const code = row?.[column] as LevelCode | undefined;
  return code === undefined ? 'disabled' : LEVEL_BY_CODE[code];
}

/** Whether the level `held` includes the level `needed`. */
export function hasLevel(held: AccessLevel, needed: AccessLevel): boolean {
  return ACCESS_LEVELS.indexOf(held) >= ACCESS_LEVELS.indexOf(needed);
}

export const accessEntry = z.object({
  group: z.enum(ACCESS_GROUPS).describe('Name of the access group'),
  access: z.enum(ACCESS_LEVELS).describe('Level on the group; each level includes the previous ones'),
});
export type AccessEntry = z.infer<typeof accessEntry>;

/** All access entries of a preset role: the specification's `data.access`. */
export function getRoleAccess(role: Role): AccessEntry[] {
  return ACCESS_GROUPS.map((group) => ({ group, access: getRoleLevel(role, group) }));
}

// The pattern of the id narrows the text to its prefix.
export const customRoleId = idSchema('role') as unknown as z.ZodType<CustomRoleId, CustomRoleId>;
export const roleKey = z.union([z.enum(ROLES), customRoleId]).describe('Preset role, or the id of a custom role');

/** The level on a group among access entries. */
export const getLevel = (entries: readonly AccessEntry[], group: AccessGroup): AccessLevel =>
  entries.find((entry) => entry.group === group)?.access ?? 'disabled';

/** The entries of a custom role with every group: groups that it does not name are disabled. */
export const fillAccess = (entries: readonly AccessEntry[]): AccessEntry[] =>
  ACCESS_GROUPS.map((group) => ({ group, access: getLevel(entries, group) }));

export const isProviderRole = (role: RoleKey): role is ProviderRole =>
  (PROVIDER_ROLES as readonly string[]).includes(role);

/**
 * Access to a route. `public`: everybody. `signed-in`: any user. `authenticated`: any user or API key; the response
 * depends on the access of the principal. `{group, level}`: a user or API key with the level on the group;
 * `users_only` excludes API keys, whatever their level; `or` names a second group that opens the route as well.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'authenticated'
  | { group: AccessGroup; level: Exclude<AccessLevel, 'disabled'>; users_only?: boolean; or?: AccessGroup };

export const needs = (
  group: AccessGroup,
  level: Exclude<AccessLevel, 'disabled'>,
  options: { users_only?: boolean; or?: AccessGroup } = {},
): Access => ({ group, level, ...options });
