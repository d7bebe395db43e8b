/** The states of batches: every legal and illegal transition, and how a batch ends. */
import { BATCH_STATUSES, type BatchStatus } from '@dasbor/contract/disbursement-batch-fields';
import { expect, test } from 'vitest';
import { canTransitionBatch, chooseFinalStatus, hasEnded, isEditable, isUnvalidated } from './rules.ts';

/** Domain 1.12, and the corrections of an ended batch by late answers of the bank. */
const LEGAL: readonly (readonly [BatchStatus, BatchStatus])[] = [
  ['uploaded', 'validating'],
  ['uploaded', 'cancelled'],
  ['validating', 'ready'],
  ['validating', 'needs_fix'],
  ['validating', 'cancelled'],
  ['ready', 'validating'],
  ['ready', 'pending_approval'],
  ['ready', 'cancelled'],
  ['needs_fix', 'validating'],
  ['needs_fix', 'pending_approval'],
  ['needs_fix', 'cancelled'],
  ['pending_approval', 'approved'],
  ['pending_approval', 'rejected'],
  ['pending_approval', 'cancelled'],
  ['approved', 'processing'],
  ['processing', 'completed'],
  ['processing', 'partially_completed'],
  ['processing', 'failed'],
  ['completed', 'partially_completed'],
  ['completed', 'failed'],
  ['partially_completed', 'completed'],
  ['partially_completed', 'failed'],
  ['failed', 'completed'],
  ['failed', 'partially_completed'],
];

test.each(BATCH_STATUSES.flatMap((from) => BATCH_STATUSES.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
  expect(canTransitionBatch(from, to)).toBe(LEGAL.some(([a, b]) => a === from && b === to));
});

test.each([
  [{ paid: 3, failed: 0 }, 'completed'],
  [{ paid: 2, failed: 1 }, 'partially_completed'],
  [{ paid: 0, failed: 3 }, 'failed'],
] as const)('%j ends as %s', (counts, status) => {
  expect(chooseFinalStatus(counts)).toBe(status);
});

test('rows can be changed before the submission only, and results exist after the end only', () => {
  expect(BATCH_STATUSES.filter(isEditable)).toEqual(['validating', 'ready', 'needs_fix']);
  expect(BATCH_STATUSES.filter(isUnvalidated)).toEqual(['uploaded', 'validating']);
  expect(BATCH_STATUSES.filter(hasEnded)).toEqual(['completed', 'partially_completed', 'failed']);
});
