/**
 * Gives pg the callback of each query when the query is made. Without one, pg makes a promise and assigns its callback to
 * the query afterwards. Such queries survive V8's scavenges with all their rows, although nothing uses them any more, and
 * take memory until the next major collection (decision 0174).
 */
import type pg from 'pg';

/** Runs the queries of a connection that return promises with callbacks. Streams and callers with callbacks are passed on. */
export function passCallbacks(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const run = (text: string | pg.QueryConfig | pg.Submittable, ...rest: unknown[]): unknown =>
    isSubmittable(text) || rest.some((each) => typeof each === 'function')
      ? query(text, ...rest)
      : new Promise((resolve, reject) => {
          query(text, rest[0], (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
        }).catch((error: unknown) => {
          // As pg does: its stack trace would end where the answer was read, this one leads to the caller.
          if (error instanceof Error) Error.captureStackTrace(error);
          throw error;
        });
  client.query = run as typeof client.query;
}

const isSubmittable = (text: unknown): text is pg.Submittable =>
  typeof text === 'object' && text !== null && 'submit' in text;
