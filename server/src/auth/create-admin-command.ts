// `npm run create-admin -- --email you@example.com [--name "Your Name"] [--language en|id] [--another]`: creates the first
// provider administrator and prints a one-time link to set the password. Uses the environment of the server.
import { parseArgs } from 'node:util';
import { ACCOUNT_LINK_HOURS } from '@dasbor/contract/password-limits';
import { systemClock } from '../db/clock.ts';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { readEnv } from '../env.ts';
import { ensureSecrets } from '../secrets.ts';
import { createAdmin } from './create-admin.ts';

const USAGE = 'Usage: npm run create-admin -- --email EMAIL [--name NAME] [--language en|id] [--another]';

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      language: { type: 'string', default: 'en' },
      another: { type: 'boolean', default: false },
    },
  });
  const { email, language } = values;
  if (email === undefined || (language !== 'en' && language !== 'id')) throw new Error(USAGE);
  const env = readEnv();
  const url = env.WEB_DATABASE_URL ?? (await migrateAndConnect(env));
  const db = connect(url, { max: 2, on_error: () => undefined });
  try {
    const name = values.name ?? email.split('@')[0] ?? email;
    const input = { email, name, locale: language, is_another: values.another } as const;
    const link = await createAdmin({ db, env }, input, systemClock.now());
    process.stdout.write(`Provider administrator created: ${email}
`);
    process.stdout.write(`Set the password within ${ACCOUNT_LINK_HOURS} hours, once, at:
${link}
`);
  } finally {
    await db.kysely.destroy();
  }
}

/** Migrates an empty database as the start of the server does; returns the connection string of the web role. */
async function migrateAndConnect(env: ReturnType<typeof readEnv>): Promise<string> {
  if (env.DATABASE_URL === undefined) throw new Error('Set DATABASE_URL or WEB_DATABASE_URL, as for the server.');
  const { urls } = await migrate(env.DATABASE_URL, ensureSecrets(env.DATA_DIR, env.NODE_ENV));
  return urls.web;
}
