/** Writes server/src/db/schema.gen.ts from a migrated throw-away database. The file to write is the first argument. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';

const OUT = resolve(process.argv[2] ?? 'server/src/db/schema.gen.ts');
const TYPES = { int8: 'number', timestamptz: 'Instant', date: 'string', bpchar: 'string' };

const folder = mkdtempSync(join(tmpdir(), 'dasbor-schema-'));
const database = await startEmbeddedPostgres({ data_dir: folder, port: 0, fsync: false });
try {
  await migrate(database.url, { web_password: 'generate', jobs_password: 'generate' });
  execFileSync(
    resolve('node_modules/.bin/kysely-codegen'),
    [
      ...['--url', database.url, '--dialect', 'postgres', '--default-schema', 'app', '--include-pattern', 'app.*'],
      ...[
        '--type-mapping',
        JSON.stringify(TYPES),
        '--custom-imports',
        JSON.stringify({ Instant: './column-types.ts' }),
      ],
      ...['--out-file', OUT],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
