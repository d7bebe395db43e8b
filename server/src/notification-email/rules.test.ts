import { MERCHANT_ROLES, getRoleAccess } from '@dasbor/contract/access';
import { describe, expect, test } from 'vitest';
import { MAX_AGE_MS, getAudience, isDigestible, needsDigest, isInAudience, calculateNextAttempt } from './rules.ts';

const NOW = new Date('2026-11-21T07:00:00Z');
const MINUTE_MS = 60_000;

const listRoles = (action: number, user_id: string | null = null) =>
  MERCHANT_ROLES.filter((role) =>
    isInAudience({ user_id: `usr_${role}`, role, access: getRoleAccess(role) }, getAudience(action), {
      user_id,
      role_access: 'enabled',
    }),
  ).join(' ');

test.each([
  [1001, 'support'],
  [1002, 'support'],
  [1003, 'superadmin support'],
  [1004, 'superadmin admin finance operator approver'],
  [1005, 'superadmin admin finance operator approver'],
  [1006, 'superadmin admin finance operator approver'],
  [1007, 'superadmin admin finance approver'],
  [1008, 'superadmin admin finance operator approver'],
  [1009, 'superadmin admin developer'],
  [1010, 'superadmin admin finance operator approver developer support'],
  [1011, 'superadmin admin'],
  [1012, 'superadmin admin finance'],
  [1013, 'superadmin admin finance approver'],
  [1101, 'superadmin admin finance operator approver developer support'],
  [1126, 'superadmin admin finance operator approver developer support'],
  [1201, 'superadmin approver'],
  [1203, 'superadmin admin finance operator approver'],
  [1301, 'superadmin admin finance operator approver'],
  [1404, 'superadmin admin finance operator approver developer support'],
] as const)('domain 1.14, 1.21: action %i is emailed to %s', (action, roles) => {
  expect(listRoles(action, 'usr_support')).toBe(roles);
});

test('an action without an audience is emailed to nobody', () => {
  expect(() => getAudience(9_999)).toThrow('9999');
});

test.each([
  [0, 1, false, false],
  [0, 20, false, false],
  [0, 21, false, true],
  [19, 1, false, false],
  [20, 1, false, true],
  [0, 1, true, true],
] as const)(
  'domain 1.21: %i recent and %i new events, open digest %s: digest %s',
  (recent_count, new_count, has_open_digest, is_digest) => {
    expect(needsDigest(new_count, recent_count, has_open_digest)).toBe(is_digest);
  },
);

test('domain 1.21: digests combine payments, refunds, deposits and links, but not security, settlements and approvals', () => {
  const bursty = [1006, 1101, 1116, 1126, 1203, 1301, 1302, 1401, 1404];
  expect(bursty.filter((action) => !isDigestible(action))).toEqual([]);
  expect(
    [1001, 1002, 1003, 1004, 1005, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1201, 1206].filter(isDigestible),
  ).toEqual([]);
});

describe('reliability 4.6: an email is retried', () => {
  test.each([
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 30],
    [5, 60],
    [100, 60],
  ])('after %i failed attempts in %i minutes', (attempts, minutes) => {
    expect(calculateNextAttempt(attempts, NOW, NOW)?.getTime()).toBe(NOW.getTime() + minutes * MINUTE_MS);
  });

  test('for seven days and no longer', () => {
    const last = new Date(NOW.getTime() + MAX_AGE_MS - 60 * MINUTE_MS);
    expect(calculateNextAttempt(9, NOW, last)?.getTime()).toBe(NOW.getTime() + MAX_AGE_MS);
    expect(calculateNextAttempt(9, NOW, new Date(last.getTime() + 1))).toBeNull();
  });
});
