/**
 * A sharded PostgreSQL for the suite: with `CITUS_NODES=host:port,host:port,…` the databases of the tests are created and
 * distributed there, and copied on every node. The first node is the coordinator. Superuser and password come from PGUSER and
 * PGPASSWORD; the nodes must let each other in as any role.
 */
import pg from 'pg';
import { buildDistribution, listShardProblems, planShards } from '../src/db/shard-tables.ts';

/** Roles as which the coordinator opens connections to the workers. */
const NODE_ROLES = [
  'app_merchant',
  'app_platform',
  'app_login',
  'app_search',
  'app_intake',
  'app_reader',
  'app_provider_reader',
];

/** Maintenance connections of the nodes, the coordinator first; null on plain PostgreSQL. */
export function readCitusNodes(text = process.env.CITUS_NODES): string[] | null {
  if (text === undefined || text === '') return null;
  const { PGUSER: user = 'postgres', PGPASSWORD: password = '' } = process.env;
  return text.split(',').map((node) => {
    if (!/^[\w.-]+:\d+$/.test(node)) throw new Error(`CITUS_NODES: ${node} is not host:port`);
    return `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${node}/postgres`;
  });
}

/** The connection string of another database of the same node. */
export const toDatabase = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).toString();

/** Runs statements one by one in a connection of their own. */
export async function runStatements(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates an empty database on every node and joins them. Returns the connection string on the coordinator. */
export async function createCluster(nodes: readonly string[], database: string): Promise<string> {
  for (const node of nodes) {
    await runStatements(node, [`drop database if exists ${database} with (force)`, `create database ${database}`]);
    await runStatements(toDatabase(node, database), ['create extension citus']);
  }
  const [coordinator = '', ...workers] = nodes;
  const url = toDatabase(coordinator, database);
  await runStatements(url, buildJoin(coordinator, workers));
  return url;
}

/** The statements that give the coordinator its own address and those of its workers. */
export function buildJoin(coordinator: string, workers: readonly string[]): string[] {
  const toAddress = (node: string): string => `'${new URL(node).hostname}', ${new URL(node).port}`;
  return [
    `select citus_set_coordinator_host(${toAddress(coordinator)})`,
    ...workers.map((node) => `select citus_add_node(${toAddress(node)})`),
    'create extension if not exists pg_trgm',
    'create extension if not exists btree_gist',
  ];
}

/** Distributes the tables of a migrated database, and lets the coordinator in on the workers. */
export async function distribute(url: string, nodes: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const plan = await planShards(client);
    const problems = await listShardProblems(client, plan);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    for (const statement of buildDistribution(plan)) await client.query(statement);
  } finally {
    await client.end();
  }
  const logins = NODE_ROLES.map((role) => `alter role ${role} login`);
  for (const node of nodes) {
    await runStatements(node, ['set citus.enable_ddl_propagation = off', ...logins]);
  }
}
