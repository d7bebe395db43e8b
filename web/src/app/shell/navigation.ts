/** The sidebar: groups of screens, each screen with the access group that it requires. */
import { type AccessGroup, type RoleKey, isProviderRole } from '@dasbor/contract/access';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCash,
  IconChartLine,
  IconCode,
  IconFileInvoice,
  IconFolders,
  IconLayoutDashboard,
  IconLink,
  IconPercentage,
  IconQrcode,
  IconReceipt,
  IconReportAnalytics,
  IconScale,
  IconSend,
  IconSettings,
  IconSpeakerphone,
  IconTags,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import type { FileTab } from '../files/use-files-drawer.ts';
import type { Messages } from './messages.ts';
import { paths } from '../routes/paths.ts';

export interface NavigationItem {
  text: keyof Messages['screens'];
  path: string;
  /** Absent: for every signed-in user. */
  access?: AccessGroup;
  icon: typeof IconCash;
  /** The tab of the drawer of exports and reports that it opens, over the current screen. */
  files?: FileTab;
}

export interface NavigationGroup {
  text: keyof Messages['groups'];
  items: NavigationItem[];
  is_provider_only?: boolean;
}

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    text: 'home',
    items: [
      { text: 'dashboard', path: paths.dashboard(), access: 'Dashboard', icon: IconLayoutDashboard },
      { text: 'analytics', path: paths.analytics(), access: 'Dashboard', icon: IconChartLine },
      { text: 'cash_flow', path: paths.cashFlow(), access: 'Invoices', icon: IconArrowsExchange },
      { text: 'balance', path: paths.balanceHistory('main'), access: 'Invoices', icon: IconScale },
      { text: 'invoices', path: paths.invoices(), access: 'Invoices', icon: IconFileInvoice },
      { text: 'reports', path: '.', access: 'Reports', icon: IconReportAnalytics, files: 'reports' },
    ],
  },
  {
    text: 'group',
    items: [
      { text: 'group_dashboard', path: paths.dashboard(), access: 'Group overview', icon: IconLayoutDashboard },
      { text: 'analytics', path: paths.analytics(), access: 'Group overview', icon: IconChartLine },
    ],
  },
  {
    text: 'payments',
    items: [
      { text: 'transactions', path: paths.transactions(), access: 'Transactions', icon: IconReceipt },
      { text: 'payment_links', path: paths.paymentLinks(), access: 'Payment Links', icon: IconLink },
      { text: 'virtual_accounts', path: paths.virtualAccounts(), access: 'Virtual Accounts', icon: IconBuildingBank },
      { text: 'qris', path: paths.qrisPayments(), access: 'QRIS', icon: IconQrcode },
    ],
  },
  {
    text: 'money_out',
    items: [
      { text: 'settlement', path: paths.settlements(), access: 'Reports', icon: IconCash },
      { text: 'deposit_va', path: paths.depositVas(), access: 'Deposit VA', icon: IconWallet },
      { text: 'disbursements', path: paths.disbursements(), access: 'Disbursements', icon: IconSend },
    ],
  },
  {
    text: 'developers',
    items: [{ text: 'api_settings', path: paths.apiSettings(), access: 'API', icon: IconCode }],
  },
  {
    text: 'provider',
    is_provider_only: true,
    items: [
      { text: 'operations', path: paths.dashboard(), access: 'Operations', icon: IconLayoutDashboard },
      { text: 'analytics', path: paths.analytics(), access: 'Operations', icon: IconChartLine },
      { text: 'merchants', path: paths.merchants(), access: 'Merchants', icon: IconBuildingStore },
      { text: 'account_groups', path: paths.accountGroups(), access: 'Account Groups', icon: IconFolders },
      { text: 'commissions', path: paths.accountGroupCommissions(), access: 'Commissions', icon: IconPercentage },
      { text: 'pricing', path: paths.pricing(), access: 'Merchant finance', icon: IconTags },
      { text: 'invoices', path: paths.invoices(), access: 'Merchant finance', icon: IconFileInvoice },
      { text: 'bank_statements', path: paths.bankStatements(), access: 'Merchant finance', icon: IconBuildingBank },
      { text: 'announcements', path: paths.announcements(), access: 'Announcements', icon: IconSpeakerphone },
      { text: 'staff', path: paths.users(), access: 'Staff', icon: IconUsers },
    ],
  },
  { text: 'settings', items: [{ text: 'settings', path: paths.profile(), icon: IconSettings }] },
];

const SETTINGS_PATHS: string[] = [
  paths.profile(),
  paths.businessProfile(),
  paths.users(),
  paths.settings(),
  paths.manageNotifications(),
];

/** Groups and screens that the user may see; empty groups are omitted. */
export function visibleNavigation(
  role: RoleKey | undefined,
  canView: (group: AccessGroup) => boolean,
): NavigationGroup[] {
  const is_provider = role !== undefined && isProviderRole(role);
  return NAVIGATION.filter((group) => !group.is_provider_only || is_provider)
    .map((group) => ({ ...group, items: group.items.filter(({ access }) => access === undefined || canView(access)) }))
    .filter((group) => group.items.length > 0);
}

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/** The item whose screen, or one below it, is open: the first one, so that a screen of the provider is not one of the settings. */
export const findActiveItem = (groups: readonly NavigationGroup[], pathname: string): NavigationItem | undefined =>
  groups.flatMap(({ items }) => items).find((item) => isItemActive(item, pathname));

function isItemActive(item: NavigationItem, pathname: string): boolean {
  if (item.files !== undefined) return false;
  const open = firstSegment(pathname);
  if (item.text === 'settings') return SETTINGS_PATHS.some((path) => firstSegment(path) === open);
  return firstSegment(item.path) === open;
}
