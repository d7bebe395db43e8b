import type { QrisStatus } from '@dasbor/contract/qris-payment';
import { expect, test } from 'vitest';
import { toCodeState } from './code-state.ts';

const EXPIRES = '2026-11-21T07:15:00.000Z';
const BEFORE = new Date('2026-11-21T07:14:59Z');
const AT = new Date(EXPIRES);

test.each<[QrisStatus, string | null, Date, string]>([
  ['issuing', null, BEFORE, 'issuing'],
  ['active', '0002…', BEFORE, 'payable'],
  ['active', '0002…', AT, 'due'],
  ['issuing', null, AT, 'due'],
  ['paid', '0002…', AT, 'paid'],
  ['expired', '0002…', BEFORE, 'due'],
  ['cancelled', '0002…', BEFORE, 'ended'],
  ['failed', null, BEFORE, 'ended'],
])('a code with status %s (%s) at %s is %s', (status, qr_content, now, state) => {
  expect(toCodeState({ status, qr_content, expires_at: EXPIRES }, now)).toBe(state);
});
