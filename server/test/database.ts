/** A database of its own for a test file, copied from the migrated template. */
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  name: string;
  owner_url: string;
  web_url: string;
  jobs_url: string;
  drop: () => Promise<void>;
}

const COPY_TRIES = 20;

/** `is_empty`: without the migrations. */
export async function createTestDatabase(options: { is_empty?: boolean } = {}): Promise<TestDatabase> {
  const template = inject('template');
  const template_name = options.is_empty === true ? 'template1' : new URL(template.owner_url).pathname.slice(1);
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await withMaintenance(template.owner_url, async (client) => {
    for (let attempt = 1; ; attempt++) {
      try {
        await client.query(`create database ${name} template ${template_name}`);
        return;
      } catch (error) {
        // Copies of one template exclude each other for a moment.
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
