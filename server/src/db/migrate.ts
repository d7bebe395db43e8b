/**
 * Migrations: plain SQL files, forward only, each in a transaction. An advisory lock serialises concurrent starts. On a
 * database that is distributed already, the tables that a file creates are distributed in its transaction.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { MIGRATIONS_FOLDER } from '../folders.ts';
import { analyzeNewTables } from './analyze.ts';
import { type LoginRoles, ensureLoginRoles } from './login-roles.ts';
import { distributeNewTables } from './shard-tables.ts';
import { splitStatements } from './split-statements.ts';

/** Key of the advisory lock that lets one migrator run at a time; any fixed number. */
const LOCK = 4_011_946;
const CREATES_TABLE = /^(?:\s|--[^\n]*\n)*create table\b/i;

export interface MigrationResult {
  /** Files applied by this run. */
  applied: string[];
  /** Connection strings of the application and of the job queue. */
  urls: { web: string; jobs: string };
}

/**
 * Applies pending migrations, creates the login roles, and analyzes tables that never were. `owner_url` connects as the owner
 * of the schema. Throws when an applied file was edited.
 */
export async function migrate(owner_url: string, roles: LoginRoles): Promise<MigrationResult> {
  const client = new pg.Client({ connectionString: owner_url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await applyFiles(client);
    const urls = await ensureLoginRoles(client, owner_url, roles, () =>
      runMigrations({ connectionString: buildJobsUrl(owner_url, client.database ?? '', roles) }),
    );
    await analyzeNewTables(owner_url);
    return { applied, urls };
  } finally {
    await client.end();
  }
}

function buildJobsUrl(owner_url: string, database: string, roles: LoginRoles): string {
  const url = new URL(owner_url);
  url.username = `${database}_jobs`;
  url.password = roles.jobs_password;
  return url.toString();
}

async function applyFiles(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists public.dasbor_migration (name text primary key, sha256 text not null, applied_at timestamptz not null)',
  );
  const done = new Map(
    (await client.query<{ name: string; sha256: string }>('select name, sha256 from public.dasbor_migration')).rows.map(
      (row) => [row.name, row.sha256],
    ),
  );
  const applied: string[] = [];
  for (const name of readdirSync(MIGRATIONS_FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()) {
    const text = readFileSync(path.join(MIGRATIONS_FOLDER, name), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    const before = done.get(name);
    if (before === sha256) continue;
    if (before !== undefined)
      throw new Error(`Migration ${name} was edited after it had been applied; add a new one instead`);
    await applyOne(client, name, text, sha256);
    applied.push(name);
  }
  return applied;
}

async function applyOne(client: pg.Client, name: string, text: string, sha256: string): Promise<void> {
  await client.query('begin');
  try {
    // On a sharded database, the changes of a transaction to tables that refer to each other go to one node after another.
    await client.query(`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
    for (const statement of splitStatements(text)) {
      await client.query(statement);
      // Before it holds rows, which the owner of a protected table cannot move to other nodes.
      if (CREATES_TABLE.test(statement)) await distributeNewTables(client);
    }
    await client.query('insert into public.dasbor_migration values ($1, $2, now())', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
