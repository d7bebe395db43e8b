/** A separate database per test file, copied from a template. */
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, connect } from '../src/db/connect.ts';
import { runStatements, toDatabase } from './citus.ts';
import { PEOPLE_TEMPLATE } from './template-databases.ts';

export interface TestDatabase {
  name: string;
  owner_url: string;
  web_url: string;
  jobs_url: string;
  drop: () => Promise<void>;
}

const COPY_TRIES = 20;

/** Content: empty, migrated, or migrated with the sandbox's merchants and users. */
type Content = 'nothing' | 'migrations' | 'people';

export async function createTestDatabase(content: Content = 'migrations'): Promise<TestDatabase> {
  const template = inject('template');
  const migrated = new URL(template.owner_url).pathname.slice(1);
  const template_name = { nothing: 'template1', migrations: migrated, people: PEOPLE_TEMPLATE }[content];
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const nodes = inject('nodes');
  // On a sharded PostgreSQL, the copies of all nodes form a database together.
  for (const node of nodes) await copyDatabase(node, name, template_name);
  const at = (url: string) => toDatabase(url, name);
  return {
    name,
    owner_url: at(template.owner_url),
    web_url: at(template.web_url),
    jobs_url: at(template.jobs_url),
    drop: async () => {
      for (const node of nodes) await runStatements(node, [`drop database if exists ${name} with (force)`]);
    },
  };
}

/** A database with a connection of its owner, for tests of the schema and of large tables; `close` drops it. */
export async function openOwnerClient(content?: Content): Promise<{
  database: TestDatabase;
  client: pg.Client;
  close: () => Promise<void>;
}> {
  const database = await createTestDatabase(content);
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  const close = async () => {
    await client.end();
    await database.drop();
  };
  return { database, client, close };
}

/** A database with its data-access layer and a connection of its owner, for tests of large tables; `close` drops it. */
export async function openDatabase(content?: Content): Promise<{
  database: TestDatabase;
  owner: pg.Client;
  db: Db;
  close: () => Promise<void>;
}> {
  const { database, client: owner, close: drop } = await openOwnerClient(content);
  const db = connect(database.web_url, { max: 2, on_error: () => undefined });
  const close = async () => {
    await db.kysely.destroy();
    await drop();
  };
  return { database, owner, db, close };
}

async function copyDatabase(node: string, name: string, template_name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Copying files takes a third of the time of copying through the WAL.
      return await runStatements(node, [`create database ${name} template ${template_name} strategy file_copy`]);
    } catch (error) {
      // A template can be copied by one connection at a time, and while no daemon of a sharded database is in it.
      if (attempt === COPY_TRIES || !(error instanceof Error && 'code' in error && error.code === '55006')) throw error;
      await runStatements(node, [
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${template_name}' and backend_type like 'Citus%'`,
      ]);
      await setTimeout(50);
    }
  }
}
