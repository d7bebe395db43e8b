/** The order of the writes of one statement, by the foreign keys that the migrations create. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Fields, asNode, findNodes, toList } from './sql-tree.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

/** Whether a query of a WITH clause inserts rows that refer to a table which a later one inserts into. */
export function hasChildBeforeParent(tree: Fields): boolean {
  return findNodes(tree, 'withClause').some(({ ctes }) => {
    const written = toList(ctes).flatMap((cte) => {
      const relation = asNode(asNode(cte, 'CommonTableExpr')?.ctequery, 'InsertStmt')?.relation as Fields | undefined;
      return relation === undefined ? [] : [String(relation.relname)];
    });
    return written.some((child, at) => {
      const later = written.slice(at + 1).filter((table) => table !== child && !written.slice(0, at).includes(table));
      return later.some((table) => readReferences().get(child)?.has(table) === true);
    });
  });
}

let references: Map<string, Set<string>> | undefined;

/** The tables that each table refers to, as the migrations create them. Read once, and as text, which is fast. */
function readReferences(): Map<string, Set<string>> {
  if (references !== undefined) return references;
  references = new Map();
  for (const file of globSync(`${MIGRATIONS}/*.sql`)) {
    for (const statement of readFileSync(file, 'utf8').split(/;\s*$/m)) {
      const child = /\b(?:create|alter) table (?:if not exists |only )?app\.(\w+)/.exec(statement)?.[1];
      if (child === undefined) continue;
      const parents = references.get(child) ?? new Set();
      for (const [, parent = ''] of statement.matchAll(/\breferences app\.(\w+)/g)) parents.add(parent);
      references.set(child, parents);
    }
  }
  return references;
}
