/** Status transitions of balance transfers, and when the low-balance alert is sent. */
import type { Rupiah } from '@dasbor/contract/money';
import type { BalanceTransferStatus } from '@dasbor/contract/payout-balance';

export const BALANCE_TRANSFER_TRANSITIONS: Record<BalanceTransferStatus, readonly BalanceTransferStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: ['posted'],
  posted: [],
  rejected: [],
};

/** Notifies once when the balance falls below the threshold, and again only after it recovered. */
export function decideAlert(alert: {
  threshold: Rupiah | null;
  is_below: boolean;
  balance: Rupiah;
}): 'notify' | 'recover' | 'none' {
  const is_low = alert.threshold !== null && alert.balance < alert.threshold;
  if (is_low === alert.is_below) return 'none';
  return is_low ? 'notify' : 'recover';
}
