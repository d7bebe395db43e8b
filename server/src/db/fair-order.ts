/** The order of reconciliation sweeps that take a limited number of objects. */
import { sql } from 'kysely';

/** Every object that is due has the same chance in each run, so that those which keep failing do not starve the others. */
export const FAIR_ORDER = sql`random()`;
