/** Reads PostgreSQL's own syntax tree of a statement (libpg-query). Nodes are untyped JSON: `{ SelectStmt: { … } }`. */
import { loadModule, parseSync } from 'libpg-query';

export type Fields = { readonly [name: string]: unknown };

await loadModule();

/** The statements of a text, in order. Throws when PostgreSQL could not parse it. */
export function parseStatements(text: string): { tree: Fields; at: number; length: number }[] {
  const { stmts = [] } = parseSync(text) as unknown as {
    stmts?: { stmt: Fields; stmt_location?: number; stmt_len?: number }[];
  };
  return stmts.map(({ stmt, stmt_location = 0, stmt_len = 0 }) => ({
    tree: stmt,
    at: stmt_location,
    length: stmt_len,
  }));
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Every node of a kind in a tree, also within subqueries; `until`: kinds whose content is left out. */
export function findNodes(tree: unknown, kind: string, until: readonly string[] = []): Fields[] {
  const found: Fields[] = [];
  collectNodes(tree, { kind, until, found });
  return found;
}

/** Without generators: the suite reads some hundred nodes of each statement twenty times. */
function collectNodes(tree: unknown, to: { kind: string; until: readonly string[]; found: Fields[] }): void {
  if (Array.isArray(tree)) for (const each of tree) collectNodes(each, to);
  else if (isFields(tree)) {
    for (const name in tree) {
      const value = tree[name];
      if (name === to.kind && isFields(value)) to.found.push(value);
      if (!to.until.includes(name)) collectNodes(value, to);
    }
  }
}

/** The content of a node when it is of this kind. */
export const asNode = (node: unknown, kind: string): Fields | undefined =>
  isFields(node) && isFields(node[kind]) ? node[kind] : undefined;

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function readText(node: unknown): string {
  const text = asNode(node, 'String')?.sval;
  return typeof text === 'string' ? text : '';
}

/** `['app', 'search_newest']` of a function call, type or operator. */
export const readName = (names: unknown): string[] => toList(names).map(readText);

/** Table alias (or null) and name of a column reference. */
export function readColumn(node: unknown): { alias: string | null; name: string } | undefined {
  const column = asNode(node, 'ColumnRef');
  if (column === undefined) return undefined;
  const parts = readName(column.fields);
  return { alias: parts.length > 1 ? (parts.at(-2) ?? null) : null, name: parts.at(-1) ?? '' };
}

/** A parameter or a constant, also with a cast, and arrays of them. */
export function isValue(node: unknown): boolean {
  const cast = asNode(node, 'TypeCast');
  if (cast !== undefined) return isValue(cast.arg);
  const array = asNode(node, 'A_ArrayExpr');
  if (array !== undefined) return toList(array.elements).every(isValue);
  const items = asNode(node, 'List');
  if (items !== undefined) return toList(items.items).every(isValue);
  return asNode(node, 'ParamRef') !== undefined || asNode(node, 'A_Const') !== undefined;
}

/** The conditions that AND joins. */
export function listConditions(node: unknown): unknown[] {
  if (node === undefined || node === null) return [];
  const and = asNode(node, 'BoolExpr');
  return and?.boolop === 'AND_EXPR' ? toList(and.args).flatMap(listConditions) : [node];
}

/** Both sides of `a = b`, `a in (…)` and `a = any (…)`. */
export function readEquality(node: unknown): [unknown, unknown] | undefined {
  const expression = asNode(node, 'A_Expr');
  if (expression === undefined || readName(expression.name).join('.') !== '=') return undefined;
  return [expression.lexpr, expression.rexpr];
}
