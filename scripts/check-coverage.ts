// Each row of docs/specification-coverage.md names a rule, a test file and a test; its table of routes names the screen of
// every route of the specification and a journey that opens it. Fails when a file, test, route or journey is missing.
import * as fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { fail, print } from './progress.mjs';
import { SPECIFICATION_ROUTES, opensRoute } from './specification-routes.ts';

const TABLE = 'docs/specification-coverage.md';

type Row = { line: number; rule: string; file: string; test: string };

const table = path.join(ROOT, TABLE);
if (!fs.existsSync(table)) fail(`${TABLE} is missing`);
const text = fs.readFileSync(table, 'utf8');
const rows = readRows(text);
const problems = [...rows.flatMap(findProblem), ...findRouteProblems(readRoutes(text))];
if (rows.length === 0) fail(`${TABLE} is empty`);
if (problems.length > 0) fail(problems.join('\n'));
print(`${rows.length} rules are covered by tests, ${SPECIFICATION_ROUTES.length} routes by journeys`);

/** Reads the rows of all tables with three columns, without headers. Cells may be in backticks. */
function readRows(text: string): Row[] {
  return text.split('\n').flatMap((content, index) => {
    const cells = readCells(content);
    const [, rule = '', file = '', test = ''] = cells;
    const is_row = cells.length === 5 && !/^:?-+:?$/.test(rule) && !/^rule$/i.test(rule);
    return is_row ? [{ line: index + 1, rule, file, test }] : [];
  });
}

// A bar inside a cell is escaped as \|.
function readCells(line: string): string[] {
  return line.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replace(/^`(.*)`$/, '$1')
      .replaceAll('\\|', '|'),
  );
}

/** Reads the rows of the table of routes: route, area, screen and journey. */
function readRoutes(content: string): { route: string; screen: string; journey: string }[] {
  return content.split('\n').flatMap((line) => {
    const cells = readCells(line);
    const [, route = '', , screen = '', journey = ''] = cells;
    return cells.length === 6 && route.startsWith('/') ? [{ route, screen, journey }] : [];
  });
}

function findRouteProblems(routes: ReturnType<typeof readRoutes>): string[] {
  const listed = new Set(routes.map(({ route }) => route));
  const missing = SPECIFICATION_ROUTES.filter((route) => !listed.has(route));
  return [
    ...missing.map((route) => `${TABLE}: the route ${route} is missing`),
    ...routes.flatMap(({ route, screen, journey }) => {
      const absent = [screen, journey].filter((file) => !fs.existsSync(path.join(ROOT, file)));
      if (absent.length > 0) return absent.map((file) => `${TABLE} (${route}): ${file} does not exist`);
      const source = fs.readFileSync(path.join(ROOT, journey), 'utf8');
      return opensRoute(source, route) ? [] : [`${TABLE} (${route}): ${journey} does not open it`];
    }),
  ];
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
