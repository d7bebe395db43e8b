/** Delivers due callbacks at least once, with retries until the partner accepts them. */
import { EventEmitter } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import { startAttempt, type Callback, finishAttempt, listDueCallbacks } from './callback.ts';
import { inTransaction } from './database.ts';
import type { PartnerClient } from './partner-client.ts';
import type { Partners } from './partners.ts';
import { readSwitches } from './switches.ts';

const BATCH_SIZE = 20;

export interface Delivery {
  /** Sends all due callbacks and resolves when their attempts have ended. */
  deliverDue(): Promise<void>;
  /** Starts a delivery run without waiting for it. */
  schedule(): void;
  /** Resolves to true when the partner accepts a callback of this reference, to false after `within_ms` or when the bank stops. */
  waitFor(reference_no: string, within_ms: number): Promise<boolean>;
  /** Stops polling and resolves when no delivery is in flight. */
  stop(): Promise<void>;
}

export function buildDelivery(parts: {
  database: DatabaseSync;
  partners: Pick<Partners, 'getOwner'>;
  partner: PartnerClient;
  clock: () => Date;
  log: FastifyBaseLogger;
  /** Polling interval; 0 disables polling. */
  poll_ms: number;
}): Delivery {
  const { database, partners, partner, clock, log, poll_ms } = parts;
  const in_flight = new Map<number, Promise<void>>();
  const delivered_events = new EventEmitter().setMaxListeners(0);
  let stopped = false;

  async function send(callback: Callback): Promise<void> {
    const attempt_id = startAttempt(database, callback.id, clock());
    const result = await partner.notify(partners.getOwner(callback.partner_reference_no), callback, {
      attempt_id,
      wrong_signature: readSwitches(database).wrong_signature,
    });
    inTransaction(database, () => finishAttempt(database, callback, { attempt_id, result, at: clock() }));
    log.info({ reference_no: callback.reference_no, attempt: callback.attempts + 1, ...result }, 'callback sent');
    if (result.delivered) delivered_events.emit(callback.reference_no);
  }

  async function deliverDue(): Promise<void> {
    while (!stopped) {
      const due = listDueCallbacks(database, clock(), BATCH_SIZE + in_flight.size).filter(
        ({ id }) => !in_flight.has(id),
      );
      if (due.length === 0) break;
      const attempts = due.map((callback) => {
        const sending = send(callback)
          .catch((error: unknown) => log.error({ err: error, callback_id: callback.id }, 'callback failed'))
          .finally(() => in_flight.delete(callback.id));
        in_flight.set(callback.id, sending);
        return sending;
      });
      await Promise.all(attempts);
    }
    await Promise.all(in_flight.values());
  }

  const nudge = () => {
    deliverDue().catch((error: unknown) => log.error({ err: error }, 'delivery failed'));
  };
  const timer = poll_ms > 0 ? setInterval(nudge, poll_ms) : null;

  return {
    deliverDue,
    schedule: nudge,
    waitFor(reference_no, within_ms) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const onDelivered = () => resolve(true);
      const onStop = () => resolve(false);
      const timeout = setTimeout(onStop, within_ms);
      delivered_events.once(reference_no, onDelivered);
      delivered_events.once('stop', onStop);
      if (stopped) onStop();
      return promise.finally(() => {
        clearTimeout(timeout);
        delivered_events.off(reference_no, onDelivered).off('stop', onStop);
      });
    },
    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      delivered_events.emit('stop');
      await Promise.all(in_flight.values());
    },
  };
}
