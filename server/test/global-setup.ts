/** One PostgreSQL for all server tests, with migrated template databases that each test file copies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/db/connect.ts';
import { startEmbeddedPostgres } from '../src/embedded-postgres/start.ts';
import { migrate } from '../src/db/migrate.ts';
import { SANDBOX_PASSWORD } from '../src/sandbox/credentials.ts';
import { ensurePeople } from '../src/sandbox/people.ts';
import { PEOPLE_TEMPLATE, TEST_START } from './template-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of the template database: owner, application and job queue. */
    template: { owner_url: string; web_url: string; jobs_url: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'dasbor-test-'));
  // Temporary data needs no fsync.
  const database = await startEmbeddedPostgres({ data_dir: folder, port: 0, fsync: false });
  const { urls } = await migrate(database.url, { web_password: 'test-web', jobs_password: 'test-jobs' });
  await createPeople(database.url, urls.web);
  project.provide('template', { owner_url: database.url, web_url: urls.web, jobs_url: urls.jobs });
  return async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function createPeople(template_url: string, web_url: string): Promise<void> {
  const template = new URL(template_url);
  await asOwner(template, '/postgres', `create database ${PEOPLE_TEMPLATE} template ${template.pathname.slice(1)}`);
  const db = connect(Object.assign(new URL(web_url), { pathname: PEOPLE_TEMPLATE }).toString(), {
    max: 1,
    on_error: () => undefined,
  });
  await ensurePeople({ db }, new Date(TEST_START.getTime() - 90 * 86_400_000));
  await db.kysely.destroy();
  // A cheap hash, because tests sign in hundreds of times.
  const cheap_hash = await hash(SANDBOX_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await asOwner(template, `/${PEOPLE_TEMPLATE}`, `update app.login set password_hash = '${cheap_hash}'`);
}

async function asOwner(template: URL, pathname: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(template), { pathname }).toString() });
  await client.connect();
  await client.query(statement);
  await client.end();
}
