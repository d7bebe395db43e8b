// `npm run distribute`: distributes the tables of DATABASE_URL, a migrated database on Citus, over its nodes. With
// `-- --check` it only reports what would fail, on plain PostgreSQL too. Idempotent: tables that are distributed stay.
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  buildDistribution,
  listDistributed,
  listShardProblems,
  planShards,
  selectUndistributed,
} from '../server/src/db/shard-tables.ts';
import { readEnv } from '../server/src/env.ts';
import { fail, print, step } from './progress.mjs';

await main().catch(fail);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const { DATABASE_URL } = readEnv();
  if (DATABASE_URL === undefined) throw new Error('Set DATABASE_URL to the owner of a migrated database');
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    await distribute(client, values.check);
  } finally {
    await client.end();
  }
}

async function distribute(client: pg.Client, is_check: boolean): Promise<void> {
  const plan = await planShards(client);
  const problems = await listShardProblems(client, plan);
  const { distributed, reference, local } = plan;
  print(
    `${distributed.length} tables by merchant_id, ${reference.length} on every node, ${local.length} on the coordinator`,
  );
  if (problems.length > 0) throw new Error(`The schema cannot be distributed:\n${problems.join('\n')}`);
  const done = await listDistributed(client);
  if (is_check) return print(done === null ? 'This database is not sharded' : `${done.size} tables are distributed`);
  if (done === null) throw new Error('Citus is not installed in this database: create extension citus');
  const open = selectUndistributed(plan, done);
  await step('Distributing', async () => {
    for (const statement of buildDistribution(open)) await client.query(statement);
  });
  print(`Distributed: ${open.distributed.length + open.reference.length} tables`);
}
