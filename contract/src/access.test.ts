import { expect, test } from 'vitest';
import { ACCESS_GROUPS, ACCESS_LEVELS, MERCHANT_ROLES, PROVIDER_ROLES, hasLevel } from './access.ts';

test('decision: the roles of merchants and of the provider', () => {
  expect(MERCHANT_ROLES).toEqual(['superadmin', 'admin', 'finance', 'operator', 'approver', 'developer', 'support']);
  expect(PROVIDER_ROLES).toEqual(['platform_admin', 'platform_finance', 'platform_compliance', 'platform_support']);
});

test("spec §3, §9: 'disabled' is the lowest level, and each level includes the ones before it", () => {
  expect(ACCESS_LEVELS).toEqual(['disabled', 'view', 'manage', 'approve']);
  for (const [held_at, held] of ACCESS_LEVELS.entries()) {
    for (const [needed_at, needed] of ACCESS_LEVELS.entries())
      expect(hasLevel(held, needed)).toBe(held_at >= needed_at);
  }
  expect(ACCESS_GROUPS).toEqual(expect.arrayContaining(['Reports', 'Invoices']));
});
