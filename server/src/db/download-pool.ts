/**
 * Connections for downloads that are streamed to a client. Such a connection is held for as long as the client reads,
 * so these connections are apart from the pool that serves requests, limited per merchant, and reclaimed from clients
 * that stop reading: slow readers never delay sign-ins, payments or other merchants.
 */
import * as duration from '@dasbor/contract/duration';
import { Transform } from 'node:stream';
import type pg from 'pg';

/** Downloads of one process at the same time. Further ones wait for a few seconds, then get 503. */
export const DOWNLOADS_MAX = 8;
/** Downloads of one merchant at the same time in one process. */
export const DOWNLOADS_PER_MERCHANT_MAX = 3;
/** A client that takes no byte for this long loses its download (after at most twice this time). */
export const STALL_TIMEOUT_MS = duration.seconds(15);

/** The merchant runs the maximum of downloads in this process. */
export class TooManyDownloadsError extends Error {
  constructor() {
    super(`More than ${DOWNLOADS_PER_MERCHANT_MAX} concurrent downloads`);
  }
}

/** A connection, and the function that releases it; with an error the connection is closed instead of reused. */
export interface HeldConnection {
  client: pg.PoolClient;
  release: (error?: Error) => void;
}

export interface DownloadPool {
  /** Throws TooManyDownloadsError above the limit of the merchant. */
  connect: (merchant_id: string) => Promise<HeldConnection>;
}

export function createDownloadPool(pool: pg.Pool): DownloadPool {
  const counts = new Map<string, number>();
  const countDown = (merchant_id: string): void => {
    const count = (counts.get(merchant_id) ?? 0) - 1;
    if (count > 0) counts.set(merchant_id, count);
    else counts.delete(merchant_id);
  };
  return {
    connect: async (merchant_id) => {
      const count = counts.get(merchant_id) ?? 0;
      if (count >= DOWNLOADS_PER_MERCHANT_MAX) throw new TooManyDownloadsError();
      counts.set(merchant_id, count + 1);
      try {
        const client = await pool.connect();
        let is_released = false;
        return {
          client,
          release: (error) => {
            if (is_released) return;
            is_released = true;
            countDown(merchant_id);
            client.release(error);
          },
        };
      } catch (error) {
        countDown(merchant_id);
        throw error;
      }
    },
  };
}

/** Passes bytes through and fails when its reader takes none of the waiting bytes for `timeout_ms`. */
export function createStallGuard(timeout_ms: number = STALL_TIMEOUT_MS): Transform {
  let received = 0;
  let taken_before = -1;
  const guard = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      received += chunk.length;
      done(null, chunk);
    },
  });
  const timer = setInterval(() => {
    const taken = received - guard.readableLength;
    if (guard.readableLength > 0 && taken === taken_before) guard.destroy(new Error('the download was not read'));
    taken_before = taken;
  }, timeout_ms);
  timer.unref();
  guard.once('close', () => clearInterval(timer));
  return guard;
}
