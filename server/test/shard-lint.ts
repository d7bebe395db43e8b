/**
 * Statements that PostgreSQL accepts and that fail, or cost too much, on a database that is sharded by merchant with Citus.
 * Reads PostgreSQL's own syntax tree, so comments, quotes and nesting cannot mislead it.
 */
import { LOCAL_TABLES, REFERENCE_TABLES } from '../src/db/shard-tables.ts';
import {
  type Fields,
  asNode,
  findNodes,
  isValue,
  listConditions,
  toList,
  parseStatements,
  readColumn,
  readEquality,
  readName,
} from './sql-tree.ts';
import { hasChildBeforeParent } from './write-order.ts';

export type StatementProblem =
  /** `insert … select` needs RETURNING or ON CONFLICT, or its rows are copied to the coordinator, which row-level security refuses. */
  | 'insert_select_without_returning'
  /** `insert … select … returning` needs an aliased target or ON CONFLICT: `insert into t as x`. */
  | 'insert_select_without_alias'
  /** A simple CASE in a write loses its operand on the worker: use `case when x = 'a'`. */
  | 'simple_case_in_write'
  /** `column ± interval`, and date_trunc of a column, in an UPDATE: compute the time in the application. */
  | 'time_of_column_in_update'
  /** A search function beside a table cannot be planned: call it alone, then compare with its result. */
  | 'search_function_beside_table'
  /** An outer join on nothing but a parameter, which may be NULL: read the other table by a query of its own. */
  | 'outer_join_on_parameter'
  /** A table of a merchant without `merchant_id = $n` (in the ON of an outer join for its inner side). */
  | 'table_without_merchant'
  /** A table of the coordinator joined with one of the nodes: read one, then the other by what was found. */
  | 'join_with_local_table'
  /** Tables that are joined across merchants, but not on merchant_id. */
  | 'join_without_merchant'
  /** A recursive query needs `merchant_id = $n` on every table. */
  | 'recursion_without_merchant'
  /** The writes of a statement run in the order of its text: rows that others refer to come first. */
  | 'child_before_parent'
  /** FOR UPDATE across merchants. */
  | 'lock_without_merchant'
  /** A read that locks rows, with a write among its CTEs: write first, then lock. */
  | 'write_beside_lock'
  /** FOR UPDATE locks the key too, which blocks every insert of a row that refers to it: FOR NO KEY UPDATE. */
  | 'lock_of_key'
  /** `insert … values ((select …))`. */
  | 'subquery_in_values'
  | 'merchant_changed'
  | 'merge'
  /** COPY of a table copies nothing: copy a query. */
  | 'copy_of_table'
  /** An advisory lock holds on one node: lock a row (`db/locks.ts`). */
  | 'advisory_lock'
  /** SET among several statements is sent to every node with all of them. */
  | 'set_among_statements';

/** `app_merchant`: the rows of one merchant; other roles read across merchants. */
export type StatementRole =
  | 'app_merchant'
  | 'app_platform'
  | 'app_login'
  | 'app_intake'
  | 'app_reader'
  | 'app_provider_reader';

const LOCAL: ReadonlySet<string> = new Set(LOCAL_TABLES);
const NOT_DISTRIBUTED: ReadonlySet<string> = new Set([...REFERENCE_TABLES, ...LOCAL_TABLES]);

/** The problems of a text of one or more statements. Throws when PostgreSQL could not parse it. */
export function listStatementProblems(text: string, role: StatementRole = 'app_merchant'): StatementProblem[] {
  const statements = parseStatements(text);
  const problems = new Set<StatementProblem>();
  const report = (is_problem: boolean, problem: StatementProblem): void => void (is_problem && problems.add(problem));
  for (const { tree } of statements) {
    const ctes = new Set(findNodes(tree, 'CommonTableExpr').map((cte) => String(cte.ctename)));
    const isDistributed = (range: Fields): boolean =>
      range.catalogname === undefined &&
      (range.schemaname === 'app' ||
        (range.schemaname === undefined && !ctes.has(String(range.relname)) && !isCatalogTable(range))) &&
      !NOT_DISTRIBUTED.has(String(range.relname));
    report(asNode(tree, 'VariableSetStmt') !== undefined && statements.length > 1, 'set_among_statements');
    report(asNode(tree, 'CopyStmt')?.relation !== undefined, 'copy_of_table');
    report(findNodes(tree, 'MergeStmt').length > 0, 'merge');
    report(isSearchBesideTable(tree, ctes), 'search_function_beside_table');
    report(findNodes(tree, 'FuncCall').some(isAdvisoryLock), 'advisory_lock');
    report(
      findNodes(tree, 'LockingClause').some(({ strength }) => strength === 'LCS_FORUPDATE'),
      'lock_of_key',
    );
    for (const insert of findNodes(tree, 'InsertStmt')) checkInsert(insert, isDistributed, report);
    for (const update of findNodes(tree, 'UpdateStmt')) {
      report(hasSimpleCase(update), 'simple_case_in_write');
      checkUpdate(update, isDistributed, report);
    }
    for (const level of listLevels(tree)) checkLevel(level, role, isDistributed, report);
    report(role !== 'app_intake' && hasChildBeforeParent(tree), 'child_before_parent');
    report(isWriteBesideLock(tree), 'write_beside_lock');
    report(
      findNodes(tree, 'withClause').some(({ recursive }) => recursive === true) &&
        [...listLevels(tree)].some((level) => listUnbound(level, isDistributed).length > 0),
      'recursion_without_merchant',
    );
  }
  return [...problems];
}

