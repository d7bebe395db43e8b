/** Values of rows of batch files, and the columns they come from. */
import { BATCH_COLUMNS } from '@dasbor/contract/disbursement-batch-fields';
import { expect, test } from 'vitest';
import { type RowCells, parseHeader, readCells } from './columns.ts';
import { formatIssue } from '@dasbor/contract/disbursement-batch-issues';
import { parseBankCode, parseAmount, parseRow } from './row-rules.ts';

const VALID: RowCells = {
  reference_id: 'INV-1',
  amount: '1500000',
  bank_code: '014',
  account_name: 'Siti Rahmawati',
  account_number: '8010000001',
  description: 'November salary',
  email: 'siti@example.com',
  email_cc: '',
  email_bcc: '',
};
const listCodes = (change: Partial<RowCells>) =>
  parseRow({ ...VALID, ...change }).issues.map(({ field, code }) => [field, code]);

test('a valid row has no issues', () => {
  expect(parseRow(VALID)).toEqual({ amount: 1_500_000, bank_code: '014', account_no: '8010000001', issues: [] });
});

test.each([
  ['1500000', 1_500_000],
  ['1.500.000', 1_500_000],
  ['1,500,000', 1_500_000],
  ['Rp 1.500.000,00', 1_500_000],
  ['IDR 1,500,000.00', 1_500_000],
  ['1500000.00', 1_500_000],
  ['1500000,0', 1_500_000],
  ['0', 0],
  ['1500.5', null],
  ['1500.50', null],
  ['1.500,50', null],
  ['1500.500', null],
  ['1.50.000', null],
  ['-5000', null],
  ['5e6', null],
  ['=1+1', null],
  ['99999999999999999999', null],
])('amount %s', (text, expected) => {
  expect(parseAmount(text)).toBe(expected);
});

test.each([
  ['014', '014'],
  ['14', '014'],
  ['2', '002'],
  ['BCA', '014'],
  ['bank bca', '014'],
  ['ID_BCA', '014'],
  ['Bank Central Asia', '014'],
  ['PT BANK MANDIRI', null],
  ['STANDARD_CHARTERED', '050'],
  ['999', null],
  ['', null],
])('bank %s', (text, expected) => {
  expect(parseBankCode(text)).toBe(expected);
});

test.each<[Partial<RowCells>, unknown]>([
  [{ reference_id: '' }, [['reference_id', 'reference_missing']]],
  [{ reference_id: 'x'.repeat(65) }, [['reference_id', 'text_too_long']]],
  [{ amount: '' }, [['amount', 'amount_missing']]],
  [{ amount: '0' }, [['amount', 'amount_zero']]],
  [{ amount: '10000000000001' }, [['amount', 'amount_too_large']]],
  [{ bank_code: 'Bank of Nowhere' }, [['bank_code', 'bank_unknown']]],
  [{ account_number: '801-000 0001' }, []],
  [{ account_number: '1234' }, [['account_number', 'account_invalid']]],
  [{ account_number: '8.01E+15' }, [['account_number', 'account_rounded']]],
  [{ account_name: '' }, [['account_name', 'account_name_missing']]],
  [{ description: '' }, []],
  [{ email: 'a@b.co, c@d.co;e@f.co' }, []],
  [{ email: 'a@b.co, c@d.co, e@f.co, g@h.co' }, [['email', 'too_many_emails']]],
  [{ email_cc: 'nobody' }, [['email_cc', 'email_invalid']]],
])('%j', (change, expected) => {
  expect(listCodes(change)).toEqual(expected);
});

test('issues are texts in both languages', () => {
  const issue = { field: 'email', code: 'email_invalid', value: 'nobody' } as const;
  expect(formatIssue(issue, 'en')).toEqual({
    field: 'email',
    code: 'email_invalid',
    is_error: true,
    detail: 'nobody is not an email address.',
  });
  expect(formatIssue(issue, 'id').detail).toBe('nobody bukan alamat email yang valid.');
});

test.each([
  ['of the template', [...BATCH_COLUMNS]],
  [
    'of Xendit',
    ['Reference ID *', 'Amount*', 'Bank Code', 'Bank Account Name', 'Bank Account Number', 'Description', 'Email'],
  ],
  ['in Indonesian', ['Keterangan', 'No. Rekening', 'Nama Penerima', 'Bank', 'Nominal', 'Referensi']],
])('columns %s', (_, header) => {
  expect(parseHeader(header).missing).toEqual([]);
});

test('missing columns are named, and cells are read by their column', () => {
  expect(parseHeader(['amount', 'bank']).missing).toEqual(['reference_id', 'account_name', 'account_number']);
  const { positions } = parseHeader(['keterangan', 'amount']);
  expect(readCells(["'=1+1", '5', 'beyond'], positions)).toMatchObject({ description: '=1+1', amount: '5', email: '' });
});
