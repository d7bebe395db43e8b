/** Dependencies of the server: built once in build-deps.ts, replaceable one by one in tests. Types only. */
import type { FastifyBaseLogger } from 'fastify';
import type { CityDatabase } from './auth/city-database.ts';
import type { Clock } from './db/clock.ts';
import type { Db } from './db/connect.ts';
import type { HungDatabaseWatch } from './db/hung-database.ts';
import type { Egress } from './egress/egress-client.ts';
import type { Env } from './env.ts';
import type { LiveHub } from './live/hub.ts';
import type { Mailer } from './mail/mailer.ts';
import type { CollectionClients } from './rails/collection-clients.ts';
import type { BankClient } from './rails/bank-client.ts';
import type { Secrets } from './secrets.ts';
import type { SmsGateway } from './sms/gateway.ts';
import type { Vault } from './vault.ts';

export interface Deps {
  env: Env;
  db: Db;
  /** Rejects requests while the database does not respond. */
  hung_database: HungDatabaseWatch;
  clock: Clock;
  log: FastifyBaseLogger;
  secrets: Secrets;
  /** Encrypts stored secrets that are read again, such as SFTP passwords. */
  vault: Vault;
  /** The bank's SNAP BI service under the credential of the provider. */
  bank: BankClient;
  /** Clients under merchants' own bank credentials. */
  collection_clients: CollectionClients;
  mailer: Mailer;
  sms: SmsGateway;
  /** The cities of IP addresses. */
  cities: CityDatabase;
  /** The only way to connect to a host that a merchant configured. */
  egress: Egress;
  /** Live events for the open dashboards of this process. */
  live: LiveHub;
  /** Closes all connections. */
  close: () => Promise<void>;
}
