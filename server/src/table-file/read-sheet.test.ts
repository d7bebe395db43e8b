/** Rows of uploaded CSV and XLSX files, and files that must be refused. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { describe, expect, test } from 'vitest';
import { readSheetRows } from './read-sheet.ts';
import { type SheetRow, UnreadableFileError } from './sheet-row.ts';
import { renderXlsx } from './xlsx.ts';

const readAll = (file: Buffer): Promise<SheetRow[]> => readParts([file]);

async function readParts(parts: Iterable<Buffer>): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheetRows(Readable.from(parts, { objectMode: false }))) rows.push(row);
  return rows;
}

async function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new yazl.ZipFile();
  for (const [path, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), path);
  file.end();
  return buffer(file.outputStream);
}

const sheet = (rows: string, before = '') => ({
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="First" sheetId="7" r:id="rId9"/><sheet name="B" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId9" Target="/xl/worksheets/data.xml"/></Relationships>',
  'xl/worksheets/data.xml': `${before}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});

describe('CSV', () => {
  test('in parts that end within a character, and one row is read before the next part arrives', async () => {
    const file = Buffer.from('a,b\n1,é\n2,é\n');
    const end = file.indexOf(0xc3) + 1;
    expect(await readParts([file.subarray(0, end), file.subarray(end)])).toEqual([
      ['a', 'b'],
      ['1', 'é'],
      ['2', 'é'],
    ]);
    let parts = 0;
    const source = Readable.from(
      (function* () {
        yield Buffer.from('a,b\n');
        for (; parts < 10_000; parts++) yield Buffer.from(`${'1,2\n'.repeat(20_000)}`);
      })(),
      { objectMode: false },
    );
    let rows = 0;
    for await (const row of readSheetRows(source)) {
      expect(row).toHaveLength(2);
      if (++rows === 10) break;
    }
    expect(parts).toBeLessThan(20);
    expect(source.destroyed).toBe(true);
  });

  test.each([
    ['commas', 'a,b\n1,"x, y"\n'],
    ['semicolons and Windows line ends', 'a;b\r\n1;"x, y"\r\n'],
    ['tabs and a byte order mark', '\uFEFFa\tb\n1\tx, y'],
  ])('with %s', async (_, text) => {
    expect(await readAll(Buffer.from(text))).toEqual([
      ['a', 'b'],
      ['1', 'x, y'],
    ]);
  });

  test('keeps leading zeros and line breaks in quotes, and skips blank rows', async () => {
    expect(await readAll(Buffer.from('a,b\n\n,\n 007 ,"one\ntwo"\n'))).toEqual([
      ['a', 'b'],
      ['007', 'one\ntwo'],
    ]);
  });

  test.each([
    ['other encodings', Buffer.from([0x61, 0x2c, 0xff, 0xfe, 0x0a])],
    ['binary content', Buffer.from('a,b\n\u0000,1')],
    ['an open quote', Buffer.from('a,b\n"1,2')],
    ['an endless row', Buffer.from(`a,b\n${'x'.repeat(20_000)}`)],
    ['too many columns', Buffer.from(','.repeat(60))],
  ])('refuses %s', async (_, file) => {
    await expect(readAll(file)).rejects.toThrow(UnreadableFileError);
  });
});

describe('XLSX', () => {
  test('reads what the product writes, account numbers included', async () => {
    const columns = [
      { header: 'account_number', kind: 'text' },
      { header: 'amount', kind: 'number' },
    ] as const;
    const rows = [
      ['0080010000001', '1500000'],
      ['<&>', null],
    ];
    const file = await buffer(renderXlsx({ title: 't', sheets: [{ name: 's', table: { columns, rows } }] }));
    expect(await readAll(file)).toEqual([['account_number', 'amount'], ['0080010000001', '1500000'], ['<&>']]);
  });

  test('reads the first sheet with shared texts, formulas, gaps and numbers as Excel stores them', async () => {
    const file = await zip({
      ...sheet(
        '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>' +
          '<row r="2"/>' +
          '<row r="3"><c r="A3"><f>1+1</f><v>1.5E+9</v></c><c r="B3" t="str"><f>A1</f><v> text </v></c><c r="C3"><v>15000.0</v></c></row>',
      ),
      'xl/sharedStrings.xml': '<sst><si><t>unused</t></si><si><r><t>sha</t></r><r><t>red</t></r></si></sst>',
    });
    expect(await readAll(file)).toEqual([
      ['shared', '', 'inline'],
      ['1500000000', 'text', '15000'],
    ]);
  });

  test('refuses document types, so that entities cannot expand', async () => {
    const before = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    await expect(readAll(await zip(sheet('<row><c t="str"><v>&b;</v></c></row>', before)))).rejects.toThrow(
      UnreadableFileError,
    );
  });

  test('refuses a workbook that expands beyond its limit, without expanding it', async () => {
    const file = await zip({ ...sheet('<row/>'), 'xl/media/bomb.bin': Buffer.alloc(61_000_000) });
    expect(file.length).toBeLessThan(100_000);
    await expect(readAll(file)).rejects.toThrow('too large');
  });

  test.each([
    ['a truncated archive', async () => (await zip(sheet('<row/>'))).subarray(0, 200)],
    ['an archive without a sheet', () => zip({ 'a.txt': 'a' })],
    ['broken XML', () => zip(sheet('<row><c></row>'))],
    ['an endless cell', () => zip(sheet(`<row><c t="str"><v>${'x'.repeat(3000)}</v></c></row>`))],
  ])('refuses %s', async (_, build) => {
    await expect(readAll(await build())).rejects.toThrow(UnreadableFileError);
  });
});
