import { expect, test } from 'vitest';
import { type PaidTransaction, reportCsv, reportFileName } from './report.ts';

const ROW: PaidTransaction = {
  id: 'txn_01k0k0p1nvsantara000000001',
  created_at: '2026-11-17T16:59:59.000Z',
  paid_at: '2026-11-17T17:00:00.000Z',
  merchant_reference: 'INV-1',
  customer_name: 'Sari',
  method: 'qris',
  channel_code: null,
  issuer: 'GoPay',
  rrn: '123',
  provider_reference: 'REF1',
  currency: 'IDR',
  amount: 1_234_567,
  fee_amount: 8_642,
  fee_vat_amount: 951,
  net_amount: 1_224_974,
};

const cells = (line: string | undefined): string[] => (line ?? '').split(',');
const lines = (rows: PaidTransaction[]): string[] => reportCsv(rows).toString('utf8').split('\r\n');

test('the header names the zone of every time', () => {
  const [header] = lines([]);
  expect(cells(header).filter((name) => name.includes('_at'))).toEqual([
    'created_at (Asia/Jakarta)',
    'paid_at (Asia/Jakarta)',
  ]);
  expect(lines([])).toEqual([header, '']);
});

test('times are in WIB, amounts are whole rupiah without separators', () => {
  const [, row] = lines([ROW]);
  expect(cells(row)).toEqual([
    ROW.id,
    '2026-11-17 23:59:59',
    '2026-11-18 00:00:00',
    'INV-1',
    'Sari',
    'qris',
    '',
    'GoPay',
    '123',
    'REF1',
    'IDR',
    '1234567',
    '8642',
    '951',
    '1224974',
  ]);
});

test.for([
  ['=1+1', "'=1+1"],
  ['+62812', "'+62812"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['\0x', "'\0x"],
  ['a=1', 'a=1'],
  ['Toko "A"', '"Toko ""A"""'],
  ['a,b', '"a,b"'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
] as [string, string][])('text %j is written as %j', ([customer_name, written]) => {
  const text = reportCsv([{ ...ROW, customer_name }]).toString('utf8');
  expect(text).toContain(`,INV-1,${written},qris,`);
});

test('the file name carries merchant, day and sequence, and nothing else', () => {
  expect(reportFileName('KOPI', '2026-11-17', 2)).toBe('transactions_KOPI_20261117_2.csv');
  expect(reportFileName('../a b', '2026-11-17', 1)).toBe('transactions_---a-b_20261117_1.csv');
});
