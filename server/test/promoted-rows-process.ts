/** Prints by how many bytes each query with fifty rows grows the old generation of V8. Argument: a connection string. */
import v8 from 'node:v8';
import { sql } from 'kysely';
import { connect } from '../src/db/connect.ts';

const QUERIES = 1_000;

const db = connect(process.argv[2] ?? '', { max: 1, on_error: () => undefined });
const readOldBytes = (): number =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
const run = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1)
    await sql`select i, 'text ' || i as text, repeat('x', 20) || i as other from generate_series(1, 50) i`.execute(
      db.kysely,
    );
};

await run(300);
globalThis.gc?.();
const before = readOldBytes();
await run(QUERIES);
process.stdout.write(String((readOldBytes() - before) / QUERIES));
await db.kysely.destroy();
