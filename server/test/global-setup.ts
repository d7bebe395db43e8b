/**
 * One PostgreSQL for all server tests, with migrated template databases that each test file copies. With CITUS_NODES it is a
 * sharded one (citus.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { TestProject } from 'vitest/node';
import { connect } from '../src/db/connect.ts';
import { startEmbeddedPostgres } from '../src/embedded-postgres/start.ts';
import { migrate } from '../src/db/migrate.ts';
import { SANDBOX_PASSWORD } from '../src/sandbox/credentials.ts';
import { ensurePeople } from '../src/sandbox/people.ts';
import { ensureSecrets } from '../src/secrets.ts';
import { createCluster, distribute, readCitusNodes, runStatements, toDatabase } from './citus.ts';
import { PEOPLE_TEMPLATE, TEST_START } from './template-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of the template database: owner, application and job queue. */
    template: { owner_url: string; web_url: string; jobs_url: string };
    /** Folder with the secrets that every test application copies, because generating their keys takes a second. */
    secrets_dir: string;
    /** Maintenance connections of the nodes that hold the databases: one, or those of CITUS_NODES. */
    nodes: string[];
  }
}

/** The migrated template on a sharded PostgreSQL; the embedded one names its own. */
const CITUS_TEMPLATE = 'dasbor_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citus_nodes = readCitusNodes();
  const { url, nodes, stop } = citus_nodes === null ? await startPlain() : await startSharded(citus_nodes);
  const { urls } = await migrate(url, { web_password: 'test-web', jobs_password: 'test-jobs' });
  if (citus_nodes !== null) await distribute(url, citus_nodes);
  await createPeople(nodes, { owner_url: url, web_url: urls.web });
  project.provide('template', { owner_url: url, web_url: urls.web, jobs_url: urls.jobs });
  project.provide('nodes', nodes);
  const secrets_dir = mkdtempSync(join(tmpdir(), 'dasbor-secrets-'));
  ensureSecrets(secrets_dir, 'test');
  project.provide('secrets_dir', secrets_dir);
  return async () => {
    rmSync(secrets_dir, { recursive: true, force: true });
    await stop();
  };
}

interface Cluster {
  url: string;
  nodes: string[];
  stop: () => Promise<void>;
}

async function startPlain(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'dasbor-test-'));
  // Temporary data needs no fsync.
  const database = await startEmbeddedPostgres({ data_dir: folder, port: 0, fsync: false });
  const stop = async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: database.url, nodes: [toDatabase(database.url, 'postgres')], stop };
}

async function startSharded(nodes: string[]): Promise<Cluster> {
  const url = await createCluster(nodes, CITUS_TEMPLATE);
  const drop = [PEOPLE_TEMPLATE, CITUS_TEMPLATE].map((name) => `drop database if exists ${name} with (force)`);
  const stop = async () => {
    for (const node of nodes) await runStatements(node, drop);
  };
  return { url, nodes, stop };
}

async function createPeople(nodes: readonly string[], template: { owner_url: string; web_url: string }): Promise<void> {
  const migrated = new URL(template.owner_url).pathname.slice(1);
  for (const node of nodes) {
    await runStatements(node, [
      `drop database if exists ${PEOPLE_TEMPLATE} with (force)`,
      `create database ${PEOPLE_TEMPLATE} template ${migrated} strategy file_copy`,
    ]);
  }
  const db = connect(toDatabase(template.web_url, PEOPLE_TEMPLATE), { max: 1, on_error: () => undefined });
  await ensurePeople({ db }, new Date(TEST_START.getTime() - 90 * 86_400_000));
  await db.kysely.destroy();
  // A cheap hash, because tests sign in hundreds of times.
  const cheap_hash = await hash(SANDBOX_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await runStatements(toDatabase(template.owner_url, PEOPLE_TEMPLATE), [
    `update app.login set password_hash = '${cheap_hash}'`,
  ]);
}
