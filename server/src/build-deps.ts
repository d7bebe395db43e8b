/** Builds the dependencies of the server. */
import type { FastifyBaseLogger } from 'fastify';
import { openCityDatabase } from './auth/city-database.ts';
import type { Clock } from './db/clock.ts';
import type { Db } from './db/connect.ts';
import { createHungDatabaseWatch } from './db/hung-database.ts';
import type { Deps } from './deps.ts';
import { createEgress } from './egress/egress-client.ts';
import type { Env } from './env.ts';
import { createLiveHub } from './live/hub.ts';
import { createMailer } from './mail/mailer.ts';
import { createCollectionClients } from './rails/collection-clients.ts';
import { createBankClient } from './rails/bank-client.ts';
import { createCircuitStore } from './rails/circuit-store.ts';
import { type Secrets, ensureSecrets } from './secrets.ts';
import { createSmsGateway } from './sms/gateway.ts';
import { createVault } from './vault.ts';

export interface DepsOptions {
  env: Env;
  db: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  secrets: Secrets;
  /** Connection string of the listener for live events and of probes, which use their own connections. */
  listen_url: string;
}

export function buildDeps({ env, db, clock, log, secrets, listen_url }: DepsOptions): Deps {
  const live = createLiveHub({ url: listen_url, log });
  const mailer = createMailer(env);
  const circuits = createCircuitStore({ db, clock, log });
  const vault = createVault(secrets, () => ensureSecrets(env.DATA_DIR, env.NODE_ENV));
  const on_circuit_change = circuits.record;
  return {
    env,
    db,
    hung_database: createHungDatabaseWatch({
      url: listen_url,
      on_hung: (waiting) => log.error({ waiting_count: waiting }, 'the database does not respond'),
    }),
    clock,
    log,
    secrets,
    vault,
    bank: createBankClient(
      { url: env.BANK_URL, credentials: secrets.snap, clock, log, on_circuit_change },
      { bank_code: env.BANK_CODE, account_no: env.BANK_ACCOUNT_NO },
    ),
    collection_clients: createCollectionClients({ db, vault, clock, log, url: env.BANK_URL, on_circuit_change }),
    mailer,
    sms: createSmsGateway(env),
    cities: openCityDatabase({ file: env.CITY_DATABASE, log }),
    egress: createEgress(env),
    live,
    close: async () => {
      await live.close();
      await circuits.close();
      mailer.close();
    },
  };
}
