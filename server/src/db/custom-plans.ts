/** How statements whose cost depends on their values are planned. */
import { sql } from 'kysely';
import type { QueryScope } from './tx.ts';

type Scope = Pick<QueryScope, 'sql'>;

/**
 * Plans the statements of this transaction for their values each time. A prepared statement gets a general plan after
 * five runs, which cannot know how much a filter or a period leaves: that of the top customers read every customer of a year.
 */
export const useCustomPlans = ({ sql: db }: Scope) =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db);

/**
 * The same within one merchant, whose rows are found through keys. A table that is read as a whole calculates for every row
 * whether it is the merchant's, which costs ten times its reading and is not part of PostgreSQL's estimate.
 */
export const useKeyedPlans = ({ sql: db }: Scope) =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`.execute(
    db,
  );
