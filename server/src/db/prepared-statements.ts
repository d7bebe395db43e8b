/**
 * Repeated statements are prepared, so that each connection parses and plans them once instead of per request.
 * PostgreSQL still uses custom plans where they are cheaper (`plan_cache_mode = auto`) and replans when tables or roles
 * change.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

/** A statement is prepared when it is seen for the third time; one-off statements never are. */
const PREPARE_AFTER = 3;
/** Limits of the prepared and of the counted statements, because every connection keeps its own plans. */
const PREPARED_MAX = 300;
const COUNTED_MAX = 3_000;
/** Longer statements are bulk writes whose text differs each time. */
const TEXT_LENGTH_MAX = 12_000;

/** Names of the prepared statements of a process, and counts of the others. */
export interface StatementRegistry {
  counts: Map<string, number>;
  names: Map<string, string>;
}

export const createStatementRegistry = (): StatementRegistry => ({ counts: new Map(), names: new Map() });

/** The name of a prepared statement; undefined for a statement that was not repeated often enough. */
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

/** Prepares repeated statements on a connection. Texts without parameters are not prepared: they may be several statements. */
export function enablePreparedStatements(client: pg.ClientBase, registry: StatementRegistry): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? getStatementName(registry, text)
        : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = prepared as typeof client.query;
}
