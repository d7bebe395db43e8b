/** Decisions about settlement batches: which state may follow which, and what a payment shows of its batch. Pure. */
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import type { Rupiah } from '@dasbor/contract/money';

/**
 * The state machine of a batch (domain 1.7). A payout that came back may be sent again: `returned → processing`.
 * What is not listed never happens.
 */
export const SETTLEMENT_TRANSITIONS: Record<SettlementBatchStatus, readonly SettlementBatchStatus[]> = {
  open: ['closed'],
  closed: ['approved', 'on_hold'],
  on_hold: ['closed'],
  approved: ['processing'],
  processing: ['paid', 'failed'],
  failed: ['processing'],
  paid: ['returned'],
  returned: ['processing'],
};

export const canTransition = (from: SettlementBatchStatus, to: SettlementBatchStatus): boolean =>
  SETTLEMENT_TRANSITIONS[from].includes(to);

/** What a payment shows of the batch that it is in. */
export const PAYMENT_STATUS: Record<SettlementBatchStatus, 'scheduled' | 'on_hold' | 'settled'> = {
  open: 'scheduled',
  closed: 'scheduled',
  on_hold: 'on_hold',
  approved: 'scheduled',
  processing: 'scheduled',
  failed: 'scheduled',
  paid: 'settled',
  returned: 'scheduled',
};

/** Whether an open batch is closed: it has something to pay out, and no less than the merchant's minimum. */
export const canCloseBatch = (net_amount: Rupiah, minimum_amount: Rupiah): boolean =>
  net_amount > 0 && net_amount >= minimum_amount;

/** `STL-20261121-001`: for people, and unique per merchant. */
export const formatBatchNo = (day: string, count_of_day: number): string =>
  `STL-${day.replaceAll('-', '')}-${String(count_of_day + 1).padStart(3, '0')}`;

/** What the bank is given as the number of a payout: it names merchant, batch and attempt, and is good for one transfer. */
export const formatPayoutReference = (batch_id: string, attempt: number): string =>
  `STL${batch_id.slice('stl_'.length)}${String(attempt).padStart(2, '0')}`;
