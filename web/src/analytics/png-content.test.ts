import { type Analytics, formatAnalyticsFileName } from '@dasbor/contract/analytics';
import { expect, test } from 'vitest';
import { buildPngContent } from './png-content.ts';

const buildRow = (index: number): Analytics['rows'][number] => ({
  key: `issuer ${index}`,
  label: `Issuer ${index}`,
  note: null,
  filter: null,
  count: 9,
  previous_count: 6,
  amount: 900_000,
  previous_amount: 600_000,
  share: 500,
  rate: null,
  p50: null,
  p90: null,
  previous_p50: null,
  previous_p90: null,
});

/** Thirty days (WIB) that end with 20 November, and the thirty before. */
const DATA: Analytics = {
  tab: 'payments',
  widget: 'breakdown',
  dimension: 'issuer',
  interval: 'day',
  from: '2026-10-21T17:00:00.000Z',
  to: '2026-11-20T17:00:00.000Z',
  previous_from: '2026-09-21T17:00:00.000Z',
  previous_to: '2026-10-21T17:00:00.000Z',
  as_of: '2026-11-21T03:00:00.000Z',
  metrics: [{ key: 'count', unit: 'count', value: 9, previous: 6 }],
  points: [],
  rows: Array.from({ length: 40 }, (_unused, index) => buildRow(index)),
  filter: {},
};

test('the PNG names the days of the period and of the comparison, and shows every row with its change', () => {
  const content = buildPngContent(DATA, true);
  expect(content.period).toMatch(/^22 Oct 2026 – 20 Nov 2026 · /);
  expect(content.previous_period).toBe('Previous period: 22 Sep 2026 – 21 Oct 2026');
  expect(content.metrics).toEqual([{ label: 'Count', value: '9', versus: 'vs 6' }]);
  expect(content.rows).toHaveLength(40);
  expect(content.rows[39]).toMatchObject({ label: 'Issuer 39', size: 900_000, previous: 600_000 });
  expect(content.rows[39]?.text).toMatch(/ · 9 · 5% · \+50%$/);
});

test('without the comparison nothing of the previous period is in it', () => {
  const content = buildPngContent(DATA, false);
  expect(content.previous_period).toBeNull();
  expect(content.metrics[0]?.versus).toBeNull();
  expect(content.rows[0]).not.toHaveProperty('previous');
  expect(content.rows[0]?.text).not.toContain('+50%');
});

test('files are named by the days (WIB) that they hold', () => {
  expect(formatAnalyticsFileName(DATA)).toBe('payments-breakdown-2026-10-22-2026-11-20');
});
