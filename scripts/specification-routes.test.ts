import { expect, test } from 'vitest';
import { opensRoute } from './specification-routes.ts';

test.each([
  ['/transaction', `page.goto('/transaction?status=paid')`],
  ['/transaction/{id}', `page.goto('/transaction/txn_unknown')`],
  ['/transaction/{id}', 'page.goto(`/transaction/${payment.transaction_id}`)'],
  ['/account-group/{id}/', `['/account-group/agr_1/', 'Account group not found']`],
  ['/merchant', 'page.goto(`${DASHBOARD_URL}/merchant`)'],
])('%s is opened by %s', (route, source) => {
  expect(opensRoute(source, route)).toBe(true);
});

test.each([
  ['/transaction', `page.goto('/transaction/txn_1')`],
  ['/transaction/{id}', `page.goto('/transaction')`],
  ['/merchant', `page.goto('/add/merchant')`],
  ['/', `page.goto('/login')`],
])('%s is not opened by %s', (route, source) => {
  expect(opensRoute(source, route)).toBe(false);
});
