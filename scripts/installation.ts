/** A temporary installation for tests, benchmarks and soak checks: what `npm start` runs, on free ports and in its own folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { removeCluster } from '../server/src/embedded-postgres/paths.ts';
import { readExecutablePath } from '../server/src/embedded-postgres/process-identity.ts';
import { ROOT } from './bootstrap.mjs';
import { SERVER_FILE } from './server-program.ts';
import { OWNER_VARIABLE } from './supervisor/orphans.ts';

export interface Installation {
  /** Addresses as `http://127.0.0.1:<port>`. */
  url: string;
  bank_url: string;
  mail_url: string;
  sftp_port: number;
  data_dir: string;
  /** Output of the supervisor. */
  output: () => string;
  /** Pids of a running process: the server (the API, if the worker is separate), the worker, the bank, the postmaster. */
  listPids: (part: InstallationPart) => number[];
  /** Stops it as Ctrl-C does and removes the folder unless `keep`. */
  stop: (options?: { keep?: boolean }) => Promise<void>;
}

export type InstallationPart = 'server' | 'worker' | 'bank' | 'postgres';

const READY_TIMEOUT_MS = 180_000;

/**
 * Starts an installation and waits until it is ready. `data_dir` reuses existing data; `separate_worker` runs API and worker
 * as processes of their own.
 */
export async function startInstallation(
  options: { data_dir?: string; env?: Record<string, string>; separate_worker?: boolean } = {},
): Promise<Installation> {
  const data_dir = options.data_dir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-installation-'));
  const [port, bank_port, mail_port, sftp_port] = await findFreePorts(4);
  const more = options.separate_worker === true ? ['--separate-worker'] : [];
  const child = spawn(process.execPath, ['scripts/supervisor/main.ts', ...more], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: '',
      NODE_ENV: 'development',
      PORT: String(port),
      BANK_PORT: String(bank_port),
      MAIL_PORT: String(mail_port),
      SFTP_PORT: String(sftp_port),
      DATA_DIR: data_dir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  try {
    await untilReady(child, output);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    bank_url: `http://127.0.0.1:${bank_port}`,
    mail_url: `http://127.0.0.1:${mail_port}`,
    sftp_port: sftp_port ?? 0,
    data_dir,
    output,
    listPids: (part) => listPids(part, data_dir),
    stop: async ({ keep = false } = {}) => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve));
      if (keep) return;
      removeCluster(path.join(data_dir, 'postgres')); // As root, the cluster may be in another folder.
      fs.rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()));
  return () => text;
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!output().includes('Dasbor is ready at')) {
    if (child.exitCode !== null) throw new Error(`The installation did not start:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`The installation was not ready in time:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Below the range from which the system takes ports of connections: a free port of that range can be taken by any
 * process between the search and the start.
 */
const PORTS = { from: 10_000, to: 20_000 };

/** Finds consecutive free ports. */
export async function findFreePorts(count: number): Promise<number[]> {
  for (;;) {
    const first = PORTS.from + count * randomInt(Math.floor((PORTS.to - PORTS.from) / count));
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const are_free = await Promise.all(ports.map(isFree));
    if (are_free.every(Boolean)) return ports;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** Command line arguments that identify the processes of a part. */
const ARGUMENTS: Record<Exclude<InstallationPart, 'postgres'>, (args: string[]) => boolean> = {
  server: (args) => args.includes(SERVER_FILE) && !args.includes('worker'),
  worker: (args) => args.includes(SERVER_FILE) && args.includes('worker'),
  bank: (args) => args.includes('bank/src/main.ts'),
};

function listPids(part: InstallationPart, data_dir: string): number[] {
  if (part === 'postgres') return listPostmasterPids(data_dir);
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => read(`/proc/${name}/environ`).split('\0').includes(`${OWNER_VARIABLE}=${data_dir}`))
    .filter((name) => ARGUMENTS[part](read(`/proc/${name}/cmdline`).split('\0')))
    .map(Number);
}

function listPostmasterPids(data_dir: string): number[] {
  const folder = path.join(data_dir, 'postgres');
  for (const cluster_dir of [path.join(folder, 'cluster'), path.join(folder, 'elsewhere', 'cluster')]) {
    const pid = Number(read(path.join(cluster_dir, 'postmaster.pid')).split('\n', 1)[0]);
    // The file of a killed postmaster stays, and its pid may belong to another program by now.
    if (pid > 0 && path.basename(readExecutablePath(pid) ?? '') === 'postgres') return [pid];
  }
  return [];
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
