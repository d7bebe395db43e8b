/**
 * Publishes the circuit breakers of this process to the database, so that the provider sees those of all processes. Only
 * breakers that are not closed have a row; a failed write costs nothing but the display.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/connect.ts';
import { publishToProvider } from '../db/live-events.ts';
import { asPlatform } from '../db/tx.ts';
import type { CircuitState } from './circuit-breaker.ts';
import { deleteCircuit, deleteProcessCircuits, storeCircuit } from './circuit-queries.ts';

export interface CircuitChange {
  partner: string;
  state: CircuitState;
  /** When the next call is sent; null: now. */
  reopens_at: Date | null;
}

export interface CircuitStore {
  /** Returns at once; changes are written in their order. */
  record: (change: CircuitChange) => void;
  /** Writes what is pending and removes the rows of this process. */
  close: () => Promise<void>;
}

export interface CircuitStoreOptions {
  db: Db;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export function createCircuitStore({ db, clock, log }: CircuitStoreOptions): CircuitStore {
  const process_id = randomUUID();
  let has_rows = false;
  let last = Promise.resolve();
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'storing a circuit breaker failed'));
    return last;
  };
  return {
    record: ({ partner, state, reopens_at }) => {
      const changed_at = clock.now();
      has_rows = true;
      void enqueue(async () => {
        await asPlatform(db, (tx) =>
          state === 'closed'
            ? deleteCircuit(tx, { partner, process_id })
            : storeCircuit(tx, { partner, process_id, state, changed_at, reopens_at }),
        );
        publishToProvider(db.pool);
      });
    },
    close: () => (has_rows ? enqueue(() => asPlatform(db, (tx) => deleteProcessCircuits(tx, process_id))) : last),
  };
}
