/** A separate database per test file, copied from a template. */
import pg from 'pg';
import { inject } from 'vitest';
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
  await withMaintenance(template.owner_url, async (client) => {
    for (let attempt = 1; ; attempt++) {
      try {
        // Copying files takes a third of the time of copying through the WAL.
        await client.query(`create database ${name} template ${template_name} strategy file_copy`);
        return;
      } catch (error) {
        // A template can be copied by one connection at a time.
        if (attempt === COPY_TRIES || !(error instanceof Error && 'code' in error && error.code === '55006'))
          throw error;
        await client.query('select pg_sleep(0.05)');
      }
    }
  });
  const at = (url: string) => {
    const copy = new URL(url);
    copy.pathname = `/${name}`;
    return copy.toString();
  };
  return {
    name,
    owner_url: at(template.owner_url),
    web_url: at(template.web_url),
    jobs_url: at(template.jobs_url),
    drop: () =>
      withMaintenance(template.owner_url, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** A migrated database with a connection of its owner, for tests of the schema; `close` drops it. */
export async function openOwnerClient(): Promise<{
  database: TestDatabase;
  client: pg.Client;
  close: () => Promise<void>;
}> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  const close = async () => {
    await client.end();
    await database.drop();
  };
  return { database, client, close };
}

async function withMaintenance(owner_url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const url = new URL(owner_url);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
