/** The order of accounts and the cursor of movements. */
import { ACCOUNT_TYPES, type AccountType, type Balance } from '@dasbor/contract/balance';
import type { Rupiah } from '@dasbor/contract/money';

/** Accounts in display order: the merchant's balances first, counter accounts last. */
export function toSortedBalances(
  rows: readonly { account_id: string; type: string; floor: Rupiah | null; balance: Rupiah }[],
): Balance[] {
  return rows
    .map(({ account_id, type, floor, balance }): Balance => ({
      id: account_id,
      type: type as AccountType,
      currency: 'IDR',
      balance,
      floor,
    }))
    .toSorted((a, b) => ACCOUNT_TYPES.indexOf(a.type) - ACCOUNT_TYPES.indexOf(b.type));
}
