/** Tones of statuses that several features show. */
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import type { ValidityState } from '@dasbor/contract/validity';
import type { Tone } from './status-chip.tsx';

export const SETTLEMENT_BATCH_TONES: Record<SettlementBatch['status'], Tone> = {
  open: 'pending',
  closed: 'warning',
  on_hold: 'warning',
  approved: 'pending',
  processing: 'pending',
  paid: 'success',
  failed: 'danger',
  returned: 'danger',
};

export const DISBURSEMENT_TONES: Record<DisbursementStatus, Tone> = {
  draft: 'neutral',
  pending_approval: 'pending',
  approved: 'pending',
  queued: 'pending',
  processing: 'pending',
  unknown: 'warning',
  success: 'success',
  failed: 'danger',
  rejected: 'danger',
  cancelled: 'neutral',
  reversed: 'info',
};

export const VALIDITY_TONES: Record<ValidityState, Tone> = {
  current: 'success',
  upcoming: 'pending',
  ended: 'neutral',
};
