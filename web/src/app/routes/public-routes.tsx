/** The public routes of specification section 2, in its order. */
import { type RouteComponent, createRoute } from '@tanstack/react-router';
import { lazyScreen } from './lazy-screen.ts';
import { LoginRoute } from './login-route.tsx';
import { rootRoute } from './root-route.tsx';

const open = <const Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

export const publicRoutes = [
  open(
    '/register',
    lazyScreen(() => import('./account-routes.tsx'), 'RegisterRoute'),
  ),
  open(
    '/register-member',
    lazyScreen(() => import('./register-member-route.tsx'), 'RegisterMemberRoute'),
  ),
  // The first screen that people see: its modules are in the start chunk (vite.config.ts), so that it needs no request.
  open('/login', LoginRoute),
  open(
    '/verification-email/$token',
    lazyScreen(() => import('./account-routes.tsx'), 'VerificationEmailRoute'),
  ),
  open(
    '/verification-email-check',
    lazyScreen(() => import('./account-routes.tsx'), 'VerificationEmailCheckRoute'),
  ),
  open(
    '/forgot-password',
    lazyScreen(() => import('./account-routes.tsx'), 'ForgotPasswordRoute'),
  ),
  open(
    '/reset-password/$token',
    lazyScreen(() => import('./account-routes.tsx'), 'ResetPasswordRoute'),
  ),
  open(
    '/resend-email/$email',
    lazyScreen(() => import('./account-routes.tsx'), 'ResendEmailRoute'),
  ),
  open(
    '/mobile-verification',
    lazyScreen(() => import('./account-routes.tsx'), 'MobileVerificationRoute'),
  ),
  open(
    '/register-flow',
    lazyScreen(() => import('./register-routes.tsx'), 'RegisterFlowRoute'),
  ),
  open(
    '/register-form/enterprise',
    lazyScreen(() => import('./register-routes.tsx'), 'RegisterEnterpriseRoute'),
  ),
  open(
    '/register-form/personal',
    lazyScreen(() => import('./register-routes.tsx'), 'RegisterPersonalRoute'),
  ),
] as const;
