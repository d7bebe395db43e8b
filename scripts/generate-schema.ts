/** Generates server/src/db/schema.gen.ts from a migrated temporary database. The first argument is the output file. */
import path from 'node:path';
import { startTemporaryPostgres } from '../server/src/embedded-postgres/start.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { ROOT, run } from './bootstrap.mjs';
import { readColumnOverrides } from './column-overrides.ts';
import { fail } from './progress.mjs';

/** Types as parsed by the driver: timestamps as ISO text, bigint as a safe integer. */
const TYPES = { int8: 'number', timestamptz: 'Instant', date: 'string', bpchar: 'string' };
const IMPORTS = { Instant: './column-types.ts' };

const out_file = path.resolve(process.argv[2] ?? path.join(ROOT, 'server/src/db/schema.gen.ts'));
const database = await startTemporaryPostgres();
try {
  await migrate(database.url, { web_password: 'generate', jobs_password: 'generate' });
  // Without the tables of the queue and the migrations.
  const scope = [
    '--url',
    database.url,
    '--dialect',
    'postgres',
    '--default-schema',
    'app',
    '--include-pattern',
    'app.*',
  ];
  const { columns, imports } = await readColumnOverrides(database.url);
  const types = [
    '--type-mapping',
    JSON.stringify(TYPES),
    '--custom-imports',
    JSON.stringify({ ...IMPORTS, ...imports }),
    '--overrides',
    JSON.stringify({ columns }),
  ];
  await run([path.join(ROOT, 'node_modules/.bin/kysely-codegen'), ...scope, ...types, '--out-file', out_file]);
} catch (error) {
  await database.stop();
  fail(error);
}
await database.stop();
