/** `npm run verify-ledger`: recomputes the ledger, prints each fault, and ends with status 1 when there is one. */
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { readEnv } from '../env.ts';
import { ensureSecrets } from '../secrets.ts';
import { verifyLedger } from './verifier.ts';

const env = readEnv();
if (env.DATABASE_URL === undefined) {
  process.stderr.write('Set DATABASE_URL to the database to verify.\n');
  process.exit(2);
}
const { urls } = await migrate(env.DATABASE_URL, ensureSecrets(env.DATA_DIR, env.NODE_ENV));
const db = connect(urls.web, { max: 2, on_error: (error) => process.stderr.write(`${error.message}\n`) });
const { merchants, transfers, faults } = await verifyLedger(db);
for (const fault of faults) {
  process.stdout.write(`${fault.kind} ${fault.merchant_id} ${fault.object_id}: ${fault.detail}\n`);
}
process.stdout.write(`${merchants} merchants, ${transfers} transfers, ${faults.length} faults\n`);
await db.kysely.destroy();
process.exit(faults.length === 0 ? 0 : 1);
