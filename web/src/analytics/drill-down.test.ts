import * as duration from '@dasbor/contract/duration';
import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { buildDrillDownLinks, splitRange } from './drill-down.ts';

const DAYS_180 = duration.days(180);
const calculateLength = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from);

describe('the lists behind a period', () => {
  test.each([
    ['2026-05-24T17:00:00.000Z', '2026-11-20T17:00:00.000Z'],
    ['2026-11-20T17:00:00.000Z', '2026-11-20T18:00:00.000Z'],
  ])('of up to 180 days are one: %s to %s', (from, to) => {
    expect(splitRange(from, to)).toEqual([{ from, to }]);
  });

  test('of a year are the fewest parts, which begin with a month in Jakarta', () => {
    expect(splitRange('2025-11-21T17:00:00.000Z', '2026-11-21T07:00:00.000Z')).toEqual([
      { from: '2025-11-21T17:00:00.000Z', to: '2026-04-30T17:00:00.000Z' },
      { from: '2026-04-30T17:00:00.000Z', to: '2026-09-30T17:00:00.000Z' },
      { from: '2026-09-30T17:00:00.000Z', to: '2026-11-21T07:00:00.000Z' },
    ]);
  });

  property.prop([fc.integer({ min: 0, max: duration.days(800) }), fc.integer({ min: 1, max: duration.days(366) })])(
    'have no gap and no overlap, and none is longer than a list accepts',
    (start_ms, length_ms) => {
      const start = Date.parse('2024-01-01T00:00:00.000Z') + start_ms;
      const [from, to] = [new Date(start).toISOString(), new Date(start + length_ms).toISOString()];
      const parts = splitRange(from, to);
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([from, to]);
      parts.forEach((part, index) => {
        if (index > 0) expect(part.from).toBe(parts[index - 1]?.to);
        expect(calculateLength(part)).toBeGreaterThan(0);
        expect(calculateLength(part)).toBeLessThanOrEqual(DAYS_180);
      });
      expect(parts.length).toBeLessThanOrEqual(3);
    },
  );

  test('of disbursements include those of batches, which metrics count too', () => {
    const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
    const filter = { status: 'failed,reversed', failure_code: 'none' };
    const [part] = buildDrillDownLinks({ scope: 'merchant', tab: 'disbursements', from, to, filter, filters: {} });
    expect(part?.link).toEqual({ to: '/disbursement', search: { include: 'batches', from, to, ...filter } });
    expect(part?.query).toEqual({ from, to, ...filter });
  });

  test('have the filters of the screen and of the row, in the words of the list', () => {
    const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
    const query = { from, to, method: 'original', reason: 'duplicate', status: 'succeeded' };
    expect(
      buildDrillDownLinks({
        scope: 'provider',
        tab: 'refunds',
        from,
        to,
        filter: { status: 'succeeded', reason: 'duplicate' },
        filters: { refund_method: 'original' },
      }),
    ).toEqual([{ from, to, query, link: { to: '/dashboard', search: { tab: 'refunds', ...query } } }]);
    expect(
      buildDrillDownLinks({ scope: 'merchant', tab: 'payments', from, to, filter: null, filters: { method: 'qris' } }),
    ).toEqual([]);
  });
});
