/** Starts, supervises and stops an embedded PostgreSQL, for trials, tests and small installations. */
import * as duration from '@dasbor/contract/duration';
import type { ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ensureCluster, launchServer } from './server.ts';
import { type EmbeddedPaths, preparePaths, removeCluster } from './paths.ts';
import {
  identifyProcess,
  isRunning,
  listProcessesIn,
  type ProcessIdentity,
  readCommandLine,
  readExecutablePath,
  sendSignal,
  waitUntilGone,
} from './process-identity.ts';

/**
 * `data_dir` is created when it does not exist and contains the whole database. `port` 0 uses a free port. `fsync` is on
 * by default; without it the database survives killed processes but not a power failure, for temporary databases only.
 */
export type EmbeddedOptions = {
  data_dir: string;
  port: number;
  fsync?: boolean;
  on_progress?: (message: string) => void;
};

/** A running embedded PostgreSQL. `url` connects as its owner; `exited` settles with the reason when it ends. */
export type EmbeddedPostgres = {
  url: string;
  port: number;
  pid: number;
  exited: Promise<string>;
  stop: () => Promise<void>;
};

const DATABASE = 'dasbor';
const STOP_TIMEOUT_MS = duration.seconds(30);

/**
 * Starts PostgreSQL on 127.0.0.1 over `data_dir`. Creates the cluster and its database when absent, and replaces an
 * orphaned server whose launcher was killed. Throws a message for the user: port in use, folder in use, unsupported
 * platform.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const data_dir = path.resolve(options.data_dir);
  const paths = preparePaths(data_dir);
  const progress = options.on_progress ?? (() => {});
  await replaceOrphan(data_dir, paths, progress);
  await endChildren(paths);
  const fsync = options.fsync ?? true;
  const password = ensureCluster(data_dir, paths, fsync, progress);
  const { child, port } = await launchServer(paths, options.port, fsync, path.join(data_dir, 'postgres.log'));
  const server = supervise(child, port, password);
  try {
    await ensureDatabase(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Starts a temporary database for tests, benchmarks and generators; `stop` removes it. No fsync by default. */
export async function startTemporaryPostgres(options: { fsync?: boolean } = {}): Promise<EmbeddedPostgres> {
  removeStaleDatabases();
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), TEMPORARY_PREFIX));
  const server = await startEmbeddedPostgres({ data_dir, port: 0, fsync: options.fsync ?? false });
  const stop = async () => {
    await server.stop();
    removeCluster(data_dir);
  };
  return { ...server, stop };
}

const TEMPORARY_PREFIX = 'dasbor-throw-away-';

/** Removes temporary databases of runs that were killed before they could. */
function removeStaleDatabases(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const data_dir = path.join(os.tmpdir(), name);
    if (!name.startsWith(TEMPORARY_PREFIX)) continue;
    // Another run may just have removed its own.
    if (fs.lstatSync(data_dir, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    const launcher = readLauncher(data_dir);
    if (!launcher || isRunning(launcher)) continue;
    const postmaster = findPostmaster(path.join(findBaseDir(data_dir), 'cluster'));
    if (postmaster) sendSignal(postmaster, 'SIGQUIT');
    removeCluster(data_dir);
  }
}

function findBaseDir(data_dir: string): string {
  const link = path.join(data_dir, 'elsewhere');
  return fs.existsSync(link) ? fs.realpathSync(link) : data_dir;
}

function readLauncher(data_dir: string): ProcessIdentity | null {
  try {
    return JSON.parse(fs.readFileSync(path.join(data_dir, 'launcher.json'), 'utf8')) as ProcessIdentity;
  } catch {
    return null;
  }
}

/** Above the largest pid of Linux (2^22), so that no process ever has it. */
const NO_PID = 4_194_305;

/**
 * The server of this cluster, or null. PostgreSQL refuses to start over a pid file whose pid exists, also when that
 * process is a zombie or another program. Such a pid is replaced; the file stays, because with it PostgreSQL checks that
 * no child process of the former server is left.
 */
function findPostmaster(cluster_dir: string): ProcessIdentity | null {
  const pid_file = path.join(cluster_dir, 'postmaster.pid');
  if (!fs.existsSync(pid_file)) return null;
  const [pid, ...rest] = fs.readFileSync(pid_file, 'utf8').split('\n');
  const replacePid = () => fs.writeFileSync(pid_file, [NO_PID, ...rest].join('\n'));
  const identity = identifyProcess(Number(pid));
  if (!identity) {
    replacePid();
    return null;
  }
  const ours = path.basename(readExecutablePath(identity.pid) ?? '') === 'postgres';
  if (ours && readCommandLine(identity.pid).includes(cluster_dir)) return identity;
  if (ours) throw new Error(`Another PostgreSQL (process ${identity.pid}) holds ${cluster_dir}. Stop it first.`);
  replacePid();
  return null;
}

async function replaceOrphan(
  data_dir: string,
  paths: EmbeddedPaths,
  progress: (message: string) => void,
): Promise<void> {
  const postmaster = findPostmaster(paths.cluster_dir);
  const launcher = readLauncher(data_dir);
  if (postmaster) {
    if (launcher && isRunning(launcher)) {
      throw new Error(`The database in ${data_dir} is already in use by process ${launcher.pid}.`);
    }
    progress(`stopping the PostgreSQL (process ${postmaster.pid}) that an earlier run left behind`);
    sendSignal(postmaster, 'SIGINT');
    if (!(await waitUntilGone(postmaster, STOP_TIMEOUT_MS))) {
      sendSignal(postmaster, 'SIGQUIT');
      await waitUntilGone(postmaster, STOP_TIMEOUT_MS);
    }
  }
  fs.writeFileSync(path.join(data_dir, 'launcher.json'), JSON.stringify(identifyProcess(process.pid)));
}

/**
 * Ends the processes that a killed server left behind. One that computes without waiting does not notice the death of its
 * server, and PostgreSQL does not start again while any of them uses the shared memory.
 */
async function endChildren({ cluster_dir }: EmbeddedPaths): Promise<void> {
  if (!fs.existsSync(cluster_dir)) return;
  const children = listProcessesIn(fs.realpathSync(cluster_dir)).filter(
    ({ pid }) => path.basename(readExecutablePath(pid) ?? '') === 'postgres',
  );
  for (const child of children) sendSignal(child, 'SIGQUIT');
  await Promise.all(children.map((child) => waitUntilGone(child, STOP_TIMEOUT_MS)));
}

function supervise(child: ChildProcess, port: number, password: string): EmbeddedPostgres {
  const exited = new Promise<string>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(`${child.signalCode ?? child.exitCode}`);
    child.once('exit', (code, signal) => resolve(`${signal ?? `code ${code}`}`));
  });
  const kill = () => child.kill('SIGINT');
  process.once('exit', kill); // In case the launcher exits without stopping the server.
  void exited.then(() => process.off('exit', kill));
  const stop = async () => {
    kill();
    const kill_timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(kill_timer);
  };
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
  return { url, port, pid: child.pid ?? 0, exited, stop };
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
