/** Every route of specification section 2, in its order. Screens are loaded when they are opened. */
import type { AccessGroup } from '@dasbor/contract/access';
import { type RouteComponent, createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';
import { isProtectedPath } from './protected-paths.ts';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';
import { requireSession } from '../session/require-session.ts';
import { UnknownScreen } from './unknown-screen.tsx';
import { withAccess } from './with-access.tsx';

const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  beforeLoad: requireSession,
  component: lazyScreen(() => import('../shell/shell.tsx'), 'Shell'),
});
const settingsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  id: 'settings-area',
  component: lazyScreen(() => import('../settings/settings-tabs.tsx'), 'SettingsArea'),
});

const guarded = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => protectedRoute, path, component });
/** A protected screen that requires access to a group, or to one of several. */
const gated = <const Path extends string, Module extends Record<string, unknown>, Name extends keyof Module>(
  path: Path,
  group: AccessGroup | readonly AccessGroup[],
  load: () => Promise<Module>,
  name: Name,
) => guarded(path, withAccess(typeof group === 'string' ? [group] : group, lazyScreen(load, name) as RouteComponent));
const settings = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => settingsRoute, path, component });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

/** Merchants read their own invoices, the provider those of every merchant. */
const INVOICE_GROUPS = ['Invoices', 'Merchant finance'] as const;

const protectedRoutes = [
  guarded(
    '/dashboard',
    lazyScreen(() => import('./dashboard-route.tsx'), 'DashboardRoute'),
  ),
  guarded(
    '/analytics',
    lazyScreen(() => import('./analytics-route.tsx'), 'AnalyticsRoute'),
  ),
  guarded(
    '/announcement',
    lazyScreen(() => import('./announcement-route.tsx'), 'AnnouncementRoute'),
  ),
  gated(
    '/announcement/$id',
    'Announcements',
    () => import('../../announcement/detail-screen.tsx'),
    'AnnouncementDetailScreen',
  ),
  guarded(
    '/approvals',
    lazyScreen(() => import('../../approval/list-screen.tsx'), 'ApprovalListScreen'),
  ),
  gated('/pricing', 'Merchant finance', () => import('./pricing-route.tsx'), 'PricingRoute'),
  gated('/cash-flow', 'Invoices', () => import('./cash-flow-route.tsx'), 'CashFlowRoute'),
  gated('/balance/history/$id', 'Invoices', () => import('../../balance/history-screen.tsx'), 'BalanceHistoryScreen'),
  guarded(
    '/changepassword',
    lazyScreen(() => import('../../auth/change-password-screen.tsx'), 'ChangePasswordScreen'),
  ),
  gated(
    '/bank-statement',
    'Merchant finance',
    () => import('../../bank-statement/list-screen.tsx'),
    'BankStatementListScreen',
  ),
  gated(
    '/bank-statement/$id',
    'Merchant finance',
    () => import('../../bank-statement/detail-screen.tsx'),
    'BankStatementDetailScreen',
  ),
  gated('/invoice', INVOICE_GROUPS, () => import('../../invoice/list-screen.tsx'), 'InvoiceListScreen'),
  gated('/invoice/$id', INVOICE_GROUPS, () => import('../../invoice/detail-screen.tsx'), 'InvoiceDetailScreen'),
  gated('/transaction', 'Transactions', () => import('./transaction-list-route.tsx'), 'TransactionListRoute'),
  gated('/transaction/$id', 'Transactions', () => import('./transaction-detail-route.tsx'), 'TransactionDetailRoute'),
  gated('/settlement', 'Reports', () => import('../../settlement/list-screen.tsx'), 'SettlementListScreen'),
  gated('/settlement/$type', 'Reports', () => import('./settlement-type-route.tsx'), 'SettlementTypeRoute'),
  gated(
    '/settlement/report/detail',
    'Reports',
    () => import('../../settlement/detail-screen.tsx'),
    'SettlementDetailScreen',
  ),
  gated('/payment-link', 'Payment Links', () => import('../../payment-link/list-screen.tsx'), 'PaymentLinkListScreen'),
  gated(
    '/payment-link/$id',
    'Payment Links',
    () => import('../../payment-link/detail-screen.tsx'),
    'PaymentLinkDetailScreen',
  ),
  gated(
    '/payment-link/create',
    'Payment Links',
    () => import('../../payment-link/create-screen.tsx'),
    'CreatePaymentLinkScreen',
  ),
  gated('/merchant', 'Merchants', () => import('../../merchant/list-screen.tsx'), 'MerchantListScreen'),

  gated('/merchant/$id', 'Merchants', () => import('./merchant-detail-route.tsx'), 'MerchantDetailRoute'),
  gated('/add-merchant', 'Merchants', () => import('../../merchant/form-screen.tsx'), 'AddMerchantScreen'),
  gated('/edit-merchant/$id', 'Merchants', () => import('../../merchant/form-screen.tsx'), 'EditMerchantScreen'),
  gated(
    '/account-group',
    'Account Groups',
    () => import('../../account-group/list-screen.tsx'),
    'AccountGroupListScreen',
  ),
  gated(
    '/account-group/$id/',
    'Account Groups',
    () => import('./account-group-detail-route.tsx'),
    'AccountGroupDetailRoute',
  ),
  gated(
    '/account-group-commission',
    'Commissions',
    () => import('../../account-group-commission/list-screen.tsx'),
    'CommissionListScreen',
  ),
  gated(
    '/account-group-commission/$id',
    'Commissions',
    () => import('./commission-detail-route.tsx'),
    'CommissionDetailRoute',
  ),
  gated('/api-settings', 'API', () => import('./api-settings-route.tsx'), 'ApiSettingsRoute'),
  gated(
    '/api-settings/create-webhook',
    'API',
    () => import('../../webhook/endpoint-form-screen.tsx'),
    'EndpointFormScreen',
  ),
  gated(
    '/virtual-account',
    'Virtual Accounts',
    () => import('../../virtual-account/list-screen.tsx'),
    'VirtualAccountListScreen',
  ),
  gated(
    '/virtual-account/$id',
    'Virtual Accounts',
    () => import('../../virtual-account/detail-screen.tsx'),
    'VirtualAccountDetailScreen',
  ),
  gated('/qris-payment', 'QRIS', () => import('../qris/list-screen.tsx'), 'QrisPaymentListScreen'),
  gated('/qris-payment/$id', 'QRIS', () => import('../qris/detail-screen.tsx'), 'QrisCodeScreen'),
  gated('/deposit-va', 'Deposit VA', () => import('../../deposit-va/list-screen.tsx'), 'DepositVaListScreen'),
  gated('/deposit-va/$id', 'Deposit VA', () => import('../../deposit-va/detail-screen.tsx'), 'DepositVaDetailScreen'),
  gated('/disbursement', 'Disbursements', () => import('../../disbursement/list-screen.tsx'), 'DisbursementListScreen'),
  gated(
    '/disbursement/$id',
    'Disbursements',
    () => import('./disbursement-detail-route.tsx'),
    'DisbursementDetailRoute',
  ),
] as const;

