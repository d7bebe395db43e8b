import { expect, test } from 'vitest';
import { createIdleJudge } from './idle-collection.ts';

const IDLE = { active: 20, utilization: 0.001 };
const BUSY = { active: 9_000, utilization: 0.3 };

test('garbage is collected once after the start, and not again while the process stays idle', () => {
  const isTime = createIdleJudge();
  expect([IDLE, IDLE, IDLE].map(isTime)).toEqual([true, false, false]);
});

test('never in an interval with work; after it, once more', () => {
  const isTime = createIdleJudge();
  expect([BUSY, BUSY, IDLE, IDLE, BUSY, IDLE, IDLE].map(isTime)).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('little work that adds up is worth a collection, too', () => {
  const isTime = createIdleJudge();
  const little = { active: 200, utilization: 0.007 };
  expect([little, little, little, little, little].map(isTime)).toEqual([true, false, false, true, false]);
});
