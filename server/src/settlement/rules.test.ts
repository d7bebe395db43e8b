/** The statuses of a settlement and their transitions. */
import { expect, test } from 'vitest';
import { SETTLEMENT_BATCH_STATUSES } from '@dasbor/contract/settlement-fields';
import { SETTLEMENT_TRANSITIONS, canTransition } from './rules.ts';

const PAIRS = SETTLEMENT_BATCH_STATUSES.flatMap((from) => SETTLEMENT_BATCH_STATUSES.map((to) => [from, to] as const));
const LEGAL = [
  'open → closed',
  'closed → approved',
  'closed → on_hold',
  'on_hold → closed',
  'approved → processing',
  'approved → on_hold',
  'processing → paid',
  'processing → failed',
  'failed → processing',
  'failed → paid',
  'failed → closed',
  'paid → returned',
  'returned → processing',
  'returned → closed',
];
test.each(PAIRS)('domain 1.7: the transition %s → %s is allowed exactly as in the table', (from, to) => {
  expect(canTransition(from, to)).toBe(LEGAL.includes(`${from} → ${to}`));
  expect(Object.keys(SETTLEMENT_TRANSITIONS)).toHaveLength(SETTLEMENT_BATCH_STATUSES.length);
});