const settingsRoutes = [
  settings(
    '/profile',
    lazyScreen(() => import('./profile-route.tsx'), 'ProfileRoute'),
  ),
  settings(
    '/business-profile',
    withAccess(
      ['Business profile'],
      lazyScreen(() => import('./business-profile-route.tsx'), 'BusinessProfileRoute') as RouteComponent,
    ),
  ),
  settings(
    '/users',
    withAccess(['Users', 'Staff'], lazyScreen(() => import('./users-route.tsx'), 'UsersRoute') as RouteComponent),
  ),
  settings(
    '/settings',
    lazyScreen(() => import('./settings-route.tsx'), 'SettingsRoute'),
  ),
  settings(
    '/manage-notifications',
    lazyScreen(() => import('./manage-notifications-route.tsx'), 'ManageNotificationsRoute'),
  ),
] as const;

/** Any other path: the fallback page, behind the session gate inside the protected area. */
const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$',
  beforeLoad: ({ location, context }) => {
    if (isProtectedPath(location.pathname)) requireSession({ context });
  },
  component: UnknownScreen,
});

export const routeTree = rootRoute.addChildren([
  homeRoute,
  ...publicRoutes,
  protectedRoute.addChildren([settingsRoute.addChildren([...settingsRoutes]), ...protectedRoutes]),
  unknownRoute,
]);
