import { describe, expect, test } from 'vitest';
import { formatBaseName, formatInvoiceNumber, formatTotals } from './file-rules.ts';
import { parsePeriod, assertSubject, selectChannels } from './manual-run-rules.ts';
import {
  type Schedule,
  assertSchedule,
  toDefaultSchedule,
  isWholeMonth,
  calculateNextOccurrence,
  calculateReportedPeriod,
} from './schedule-rules.ts';

const DEFAULTS = { format: 'csv', delimiter: ',', language: 'en' } as const;
const DAILY: Schedule = {
  is_on: true,
  frequency: 'daily',
  hour: 1,
  weekday: null,
  month_day: null,
  ...DEFAULTS,
};
const WEEKLY: Schedule = { ...DAILY, frequency: 'weekly', hour: 6, weekday: 1 };
const MONTHLY: Schedule = { ...DAILY, frequency: 'monthly', hour: 23, month_day: 28 };
const catchCode = (work: () => unknown): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

describe('schedules', () => {
  test.each<[string, Schedule, string, string | null]>([
    ['the hour has not come', DAILY, '2026-11-17T17:59:59.999Z', '2026-11-17T18:00:00.000Z'],
    ['the hour is now: the next is tomorrow', DAILY, '2026-11-17T18:00:00.000Z', '2026-11-18T18:00:00.000Z'],
    ['Sunday evening (WIB)', WEEKLY, '2026-11-22T15:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    ['Monday at the hour', WEEKLY, '2026-11-22T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
    ['a Sunday', { ...WEEKLY, weekday: 7 }, '2026-11-18T00:00:00.000Z', '2026-11-21T23:00:00.000Z'],
    ['the 28th has passed in a month of 31', MONTHLY, '2026-12-28T16:00:00.000Z', '2027-01-28T16:00:00.000Z'],
    ['the 28th of February', MONTHLY, '2027-01-28T16:00:00.000Z', '2027-02-28T16:00:00.000Z'],
    ['off', { ...DAILY, is_on: false }, '2026-11-17T18:00:00.000Z', null],
    ['of each settlement', toDefaultSchedule('settlement', DEFAULTS), '2026-11-17T18:00:00.000Z', null],
  ])('domain 1.22: %s', (_name, schedule, after, next) => {
    expect(calculateNextOccurrence(schedule, new Date(after))?.toISOString() ?? null).toBe(next);
  });

  test.each([
    ['daily', '2026-11-17T18:00:00.000Z', '2026-11-17', '2026-11-17'],
    ['weekly', '2026-11-22T23:00:00.000Z', '2026-11-16', '2026-11-22'],
    ['monthly', '2026-11-30T23:00:00.000Z', '2026-11-01', '2026-11-30'],
    ['monthly', '2027-02-28T16:00:00.000Z', '2027-01-01', '2027-01-31'],
    ['monthly', '2027-01-01T00:00:00.000Z', '2026-12-01', '2026-12-31'],
  ] as const)('domain 1.22: a %s report of %s covers whole days that are over', (frequency, at, from, to) => {
    expect(calculateReportedPeriod(frequency, new Date(at))).toEqual({ period_from: from, period_to: to });
  });

  test.each<[string, Parameters<typeof assertSchedule>]>([
    ['settlement reports by the clock', ['settlement', DAILY]],
    ['settlement reports switched off', ['settlement', { ...toDefaultSchedule('settlement', DEFAULTS), is_on: false }]],
    ['payments of each settlement', ['transactions', toDefaultSchedule('settlement', DEFAULTS)]],
    ['invoices every day', ['fee_invoice', DAILY]],
    ['no hour', ['transactions', { ...DAILY, hour: null }]],
    ['a weekday with a daily report', ['transactions', { ...DAILY, weekday: 1 }]],
    ['no weekday with a weekly one', ['transactions', { ...WEEKLY, weekday: null }]],
    ['no day with a monthly one', ['transactions', { ...MONTHLY, month_day: null }]],
  ])('domain 1.22: %s cannot be', (_name, [type, schedule]) => {
    expect(catchCode(() => assertSchedule(type, schedule))).toBe('invalid_schedule');
  });

  test('the default schedules are valid', () => {
    for (const type of [
      'settlement',
      'transactions',
      'balance',
      'deposit',
      'refund',
      'disbursement',
      'fee_invoice',
    ] as const) {
      expect(catchCode(() => assertSchedule(type, toDefaultSchedule(type, DEFAULTS)))).toBe('taken');
    }
    for (const each of [DAILY, WEEKLY, MONTHLY]) {
      expect(catchCode(() => assertSchedule('transactions', each))).toBe('taken');
    }
  });
});

describe('requested reports', () => {
  const now = new Date('2026-11-18T07:05:00.000Z');
  test.each([
    ['today', { period_to: '2026-11-18' }, 'taken'],
    ['tomorrow', { period_to: '2026-11-19' }, 'day_in_future'],
    ['no day', {}, 'invalid_period'],
    ['a day by its short name', { business_day: '2026-11-17' }, 'taken'],
    ['an end before its beginning', { period_from: '2026-11-18', period_to: '2026-11-17' }, 'invalid_period'],
    ['366 days', { period_from: '2025-11-18', period_to: '2026-11-18' }, 'taken'],
    ['367 days', { period_from: '2025-11-17', period_to: '2026-11-18' }, 'invalid_period'],
  ])('domain 1.22: %s', (_name, asked, code) => {
    expect(catchCode(() => parsePeriod(asked, now))).toBe(code);
  });

  test('only a settlement report accepts a settlement', () => {
    const id = 'stl_01k00000000000000000000000';
    expect(catchCode(() => assertSubject('settlement', id))).toBe('taken');
    expect(catchCode(() => assertSubject('transactions', undefined))).toBe('taken');
    expect(catchCode(() => assertSubject('settlement', undefined))).toBe('invalid_period');
    expect(catchCode(() => assertSubject('transactions', id))).toBe('invalid_period');
  });

  test('spec §4: a report is delivered by the configured channels, or the requested ones among them', () => {
    const both = { email_delivery_enabled: true, sftp_delivery_enabled: true };
    const none = { email_delivery_enabled: false, sftp_delivery_enabled: false };
    expect(selectChannels(both, undefined)).toEqual({ email_status: 'waiting', sftp_status: 'waiting' });
    expect(selectChannels(both, ['sftp'])).toEqual({ email_status: 'off', sftp_status: 'waiting' });
    expect(selectChannels(none, [])).toEqual({ email_status: 'off', sftp_status: 'off' });
    expect(catchCode(() => selectChannels(none, undefined))).toBe('delivery_not_configured');
    expect(catchCode(() => selectChannels({ ...both, email_delivery_enabled: false }, ['email']))).toBe(
      'delivery_not_configured',
    );
  });
});

describe('file names', () => {
  const days = { period_from: '2026-11-20', period_to: '2026-11-20', settlement_batch_id: null };
  test('domain 1.7: settlement_{merchant_code}_{YYYYMMDD}_{batch_no}', () => {
    const input = { ...days, report_type: 'settlement', number: 1 } as const;
    expect(formatBaseName(input, 'KOPI', 'STL-20261120-001')).toBe('settlement_KOPI_20261120_STL-20261120-001');
    expect(formatBaseName({ ...input, number: 2 }, 'KOPI', 'STL-20261120-001')).toBe(
      'settlement_KOPI_20261120_STL-20261120-001_2',
    );
  });

  test('other reports by their days and number, without path characters', () => {
    const input = { ...days, report_type: 'transactions', number: 3 } as const;
    expect(formatBaseName(input, '../KOPI 1', null)).toBe('transactions_---KOPI-1_20261120_3');
    expect(formatBaseName({ ...input, period_from: '2026-11-01' }, 'KOPI', null)).toBe(
      'transactions_KOPI_20261101-20261120_3',
    );
  });

  test.each([
    ['2026-02-01', '2026-02-28', 'INV-KOPI-202602'],
    ['2026-02-01', '2026-02-27', 'INV-KOPI-20260201-20260227'],
    ['2026-02-02', '2026-02-28', 'INV-KOPI-20260202-20260228'],
    ['2026-01-01', '2026-02-28', 'INV-KOPI-20260101-20260228'],
  ])('the invoice of %s to %s is %s', (from, to, number) => {
    expect(formatInvoiceNumber('KOPI', from, to)).toBe(number);
    expect(isWholeMonth({ period_from: from, period_to: to })).toBe(number.length === 15);
  });

  test('domain 1.7: the totals file names rows, net total and checksum', () => {
    expect(formatTotals({ name: 'a.csv', row_count: 2, net_total: -5, sha256: 'ab' })).toBe(
      'file=a.csv\nrows=2\nnet_total=-5\nsha256=ab\n',
    );
  });
});
