/** No statement of the product fails on a sharded database; each problem is recognised when it is introduced again. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type StatementProblem, listStatementProblems } from './shard-lint.ts';

test.each<[string, string, StatementProblem[]]>([
  [
    'insert … select … returning without an alias',
    'insert into app.transaction_mark (merchant_id, hour) select t.merchant_id, $1 from app.transaction t returning hour',
    ['insert_select_without_alias'],
  ],
  ['with an alias', 'insert into app.mark as m (merchant_id) select t.merchant_id from app.t t returning m.hour', []],
  ['with ON CONFLICT', 'insert into app.m (a) select t.a from app.t t on conflict (a) do nothing returning a', []],
  ['without RETURNING', 'insert into app.m (a) select t.a from app.t t', []],
  ['of values', 'insert into app.m (a) values ($1) returning a', []],
  [
    'in a CTE',
    'with x as (insert into app.m (a) select a from app.t returning a), y as (select 1) select * from x',
    ['insert_select_without_alias'],
  ],
  [
    'RETURNING of another CTE',
    'with x as (insert into app.m (a) select a from app.t), y as (delete from app.z z returning a) select 1',
    [],
  ],
  [
    'a simple CASE in an insert',
    "insert into app.m as x (a) select case t.kind when 'a' then 1 else 2 end from app.t t returning x.a",
    ['simple_case_in_write'],
  ],
  ['a simple CASE in an update', "update app.t set a = case kind when 'a' then 1 end", ['simple_case_in_write']],
  ['a searched CASE', "update app.t set a = case when kind = 'a' then 1 end", []],
  ['a simple CASE in a read', "select case t.kind when 'a' then 1 end from app.t t", []],
  [
    'a time computed from a column in an update',
    "update app.t t set b = 1 where t.at + interval '1 hour' < $1",
    ['interval_on_column_in_update'],
  ],
  [
    'a search function beside a table',
    'select t.id from app.transaction t where t.id in (select found.id from app.search_transactions($1, $2) as found(id))',
    ['search_function_beside_table'],
  ],
  ['a search function alone', 'select found.id from app.search_transactions($1, $2) as found(id)', []],
])('%s', (_name, statement, problems) => expect(listStatementProblems(statement)).toEqual(problems));

const SOURCES = fileURLToPath(new URL('../', import.meta.url));

/** SQL texts of the product, with their parts replaced by parameters. */
function* readStatements(): Generator<{ file: string; text: string }> {
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.includes('.test.') || file.includes('shard-lint')) continue;
    const source = readFileSync(join(SOURCES, file), 'utf8');
    for (const [, text = ''] of source.matchAll(/sql(?:<[^`]*?>)?`((?:\\.|\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`\\])*)`/g)) {
      yield { file, text: text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '$1') };
    }
  }
}

test('the SQL of the product has none of these problems', () => {
  const statements = [...readStatements()];
  expect(statements.length).toBeGreaterThan(300);
  const found = statements.flatMap(({ file, text }) =>
    listStatementProblems(text).map((problem) => `${file}: ${problem}`),
  );
  expect(found).toEqual([]);
});
