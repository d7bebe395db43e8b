/**
 * A connection pool that spares a database that is starting. Each attempt to connect costs the server a process, so the
 * attempts of all waiting requests together delay its recovery. After a refusal, requests fail at once for a moment.
 */
import pg from 'pg';

/** Pause after a refused connection; short compared with a restart. */
const PAUSE_MS = 100;
/** Nobody listens; 57P03: the server is starting or recovering. */
const REFUSED_CODES = new Set(['ECONNREFUSED', '57P03']);

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Rejects `connect` with the last refusal during the pause after it. */
export class GuardedPool extends pg.Pool {
  #refusal: { error: Error; until_ms: number } | null = null;

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const refusal = this.#refusal !== null && performance.now() < this.#refusal.until_ms ? this.#refusal.error : null;
    if (callback === undefined) {
      if (refusal !== null) return Promise.reject(refusal);
      return super.connect().catch((error: unknown) => {
        this.#recordRefusal(error);
        throw error;
      });
    }
    if (refusal !== null) return callback(refusal, undefined, () => undefined);
    super.connect((error, client, release) => {
      this.#recordRefusal(error);
      callback(error, client, release);
    });
  }

  #recordRefusal(error: unknown): void {
    if (isRefusal(error)) this.#refusal = { error, until_ms: performance.now() + PAUSE_MS };
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && REFUSED_CODES.has(String(error.code));
