import { afterEach, expect, test } from 'vitest';
import { changeTimeZone } from '../ui/time-zone.ts';
import { SETTLEMENT_FILTER, toSettlementQuery, parseType } from './filter.ts';

const NOW = new Date('2026-11-21T07:00:00Z');

afterEach(() => changeTimeZone());

test('settlement days are in WIB for every user', () => {
  changeTimeZone('Asia/Jayapura');
  // 23:30 WIB: the next day has begun in Jayapura.
  const late = new Date('2026-11-21T16:30:00Z');
  const query = (range: string) => toSettlementQuery(SETTLEMENT_FILTER.parseFilter({ range }), 'all', late);
  expect(query('yesterday')).toEqual({ type: 'all', from: '2026-11-20', to: '2026-11-20' });
  expect(query('today')).toEqual({ type: 'all', from: '2026-11-21' });
});

test('a range of instants becomes settlement days, inclusive', () => {
  const filter = SETTLEMENT_FILTER.parseFilter({ range: 'last-month', status: 'paid' });
  expect(toSettlementQuery(filter, 'qris', NOW)).toEqual({
    type: 'qris',
    status: ['paid'],
    from: '2026-10-01',
    to: '2026-10-31',
  });
});

test('domain 1.7: a list is filtered by the bank account of its payouts', () => {
  const query = (search: object) => toSettlementQuery(SETTLEMENT_FILTER.parseFilter({ ...search }), 'all', NOW);
  expect(query({ account_last4: '0001', destination: 'bank' })).toEqual({
    type: 'all',
    destination: ['bank'],
    account_last4: '0001',
  });
  expect(query({ account_last4: 'x' })).toEqual({ type: 'all' });
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
