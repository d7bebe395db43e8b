/**
 * `npm run verify-ledger`: recomputes the ledger, prints each discrepancy, and exits with status 1 if there is any. Without
 * DATABASE_URL it starts the embedded database of DATA_DIR for the duration of the check.
 */
import path from 'node:path';
import { connect } from '../db/connect.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts';
import { migrate } from '../db/migrate.ts';
import { readEnv } from '../env.ts';
import { ensureSecrets } from '../secrets.ts';
import { verifyLedger } from './verifier.ts';

async function main(): Promise<void> {
  const env = readEnv();
  const secrets = ensureSecrets(env.DATA_DIR, env.NODE_ENV);
  const embedded = env.DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ data_dir: path.join(env.DATA_DIR, 'postgres'), port: 0 });
  try {
    const { urls } = await migrate(env.DATABASE_URL ?? embedded?.url ?? '', secrets);
    const db = connect(urls.web, { max: 2, on_error: (error) => process.stderr.write(`${error.message}\n`) });
    const { merchants, transfers, discrepancies } = await verifyLedger(db).finally(() => db.kysely.destroy());
    for (const { kind, merchant_id, object_id, detail } of discrepancies) {
      process.stdout.write(`${kind} ${merchant_id ?? 'provider'} ${object_id}: ${detail}\n`);
    }
    process.stdout.write(`${merchants} merchants, ${transfers} transfers, ${discrepancies.length} discrepancies\n`);
    process.exitCode = discrepancies.length === 0 ? 0 : 1;
  } finally {
    await embedded?.stop();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
