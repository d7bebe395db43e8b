/**
 * Sends the statements that begin a transaction together with its first statement, on a connection in pipeline mode. This
 * saves a round trip, during which PostgreSQL would wait while a busy process handles other requests.
 */
import type pg from 'pg';

const BEGUN = { command: 'SELECT', rowCount: 0, rows: [] };

/** A query `begin; …` resolves at once; when it fails, the next statement rejects with its error. */
export function enablePipelinedBegin(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => Promise<unknown>;
  let beginning: Promise<unknown> | null = null;
  const pipelined = (text: unknown, ...rest: unknown[]): Promise<unknown> => {
    const answer = query(text, ...rest);
    if (typeof text === 'string' && text.startsWith('begin;')) {
      answer.catch(() => undefined);
      beginning = answer;
      return Promise.resolve(BEGUN);
    }
    if (beginning === null) return answer;
    const begun = beginning;
    beginning = null;
    // When it failed, this statement fails as well, and the first error explains both.
    answer.catch(() => undefined);
    return begun.then(() => answer);
  };
  client.query = pipelined as typeof client.query;
}
