// Each row of docs/specification-coverage.md names a rule, a test file and the name of a test in it. Fails when a
// file is missing or does not hold a test of that name.
import * as fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { fail, say } from './progress.mjs';

const TABLE = 'docs/specification-coverage.md';

type Row = { line: number; rule: string; file: string; test: string };

const table = path.join(ROOT, TABLE);
if (!fs.existsSync(table)) fail(`${TABLE} is missing`);
const rows = readRows(fs.readFileSync(table, 'utf8'));
const faults = rows.flatMap(findFault);
if (rows.length === 0) fail(`${TABLE} lists nothing`);
if (faults.length > 0) fail(faults.join('\n'));
say(`${rows.length} rules have their tests`);

/** Rows of all tables with three columns; header and rule lines are left out. Cells may be in back-quotes. */
function readRows(text: string): Row[] {
  return text.split('\n').flatMap((content, index) => {
    // A bar inside a cell is written \|.
    const cells = content.split(/(?<!\\)\|/).map((cell) =>
      cell
        .trim()
        .replace(/^`(.*)`$/, '$1')
        .replaceAll('\\|', '|'),
    );
    const [, rule = '', file = '', test = ''] = cells;
    const is_row = cells.length === 5 && !/^:?-+:?$/.test(rule) && !/^rule$/i.test(rule);
    return is_row ? [{ line: index + 1, rule, file, test }] : [];
  });
}

function findFault({ line, rule, file, test }: Row): string[] {
  const where = `${TABLE}:${line} (${rule})`;
  if (!file || !test) return [`${where}: names no test`];
  if (!fs.existsSync(path.join(ROOT, file))) return [`${where}: ${file} does not exist`];
  // As a string literal: a name that only a comment mentions is no test.
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8').replaceAll("\\'", "'");
  const is_there = [`'${test}'`, `"${test}"`, `\`${test}\``].some((literal) => source.includes(literal));
  return is_there ? [] : [`${where}: ${file} has no test named "${test}"`];
}
