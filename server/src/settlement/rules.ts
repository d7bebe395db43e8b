/** Rules of settlement batches: status transitions and the status that payments show. Pure. */
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import type { Rupiah } from '@dasbor/contract/money';

export { findNextBusinessDay } from './calendar.ts';

/** The state machine of a batch (domain 1.7). A returned payout can be retried: `returned → processing`. */
export const SETTLEMENT_TRANSITIONS: Record<SettlementBatchStatus, readonly SettlementBatchStatus[]> = {
  open: ['closed'],
  closed: ['approved', 'on_hold'],
  on_hold: ['closed'],
  // Until it is sent, an approved batch can still be held.
  approved: ['processing', 'on_hold'],
  processing: ['paid', 'failed'],
  // The bank may report a failed payout as executed later.
  // Another account needs another approval.
  failed: ['processing', 'paid', 'closed'],
  paid: ['returned'],
  returned: ['processing', 'closed'],
};

export const canTransition = (from: SettlementBatchStatus, to: SettlementBatchStatus): boolean =>
  SETTLEMENT_TRANSITIONS[from].includes(to);

/** The settlement status of a payment by the status of its batch (domain 1.5). */
export const toPaymentStatus = (status: SettlementBatchStatus, is_early: boolean) =>
  status === 'paid' && is_early ? 'early_settled' : PAYMENT_STATUS[status];

const PAYMENT_STATUS: Record<SettlementBatchStatus, 'scheduled' | 'on_hold' | 'settled'> = {
  open: 'scheduled',
  closed: 'scheduled',
  on_hold: 'on_hold',
  approved: 'scheduled',
  processing: 'scheduled',
  failed: 'scheduled',
  paid: 'settled',
  returned: 'scheduled',
};

/** Whether an open batch can close: its net amount is positive and reaches the merchant's minimum. */
export const canCloseBatch = (net_amount: Rupiah, minimum_amount: Rupiah): boolean =>
  net_amount > 0 && net_amount >= minimum_amount;

/** `STL-20261121-001`: shown to people, unique per merchant. */
export const formatBatchNo = (day: string, count_of_day: number): string =>
  `STL-${day.replaceAll('-', '')}-${String(count_of_day + 1).padStart(3, '0')}`;

/** The partner reference of a payout. It identifies the batch and the attempt and is used for one transfer only. */
export const formatPayoutReference = (batch_id: string, attempt: number): string =>
  `STL${batch_id.slice('stl_'.length)}${String(attempt).padStart(2, '0')}`;
