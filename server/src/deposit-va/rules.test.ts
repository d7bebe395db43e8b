/** Domain 1.11: which state may follow which, and what happens to money that comes. */
import { VA_BANKS, parseVaNumber } from '@dasbor/contract/bank';
import { DEPOSIT_STATUSES, DEPOSIT_VA_STATUSES, DEPOSIT_REVIEW_THRESHOLD_DEFAULT } from '@dasbor/contract/deposit-va';
import { BALANCE_TRANSFER_STATUSES } from '@dasbor/contract/payout-balance';
import { describe, expect, test } from 'vitest';
import { BALANCE_TRANSFER_TRANSITIONS, decideAlert } from '../payout-balance/rules.ts';
import {
  DEPOSIT_TRANSITIONS,
  DEPOSIT_VA_TRANSITIONS,
  buildCreditTransfers,
  buildDepositNumber,
  formatHolderName,
  buildHoldTransfers,
  isDepositNumber,
  buildReturnTransfers,
  findReviewReason,
  buildTrxId,
} from './rules.ts';

const legal = <S extends string>(moves: Record<S, readonly S[]>, all: readonly S[]): string[] =>
  all.flatMap((from) => all.filter((to) => moves[from].includes(to)).map((to) => `${from} → ${to}`));

test('domain 1.11: the legal moves of numbers, deposits and moves, and no other', () => {
  expect(legal(DEPOSIT_VA_TRANSITIONS, DEPOSIT_VA_STATUSES)).toEqual([
    'opening → active',
    'opening → failed',
    'active → inactive',
    'active → closed',
    'inactive → active',
    'inactive → closed',
    'closed → opening',
    'failed → opening',
  ]);
  expect(legal(DEPOSIT_TRANSITIONS, DEPOSIT_STATUSES)).toEqual([
    'received → under_review',
    'received → credited',
    'under_review → credited',
    'under_review → returned',
  ]);
  expect(legal(BALANCE_TRANSFER_TRANSITIONS, BALANCE_TRANSFER_STATUSES)).toEqual([
    'pending → approved',
    'pending → rejected',
    'approved → posted',
  ]);
});

describe('domain 4.3: the permanent number', () => {
  test.each(VA_BANKS.map(({ channel }) => channel))(
    '%s: its suffix is all zeros, and it names its merchant',
    (bank) => {
      const number = buildDepositNumber(bank, '10001');
      expect(isDepositNumber(number)).toBe(true);
      expect(parseVaNumber(number)).toMatchObject({ channel: bank, va_part: '10001' });
      expect(isDepositNumber(`${number.slice(0, -1)}1`)).toBe(false);
      expect(isDepositNumber(`${number}0`)).toBe(false);
    },
  );

  test('the bank knows each opening by a number of its own, within the standard length', () => {
    const [mer, dva] = ['mer_01kagz7v3w8x9y2m4n5p6q7r8s', 'dva_01kagz7v3w8x9y2m4n5p6q7r8t'];
    expect(buildTrxId(mer, dva, 1)).not.toBe(buildTrxId(mer, dva, 2));
    expect(buildTrxId(mer, dva, 999).length).toBeLessThanOrEqual(64);
  });

  test.each([
    ['Kopi Nusantara', 'BCA', 'KOPI NUSANTARA'],
    ['Café "Déjà-vu" & Co.', 'BCA', 'CAFE DEJA VU CO'],
    ['Perusahaan Dagang Sejahtera Abadi', 'BCA', 'PERUSAHAAN DAGANG SEJAHT'],
    ['北京', 'BRI', 'MERCHANT 00000'],
  ] as const)('%s is shown by %s as %s', (brand, bank, shown) => {
    expect(formatHolderName(brand, bank)).toBe(shown);
  });
});

describe('domain 1.11: money is held for review', () => {
  const plain = { va_status: 'active', amount: 50_000, net_amount: 50_000, review_above: null } as const;
  test.each([
    [{}, null],
    [{ va_status: 'inactive' }, 'va_inactive'],
    [{ va_status: 'opening' }, 'va_inactive'],
    [{ va_status: 'closed' }, 'va_closed'],
    [{ va_status: 'failed' }, 'va_closed'],
    [{ amount: DEPOSIT_REVIEW_THRESHOLD_DEFAULT }, null],
    [{ amount: DEPOSIT_REVIEW_THRESHOLD_DEFAULT + 1 }, 'over_limit'],
    [{ amount: 100_000, review_above: 100_000 }, null],
    [{ amount: 100_001, review_above: 100_000 }, 'over_limit'],
    [{ net_amount: 1 }, null],
    [{ net_amount: 0 }, 'fee_exceeds_amount'],
  ] as const)('%o: %s', (change, reason) => {
    expect(findReviewReason({ ...plain, ...change })).toBe(reason);
  });
});

test('domain 3: the transfers of a deposit', () => {
  const types = ['provider_receivable', 'payout', 'fees_paid', 'vat_paid', 'suspense', 'bank_clearing'];
  const accounts = Object.fromEntries(types.map((type) => [type, type]));
  const shown = (transfers: ReturnType<typeof buildCreditTransfers>) =>
    transfers.map((each) => `${each.kind} ${each.debit_account}→${each.credit_account} ${each.amount}`);
  const money = { id: 'dep_1', amount: 100_000, fee_amount: 2_000, fee_vat_amount: 220 };
  const free = { ...money, fee_amount: 0, fee_vat_amount: 0 };
  expect(shown(buildCreditTransfers(money, accounts, 'provider_receivable'))).toEqual([
    'top_up provider_receivable→payout 100000',
    'top_up_fee payout→fees_paid 2000',
    'top_up_fee_vat payout→vat_paid 220',
  ]);
  expect(shown(buildCreditTransfers(free, accounts, 'suspense'))).toEqual(['top_up suspense→payout 100000']);
  expect(shown(buildHoldTransfers(money, accounts))).toEqual(['deposit_hold provider_receivable→suspense 100000']);
  expect(shown(buildReturnTransfers(money, accounts))).toEqual(['deposit_return suspense→bank_clearing 100000']);
});

test.each([
  [{ threshold: null, is_below: false, balance: 0 }, 'none'],
  [{ threshold: null, is_below: true, balance: 0 }, 'recover'],
  [{ threshold: 100, is_below: false, balance: 100 }, 'none'],
  [{ threshold: 100, is_below: false, balance: 99 }, 'notify'],
  [{ threshold: 100, is_below: true, balance: 99 }, 'none'],
  [{ threshold: 100, is_below: true, balance: 100 }, 'recover'],
] as const)('domain 1.11: one email per fall: %o → %s', (alert, step) => {
  expect(decideAlert(alert)).toBe(step);
});
