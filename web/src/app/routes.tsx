/** Every route of specification section 2, in its order. Screens are loaded when they are opened. */
import {
  type RouteComponent,
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { DashboardRoute } from './dashboard-route.tsx';
import { gated } from './group-gate.tsx';
import { notBuilt } from './not-built.tsx';
import { isProtectedPath } from './protected-paths.ts';
import { publicNotBuilt } from './public-not-built.tsx';
import { requireSession } from './require-session.ts';
import { Root } from './root.tsx';
import { UnknownScreen } from './unknown-screen.tsx';
import type { SearchFields } from './search-params.ts';

export const rootRoute = createRootRoute({
  component: Root,
  validateSearch: (search: Record<string, unknown>): SearchFields => search as SearchFields,
});
const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});
const settingsRoute = createRoute({
  getParentRoute: () => protectedRoute,
  id: 'settings-area',
  component: lazyRouteComponent(() => import('./settings-tabs.tsx'), 'SettingsArea'),
});

const open = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });
const guarded = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => protectedRoute, path, component });
const settings = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => settingsRoute, path, component });

const publicRoutes = [
  open('/register', publicNotBuilt('Create an account')),
  open('/register-member', publicNotBuilt('Join your team')),
  open(
    '/login',
    lazyRouteComponent(() => import('./login-route.tsx'), 'LoginRoute'),
  ),
  open('/verification-email/$token', publicNotBuilt('Confirm your email')),
  open('/verification-email-check', publicNotBuilt('Check your email')),
  open('/forgot-password', publicNotBuilt('Forgot your password')),
  open('/reset-password/$token', publicNotBuilt('Reset your password')),
  open('/resend-email/$email', publicNotBuilt('Send the email again')),
  open('/mobile-verification', publicNotBuilt('Confirm your phone')),
  open('/register-flow', publicNotBuilt('Create an account')),
  open('/register-form/enterprise', publicNotBuilt('Register a company')),
  open('/register-form/personal', publicNotBuilt('Register as a person')),
] as const;

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});

const protectedRoutes = [
  guarded('/dashboard', DashboardRoute),
  guarded('/analytics', notBuilt('Analytics')),
  guarded(
    '/cash-flow',
    gated(
      'Invoices',
      lazyRouteComponent(() => import('./cash-flow-route.tsx'), 'CashFlowRoute'),
    ),
  ),
  guarded(
    '/balance/history/$id',
    gated(
      'Invoices',
      lazyRouteComponent(() => import('../balance/history-screen.tsx'), 'BalanceHistoryScreen'),
    ),
  ),
  guarded('/changepassword', notBuilt('Change password')),
  guarded(
    '/transaction',
    gated(
      'Transactions',
      lazyRouteComponent(() => import('./transaction-list-route.tsx'), 'TransactionListRoute'),
    ),
  ),
  guarded(
    '/transaction/$id',
    gated(
      'Transactions',
      lazyRouteComponent(() => import('./transaction-detail-route.tsx'), 'TransactionDetailRoute'),
    ),
  ),
  guarded(
    '/settlement',
    gated(
      'Reports',
      lazyRouteComponent(() => import('../settlement/list-screen.tsx'), 'SettlementListScreen'),
    ),
  ),
  guarded(
    '/settlement/$type',
    gated(
      'Reports',
      lazyRouteComponent(() => import('../settlement/list-screen.tsx'), 'SettlementListScreen'),
    ),
  ),
  guarded(
    '/settlement/report/detail',
    gated(
      'Reports',
      lazyRouteComponent(() => import('../settlement/detail-screen.tsx'), 'SettlementDetailScreen'),
    ),
  ),
  guarded(
    '/payment-link',
    gated(
      'Payment Links',
      lazyRouteComponent(() => import('../payment-link/list-screen.tsx'), 'PaymentLinkListScreen'),
    ),
  ),
  guarded(
    '/payment-link/$id',
    gated(
      'Payment Links',
      lazyRouteComponent(() => import('../payment-link/detail-screen.tsx'), 'PaymentLinkDetailScreen'),
    ),
  ),
  guarded(
    '/payment-link/create',
    gated(
      'Payment Links',
      lazyRouteComponent(() => import('../payment-link/create-screen.tsx'), 'CreatePaymentLinkScreen'),
    ),
  ),
  guarded('/merchant', notBuilt('Merchants')),
  guarded('/merchant/$id', notBuilt('Merchant')),
  guarded('/add-merchant', notBuilt('Add a merchant')),
  guarded('/edit-merchant/$id', notBuilt('Edit a merchant')),
  guarded('/account-group', notBuilt('Account groups')),
  guarded('/account-group/$id/', notBuilt('Account group')),
  guarded('/account-group-commission', notBuilt('Commissions')),
  guarded('/account-group-commission/$id', notBuilt('Commission')),
  guarded('/api-settings', notBuilt('API settings')),
  guarded('/api-settings/create-webhook', notBuilt('Create a webhook')),
  guarded(
    '/virtual-account',
    gated(
      'Virtual Accounts',
      lazyRouteComponent(() => import('../virtual-account/list-screen.tsx'), 'VirtualAccountListScreen'),
    ),
  ),
  guarded(
    '/virtual-account/$id',
    gated(
      'Virtual Accounts',
      lazyRouteComponent(() => import('../virtual-account/detail-screen.tsx'), 'VirtualAccountDetailScreen'),
    ),
  ),
  guarded(
    '/qris-payment',
    gated(
      'QRIS',
      lazyRouteComponent(() => import('../qris-payment/list-screen.tsx'), 'QrisPaymentListScreen'),
    ),
  ),
  guarded(
    '/qris-payment/$id',
    gated(
      'QRIS',
      lazyRouteComponent(() => import('../qris-payment/detail-screen.tsx'), 'QrisPaymentDetailScreen'),
    ),
  ),
  guarded(
    '/deposit-va',
    gated(
      'Deposit VA',
      lazyRouteComponent(() => import('../deposit-va/list-screen.tsx'), 'DepositVaListScreen'),
    ),
  ),
  guarded(
    '/deposit-va/$id',
    gated(
      'Deposit VA',
      lazyRouteComponent(() => import('../deposit-va/detail-screen.tsx'), 'DepositVaDetailScreen'),
    ),
  ),
  guarded('/disbursement', notBuilt('Disbursements')),
  guarded('/disbursement/$id', notBuilt('Disbursement')),
] as const;

const settingsRoutes = [
  settings(
    '/profile',
    lazyRouteComponent(() => import('./profile-route.tsx'), 'ProfileRoute'),
  ),
  settings('/business-profile', notBuilt('Business')),
  settings('/users', notBuilt('Users')),
  settings('/settings', notBuilt('Settings')),
  settings(
    '/manage-notifications',
    lazyRouteComponent(() => import('./manage-notifications-route.tsx'), 'ManageNotificationsRoute'),
  ),
] as const;

/** Any other path: the fallback page, behind the session gate when it lies in the protected area. */
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
