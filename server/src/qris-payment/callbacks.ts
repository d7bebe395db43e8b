/** Wires the bank's callbacks to QRIS payments. */
import type { FastifyInstance } from 'fastify';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { serveCallbacks } from '../rails/callbacks.ts';
import { insertStray } from '../rails/queries.ts';
import { takeNotification } from './notification.ts';

/** Registers our side of SNAP BI: `/snap/v1.0/access-token/b2b` and `/snap/v1.0/qr/qr-mpm-notify`. */
export async function serveRailCallbacks(fastify: FastifyInstance, deps: Deps): Promise<void> {
  await serveCallbacks(fastify, {
    credentials: deps.secrets.snap,
    clock: deps.clock,
    onQrNotify: (notification) => takeNotification(deps, notification),
    onStray: (stray) => asPlatform(deps.db, (tx) => insertStray(tx, stray)),
  });
}
