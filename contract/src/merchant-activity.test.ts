import { describe, expect, test } from 'vitest';
import { MONEY_ACTIONS, MERCHANT_STATUSES, findInactiveReason } from './merchant-activity.ts';

const ENABLED = { payments_enabled: true, payouts_enabled: true };
const DISABLED = { payments_enabled: false, payouts_enabled: false };

describe('what a merchant may do', () => {
  test.each([
    ['registered', 'not_activated', 'not_activated', 'not_activated', 'not_activated'],
    ['onboarding', 'not_activated', 'not_activated', 'not_activated', 'not_activated'],
    ['pending_review', 'not_activated', 'not_activated', 'not_activated', 'not_activated'],
    ['active', null, null, null, null],
    ['suspended', 'suspended', 'suspended', null, null],
    ['closed', 'closed', 'closed', 'closed', null],
    ['rejected', 'rejected', 'rejected', 'rejected', 'rejected'],
  ] as const)('%s: payments %s, payouts %s, refunds %s, by the provider %s', (status, ...expected) => {
    expect(MONEY_ACTIONS.map((activity) => findInactiveReason(activity, { status, ...ENABLED }))).toEqual(expected);
  });

  test('the switches stop payments and payouts of an active merchant, never its refunds', () => {
    expect(MONEY_ACTIONS.map((activity) => findInactiveReason(activity, { status: 'active', ...DISABLED }))).toEqual([
      'payments_disabled',
      'payouts_disabled',
      null,
      null,
    ]);
  });

  test('only active merchants accept payments or pay out', () => {
    for (const status of MERCHANT_STATUSES.filter((each) => each !== 'active')) {
      expect(findInactiveReason('payments', { status, ...ENABLED }), status).not.toBeNull();
      expect(findInactiveReason('payouts', { status, ...ENABLED }), status).not.toBeNull();
    }
  });
});
