/**
 * Notices a database that answers nobody: when it is suspended or cut off, no connection ends, and the timeout of a statement
 * does not run either. Requests that wait for it are refused, whatever becomes of their work (decision 0130).
 */
import pg from 'pg';
import * as duration from '@dasbor/contract/duration';

export interface HungDatabaseWatch {
  /** Resolves with the result of a request, or throws `DatabaseHungError` when the database answers nobody meanwhile. */
  watch: <T>(request: Promise<T>) => Promise<T>;
}

/** A request cannot be answered because the database answers nobody. */
export class DatabaseHungError extends Error {
  constructor() {
    super('The database answers nobody');
  }
}

export interface HungDatabaseOptions {
  /** Connection string of the probe. */
  url: string;
  /** Called whenever a probe found that the database answers nobody. */
  on_hung: (waiting: number) => void;
  /** How long a request takes before the database is probed. */
  probe_after_ms?: number;
  /** How long the database may take to answer the probe, and the pause between two probes. */
  probe_timeout_ms?: number;
}

/** As long as a request waits for a free connection, and as the statements of requests may take. */
const PROBE_AFTER_MS = duration.seconds(5);
const PROBE_TIMEOUT_MS = duration.seconds(3);

interface Waiting {
  since_ms: number;
  refuse: (error: Error) => void;
}

export function createHungDatabaseWatch(options: HungDatabaseOptions): HungDatabaseWatch {
  const { url, on_hung, probe_after_ms = PROBE_AFTER_MS, probe_timeout_ms = PROBE_TIMEOUT_MS } = options;
  const waiting = new Set<Waiting>();
  let is_scheduled = false;

  const schedule = (): void => {
    if (is_scheduled || waiting.size === 0) return;
    is_scheduled = true;
    setTimeout(() => void probe(), probe_timeout_ms).unref();
  };

  const probe = async (): Promise<void> => {
    const started_ms = performance.now();
    const late = [...waiting].filter(({ since_ms }) => started_ms - since_ms > probe_after_ms);
    // Most requests that take long wait for a bank, not for the database: then it answers, and they go on.
    if (late.length > 0 && !(await doesAnswer(url, probe_timeout_ms))) {
      on_hung(late.length);
      for (const { refuse } of late) refuse(new DatabaseHungError());
    }
    is_scheduled = false;
    schedule();
  };

  return {
    watch: async (request) => {
      const entry: Waiting = { since_ms: performance.now(), refuse: () => undefined };
      const hung = new Promise<never>((_, reject) => {
        entry.refuse = reject;
      });
      waiting.add(entry);
      schedule();
      return Promise.race([request, hung]).finally(() => waiting.delete(entry));
    },
  };
}

/** Any answer counts, also that it has too many connections or is starting. */
async function doesAnswer(url: string, timeout_ms: number): Promise<boolean> {
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
