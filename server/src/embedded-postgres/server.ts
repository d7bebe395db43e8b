/** Creates the cluster and runs the server process of the embedded PostgreSQL. */
import * as duration from '@dasbor/contract/duration';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { readLogTail } from './log-tail.ts';
import type { EmbeddedPaths } from './paths.ts';

const START_TIMEOUT_MS = duration.minutes(2); // Crash recovery may take long and reports no progress.

/** Creates the cluster atomically when absent. Returns the owner's password. */
export function ensureCluster(
  data_dir: string,
  paths: EmbeddedPaths,
  fsync: boolean,
  progress: (message: string) => void,
): string {
  const password_file = path.join(data_dir, 'password');
  if (fs.existsSync(paths.cluster_dir)) return fs.readFileSync(password_file, 'utf8');
  progress('creating the database cluster');
  const password = randomBytes(24).toString('base64url');
  fs.writeFileSync(password_file, password, { mode: 0o600 });

  const partial = path.join(paths.base_dir, 'cluster.new');
  const partial_password = path.join(paths.base_dir, 'password.new');
  fs.rmSync(partial, { recursive: true, force: true });
  fs.mkdirSync(partial, { mode: 0o700 });
  fs.writeFileSync(partial_password, password, { mode: 0o600 });
  if (paths.uid !== undefined && paths.gid !== undefined) {
    fs.chownSync(partial, paths.uid, paths.gid);
    fs.chownSync(partial_password, paths.uid, paths.gid);
  }
  const made = spawnSync(
    path.join(paths.native_dir, 'bin/initdb'),
    ['-D', partial, '-U', 'postgres', `--pwfile=${partial_password}`, '--auth=scram-sha-256', '--encoding=UTF8']
      .concat(['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'])
      .concat(fsync ? [] : ['--no-sync']),
    { ...getServerUser(paths), cwd: partial, env: buildEnvironment(), encoding: 'utf8' },
  );
  fs.rmSync(partial_password);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
  fs.renameSync(partial, paths.cluster_dir);
  return password;
}

/** Starts the server and waits until it accepts connections. `wanted_port` 0 uses a free port. */
export async function launchServer(paths: EmbeddedPaths, wanted_port: number, fsync: boolean, log_file: string) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = wanted_port === 0 ? await findFreePort() : wanted_port;
    const child = spawnServer(paths, port, fsync, log_file);
    const failure = await waitUntilReady(child, paths.cluster_dir, log_file, deadline);
    if (failure === null) return { child, port };
    const port_taken = /Address already in use/.test(failure);
    // Child processes of a killed server need a moment to release its shared memory.
    const dying = /pre-existing shared memory block/.test(failure);
    if (Date.now() > deadline || !(dying || (port_taken && wanted_port === 0))) {
      throw new Error(port_taken ? `Port ${port} is taken: PostgreSQL cannot listen on it.` : failure);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function spawnServer(paths: EmbeddedPaths, port: number, fsync: boolean, log_file: string): ChildProcess {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC'];
  settings.push('log_timezone=UTC', 'password_encryption=scram-sha-256');
  // A new installation grows from nothing: its tables need vacuum and planner statistics sooner than once a minute.
  settings.push('autovacuum_naptime=10s');
  if (!fsync) settings.push('fsync=off', 'full_page_writes=off');
  const log = fs.openSync(log_file, 'w', 0o600);
  const child = spawn(
    path.join(paths.native_dir, 'bin/postgres'),
    ['-D', paths.cluster_dir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    // Its own process group, so that Ctrl-C stops the server's clients before the server.
    {
      ...getServerUser(paths),
      cwd: paths.cluster_dir,
      env: buildEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
    },
  );
  fs.closeSync(log);
  return child;
}

/** Null once the server accepts connections, or the reason why it ended. */
async function waitUntilReady(child: ChildProcess, cluster_dir: string, log_file: string, deadline: number) {
  let ended: string | null = null;
  child.once('error', (error) => (ended = `PostgreSQL did not start: ${error.message}`));
  child.once('exit', () => (ended ??= `PostgreSQL did not start:\n${readLogTail(log_file)}`));
  while (ended === null) {
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      return `PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s; see ${log_file}`;
    }
    if (isReady(cluster_dir, child.pid)) return null;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return ended;
}

/** Reads the pid file, as pg_ctl does: a connection could reach another server on the same port. */
function isReady(cluster_dir: string, pid: number | undefined): boolean {
  try {
    const lines = fs.readFileSync(path.join(cluster_dir, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** A free port of 127.0.0.1. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function getServerUser(paths: EmbeddedPaths): { uid?: number; gid?: number } {
  return paths.uid === undefined ? {} : { uid: paths.uid, gid: paths.gid };
}

/** The PG… variables of the environment must not change the server. */
function buildEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
