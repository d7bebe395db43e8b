/** Databases of environments, on one temporary PostgreSQL: it is migrated once, because that takes longer than most checks. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startTemporaryPostgres } from '../server/src/embedded-postgres/start.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type Secrets, ensureSecrets } from '../server/src/secrets.ts';
import { toDatabase } from '../server/test/citus.ts';

/** A migrated database without rows, and a folder with the secrets of its roles. */
export interface EnvironmentDatabase {
  owner_url: string;
  web_url: string;
  data_dir: string;
  secrets: Secrets;
  drop: () => Promise<void>;
}

export interface Databases {
  create: () => Promise<EnvironmentDatabase>;
  stop: () => Promise<void>;
}

export async function startDatabases(): Promise<Databases> {
  const postgres = await startTemporaryPostgres();
  const secrets_dir = createFolder();
  const secrets = ensureSecrets(secrets_dir);
  const { urls } = await migrate(postgres.url, secrets);
  const template = new URL(postgres.url).pathname.slice(1);
  // Nothing can be connected to a database that is copied.
  const maintenance = new pg.Client({ connectionString: toDatabase(postgres.url, 'postgres') });
  await maintenance.connect();
  let count = 0;
  return {
    create: async () => {
      const name = `environment_${++count}`;
      await maintenance.query(`create database ${name} template ${template} strategy file_copy`);
      const data_dir = createFolder();
      fs.cpSync(secrets_dir, data_dir, { recursive: true });
      return {
        owner_url: toDatabase(postgres.url, name),
        web_url: toDatabase(urls.web, name),
        data_dir,
        secrets,
        drop: async () => {
          await maintenance.query(`drop database ${name} with (force)`);
          fs.rmSync(data_dir, { recursive: true, force: true });
        },
      };
    },
    stop: async () => {
      await maintenance.end();
      await postgres.stop();
      fs.rmSync(secrets_dir, { recursive: true, force: true });
    },
  };
}

const createFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-environment-'));
