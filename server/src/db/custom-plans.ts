import { sql } from 'kysely';
import type { QueryScope } from './tx.ts';

/**
 * Plans the statements of this transaction for their values each time. A prepared statement gets a generic plan after
 * five runs, which cannot know how much a filter or a period leaves: that of the top customers read every customer of a year.
 *
 * Within one merchant, without `allows_seq_scans`, rows are found through indexes: a sequential scan evaluates the policy of
 * row-level security for every row, which costs ten times its reading and is not part of PostgreSQL's estimate.
 */
export const forceCustomPlans = (
  { sql: db }: Pick<QueryScope, 'sql'>,
  { allows_seq_scans }: { allows_seq_scans: boolean },
) =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('enable_seqscan', ${allows_seq_scans ? 'on' : 'off'}, true)`.execute(db);
