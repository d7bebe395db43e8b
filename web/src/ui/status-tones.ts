/** Tones of statuses that several features show. */
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import type { ValidityState } from '@dasbor/contract/validity';
import type { Tone } from './status-chip.tsx';

export const SETTLEMENT_BATCH_TONES: Record<SettlementBatch['status'], Tone> = {
  open: 'waiting',
  closed: 'attention',
  on_hold: 'attention',
  approved: 'waiting',
  processing: 'waiting',
  paid: 'done',
  failed: 'failed',
  returned: 'failed',
};

export const DISBURSEMENT_TONES: Record<DisbursementStatus, Tone> = {
  draft: 'neutral',
  pending_approval: 'waiting',
  approved: 'waiting',
  queued: 'waiting',
  processing: 'waiting',
  unknown: 'attention',
  success: 'done',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'neutral',
  reversed: 'returned',
};

export const VALIDITY_TONES: Record<ValidityState, Tone> = {
  current: 'done',
  upcoming: 'waiting',
  ended: 'neutral',
};
