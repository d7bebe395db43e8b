/** Statements as banks write them: MT940 variants and CSV with the notations of Indonesia and of English. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listTokens } from './list-tokens.ts';
import { StatementError, decodeStatement, parseAmount, parseCsvStatement } from './parse-statement.ts';
import { parseMt940 } from './parse-mt940.ts';

const MT940 = `{1:F01BANKIDJAXXXX0000000000}{2:I940BANKIDJAXXXXN}{4:
:20:STMT261120
:25:8880001234
:28C:00231/00001
:60F:C261119IDR1000000,00
:61:2611201120C1500000,00NTRFT26112000001//BCA77001
:86:SETORAN VA 7000900000000001
PT MAJU JAYA
:61:261120D250000,NCHGNONREF//ADM1
:86:BIAYA ADMIN
:61:2611201120RC50000,00NTRFX1
:62F:C261120IDR2200000,00
-}`;

describe('MT940', () => {
  test('entries with continuation lines, bank references and reversals', () => {
    expect(parseMt940(MT940)).toMatchObject({
      account_no: '8880001234',
      number: '00231',
      opening_balance: 1_000_000,
      closing_balance: 2_200_000,
      lines: [
        {
          value_day: '2026-11-20',
          amount: 1_500_000,
          reference: 'T26112000001 BCA77001',
          description: 'SETORAN VA 7000900000000001 PT MAJU JAYA',
        },
        { value_day: '2026-11-20', amount: -250_000, reference: 'ADM1', description: 'BIAYA ADMIN' },
        { value_day: '2026-11-20', amount: -50_000, reference: 'X1', description: '' },
      ],
    });
  });

  test('line ends of Windows, and pages that continue a statement', () => {
    const pages = `:20:A\n:25:1\n:28C:7/1\n:60F:C261119IDR0,\n:61:261120C5,NTRFA//B\n:62M:C261120IDR5,\n-\n:20:A\n:25:1\n:28C:7/2\n:60M:C261120IDR5,\n:61:261120C6,NTRFA//C\n:62F:C261120IDR11,\n-`;
    const parsed = parseMt940(pages.replaceAll('\n', '\r\n'));
    expect([parsed.number, parsed.lines.length, parsed.closing_balance]).toEqual(['7', 2, 11]);
  });

  test.each([
    [
      'a closing balance that does not follow',
      MT940.replace('IDR2200000,00', 'IDR2200001,00'),
      'closing balance is 2200001',
    ],
    ['another currency', MT940.replaceAll('IDR', 'USD'), 'not in rupiah'],
    ['cents', MT940.replace('C1500000,00', 'C1500000,50'), 'cannot be read'],
    ['a day that does not exist', MT940.replace(':61:261120D', ':61:261132D'), 'cannot be read'],
    ['several accounts', MT940.replace(':28C:', ':25:999\n:28C:'), 'several accounts'],
    ['no closing balance', MT940.replace(':62F:', ':99F:'), 'not a complete MT940'],
    ['no lines', MT940.replaceAll(':61:', ':69:').replace('2200000,00', '1000000,00'), 'no lines'],
  ])('%s is refused', (_name, text, message) => expect(() => parseMt940(text)).toThrow(message));
});

describe('CSV', () => {
  test.each([
    '20/8/2026',
    '20-08-2026 10:15',
    '20 Aug 2026',
    '20-Agu-2026',
    '20 Agustus 2026',
    '2026/08/20',
    '2026-Aug-20',
  ])('the day %s', (day) => {
    const [line] = parseCsvStatement(`Date,Amount,Balance\n${day},5,5\n`, '1').lines;
    expect(line?.value_day).toBe('2026-08-20');
  });
  test.each(['32/8/2026', '20 Foo 2026', '2026-13-01', '20/8/26', '0000-01-01', '9999-12-31'])(
    'the day %s is refused',
    (day) => expect(() => parseCsvStatement(`Date,Amount,Balance\n${day},5,5\n`, '1')).toThrow('cannot be read'),
  );

  test('debit and credit columns in the notation of Indonesia', () => {
    const text = `Rekening;8880001234\nTanggal;Keterangan;No. Referensi;Debet;Kredit;Saldo\n20/11/2026;Setoran;A123456;;1.500.000,00;2.500.000,00\n21-11-2026;"Biaya; admin";;250.000,00;0,00;2.250.000,00\nTotal;;;250.000,00;1.500.000,00;\n`;
    const parsed = parseCsvStatement(text, '8880001234');
    expect([parsed.opening_balance, parsed.closing_balance]).toEqual([1_000_000, 2_250_000]);
    expect(parsed.lines).toEqual([
      { value_day: '2026-11-20', amount: 1_500_000, reference: 'A123456', description: 'Setoran' },
      { value_day: '2026-11-21', amount: -250_000, reference: '', description: 'Biaya; admin' },
    ]);
  });

  test('an amount with its side, in English notation, with a byte order mark', () => {
    const text = `\uFEFFDate,Description,Amount,Type,Balance\n2026-11-20,In,"1,500.00",CR,"1,500.00"\n2026-11-20,Out,500.00,DB,"1,000.00"\n`;
    expect(parseCsvStatement(text, '1').lines.map(({ amount }) => amount)).toEqual([1_500, -500]);
  });

  test.each([
    ['a balance that does not follow', 'Date,Amount,Balance\n2026-11-20,5,5\n2026-11-20,5,11\n', 'does not follow'],
    ['no balance column', 'Date,Amount\n2026-11-20,5\n', 'row of headings'],
    ['an amount that is none', 'Date,Amount,Balance\n2026-11-20,abc,5\n', 'cannot be read'],
    [
      'a sum that is no safe number',
      'Date,Amount,Balance\n2026-11-20,-9000000000000000,9000000000000000\n',
      'too large',
    ],
  ])('%s is refused', (_name, text, message) => expect(() => parseCsvStatement(text, '1')).toThrow(message));
});

test.each([
  ['1.500.000,00', 1_500_000],
  ['1,500,000.00', 1_500_000],
  ['1500000', 1_500_000],
  ['1500000,', 1_500_000],
  ['1.500', 1_500],
  ['-25', -25],
  ['Rp 1.000', 1_000],
  ['1,50', null],
  ['1.50.000', null],
  ['', null],
  ['12a', null],
])('amount %j', (text, amount) => expect(parseAmount(text)).toBe(amount));

function isReadOrRefused(text: string): boolean {
  try {
    parseMt940(text);
    return true;
  } catch (error) {
    return error instanceof StatementError;
  }
}

test('any text is either read or refused with a reason', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (noise) => {
      const text = MT940.replace('SETORAN', noise).replace(':86:BIAYA', `:61:${noise}`);
      expect(isReadOrRefused(text)).toBe(true);
    }),
  );
});

test('bytes are UTF-8, or else of Windows', () => {
  expect(decodeStatement(Buffer.from('Café', 'utf8'))).toBe('Café');
  expect(decodeStatement(Buffer.from('Café', 'latin1'))).toBe('Café');
});

test('tokens are words with a digit', () => {
  const line = { value_day: '', amount: 1, reference: 'dsb_01abc', description: 'TRF KE BUDI 12 REF:T20261120' };
  expect(listTokens(line)).toEqual(['DSB_01ABC', 'T20261120']);
});
