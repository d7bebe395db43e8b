import { fc, test as property } from '@fast-check/vitest';
import { expect } from 'vitest';
import { countCsv } from './count-csv.ts';

const cell = (text: string, delimiter: string): string =>
  new RegExp(`["\\r\\n${delimiter}]`).test(text) ? `"${text.replaceAll('"', '""')}"` : text;

property.prop([
  fc.array(
    fc.record({
      text: fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', 'é', '1', '-') }),
      net: fc.option(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })),
      taken: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    { maxLength: 30 },
  ),
  fc.constantFrom<',' | ';'>(',', ';'),
  fc.integer({ min: 1, max: 40 }),
])('rows and sums are those of the file, wherever its pieces are cut', async (rows, delimiter, cut) => {
  const lines = [
    ['text', 'net', 'more', 'taken'],
    ...rows.map((row) => [cell(row.text, delimiter), String(row.net ?? ''), '7', String(row.taken)]),
  ];
  const csv = Buffer.from(lines.map((line) => `${line.join(delimiter)}\n`).join(''));
  const pieces = Array.from({ length: Math.ceil(csv.length / cut) }, (_, at) => csv.subarray(at * cut, (at + 1) * cut));
  const totals = { row_count: 0, net_total: 0 };
  const passed: Buffer[] = [];
  for await (const piece of countCsv(oneByOne(pieces), delimiter, { net: 1, taken: -1 }, totals)) passed.push(piece);
  expect(Buffer.concat(passed)).toEqual(csv);
  expect(totals).toEqual({
    row_count: rows.length,
    net_total: rows.reduce((sum, { net, taken }) => sum + (net ?? 0) - taken, 0),
  });
});

async function* oneByOne(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}
