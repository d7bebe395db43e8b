/** Statements as banks write them: MT940 variants and CSV with the notations of Indonesia and of English. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listTokens } from './list-tokens.ts';
import { StatementError, decodeStatement, parseCsvStatement, parseSen, splitSen } from './parse-statement.ts';
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
    ['cents that do not add up', MT940.replace('C1500000,00', 'C1500000,50'), 'all lines is 2200000.50, but'],
    ['a day that does not exist', MT940.replace(':61:261120D', ':61:261132D'), 'cannot be read'],
    ['several accounts', MT940.replace(':28C:', ':25:999\n:28C:'), 'several accounts'],
    ['no closing balance', MT940.replace(':62F:', ':99F:'), 'not a complete MT940'],
    ['no lines', MT940.replaceAll(':61:', ':69:').replace('2200000,00', '1000000,00'), 'no lines'],
  ])('%s is refused', (_name, text, message) => expect(() => parseMt940(text)).toThrow(message));
});

test('MT940 with sen in lines and balances', () => {
  const parsed = parseMt940(
    ':20:A\n:25:1\n:28C:7/1\n:60F:C261119IDR5,25\n:61:261120C10,5NINT\n:61:261120D0,1NTAX\n:62F:C261120IDR15,65\n-',
  );
  expect(parsed).toMatchObject({ opening_balance: 5, opening_cents: 25, closing_balance: 15, closing_cents: 65 });
  expect(parsed.lines.map(({ amount, cents }) => [amount, cents])).toEqual([
    [10, 50],
    [0, -10],
  ]);
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
      { value_day: '2026-11-20', amount: 1_500_000, cents: 0, reference: 'A123456', description: 'Setoran' },
      { value_day: '2026-11-21', amount: -250_000, cents: 0, reference: '', description: 'Biaya; admin' },
    ]);
  });

  test('an amount with its side, in English notation, with a byte order mark', () => {
    const text = `\uFEFFDate,Description,Amount,Type,Balance\n2026-11-20,In,"1,500.00",CR,"1,500.00"\n2026-11-20,Out,500.00,DB,"1,000.00"\n`;
    expect(parseCsvStatement(text, '1').lines.map(({ amount }) => amount)).toEqual([1_500, -500]);
  });

  test('rows with the newest first', () => {
    const text = 'Date,Amount,Balance\n2026-11-21,-250,2250\n2026-11-20,1500,2500\n2026-11-19,1000,1000\n';
    const { opening_balance, closing_balance, lines } = parseCsvStatement(text, '1');
    expect([opening_balance, closing_balance]).toEqual([0, 2_250]);
    expect(lines.map(({ amount }) => amount)).toEqual([1_000, 1_500, -250]);
  });

  test('interest with sen is kept exactly, and the balances add up', () => {
    const text =
      'Tanggal;Keterangan;Debet;Kredit;Saldo\n20/11/2026;Setoran;;1.000,00;1.000,10\n' +
      '20/11/2026;Jasa giro;;12,37;1.012,47\n21/11/2026;Pajak;0,62;;1.011,85\n';
    const parsed = parseCsvStatement(text, '1');
    expect(parsed).toMatchObject({ opening_balance: 0, opening_cents: 10, closing_balance: 1_011, closing_cents: 85 });
    expect(parsed.lines.map(({ amount, cents }) => [amount, cents])).toEqual([
      [1_000, 0],
      [12, 37],
      [0, -62],
    ]);
  });

  test.each([
    ['a balance that does not follow', 'Date,Amount,Balance\n2026-11-20,5,5\n2026-11-20,5,11\n', 'does not follow'],
    ['no balance column', 'Date,Amount\n2026-11-20,5\n', 'row of headings'],
    ['an amount that is none', 'Date,Amount,Balance\n2026-11-20,abc,5\n', 'cannot be read'],
    ['a sum that is no safe number', 'Date,Amount,Balance\n2026-11-20,-60000000000000,60000000000000\n', 'too large'],
  ])('%s is refused', (_name, text, message) => expect(() => parseCsvStatement(text, '1')).toThrow(message));
});

test.each([
  ['1.500.000,00', 150_000_000],
  ['1,500,000.00', 150_000_000],
  ['1500000', 150_000_000],
  ['1500000,', 150_000_000],
  ['1.500', 150_000],
  ['-25', -2_500],
  ['Rp 1.000', 100_000],
  ['1,50', 150],
  ['1500000,5', 150_000_050],
  ['-0,07', -7],
  ['99999999999999,00', null],
  ['1.50.000', null],
  ['', null],
  ['12a', null],
])('amount %j', (text, sen) => expect(parseSen(text)).toBe(sen));

test.each([
  [150_000_050, 1_500_000, 50],
  [-7, 0, -7],
  [-250_000, -2_500, 0],
  [-250_001, -2_500, -1],
])('%d sen', (sen, amount, cents) => expect(splitSen(sen)).toEqual({ amount, cents }));

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
  const line = {
    value_day: '',
    amount: 1,
    cents: 0,
    reference: 'dsb_01abc',
    description: 'TRF KE BUDI 12 REF:T20261120',
  };
  expect(listTokens(line)).toEqual(['DSB_01ABC', 'T20261120']);
});
