/** Decisions about the payout balance: which state of a move may follow which, and when somebody is told of a fall. */
import type { Rupiah } from '@dasbor/contract/money';
import type { BalanceTransferStatus } from '@dasbor/contract/payout-balance';

export const BALANCE_TRANSFER_TRANSITIONS: Record<BalanceTransferStatus, readonly BalanceTransferStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: ['posted'],
  posted: [],
  rejected: [],
};

/** Whether somebody is told: at a fall below the threshold, once, until the balance was at it or above again. */
export function decideAlert(alert: {
  threshold: Rupiah | null;
  is_below: boolean;
  balance: Rupiah;
}): 'tell' | 'recover' | 'keep' {
  const is_low = alert.threshold !== null && alert.balance < alert.threshold;
  if (is_low === alert.is_below) return 'keep';
  return is_low ? 'tell' : 'recover';
}
