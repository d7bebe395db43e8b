import { expect, test } from 'vitest';
import { SETTLEMENT_FILTER, toSettlementQuery, parseType } from './filter.ts';

const NOW = new Date('2026-11-21T07:00:00Z');

test('a range of instants becomes settlement days, inclusive', () => {
  const filter = SETTLEMENT_FILTER.parseFilter({ range: 'last-month', status: 'paid' });
  expect(toSettlementQuery(filter, 'qris', NOW)).toEqual({
    type: 'qris',
    status: ['paid'],
    from: '2026-10-01',
    to: '2026-10-31',
  });
});

test.each([
  ['qris', 'qris'],
  ['payment-link', 'payment-link'],
  ['all', 'all'],
  ['other', 'all'],
  [undefined, 'all'],
])('decisions §2: /settlement/%s is the list of %s', (text, type) => {
  expect(parseType(text)).toBe(type);
});
