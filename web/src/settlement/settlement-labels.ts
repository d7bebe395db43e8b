/** What settlements are called on the screen. */
import type { SettlementBatch, SettlementType } from '@dasbor/contract/settlement-fields';
import type { Meaning } from '../ui/status-chip.tsx';

export const typeLabel: Record<SettlementType, string> = {
  all: 'All',
  'virtual-account': 'Virtual accounts',
  qris: 'QRIS',
  'payment-link': 'Payment links',
  disbursement: 'Disbursements',
  adjustment: 'Adjustments',
};

/** A batch that is at the bank is not credited yet: the words keep the two apart. */
export const STATUS_MEANINGS: Record<SettlementBatch['status'], { label: string; meaning: Meaning }> = {
  open: { label: 'Collecting', meaning: 'waiting' },
  closed: { label: 'To approve', meaning: 'attention' },
  on_hold: { label: 'On hold', meaning: 'attention' },
  approved: { label: 'Approved', meaning: 'waiting' },
  processing: { label: 'Sent to bank', meaning: 'waiting' },
  paid: { label: 'Credited', meaning: 'done' },
  failed: { label: 'Failed', meaning: 'failed' },
  returned: { label: 'Returned', meaning: 'failed' },
};

/** `BCA ····0001`, or the balance. */
export const formatDestination = ({
  destination,
  bank_account,
}: Pick<SettlementBatch, 'destination' | 'bank_account'>): string =>
  destination === 'balance' ? 'Available balance' : (bank_account ?? 'No account');
