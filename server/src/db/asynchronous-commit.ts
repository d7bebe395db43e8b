import { sql } from 'kysely';
import type { QueryScope } from './tx.ts';

/**
 * The commit of this transaction does not wait for the disk: a crash of PostgreSQL may lose it, within less than a second. For
 * what may be lost, and for the parts of work that a later commit completes: that one waits for all before it.
 */
export const commitAsynchronously = ({ sql: db }: Pick<QueryScope, 'sql'>) =>
  sql`set local synchronous_commit = off`.execute(db);
