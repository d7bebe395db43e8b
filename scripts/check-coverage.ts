// Each row of docs/specification-coverage.md names a rule, a test file and a test. Fails when a file or test is missing.
import * as fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { fail, print } from './progress.mjs';

const TABLE = 'docs/specification-coverage.md';

type Row = { line: number; rule: string; file: string; test: string };

const table = path.join(ROOT, TABLE);
if (!fs.existsSync(table)) fail(`${TABLE} is missing`);
const rows = readRows(fs.readFileSync(table, 'utf8'));
const problems = rows.flatMap(findProblem);
if (rows.length === 0) fail(`${TABLE} is empty`);
if (problems.length > 0) fail(problems.join('\n'));
print(`${rows.length} rules are covered by tests`);

/** Reads the rows of all tables with three columns, without headers. Cells may be in backticks. */
function readRows(text: string): Row[] {
  return text.split('\n').flatMap((content, index) => {
    // A bar inside a cell is escaped as \|.
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

function findProblem({ line, rule, file, test }: Row): string[] {
  const where = `${TABLE}:${line} (${rule})`;
  if (!file || !test) return [`${where}: names no test`];
  if (!fs.existsSync(path.join(ROOT, file))) return [`${where}: ${file} does not exist`];
  // Matches a string literal, so that a comment does not count as a test.
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8').replaceAll("\\'", "'");
  const is_there = [`'${test}'`, `"${test}"`, `\`${test}\``].some((literal) => source.includes(literal));
  return is_there ? [] : [`${where}: ${file} has no test named "${test}"`];
}
