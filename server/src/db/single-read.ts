/**
 * Reads of a single statement. Its whole transaction (begin, role, statement, commit) is sent at once, on a connection in
 * pipeline mode: one round trip instead of three, and one write and one answer for a busy process (decision 0171).
 */
import type pg from 'pg';
import type { CompiledQuery } from 'kysely';

/**
 * Returns the rows of a statement. `entry`: the statements that begin its read-only transaction and enter a role. When they
 * fail, the statement fails as well, because the login role has no rights, and the first error is thrown.
 */
export async function readInOneRoundTrip<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  entry: string,
  { sql, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const { stream } = client.connection;
    stream.cork();
    const begun = client.query(entry);
    const read = client.query<Row>(sql, [...parameters]);
    const ended = client.query('commit');
    stream.uncork();
    // All three are awaited, so that the next user of the connection meets none of their answers.
    const outcomes = await Promise.allSettled([begun, read, ended]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return (await read).rows;
  } finally {
    client.release();
  }
}
