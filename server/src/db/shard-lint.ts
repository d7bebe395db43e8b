/** Statements that PostgreSQL accepts and that fail on a database that is sharded with Citus. Pure; used by tests. */

export type StatementProblem =
  /** `insert … select … returning` needs an aliased target or ON CONFLICT: `insert into t as x`. */
  | 'insert_select_without_alias'
  /** A simple CASE in a write loses its operand on the worker: use `case when x = 'a'`. */
  | 'simple_case_in_write'
  /** `column ± interval` on a column in an UPDATE is not shippable: compute the time in the application. */
  | 'interval_on_column_in_update'
  /** A search function beside a table cannot be planned: call it alone, then compare with its result. */
  | 'search_function_beside_table';

/** Removes comments and the content of string literals, so that words in them are not taken for SQL. */
const normalise = (text: string): string =>
  text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

const INSERT = /\binsert into (?:"?app"?\.)?"?\w+"?( as "?\w+"?)? \([^()]*\) (?=select\b|with\b|\(select\b)/g;
const SIMPLE_CASE = /\bcase (?!when\b)[^ ]+(?:\([^()]*\))? when\b/;
const INTERVAL = /(?<!\$\d{1,3}|\))(?<=[a-z_"]) [+-] (?:interval|''::interval|\$\d+::interval)/;
const SEARCH = /\bapp\.search_\w+\(/;

/** The problems of one statement. Each CTE is checked as a statement of its own. */
export function listStatementProblems(text: string): StatementProblem[] {
  const statement = normalise(text);
  const problems = new Set<StatementProblem>();
  for (const match of statement.matchAll(INSERT)) {
    const body = readBody(statement, match.index + match[0].length);
    const is_safe = match[1] !== undefined || body.includes('on conflict') || !/\breturning\b/.test(body);
    if (!is_safe) problems.add('insert_select_without_alias');
    if (SIMPLE_CASE.test(body)) problems.add('simple_case_in_write');
  }
  for (const match of statement.matchAll(/\bupdate (?:only )?"?app"?\."?\w+"?/g)) {
    const body = readBody(statement, match.index);
    if (SIMPLE_CASE.test(body)) problems.add('simple_case_in_write');
    if (INTERVAL.test(body)) problems.add('interval_on_column_in_update');
  }
  if (SEARCH.test(statement) && /\bfrom "?app"?\."?(?!search_)\w+/.test(statement)) {
    problems.add('search_function_beside_table');
  }
  return [...problems];
}

/** The rest of a statement up to the end of its parentheses, or of the statement. */
function readBody(statement: string, from: number): string {
  let depth = 0;
  for (let at = from; at < statement.length; at++) {
    const character = statement[at];
    if (character === '(') depth += 1;
    if (character === ')' && --depth < 0) return statement.slice(from, at);
    if (character === ';' && depth === 0) return statement.slice(from, at);
  }
  return statement.slice(from);
}
