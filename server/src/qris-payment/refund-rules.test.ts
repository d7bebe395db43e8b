import { expect, test } from 'vitest';
import { findIssuer, buildRefundTerms } from './refund-rules.ts';

test.each([
  ['93600914', 'GoPay', true, true],
  ['93600911', 'LinkAja', true, false],
  ['93600008', 'Mandiri', true, false],
  ['93600009', 'BNI', false, false],
  ['93600014', 'BCA', false, false],
  ['93600002', 'BRI', false, false],
  [null, 'bca', false, false],
  [null, 'Unknown bank', true, false],
  [null, null, true, false],
])('domain 4.1: refunds by issuer %s %s: possible %s, partial %s', (issuer_code, issuer, is_possible, is_partial) => {
  const refund = buildRefundTerms({ issuer, issuer_code }, 'en');
  expect(refund).toMatchObject({ is_possible, is_partial, days: is_possible ? 30 : 0 });
});
test('the number of an issuer takes precedence over its name', () => {
  expect(findIssuer({ issuer: 'GoPay', issuer_code: '93600014' })?.name).toBe('BCA');
});
test.each([
  ['en', 'BCA does not support QRIS refunds; refund by bank transfer instead'],
  ['id', 'BCA tidak mendukung pengembalian dana QRIS; gunakan transfer bank'],
] as const)('refund terms in %s', (language, detail) => {
  expect(buildRefundTerms({ issuer: 'BCA', issuer_code: null }, language).detail).toBe(detail);
});
