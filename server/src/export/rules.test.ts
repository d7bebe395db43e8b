import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import type { ExportStatus } from '@dasbor/contract/export';
import { formatCsvLine } from '../table-file/csv.ts';
import { splitRows } from './split-rows.ts';
import { buildReadyEmail } from './ready-email.ts';
import { formatFileName, isUnfinished, getQueue, toExportStatus } from './rules.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');

test.each<[ExportStatus, string | null, ExportStatus]>([
  ['ready', '2026-11-18T07:05:00.001Z', 'ready'],
  ['ready', '2026-11-18T07:05:00.000Z', 'expired'],
  ['ready', null, 'ready'],
  ['failed', '2026-11-18T07:04:00.000Z', 'failed'],
  ['running', null, 'running'],
])('domain 0: %s until %s is %s now', (status, expires_at, shown) => {
  expect(toExportStatus(status, expires_at, NOW)).toBe(shown);
});

test.each<[ExportStatus, boolean]>([
  ['waiting', true],
  ['running', true],
  ['ready', false],
  ['failed', false],
  ['cancelled', false],
  ['expired', false],
])('%s can be cancelled: %s', (status, is_open) => expect(isUnfinished(status)).toBe(is_open));

test('file names carry the business day of the request', () => {
  const late = new Date('2026-11-18T17:30:00.000Z');
  expect(formatFileName('refunds', late, 'xlsx', { no: 1, is_one_of_many: false })).toBe('refunds-2026-11-19.xlsx');
  expect(formatFileName('refunds', late, 'csv', { no: 2, is_one_of_many: true })).toBe('refunds-2026-11-19-part-2.csv');
});

test('a merchant always uses the same of two queues', () => {
  const merchants = Array.from({ length: 20 }, (_, n) => `mer_01k0tenant000000000000${n}`);
  expect(new Set(merchants.map(getQueue)).size).toBe(2);
  expect(getQueue(merchants[3]!)).toBe(getQueue(merchants[3]!));
});

test.each([
  [['a', 'b'], 'a,b\n'],
  [[null, ''], ',""\n'],
  [['a,b', 'c"d'], '"a,b","c""d"\n'],
  [['line\nbreak', '\\.'], '"line\nbreak","\\."\n'],
])('a CSV line of %j', (cells, line) => expect(formatCsvLine(cells, ',')).toBe(line));

async function* from<T>(values: T[], onEnd: () => void): AsyncGenerator<T> {
  try {
    yield* values;
  } finally {
    onEnd();
  }
}

property.prop([fc.nat(60), fc.integer({ min: 1, max: 12 })])(
  'domain 0: parts hold every row once, in order, and only the last is short',
  async (count, most) => {
    const rows = Array.from({ length: count }, (_, n) => n);
    const parts: number[][] = [];
    let ends = 0;
    for await (const part of splitRows(
      from(rows, () => (ends += 1)),
      most,
    )) {
      const read: number[] = [];
      for await (const row of part) read.push(row);
      parts.push(read);
    }
    expect(parts.flat()).toEqual(rows);
    expect(parts).toHaveLength(Math.max(1, Math.ceil(count / most)));
    expect(parts.slice(0, -1).every((part) => part.length === most)).toBe(true);
    expect(ends).toBe(1);
  },
);

test('a reader that stops early closes the source', async () => {
  let ends = 0;
  for await (const part of splitRows(
    from([1, 2, 3, 4], () => (ends += 1)),
    2,
  )) {
    for await (const row of part) if (row === 1) break;
    break;
  }
  expect(ends).toBe(1);
});

test.each([
  ['en', 'Export ready: Refunds', '12,400', 'Available until: 28 Nov 2026, 14:05 WIB'],
  ['id', 'Ekspor siap: Pengembalian dana', '12.400', 'Tersedia sampai: 28 Nov 2026, 14.05 WIB'],
] as const)('the notification email is in the language of its recipient: %s', (locale, subject, rows, until) => {
  const made = { list: 'refunds', format: 'xlsx', row_count: 12_400, expires_at: '2026-11-28T07:05:00.000Z' } as const;
  const email = buildReadyEmail(made, { name: 'Fitri', locale }, 'https://dasbor.example/dashboard?files=exports');
  expect(email.subject).toBe(subject);
  for (const text of [rows, until, 'https://dasbor.example/dashboard?files=exports'])
    expect(email.text).toContain(text);
});
