import { expect, test } from 'vitest';
import { TRANSACTION_FILTER } from './filter.ts';

const { NO_FILTER, parseFilter, isFiltered, toListQuery, toSearch, toSummaryQuery } = TRANSACTION_FILTER;

const NOW = new Date('2026-11-21T07:00:00Z');
const FROM = '2026-11-01T00:00:00.000Z';
const TO = '2026-11-02T00:00:00.000Z';

test.each([
  [{}, NO_FILTER],
  [{ status: 'success,pending' }, { ...NO_FILTER, status: ['pending', 'success'] }],
  [
    { settlement_status: 'early_settled,settled', method: 'qris', source: 'api,dashboard' },
    {
      ...NO_FILTER,
      settlement_status: ['settled', 'early_settled'],
      method: ['qris'],
      source: ['dashboard', 'api'],
    },
  ],
  [
    { amount_min: '50000', amount_max: '50000' },
    { ...NO_FILTER, amount_min: 50_000, amount_max: 50_000 },
  ],
  [
    { from: FROM, to: TO, date_field: 'paid_at' },
    { ...NO_FILTER, from: FROM, to: TO, date_field: 'paid_at' },
  ],
  [{ hour: '9,0' }, { ...NO_FILTER, hour: ['0', '9'] }],
  [{ range: '7d' }, { ...NO_FILTER, range: '7d' }],
  [
    { q: '612345678901', sort: '-amount' },
    { ...NO_FILTER, q: '612345678901', sort: '-amount' },
  ],
] as const)('the address %j is a filter, and the filter is that address again', (search, filter) => {
  expect(parseFilter(search)).toEqual(filter);
  expect(parseFilter(toSearch(parseFilter(search)))).toEqual(filter);
});

test.each([
  { status: 'paid,unheard-of' },
  { amount_min: '-5' },
  { amount_max: 'much' },
  { from: 'yesterday' },
  { range: 'forever' },
  { hour: '24' },
  { sort: 'colour' },
  { tab: 'json' },
])('what an address says beyond our words is left out: %j', (search) => {
  expect(parseFilter(search)).toEqual(NO_FILTER);
});

test('a named range takes precedence over its two ends', () => {
  expect(parseFilter({ range: 'today', from: FROM, to: TO })).toEqual({ ...NO_FILTER, range: 'today' });
});

test('an address holds only what differs from no filter', () => {
  expect(toSearch(NO_FILTER)).toEqual({});
  expect(toSearch({ ...NO_FILTER, status: ['pending'], q: 'kopi' })).toEqual({ status: 'pending', q: 'kopi' });
});

test('order alone filters nothing; anything else does', () => {
  expect(isFiltered({ ...NO_FILTER, sort: 'amount' })).toBe(false);
  expect(isFiltered({ ...NO_FILTER, date_field: 'paid_at' })).toBe(false);
  expect(isFiltered({ ...NO_FILTER, amount_min: 0 })).toBe(true);
});

test('the API gets the instants of a named range, and the field only with a range', () => {
  const today = { ...NO_FILTER, range: 'today' as const, date_field: 'paid_at' as const };
  expect(toSummaryQuery(today, NOW)).toEqual({ from: '2026-11-20T17:00:00.000Z', date_field: 'paid_at' });
  expect(toSummaryQuery(NO_FILTER, NOW)).toEqual({});
});

test('list, totals and export read the same filter', () => {
  const filter = parseFilter({ status: 'success', amount_min: '1000', from: FROM, to: TO, q: 'kopi', sort: 'amount' });
  expect(toListQuery(filter, NOW)).toEqual({ ...toSummaryQuery<object>(filter, NOW), sort: 'amount' });
});