type Report = (is_problem: boolean, problem: StatementProblem) => void;
/** A table of PostgreSQL's catalogue, which every node has. */
const isLocal = ({ relname }: Fields): boolean => LOCAL.has(String(relname));
const isCatalogTable = ({ relname }: Fields): boolean => String(relname).startsWith('pg_');

type IsDistributed = (range: Fields) => boolean;

const isSearch = (call: Fields): boolean => {
  const [schema, name = ''] = readName(call.funcname);
  return schema === 'app' && name.startsWith('search_');
};

const isSearchBesideTable = (tree: Fields, ctes: ReadonlySet<string>): boolean =>
  findNodes(tree, 'FuncCall').some(isSearch) &&
  (tree.SelectStmt === undefined || findNodes(tree, 'RangeVar').some((range) => !ctes.has(String(range.relname))));

const isAdvisoryLock = (call: Fields): boolean =>
  readName(call.funcname).some((part) => part.startsWith('pg_advisory') || part.startsWith('pg_try_advisory'));

const isWriteBesideLock = (tree: Fields): boolean => {
  const select = asNode(tree, 'SelectStmt');
  const writes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((kind) => findNodes(select?.withClause, kind));
  return select?.lockingClause !== undefined && writes.length > 0;
};

const hasSimpleCase = (node: unknown): boolean => findNodes(node, 'CaseExpr').some(({ arg }) => arg !== undefined);

function checkInsert(insert: Fields, isDistributed: IsDistributed, report: Report): void {
  const relation = insert.relation as Fields;
  if (!isDistributed(relation)) return;
  const source = asNode(insert.selectStmt, 'SelectStmt');
  if (source?.valuesLists !== undefined) {
    report(findNodes(source.valuesLists, 'SubLink').length > 0, 'subquery_in_values');
    return;
  }
  if (source === undefined) return;
  const has_returning = insert.returningClause !== undefined || insert.returningList !== undefined;
  const has_conflict = insert.onConflictClause !== undefined;
  report(!has_returning && !has_conflict, 'insert_select_without_returning');
  report(has_returning && !has_conflict && relation.alias === undefined, 'insert_select_without_alias');
  report(hasSimpleCase(source), 'simple_case_in_write');
}

/** Functions of a time that depend on the time zone of the session. */
const TIME_FUNCTIONS: readonly string[] = ['date_trunc', 'to_char', 'age'];

function checkUpdate({ withClause: _queries, ...update }: Fields, isDistributed: IsDistributed, report: Report): void {
  const changed = toList(update.targetList).map((target) => asNode(target, 'ResTarget')?.name);
  report(changed.includes('merchant_id') && isDistributed(update.relation as Fields), 'merchant_changed');
  const has_column = (node: unknown): boolean => findNodes(node, 'ColumnRef').length > 0;
  for (const { name, lexpr, rexpr } of findNodes(update, 'A_Expr')) {
    const operator = readName(name).at(-1);
    if (operator !== '+' && operator !== '-') continue;
    report(
      (isInterval(rexpr) && has_column(lexpr)) || (isInterval(lexpr) && has_column(rexpr)),
      'time_of_column_in_update',
    );
  }
  for (const { funcname, args } of findNodes(update, 'FuncCall')) {
    report(TIME_FUNCTIONS.includes(readName(funcname).at(-1) ?? '') && has_column(args), 'time_of_column_in_update');
  }
}

function isInterval(node: unknown): boolean {
  const type = (asNode(node, 'TypeCast')?.typeName ?? {}) as Fields;
  if (readName(type.names).at(-1) === 'interval') return true;
  return readName(asNode(node, 'FuncCall')?.funcname).at(-1) === 'make_interval';
}

/** One query without its subqueries: the tables it reads, and the conditions on each. */
interface Level {
  tables: { range: Fields; alias: string; conditions: unknown[] }[];
  outer_joins: { conditions: unknown[]; ranges: Fields[] }[];
  /** Conditions of WHERE and of every join. */
  links: unknown[];
  has_lock: boolean;
}

/** All queries of a statement that read tables: selects, updates and deletes, at any depth. */
function* listLevels(tree: Fields): Generator<Level> {
  for (const select of findNodes(tree, 'SelectStmt').flatMap(listArms)) {
    yield readLevel(toList(select.fromClause), select.whereClause, select.lockingClause !== undefined);
  }
  for (const update of findNodes(tree, 'UpdateStmt')) {
    yield readLevel([{ RangeVar: update.relation }, ...toList(update.fromClause)], update.whereClause, false);
  }
  for (const removal of findNodes(tree, 'DeleteStmt')) {
    yield readLevel([{ RangeVar: removal.relation }, ...toList(removal.usingClause)], removal.whereClause, false);
  }
}

