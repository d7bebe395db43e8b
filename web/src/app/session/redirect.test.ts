import { expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';

test.each(['/transaction', '/transaction?q=a%20b&status=success', '/account-group/x/', '/settings#part', '/a//b'])(
  'spec §2: %s is followed after sign-in',
  (path) => expect(safeRedirect(path)).toBe(path),
);

test.each([
  undefined,
  '',
  'transaction',
  'https://evil.example/x',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  '/login',
  '/login?redirect=/login',
])('spec §2: %s is not a path of this origin, or leads nowhere: home instead', (path) =>
  expect(safeRedirect(path)).toBe('/'),
);
