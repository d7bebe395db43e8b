/** Every legal and illegal transition of disbursements and of transfers to the bank. */
import { DISBURSEMENT_STATUSES } from '@dasbor/contract/disbursement-fields';
import { describe, expect, test } from 'vitest';
import { TRANSFER_TRANSITIONS } from '../rails/transfer-rules.ts';
import {
  DISBURSEMENT_INITIAL_STATUSES,
  DISBURSEMENT_TRANSITIONS,
  canTransitionDisbursement,
  isCancellable,
  isRetryable,
} from './rules.ts';

/** The table of domain 1.12, with the transitions that late reports of the bank add. */
const LEGAL = new Set([
  'draft pending_approval',
  'draft cancelled',
  'pending_approval approved',
  'pending_approval rejected',
  'pending_approval cancelled',
  'approved queued',
  'approved cancelled',
  'approved failed',
  'queued processing',
  'queued cancelled',
  'queued failed',
  'processing unknown',
  'processing success',
  'processing failed',
  'unknown success',
  'unknown failed',
  'success reversed',
  'failed success',
]);

describe('transitions', () => {
  for (const from of DISBURSEMENT_STATUSES) {
    test.each(DISBURSEMENT_STATUSES)(`${from} to %s`, (to) => {
      expect(canTransitionDisbursement(from, to)).toBe(LEGAL.has(`${from} ${to}`));
    });
  }

  test('every status can be reached', () => {
    const reached = new Set<string>(DISBURSEMENT_INITIAL_STATUSES);
    for (const from of reached) {
      for (const to of DISBURSEMENT_TRANSITIONS[from as keyof typeof DISBURSEMENT_TRANSITIONS]) reached.add(to);
    }
    expect([...reached].toSorted()).toEqual(DISBURSEMENT_STATUSES.toSorted());
  });

  test('what was sent is never cancelled and never retried while it may still be paid', () => {
    for (const status of ['processing', 'unknown', 'success'] as const) {
      expect([isCancellable(status), isRetryable(status)]).toEqual([false, false]);
    }
  });

  test('a transfer ends once: after its end only a late success or a return follow', () => {
    expect(TRANSFER_TRANSITIONS).toEqual({
      sent: ['unknown', 'succeeded', 'failed', 'returned'],
      unknown: ['succeeded', 'failed', 'returned'],
      succeeded: ['returned'],
      failed: ['succeeded'],
      returned: [],
    });
  });
});
