/** Statements of migrations that fail on a database whose tables are distributed already. */
import { LOCAL_TABLES } from '../src/db/shard-tables.ts';
import { type StatementProblem, listStatementProblems } from './shard-lint.ts';
import { asNode, findNodes, toList, parseStatements } from './sql-tree.ts';

export type MigrationProblem =
  | StatementProblem
  /** `add constraint` must be the only change of its ALTER TABLE. */
  | 'constraint_among_changes'
  /** merchant_id decides where a row is stored. */
  | 'merchant_column_changed'
  | 'trigger'
  | 'rule';

/** The problems of one statement of a migration. */
export function listMigrationProblems(statement: string): MigrationProblem[] {
  const problems = new Set<MigrationProblem>(listStatementProblems(statement, 'app_platform'));
  // The owner may copy rows, while row-level security is not forced.
  problems.delete('insert_select_without_returning');
  for (const { tree } of parseStatements(statement)) {
    const changes = toList(asNode(tree, 'AlterTableStmt')?.cmds).map((each) => asNode(each, 'AlterTableCmd'));
    if (changes.length > 1 && changes.some((each) => each?.subtype === 'AT_AddConstraint')) {
      problems.add('constraint_among_changes');
    }
    const { relname } = (asNode(tree, 'AlterTableStmt')?.relation ?? {}) as { relname?: string };
    const is_local = LOCAL_TABLES.some((name) => name === relname);
    if (!is_local && changes.some((each) => each?.name === 'merchant_id')) problems.add('merchant_column_changed');
    if (findNodes(tree, 'CreateTrigStmt').length > 0) problems.add('trigger');
    if (findNodes(tree, 'RuleStmt').length > 0) problems.add('rule');
  }
  return [...problems];
}
