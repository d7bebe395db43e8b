/** Files are verified with independent readers: gnumeric's ssconvert for spreadsheets and pdftotext for PDF. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { instant } from '@dasbor/contract/time';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { copyCsv } from '../db/copy.ts';
import { buildCsvCell } from '../db/csv-cells.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { renderTablePdf } from './pdf.ts';
import { readTable } from './read-table.ts';
import type { Table } from './table.ts';
import { renderXlsx } from './xlsx.ts';

let t: TestApp;
let merchant_id: string;
const folder = mkdtempSync(path.join(tmpdir(), 'dasbor-files-'));
beforeAll(async () => {
  t = await startTestApp();
  const found = await asPlatform(t.deps.db, (tx) => tx.sql.selectFrom('merchant').select('merchant_id').execute());
  merchant_id = found[0]?.merchant_id ?? '';
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const HOSTILE = [
  '=1+1',
  '+62812',
  '-5',
  '@SUM(A1)',
  "'=quoted",
  'a "b", c;d',
  'line\nbreak',
  'Kopi <Nusantara> & co',
  '',
];

/** One row per hostile text, with columns of the other kinds. */
const query = () => {
  const made = sql`
    select r.n, ${buildCsvCell(z.string(), sql`r.words`)} as words, date '2026-11-21' as day,
      ${buildCsvCell(instant, sql`timestamptz '2026-11-21T17:30:00Z'`)} as "made (WIB)", true as flag,
      9007199254740991::bigint as big, null::text as nothing
    from (values ${sql.join(HOSTILE.map((words, n) => sql`(${n + 1}::bigint, ${words}::text)`))}) r (n, words)
    order by r.n`;
  return { compile: () => made.compile(t.deps.db.kysely) };
};

async function readSheets(stream: Readable, sheet: string): Promise<string[][]> {
  const file = path.join(folder, 'book.xlsx');
  writeFileSync(file, await buffer(stream));
  const csv = path.join(folder, 'sheet.csv');
  execFileSync(
    'ssconvert',
    [
      '-O',
      `separator=, quoting-mode=always format=preserve sheet=${sheet}`,
      '-T',
      'Gnumeric_stf:stf_assistant',
      file,
      csv,
    ],
    { stdio: 'pipe' },
  );
  return parse(readFileSync(csv, 'utf8'));
}

/** Quoted cells throughout. */
const parse = (csv: string): string[][] =>
  [...csv.matchAll(/((?:"(?:[^"]|"")*",?)+)\n/g)].map(([, line]) =>
    [...(line ?? '').matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => (cell ?? '').replaceAll('""', '"')),
  );

test('domain 0: a workbook keeps texts, numbers and dates typed, and headers name the time zone', async () => {
  const table = await readTable(t.deps.db, merchant_id, query(), { reader: 'process' });
  expect(table.columns).toEqual([
    { header: 'n', kind: 'number' },
    { header: 'words', kind: 'text' },
    { header: 'day', kind: 'day' },
    { header: 'made (WIB)', kind: 'time' },
    { header: 'flag', kind: 'boolean' },
    { header: 'big', kind: 'number' },
    { header: 'nothing', kind: 'text' },
  ]);
  const rows = await readSheets(renderXlsx({ title: 'Test', sheets: [{ name: 'Rows', table }] }), 'Rows');
  expect(rows[0]).toEqual(['n', 'words', 'day', 'made (WIB)', 'flag', 'big', 'nothing']);
  expect(rows.slice(1).map((row) => row[1])).toEqual(HOSTILE);
  expect(rows[1]).toEqual(['1', '=1+1', '2026-11-21', '2026-11-22 00:30:00', 'TRUE', '9007199254740991', '']);
});

test('threat 21: formulas are escaped with an apostrophe in CSV', async () => {
  const csv = (
    await buffer(await copyCsv(t.deps.db, merchant_id, query(), { reader: 'process', delimiter: ';' }))
  ).toString();
  const cells = csv.split('\n').map((line) => line.split(';')[1]);
  expect(cells[0]).toBe('words');
  expect(cells.slice(1, 6)).toEqual(["'=1+1", "'+62812", "'-5", "'@SUM(A1)", "''=quoted"]);
  expect(csv).toContain('"a ""b"", c;d"');
});

test('a workbook holds several sheets, each with its rows and totals', async () => {
  const rows: Table = {
    columns: [
      { header: 'line', kind: 'text' },
      { header: 'net_amount', kind: 'number' },
    ],
    rows: [
      ['one', '1500000'],
      ['two', '-500000'],
    ],
    totals: ['Total', '1000000'],
  };
  const book = () =>
    renderXlsx({
      title: 'Two',
      sheets: [
        { name: 'Lines', table: rows },
        { name: 'Summary', table: { ...rows, rows: [] } },
      ],
    });
  const lines = await readSheets(book(), 'Lines');
  expect(lines.map((row) => row[1]?.replaceAll(/\D/g, ''))).toEqual(['', '1500000', '500000', '1000000']);
  expect(await readSheets(book(), 'Summary')).toHaveLength(2);
});

test('a PDF of a table shows its fields, grouped numbers and totals', async () => {
  const table = await readTable(t.deps.db, merchant_id, query(), { reader: 'process' });
  const pdf = renderTablePdf({
    title: 'Statement',
    context: '21 Nov 2026 (WIB)',
    fields: [['Opening balance', 'Rp 1.000']],
    table: { ...table, totals: ['45', 'Total', null, null, null, '1234567', null] },
    landscape: true,
  });
  const file = path.join(folder, 'table.pdf');
  writeFileSync(file, await buffer(pdf));
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
  for (const words of ['Statement', '21 Nov 2026 (WIB)', 'Opening balance', 'Rp 1.000', '@SUM(A1)', '1.234.567']) {
    expect(text).toContain(words);
  }
});

test('a table that cannot be read fails the file and releases its connection', async () => {
  const broken = sql`select 1 / (r.n - 2) as n from generate_series(1, 3) r (n)`;
  const table = await readTable(
    t.deps.db,
    merchant_id,
    { compile: () => broken.compile(t.deps.db.kysely) },
    { reader: 'process' },
  );
  await expect(buffer(renderXlsx({ title: 'Broken', sheets: [{ name: 'Rows', table }] }))).rejects.toThrow(
    'division by zero',
  );
  await asMerchant(t.deps.db, merchant_id, (tx) => sql`select 1`.execute(tx.sql));
});