/** A query and the queries that UNION joins. */
const listArms = (select: Fields): Fields[] => [
  select,
  ...[select.larg, select.rarg].flatMap((arm) => (arm === undefined ? [] : listArms(arm as Fields))),
];

function readLevel(from: readonly unknown[], where: unknown, has_lock: boolean): Level {
  const shared = listConditions(where);
  const level: Level = { tables: [], outer_joins: [], links: [...shared], has_lock };
  for (const item of from) readFrom(item, shared, level);
  return level;
}

/** `conditions` hold for every row of this part of FROM. */
function readFrom(item: unknown, conditions: unknown[], level: Level): void {
  const range = asNode(item, 'RangeVar');
  if (range !== undefined) {
    const alias = String((range.alias as Fields | undefined)?.aliasname ?? range.relname);
    level.tables.push({ range, alias, conditions });
    return;
  }
  const join = asNode(item, 'JoinExpr');
  if (join === undefined) return;
  const own = listConditions(join.quals);
  level.links.push(...own);
  if (join.jointype === 'JOIN_INNER') {
    // The list is extended in place, because the conditions of later inner joins hold for earlier tables too.
    conditions.push(...own);
    readFrom(join.larg, conditions, level);
    readFrom(join.rarg, conditions, level);
    return;
  }
  const ranges = findNodes([join.larg, join.rarg], 'RangeVar', ['RangeSubselect']);
  level.outer_joins.push({ conditions: own, ranges });
  const is_full = join.jointype === 'JOIN_FULL';
  readFrom(join.larg, join.jointype === 'JOIN_RIGHT' || is_full ? [...own] : conditions, level);
  readFrom(join.rarg, join.jointype === 'JOIN_LEFT' || is_full ? [...own] : conditions, level);
}

/** The distributed tables of a query, and those of them without `merchant_id = $n`. */
const listTables = (level: Level, isDistributed: IsDistributed): Level['tables'] =>
  level.tables.filter(({ range }) => isDistributed(range));
function listUnbound(level: Level, isDistributed: IsDistributed): Level['tables'] {
  const is_alone = level.tables.length === 1;
  return listTables(level, isDistributed).filter(
    ({ conditions, alias }) => !conditions.some((each) => bindsMerchant(each, alias, is_alone)),
  );
}

function checkLevel(level: Level, role: StatementRole, isDistributed: IsDistributed, report: Report): void {
  const tables = listTables(level, isDistributed);
  const unbound = listUnbound(level, isDistributed);
  // Callbacks of several merchants are recorded together on plain PostgreSQL only.
  if (role === 'app_intake') return;
  // A sign-in reads the merchants of a person from the directory first (auth/membership-directory-queries.ts).
  const reads_given_merchants = role === 'app_merchant' || role === 'app_login';
  if (reads_given_merchants) report(unbound.length > 0, 'table_without_merchant');
  else {
    const joined = unbound.filter((table) => !level.links.some(joinsMerchant(table.alias)));
    report(tables.length > 1 && joined.length > 0, 'join_without_merchant');
  }
  // Reconciliation of the provider compares tables of both kinds; nothing that a user waits for does.
  const has_local = level.tables.some(({ range }) => isLocal(range));
  report(role !== 'app_platform' && has_local && tables.length > 0, 'join_with_local_table');
  report(level.has_lock && unbound.length > 0, 'lock_without_merchant');
  for (const { conditions, ranges } of level.outer_joins) {
    report(ranges.some(isDistributed) && joinsParameterOnly(conditions), 'outer_join_on_parameter');
  }
}

/** `alias.merchant_id = $1`; the alias may be absent when the query reads one table. */
function bindsMerchant(condition: unknown, alias: string, is_alone: boolean): boolean {
  const sides = readEquality(condition);
  if (sides === undefined) return false;
  return [sides, sides.toReversed()].some(([left, right]) => {
    const column = readColumn(left);
    if (column?.name !== 'merchant_id' || !isValue(right)) return false;
    return column.alias === alias || (column.alias === null && is_alone);
  });
}

/** `alias.merchant_id = other.merchant_id`, on either side. */
const joinsMerchant = (alias: string) => (condition: unknown) => {
  const sides = readEquality(condition)?.map(readColumn);
  return sides?.every((side) => side?.name === 'merchant_id') === true && sides.some((side) => side?.alias === alias);
};

function joinsParameterOnly(conditions: readonly unknown[]): boolean {
  const countTables = (node: unknown): number =>
    new Set(findNodes(node, 'ColumnRef').map((column) => readColumn({ ColumnRef: column })?.alias)).size;
  if (conditions.some((condition) => countTables(condition) > 1)) return false;
  const mayBeNull = (node: unknown): boolean =>
    findNodes(node, 'ParamRef').length > 0 || findNodes(node, 'A_Const').some((each) => each.isnull === true);
  return conditions.some((condition) => {
    const [left, right] = readEquality(condition) ?? [];
    const [column, value] = isValue(left) ? [right, left] : [left, right];
    return value !== undefined && readColumn(column)?.name !== 'merchant_id' && isValue(value) && mayBeNull(value);
  });
}
