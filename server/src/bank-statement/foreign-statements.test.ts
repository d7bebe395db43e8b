/** Statements that other programs wrote, and the MT940 dialects that banks publish, lead to the same lines. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listTokens } from './list-tokens.ts';
import { parseMt940 } from './parse-mt940.ts';
import { type ParsedStatement, decodeStatement, parseCsvStatement } from './parse-statement.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'dasbor-statements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readSample = (name: string): ParsedStatement =>
  parseMt940(decodeStatement(readFileSync(path.join(import.meta.dirname, 'samples', name))));
const summarize = ({ account_no, number, opening_balance, closing_balance, lines }: ParsedStatement) => ({
  account_no,
  number,
  balances: [opening_balance, closing_balance],
  lines: lines.map(({ value_day, amount }) => [value_day, amount]),
});

describe('domain 2.12: files of libmt94x', () => {
  test('a SWIFT envelope, entry dates and references divided by the end of a line', () => {
    const statement = readSample('libmt94x-business.sta');
    expect(summarize(statement)).toEqual({
      account_no: 'NL69INGB0123456789IDR',
      number: '00000',
      balances: [1_000_000, 2_493_500],
      lines: [
        ['2026-11-18', 1_500_000],
        ['2026-11-18', -6_500],
      ],
    });
    const [credit] = statement.lines;
    expect(credit?.description).toContain('PT MAJU JAYA ABADI');
    expect(listTokens(credit!)).toEqual(
      expect.arrayContaining(['BANKREF26111800042', 'DSBP26111800000000000000000000001', '00000000001005']),
    );
  });

  test('several messages with headers of their own, without entry dates', () => {
    const statement = readSample('libmt94x-payments.sta');
    expect(summarize(statement)).toEqual({
      account_no: '0654321789',
      number: '21-22',
      balances: [5_000_000, 4_245_000],
      lines: [
        ['2026-11-18', -1_000_000],
        ['2026-11-18', 250_000],
        ['2026-11-19', -5_000],
      ],
    });
    const references = ['DSBP26111800000000000000000000002', 'BANKREF26111800043', 'M000000002222222'];
    for (const [index, reference] of references.entries()) {
      expect(listTokens(statement.lines[index]!)).toContain(reference);
    }
  });
});

/** A statement of one entry of 75,000 rupiah. */
const withEntry = (entry: string, { before = '', after = '-' }: { before?: string; after?: string } = {}): string =>
  `${before}:20:STMT\r\n:25:8880001234\r\n:28C:231/1\r\n:60F:C261117IDR100000,\r\n${entry}\r\n:62F:C261118IDR175000,\r\n${after}`;
const parseEntry = (entry: string) => parseMt940(withEntry(entry)).lines[0]!;

