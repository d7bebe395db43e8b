/** Builds the sandbox bank: the bank side of SNAP BI, in a separate process that shares no state with its partner. */
import { setMaxListeners } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { BankCredentials } from './credentials.ts';
import { openDatabase } from './database.ts';
import { buildDelivery, type Delivery } from './delivery.ts';
import { registerHistoryImport } from './history-routes.ts';
import { SECURITY_HEADERS, registerPage } from './page.ts';
import { type PartnerClient, createPartnerClient } from './partner-client.ts';
import { registerPartnerRoutes } from './partner-routes.ts';
import { type Partners, createPartners } from './partners.ts';
import { registerQrSimulation } from './simulate-routes.ts';
import { registerSnapServices } from './snap-routes.ts';
import { registerTransferSimulation } from './transfer-routes.ts';
import { registerVaSimulation } from './va-routes.ts';

export interface BankConfig {
  /** Folder of bank.sqlite; null for an in-memory database. */
  data_dir: string | null;
  /** Base URL of the partner that receives callbacks; a function when it is not known yet. */
  partner_url: string | (() => string);
  credentials: BankCredentials;
  clock?: () => Date;
  /** Log level; `silent` by default. */
  log_level?: string;
  /** Interval between polls for due callbacks; 0 disables polling, for tests that call `delivery.deliverDue()`. */
  poll_ms?: number;
}

/** Dependencies shared by the services of the bank. */
export interface BankContext {
  database: DatabaseSync;
  partners: Partners;
  clock: () => Date;
  delivery: Delivery;
  partner: PartnerClient;
  /** Aborted when the bank stops. */
  stopping: AbortSignal;
}

declare module 'fastify' {
  interface FastifyInstance {
    delivery: Delivery;
  }
}

const POLL_MS = 200;
const BODY_MAX_BYTES = 64 * 1024;

/** Builds the bank as a Fastify instance that is not listening yet. Closing it completes the deliveries in flight. */
export function buildBank(config: BankConfig): FastifyInstance {
  const { credentials, clock = () => new Date(), poll_ms = POLL_MS, partner_url } = config;
  const app = Fastify({
    logger: { level: config.log_level ?? 'silent' },
    logController: new LogController({ requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: 'idle',
  });
  const database = openDatabase(config.data_dir);
  const partnerUrl = () => (typeof partner_url === 'string' ? partner_url : partner_url()).replace(/\/$/, '');
  const partners = createPartners(database, credentials);
  const partner = createPartnerClient(partnerUrl, clock);
  const delivery = buildDelivery({ database, partners, partner, clock, log: app.log, poll_ms });
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const bank: BankContext = { database, partners, clock, delivery, partner, stopping: stop.signal };

  app.decorate('delivery', delivery);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  app.setNotFoundHandler(async (request, reply) =>
    reply.code(404).send({ detail: 'Not found.', status_code: 404, code: 'not_found', request_id: request.id }),
  );
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.register(async (scope) => registerSnapServices(scope, bank));
  app.register(async (scope) => {
    registerQrSimulation(scope, bank);
    registerTransferSimulation(scope, bank);
    registerVaSimulation(scope, bank);
    registerHistoryImport(scope, bank);
    registerPartnerRoutes(scope, bank);
  });
  app.register(async (scope) => registerPage(scope));

  app.addHook('preClose', async () => {
    stop.abort();
    await delivery.stop();
  });
  app.addHook('onClose', async () => database.close());
  return app;
}
