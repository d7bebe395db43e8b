/**
 * Detects a database that does not respond: when it is suspended or cut off, no connection ends, and statement timeouts do
 * not run either. Waiting requests are rejected; their work is not cancelled (decision 0130).
 */
import pg from 'pg';
import * as duration from '@dasbor/contract/duration';

export interface HungDatabaseWatch {
  /** Resolves with the result of a request, or throws `DatabaseHungError` when the database does not respond meanwhile. */
  watch: <T>(request: Promise<T>) => Promise<T>;
}

/** A request was rejected because the database does not respond. */
export class DatabaseHungError extends Error {
  constructor() {
    super('The database does not respond');
  }
}

export interface HungDatabaseOptions {
  /** Connection string of the probe. */
  url: string;
  /** Called with the number of rejected requests after each probe without a response. */
  on_hung: (rejected: number) => void;
  /** Duration of a request after which the database is probed. */
  probe_after_ms?: number;
  /** Timeout of the probe. */
  probe_timeout_ms?: number;
  /** Pause before each probe; the timeout of the probe by default. */
  probe_pause_ms?: number;
}

/** The limit of statements of requests, and of the wait for a free connection. */
const PROBE_AFTER_MS = duration.seconds(5);
const PROBE_TIMEOUT_MS = duration.seconds(3);

interface Waiting {
  since_ms: number;
  reject: (error: Error) => void;
}

export function createHungDatabaseWatch(options: HungDatabaseOptions): HungDatabaseWatch {
  const { url, on_hung, probe_after_ms = PROBE_AFTER_MS, probe_timeout_ms = PROBE_TIMEOUT_MS } = options;
  const { probe_pause_ms = probe_timeout_ms } = options;
  const waiting = new Set<Waiting>();
  let is_scheduled = false;

  const schedule = (): void => {
    if (is_scheduled || waiting.size === 0) return;
    is_scheduled = true;
    setTimeout(() => void probe(), probe_pause_ms).unref();
  };

  const probe = async (): Promise<void> => {
    const started_ms = performance.now();
    const late = [...waiting].filter(({ since_ms }) => started_ms - since_ms > probe_after_ms);
    // Most slow requests wait for a bank, not for the database: it responds, and they continue.
    if (late.length > 0 && !(await doesRespond(url, probe_timeout_ms))) {
      on_hung(late.length);
      for (const { reject } of late) reject(new DatabaseHungError());
    }
    is_scheduled = false;
    schedule();
  };

  return {
    watch: async (request) => {
      const entry: Waiting = { since_ms: performance.now(), reject: () => undefined };
      const hung = new Promise<never>((_, reject) => {
        entry.reject = reject;
      });
      waiting.add(entry);
      schedule();
      return Promise.race([request, hung]).finally(() => waiting.delete(entry));
    },
  };
}

/** Any response counts, also `too many connections`. */
async function doesRespond(url: string, timeout_ms: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout_ms });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}
