/** Every route of specification section 2, in its order. */
export const SPECIFICATION_ROUTES: readonly string[] = [
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
  '/',
  '/dashboard',
  '/analytics',
  '/cash-flow',
  '/balance/history/{id}',
  '/changepassword',
  '/transaction',
  '/transaction/{id}',
  '/settlement',
  '/settlement/{type}',
  '/settlement/report/detail',
  '/payment-link',
  '/payment-link/{id}',
  '/payment-link/create',
  '/merchant',
  '/merchant/{id}',
  '/add-merchant',
  '/edit-merchant/{id}',
  '/account-group',
  '/account-group/{id}/',
  '/account-group-commission',
  '/account-group-commission/{id}',
  '/profile',
  '/business-profile',
  '/users',
  '/settings',
  '/api-settings',
  '/api-settings/create-webhook',
  '/virtual-account',
  '/virtual-account/{id}',
  '/qris-payment',
  '/qris-payment/{id}',
  '/deposit-va',
  '/deposit-va/{id}',
  '/disbursement',
  '/disbursement/{id}',
  '/manage-notifications',
];

/**
 * Whether the source of a journey opens a route: a string or template that begins with its path, whose parameters are
 * given or inserted.
 */
export function opensRoute(source: string, route: string): boolean {
  const path = route
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()[\]\\]/g, '\\$&'))
    .join('(?:\\$\\{[^`]*?\\}|[^/\'"`?\\s]+)');
  return new RegExp(`(?:['"\`]|_URL\\})${path}(?=['"\`?#])`).test(source);
}