describe('dialects of MT940', () => {
  test.each([
    ['value and entry date', ':61:2611181118C75000,00NTRFREF123456//BANK654321'],
    ['value date only', ':61:261118C75000,00NTRFREF123456//BANK654321'],
    ['an entry in the next year', ':61:2611180102C75000,NTRFREF123456//BANK654321'],
    ['the last character of the currency as funds code', ':61:2611181118CR75000,00NTRFREF123456//BANK654321'],
    ['a reversed debit with funds code', ':61:261118RDR75000,00NTRFREF123456//BANK654321'],
    ['decimals after a point', ':61:2611181118C75000.00NTRFREF123456//BANK654321'],
    ['the transaction code of a bank', ':61:2611181118C75000,00S051REF123456//BANK654321'],
    ['a code filled with spaces', ':61:2611181118C75000,00S   REF123456//BANK654321'],
    ['supplementary details on a line of their own', ':61:2611181118C75000,00FMSCREF123456//BANK654321\r\nDETAILS'],
  ])('%s', (_name, entry) => {
    expect(parseEntry(entry)).toMatchObject({
      value_day: '2026-11-18',
      amount: 75_000,
      reference: 'REF123456 BANK654321',
    });
  });

  test('structured information: subfields 20 to 29 and 60 to 63 are one text that may divide a reference', () => {
    const entry = `:61:2611181118C75000,NTRFNONREF\r\n:86:166?00GUTSCHRIFT?100599?20EREF+DSB26111800?210000000042 SVWZ+GAJI\r\n?22 NOVEMBER?30BMRIIDJA?318880009999?32PT MAJU ?33JAYA?34888?60REF 7`;
    const line = parseEntry(entry);
    expect(line.description).toBe(
      'GUTSCHRIFT EREF+DSB26111800 0000000042 SVWZ+GAJI NOVEMBER BMRIIDJA 8880009999 PT MAJU JAYA REF 7',
    );
    expect(listTokens(line)).toContain('DSB261118000000000042');
  });

  test('structured information with `>`, and free text', () => {
    const information = (text: string) => parseEntry(`:61:261118C75000,NTRFNONREF\r\n:86:${text}`).description;
    expect(information('000>100000000000>20Invoice 42>21of November')).toBe('Invoice 42 of November');
    expect(information('SETORAN TUNAI?20 APA\r\n- CABANG JAKARTA')).toBe('SETORAN TUNAI?20 APA - CABANG JAKARTA');
    expect(information('')).toBe('');
  });

  test.each([
    [
      'an envelope on lines of their own',
      { before: '{1:F01BANKIDJAXXXX0000000000}{2:O9400000}\r\n{4:\r\n', after: '-}' },
    ],
    ['an envelope before the first field', { before: '{1:F01BANKIDJAXXXX}{2:I940X}{4:', after: '-}{5:{CHK:1}}' }],
    ['headers of the bank', { before: 'BANKIDJA 0800\r\n940 N2\r\n', after: '-XXX' }],
    ['a mark of byte order', { before: '\uFEFF', after: '-' }],
    ['no end', { after: '' }],
  ])('%s', (_name, around) => {
    const text = decodeStatement(Buffer.from(withEntry(':61:261118C75000,NTRFREF123456', around)));
    expect(parseMt940(text).lines).toHaveLength(1);
    expect(parseMt940(text.replaceAll('\r\n', '\n')).lines).toHaveLength(1);
    expect(parseMt940(text.replaceAll('\r\n', '\r')).lines).toHaveLength(1);
  });

  test('letters of Windows-1252', () => {
    const bytes = Buffer.from(withEntry(':61:261118C75000,NTRFREF123456\r\n:86:CAFÉ DÉWI – ÜBER'), 'utf8');
    const windows = Buffer.from(bytes.toString('utf8').replace('–', '\x96'), 'latin1');
    expect(parseMt940(decodeStatement(windows)).lines[0]?.description).toBe('CAFÉ DÉWI – ÜBER');
    expect(parseMt940(decodeStatement(bytes)).lines[0]?.description).toBe('CAFÉ DÉWI – ÜBER');
  });

  test('statements of several days, each a message with its own header, balances and available balances', () => {
    const day = (number: number, opening: number, closing: number) =>
      withEntry(':61:261118C75000,NTRFREF123456', { after: `:64:C261118IDR${closing},\r\n:86:TOTAL\r\n-}` })
        .replace('231/1', `23${number}/1`)
        .replace(/(:60F:.*IDR)\d+/, `$1${opening}`)
        .replace(/(:62F:.*IDR)\d+/, `$1${closing}`);
    const text = [day(1, 100_000, 175_000), day(2, 175_000, 250_000)].map((each) => `{1:F01X}{2:I940}{4:\r\n${each}`);
    expect(summarize(parseMt940(text.join('\r\n')))).toMatchObject({ number: '231-232', balances: [100_000, 250_000] });
    expect(() => parseMt940([text[0], day(2, 176_000, 251_000)].join('\r\n'))).toThrow('closing balance');
  });
});

describe('domain 2.12: files of a spreadsheet program (gnumeric)', () => {
  /** Opens a table in the spreadsheet, saves it as a workbook, and exports that as text. */
  function exportFromSpreadsheet(
    rows: readonly string[],
    { options, workbook }: { options: string; workbook: string },
  ) {
    const [source, book, out] = ['in.csv', `book.${workbook}`, 'out.txt'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(source, `${rows.join('\n')}\n`);
    const run = (...args: string[]) => execFileSync('ssconvert', args, { stdio: 'pipe' });
    run(source, book);
    run('-T', 'Gnumeric_stf:stf_assistant', '-O', options, book, out);
    return decodeStatement(readFileSync(out));
  }
  const ROWS = [
    'Account,8880001234',
    'Date,Description,Reference,Debit,Credit,Balance',
    '2026-11-18,"Transfer, BUDI & CO",BANKREF26111800042,,1500000,2500000',
    '2026-11-19,"Fee ""ADM""",ADM-1,6500,,2493500',
  ];

  test.each([
    ['xlsx', 'separator=, quoting-mode=auto format=automatic'],
    ['xlsx', 'separator=; quoting-mode=always format=preserve eol=windows'],
    ['ods', "separator='\t' quoting-mode=auto format=automatic eol=mac"],
    ['xls', 'separator=| quoting-mode=auto format=preserve charset=WINDOWS-1252'],
  ])('%s exported with %j', (workbook, options) => {
    const statement = parseCsvStatement(exportFromSpreadsheet(ROWS, { options, workbook }), '8880001234');
    expect(statement).toMatchObject({ opening_balance: 1_000_000, closing_balance: 2_493_500 });
    expect(statement.lines).toEqual([
      {
        value_day: '2026-11-18',
        amount: 1_500_000,
        cents: 0,
        reference: 'BANKREF26111800042',
        description: 'Transfer, BUDI & CO',
      },
      { value_day: '2026-11-19', amount: -6_500, cents: 0, reference: 'ADM-1', description: 'Fee "ADM"' },
    ]);
  });
});
