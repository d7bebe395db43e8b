/**
 * `npm run rotate-keys`: adds a new key-encryption key and encrypts every stored secret with it. Running processes read the
 * new key when they meet a secret of it. `--finish`, after all processes were restarted, encrypts what is left and removes
 * the former keys.
 */
import { parseArgs } from 'node:util';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { readEnv } from '../env.ts';
import { addKeyEncryptionKey, ensureSecrets, removeFormerKeys } from '../secrets.ts';
import { createVault } from '../vault.ts';
import { rotateSecrets } from './rotate.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { finish: { type: 'boolean', default: false } } });
  const env = readEnv();
  const found = ensureSecrets(env.DATA_DIR, env.NODE_ENV);
  const url = env.WEB_DATABASE_URL ?? (env.DATABASE_URL && (await migrate(env.DATABASE_URL, found)).urls.web);
  if (url === undefined) throw new Error('Set DATABASE_URL or WEB_DATABASE_URL to the database of this installation.');
  const secrets = values.finish ? found : addKeyEncryptionKey(env.DATA_DIR);
  const db = connect(url, { max: 2, on_error: (error) => process.stderr.write(`${error.message}\n`) });
  const { current, rotated } = await rotateSecrets({ db, vault: createVault(secrets) }).finally(() =>
    db.kysely.destroy(),
  );
  if (values.finish) removeFormerKeys(env.DATA_DIR);
  const next = values.finish
    ? 'the former keys were removed; restart all processes'
    : 'restart all processes, then run npm run rotate-keys -- --finish';
  process.stdout.write(`${rotated} secrets encrypted with the current key, ${current} were already; ${next}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
