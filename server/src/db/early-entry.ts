/**
 * Sends the statements that open a transaction together with its first statement, on a connection in pipeline mode: a round
 * trip less. Between two of them a busy process handles other requests, while PostgreSQL waits.
 */
import type pg from 'pg';

const ENTERED = { command: 'SELECT', rowCount: 0, rows: [] };

/** The answer of `begin; …` comes with that of the next statement, which rejects with its error if it has one. */
export function enableEarlyEntry(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => Promise<unknown>;
  let entering: Promise<unknown> | null = null;
  const early = (text: unknown, ...rest: unknown[]): Promise<unknown> => {
    const answer = query(text, ...rest);
    if (typeof text === 'string' && text.startsWith('begin;')) {
      answer.catch(() => undefined);
      entering = answer;
      return Promise.resolve(ENTERED);
    }
    if (entering === null) return answer;
    const entered = entering;
    entering = null;
    // When the entry fails, every statement after it fails as well: its own error explains it.
    answer.catch(() => undefined);
    return entered.then(() => answer);
  };
  client.query = early as typeof client.query;
}
