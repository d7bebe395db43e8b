// `npm run migrate`: migrates the database of DATABASE_URL. Every start of the server does the same under a lock; use this
// command to migrate before a deployment.
import path from 'node:path';
import { startEmbeddedPostgres } from '../server/src/embedded-postgres/start.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { readEnv } from '../server/src/env.ts';
import { ensureSecrets } from '../server/src/secrets.ts';
import { fail, print, step } from './progress.mjs';

await main().catch(fail);

async function main(): Promise<void> {
  const env = readEnv();
  const secrets = ensureSecrets(env.DATA_DIR, env.NODE_ENV);
  const embedded = env.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ data_dir: path.join(env.DATA_DIR, 'postgres'), port: 0, on_progress: print });
  try {
    const url = env.DATABASE_URL ?? embedded?.url ?? '';
    const { applied } = await step('Migrating', () => migrate(url, secrets));
    print(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The database is up to date');
  } finally {
    await embedded?.stop();
  }
}
