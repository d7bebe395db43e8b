/** Every route of specification section 2, in its order. Screens are loaded when they are opened. */
import type { AccessGroup } from '@dasbor/contract/access';
import { type RouteComponent, createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';
import { messages } from '../messages.ts';
import { notBuilt, publicNotBuilt } from './not-built.tsx';
import { isProtectedPath } from './protected-paths.ts';
import { requireSession } from '../session/require-session.ts';
import { Root } from '../root.tsx';
import { UnknownScreen } from './unknown-screen.tsx';
import { withAccess } from './with-access.tsx';
import type { SearchFields } from './search-params.ts';

export const rootRoute = createRootRoute({
  component: Root,
  validateSearch: (search: Record<string, unknown>): SearchFields => search as SearchFields,
});
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

const open = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });
const guarded = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => protectedRoute, path, component });
/** A protected screen that requires access to a group. */
const gated = <const Path extends string, Module extends Record<string, unknown>, Name extends keyof Module>(
  path: Path,
  group: AccessGroup,
  load: () => Promise<Module>,
  name: Name,
) => guarded(path, withAccess(group, lazyScreen(load, name) as RouteComponent));
const settings = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => settingsRoute, path, component });

const publicRoutes = [
  open(
    '/register',
    publicNotBuilt(() => messages().titles.create_account),
  ),
  open(
    '/register-member',
    publicNotBuilt(() => messages().titles.join_team),
  ),
  open(
    '/login',
    lazyScreen(() => import('./login-route.tsx'), 'LoginRoute'),
  ),
  open(
    '/verification-email/$token',
    publicNotBuilt(() => messages().titles.confirm_email),
  ),
  open(
    '/verification-email-check',
    publicNotBuilt(() => messages().titles.check_email),
  ),
  open(
    '/forgot-password',
    publicNotBuilt(() => messages().titles.forgot_password),
  ),
  open(
    '/reset-password/$token',
    publicNotBuilt(() => messages().titles.reset_password),
  ),
  open(
    '/resend-email/$email',
    publicNotBuilt(() => messages().titles.resend_email),
  ),
  open(
    '/mobile-verification',
    publicNotBuilt(() => messages().titles.confirm_phone),
  ),
  open(
    '/register-flow',
    publicNotBuilt(() => messages().titles.create_account),
  ),
  open(
    '/register-form/enterprise',
    publicNotBuilt(() => messages().titles.register_company),
  ),
  open(
    '/register-form/personal',
    publicNotBuilt(() => messages().titles.register_person),
  ),
] as const;

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const protectedRoutes = [
  guarded(
    '/dashboard',
    lazyScreen(() => import('./dashboard-route.tsx'), 'DashboardRoute'),
  ),
  guarded(
    '/analytics',
    notBuilt(() => messages().screens.analytics),
  ),
  gated('/cash-flow', 'Invoices', () => import('./cash-flow-route.tsx'), 'CashFlowRoute'),
  gated('/balance/history/$id', 'Invoices', () => import('../../balance/history-screen.tsx'), 'BalanceHistoryScreen'),
  guarded(
    '/changepassword',
    notBuilt(() => messages().titles.change_password),
  ),
  gated('/transaction', 'Transactions', () => import('./transaction-list-route.tsx'), 'TransactionListRoute'),
  gated('/transaction/$id', 'Transactions', () => import('./transaction-detail-route.tsx'), 'TransactionDetailRoute'),
  gated('/settlement', 'Reports', () => import('../../settlement/list-screen.tsx'), 'SettlementListScreen'),
  gated('/settlement/$type', 'Reports', () => import('../../settlement/list-screen.tsx'), 'SettlementListScreen'),
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
  guarded(
    '/merchant',
    notBuilt(() => messages().screens.merchants),
  ),
  guarded(
    '/merchant/$id',
    notBuilt(() => messages().titles.merchant),
  ),
  guarded(
    '/add-merchant',
    notBuilt(() => messages().titles.add_merchant),
  ),
  guarded(
    '/edit-merchant/$id',
    notBuilt(() => messages().titles.edit_merchant),
  ),
  guarded(
    '/account-group',
    notBuilt(() => messages().screens.account_groups),
  ),
  guarded(
    '/account-group/$id/',
    notBuilt(() => messages().titles.account_group),
  ),
  guarded(
    '/account-group-commission',
    notBuilt(() => messages().screens.commissions),
  ),
  guarded(
    '/account-group-commission/$id',
    notBuilt(() => messages().titles.commission),
  ),
  guarded(
    '/api-settings',
    notBuilt(() => messages().screens.api_settings),
  ),
  guarded(
    '/api-settings/create-webhook',
    notBuilt(() => messages().titles.create_webhook),
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
  guarded(
    '/disbursement',
    notBuilt(() => messages().screens.disbursements),
  ),
  guarded(
    '/disbursement/$id',
    notBuilt(() => messages().titles.disbursement),
  ),
] as const;

const settingsRoutes = [
  settings(
    '/profile',
    lazyScreen(() => import('./profile-route.tsx'), 'ProfileRoute'),
  ),
  settings(
    '/business-profile',
    notBuilt(() => messages().titles.business),
  ),
  settings(
    '/users',
    notBuilt(() => messages().titles.users),
  ),
  settings(
    '/settings',
    notBuilt(() => messages().titles.settings),
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
  beforeLoad: ({ location }) => {
    if (isProtectedPath(location.pathname)) requireSession({ location });
  },
  component: UnknownScreen,
});

export const routeTree = rootRoute.addChildren([
  homeRoute,
  ...publicRoutes,
  protectedRoute.addChildren([settingsRoute.addChildren([...settingsRoutes]), ...protectedRoutes]),
  unknownRoute,
]);
