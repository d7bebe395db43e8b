/** `npm test -- FEATURE` finds the tests of every feature. */
import { expect, test } from 'vitest';
import { findFeatureTests, listFeatures } from './feature-tests.mjs';

test('a feature has its unit, server, web and journey tests', () => {
  const { unit, journeys } = findFeatureTests('refund');
  expect(unit).toContain('server/src/refund/refund.test.ts');
  expect(unit.some((file) => file.startsWith('web/src/refund/'))).toBe(true);
  expect(journeys).toEqual(['refund.e2e.ts']);
  expect(findFeatureTests('manage-notifications').unit).toContain('contract/src/manage-notifications.test.ts');
});

test('journeys that are named differently are found', () => {
  expect(findFeatureTests('qris-payment').journeys).toEqual(['qris.e2e.ts', 'payment.e2e.ts']);
  expect(findFeatureTests('dashboard').journeys).toEqual(['home.e2e.ts']);
});

test('an unknown feature is an error that lists the features', () => {
  expect(() => findFeatureTests('refnud')).toThrow(/no tests of "refnud".*refund/s);
  expect(listFeatures()).toContain('settlement');
});
