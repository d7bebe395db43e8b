/**
 * Rows of an export that arrive up to a number and then wait, so that its run stays in the middle however fast or slow the
 * machine is. A job reads its rows by COPY, on a connection of the pool.
 */
import { PassThrough, type Readable, pipeline } from 'node:stream';
import type pg from 'pg';
import type { Deps } from '../src/deps.ts';

/** The dependencies with a pool whose COPY gives `count` rows, and the others once `released` is fulfilled. */
export function holdRows(deps: Deps, count: number, released: Promise<unknown>): Deps {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await deps.db.pool.connect();
    const query = (...args: unknown[]): unknown => {
      const answer: unknown = client.query(...(args as [string]));
      if (!isReadable(answer)) return answer;
      return pipeline(
        answer,
        (rows) => hold(rows, count, released),
        new PassThrough(),
        () => undefined,
      );
    };
    return replaceMethod(client, 'query', query);
  };
  return { ...deps, db: { ...deps.db, pool: replaceMethod(deps.db.pool, 'connect', connect) } };
}

const isReadable = (answer: unknown): answer is Readable =>
  typeof (answer as { pipe?: unknown } | undefined)?.pipe === 'function';

/** The object with another method; the others stay its own. */
const replaceMethod = <T extends object>(object: T, name: keyof T, method: unknown): T =>
  new Proxy(object, {
    get: (of, key) => {
      if (key === name) return method;
      const part: unknown = Reflect.get(of, key);
      return typeof part === 'function' ? (part.bind(of) as unknown) : part;
    },
  });

const LINE_END = 10;

async function* hold(rows: AsyncIterable<Buffer>, count: number, released: Promise<unknown>): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const chunk of rows) {
    let end = 0;
    while (passed < count && end < chunk.length) {
      const at = chunk.indexOf(LINE_END, end);
      end = at === -1 ? chunk.length : at + 1;
      if (at !== -1) passed += 1;
    }
    yield chunk.subarray(0, end);
    if (end === chunk.length) continue;
    await released;
    yield chunk.subarray(end);
  }
}
