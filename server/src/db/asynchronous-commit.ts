import { sql } from 'kysely';
import type { QueryScope } from './tx.ts';

/**
 * The commit of this transaction does not wait for the disk: a crash of PostgreSQL may lose the commits of its last second.
 * Use it for data that may be lost, and for parts of work that a synchronous commit completes: that one waits for all before
 * it.
 */
export const commitAsynchronously = ({ sql: db }: Pick<QueryScope, 'sql'>) =>
  sql`set local synchronous_commit = off`.execute(db);
