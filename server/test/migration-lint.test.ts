/** Migrations run statement by statement, and none of them would fail on a database that is distributed already. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { splitStatements } from '../src/db/split-statements.ts';
import { type MigrationProblem, listMigrationProblems } from './migration-lint.ts';
import { parseStatements } from './sql-tree.ts';

const FOLDER = fileURLToPath(new URL('../migrations/', import.meta.url));
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
/** Earlier files run before a database can be distributed. */
const FIRST_AFTER_DISTRIBUTION = '0069';

test.each(FILES)('%s is split where PostgreSQL splits it', (file) => {
  const text = readFileSync(FOLDER + file, 'utf8');
  const bytes = Buffer.from(text);
  const expected = parseStatements(text).map(({ at, length }) =>
    bytes
      .subarray(at, length === 0 ? undefined : at + length)
      .toString()
      .trim()
      .replace(/;$/, ''),
  );
  expect(splitStatements(text).map(withoutComments)).toEqual(expected.map(withoutComments));
});

/** PostgreSQL counts comments before and after a statement differently. */
const withoutComments = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

test.each<[string, string[]]>([
  ['select 1; select 2;', ['select 1', 'select 2']],
  ['select \';\', "a;b"; -- c;d\nselect 2', ['select \';\', "a;b"', '-- c;d\nselect 2']],
  ["select E'a\\';b' /* ; */; select $1", ["select E'a\\';b' /* ; */", 'select $1']],
  [
    'do $$ begin perform 1; end $$; create function f() returns int language sql as $f$ select 1; $f$',
    ['do $$ begin perform 1; end $$', 'create function f() returns int language sql as $f$ select 1; $f$'],
  ],
  ['do $a$ begin execute $$ select 1; $$; end $a$;\n-- the end;\n', ['do $a$ begin execute $$ select 1; $$; end $a$']],
])('%s', (text, statements) => expect(splitStatements(text)).toEqual(statements));

test('migrations after the distribution', () => {
  const found = FILES.filter((file) => file >= FIRST_AFTER_DISTRIBUTION).flatMap((file) =>
    splitStatements(readFileSync(FOLDER + file, 'utf8')).flatMap((statement) =>
      listMigrationProblems(statement).map((problem) => `${file}: ${problem}: ${statement}`),
    ),
  );
  expect(found).toEqual([]);
});

test.each<[string, string, MigrationProblem[]]>([
  [
    'a constraint added with a column',
    'alter table app.refund add column a int, add constraint refund_a check (a > 0)',
    ['constraint_among_changes'],
  ],
  ['a constraint alone', 'alter table app.refund add constraint refund_a check (a > 0)', []],
  ['a column with its check', 'alter table app.refund add column a int check (a > 0), add column b text', []],
  [
    'a change of merchant_id',
    'alter table app.refund alter column merchant_id drop not null',
    ['merchant_column_changed'],
  ],
  [
    'a simple CASE in an update',
    "update app.refund set a = case status when 'failed' then 1 end",
    ['simple_case_in_write'],
  ],
  ['a trigger', 'create trigger t after insert on app.refund for each row execute function app.f()', ['trigger']],
])('%s', (_name, statement, problems) => expect(listMigrationProblems(statement)).toEqual(problems));
