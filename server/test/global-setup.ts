/** One PostgreSQL for all server tests, with a migrated template database that each test file copies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Owner, application and job queue: URLs of the template database. */
    template: { owner_url: string; web_url: string; jobs_url: string };
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'dasbor-test-'));
  // Throw-away data: no need to wait for the disk.
  const database = await startEmbeddedPostgres({ data_dir: folder, port: 0, fsync: false });
  const { urls } = await migrate(database.url, { web_password: 'test-web', jobs_password: 'test-jobs' });
  project.provide('template', { owner_url: database.url, web_url: urls.web, jobs_url: urls.jobs });
  return async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
