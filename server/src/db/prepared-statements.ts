/**
 * Statements that come again are prepared: each connection then parses and plans them once, not per request. PostgreSQL
 * goes on planning by the values where that pays (`plan_cache_mode = auto`), and plans anew when tables or roles change.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A text that is seen so often comes again; what is written for one occasion only is not kept. */
const PREPARE_AFTER = 3;
/** Every connection keeps its own plans, so their number is bounded: texts prepared, and texts counted meanwhile. */
const PREPARED_MAX = 300;
const COUNTED_MAX = 3_000;
/** Longer ones are bulk writes, of another length each time. */
const TEXT_LENGTH_MAX = 12_000;

/** Which texts of a process are prepared, under which name. */
export interface StatementRegistry {
  counts: Map<string, number>;
  names: Map<string, string>;
}

export const createStatementRegistry = (): StatementRegistry => ({ counts: new Map(), names: new Map() });

/** The name under which a text is prepared; undefined while it is not known to come again. */
export function getStatementName({ counts, names }: StatementRegistry, text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || text.length > TEXT_LENGTH_MAX || names.size >= PREPARED_MAX) return name;
  const count = (counts.get(text) ?? 0) + 1;
  if (count < PREPARE_AFTER) {
    if (counts.size >= COUNTED_MAX) counts.clear();
    counts.set(text, count);
    return undefined;
  }
  counts.delete(text);
  const made = createHash('sha256').update(text).digest('base64url');
  names.set(text, made);
  return made;
}

/** Makes a connection prepare what comes again. Texts without values are left alone: they may be several statements. */
export function enablePreparedStatements(client: pg.ClientBase, repeated: StatementRegistry): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? getStatementName(repeated, text)
        : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = prepared as typeof client.query;
}
