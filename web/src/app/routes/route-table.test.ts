/** The route table against specification section 2, line by line: nothing missing, nothing added. */
import { type AnyRoute, createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { requireSession } from '../session/require-session.ts';
import { createAppRouter } from './router.ts';
import { isProtectedPath } from './protected-paths.ts';

const PUBLIC = [
  '/register',
  '/register-member',
  '/login',
  '/verification-email/{token}',
  '/verification-email-check',
  '/forgot-password',
  '/reset-password/{token}',
  '/resend-email/{email}',
  '/mobile-verification',
  '/register-flow',
  '/register-form/enterprise',
  '/register-form/personal',
];
const PROTECTED = [
  ['/dashboard', '/analytics', '/cash-flow', '/balance/history/{id}', '/changepassword'],
  ['/transaction', '/transaction/{id}'],
  ['/settlement', '/settlement/{type}', '/settlement/report/detail'],
  ['/payment-link', '/payment-link/{id}', '/payment-link/create'],
  ['/merchant', '/merchant/{id}', '/add-merchant', '/edit-merchant/{id}'],
  ['/account-group', '/account-group/{id}/', '/account-group-commission', '/account-group-commission/{id}'],
  ['/profile', '/business-profile', '/users', '/settings'],
  // Beside the specification's routes.
  ['/announcement', '/announcement/{id}'],
  ['/approvals'],
  ['/pricing'],
  ['/invoice', '/invoice/{id}'],
  ['/bank-statement', '/bank-statement/{id}'],
  ['/api-settings', '/api-settings/create-webhook'],
  ['/virtual-account', '/virtual-account/{id}'],
  ['/qris-payment', '/qris-payment/{id}'],
  ['/deposit-va', '/deposit-va/{id}'],
  ['/disbursement', '/disbursement/{id}'],
  ['/manage-notifications'],
];

const router = createAppRouter(createMemoryHistory());
const routes = (Object.values(router.routesById) as AnyRoute[]).filter(
  (route) => route.children === undefined && route.fullPath !== '/$' && route.fullPath !== '/',
);
const spelled = (route: AnyRoute): string => String(route.fullPath).replaceAll(/\$(\w+)/g, '{$1}');

function isGuarded(route: AnyRoute): boolean {
  if (route.options.beforeLoad === requireSession) return true;
  return route.parentRoute !== undefined && isGuarded(route.parentRoute);
}
const spelledIf = (guarded: boolean): string[] =>
  routes
    .filter((route) => isGuarded(route) === guarded)
    .map(spelled)
    .sort();

function matched(address: string): string | undefined {
  const [, , route] = router.getMatchedRoutes(address);
  return route && spelled(route);
}

test('spec §2: the public routes are these and no other, and none of them is behind the gate', () => {
  expect(spelledIf(false)).toEqual(PUBLIC.toSorted());
});

test('spec §2: the protected routes are these and no other, each behind the session gate', () => {
  expect(spelledIf(true)).toEqual(PROTECTED.flat().toSorted());
});

describe.each(PROTECTED.map((paths) => [paths.join(', '), paths] as const))('%s', (_line, paths) => {
  test.each(paths)('spec §2: %s leads to a screen of its own, and is protected when unknown parts follow', (path) => {
    const address = path.replaceAll(/\{\w+\}/g, 'x1');
    expect(matched(address)).toBe(path);
    expect(isProtectedPath(`${address}/unknown`)).toBe(true);
  });
});

test.each(PUBLIC)('spec §2: %s leads to a screen of its own, and is public when unknown parts follow', (path) => {
  const address = path.replaceAll(/\{\w+\}/g, 'x1');
  expect(matched(address)).toBe(path);
  expect(isProtectedPath(`${address}/unknown`)).toBe(false);
});
