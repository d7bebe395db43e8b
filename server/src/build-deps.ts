/** Builds the dependencies of the server. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './db/clock.ts';
import type { Db } from './db/connect.ts';
import type { Deps } from './deps.ts';
import { createEgress } from './egress/gate.ts';
import type { Env } from './env.ts';
import { createLiveHub } from './live/hub.ts';
import { createMailer } from './mail/mailer.ts';
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
  /** Connection string of the listener for live events, which uses its own connection. */
  listen_url: string;
}

export function buildDeps({ env, db, clock, log, secrets, listen_url }: DepsOptions): Deps {
  const live = createLiveHub({ url: listen_url, log });
  const mailer = createMailer(env);
  const circuits = createCircuitStore({ db, clock, log });
  return {
    env,
    db,
    clock,
    log,
    secrets,
    vault: createVault(secrets, () => ensureSecrets(env.DATA_DIR, env.NODE_ENV)),
    bank: createBankClient(
      { url: env.BANK_URL, credentials: secrets.snap, clock, log, on_circuit_change: circuits.record },
      { bank_code: env.BANK_CODE, account_no: env.BANK_ACCOUNT_NO },
    ),
    mailer,
    sms: createSmsGateway(env),
    egress: createEgress(env),
    live,
    close: async () => {
      await live.close();
      await circuits.close();
      mailer.close();
    },
  };
}
