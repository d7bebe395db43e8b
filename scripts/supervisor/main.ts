// Runs everything of one installation and keeps it running: PostgreSQL (unless DATABASE_URL names one), the server
// (API and worker), the sandbox bank. `--dev`: programs restart on change and the web is served by Vite.
// `--separate-worker`: API and worker are processes of their own, as in production.
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { analyzeNewTables } from '../../server/src/db/analyze.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/embedded-postgres/start.ts';
import { type Env, readEnv } from '../../server/src/env.ts';
import { BANK_CREDENTIALS_FILE, ensureSecrets } from '../../server/src/secrets.ts';
import { fail, print, step } from '../progress.mjs';
import { SERVER_ENV, SERVER_FILE, SERVER_FLAGS, SERVER_SOURCE } from '../server-program.ts';
import { type DataDirLock, lockDataDir } from './data-dir-lock.ts';
import { type SupervisedProgram, getBackOffMs, superviseProgram, type Program } from './supervise.ts';
import { OWNER_VARIABLE, stopOrphans } from './orphans.ts';
import { requireFreePorts, type RequiredPort } from './ports.ts';
import { printReady } from './ready.ts';

const is_dev = process.argv.includes('--dev');
const has_worker = process.argv.includes('--separate-worker');
const DEV_PORT = Number(process.env.DEV_PORT ?? 5173);
const supervised: SupervisedProgram[] = [];
let claim: DataDirLock | null = null;
let postgres: EmbeddedPostgres | null = null;
/** The last restart of PostgreSQL, which may be in progress. */
let restarting: Promise<void> = Promise.resolve();
let is_stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
process.on('disconnect', () => void stop(0)); // The parent process is gone.

try {
  await start();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  await stop(1);
}

async function start(): Promise<void> {
  const started_ms = Date.now();
  const env = readEnv();
  const data_dir = path.resolve(env.DATA_DIR);
  fs.mkdirSync(data_dir, { recursive: true });
  claim = await lockDataDir(data_dir);
  await stopOrphans(data_dir);
  await requireFreePorts(listRequiredPorts(env), env.HOST);
  ensureSecrets(data_dir, env.NODE_ENV);
  const database_url = env.DATABASE_URL ?? (await startPostgres(data_dir));
  if (is_stopping) return;
  for (const program of programs(env, data_dir, database_url)) {
    const one = superviseProgram(program);
    one.ready.catch(() => {}); // Awaited below, possibly after another program has failed.
    supervised.push(one);
  }
  await step(env.SANDBOX ? 'Starting server and sandbox bank' : 'Starting server', () =>
    Promise.all(supervised.map((one) => one.ready)),
  );
  if (is_stopping) return;
  print(`Everything runs after ${((Date.now() - started_ms) / 1000).toFixed(1)} s\n`);
  printReady(env, is_dev ? `http://localhost:${DEV_PORT}` : env.PUBLIC_URL, !is_dev);
}

function listRequiredPorts(env: Env): RequiredPort[] {
  const required: RequiredPort[] = [{ variable: 'PORT', port: env.PORT }];
  if (env.SANDBOX) {
    for (const variable of ['BANK_PORT', 'MAIL_PORT', 'SFTP_PORT'] as const)
      required.push({ variable, port: env[variable] });
  }
  if (is_dev) required.push({ variable: 'DEV_PORT', port: DEV_PORT });
  const zero = required.find(({ port }) => port === 0);
  if (zero) throw new Error(`${zero.variable} must be a port between 1 and 65535.`);
  return required;
}

async function startPostgres(data_dir: string, port = 0): Promise<string> {
  const folder = path.join(data_dir, 'postgres');
  postgres = await step('Starting PostgreSQL', () =>
    startEmbeddedPostgres({ data_dir: folder, port, on_progress: (message) => print(`PostgreSQL: ${message}`) }),
  );
  const { exited, port: used_port, url } = postgres;
  void exited.then((reason) => {
    if (is_stopping) return;
    print(`PostgreSQL ended (${reason}); starting it again`);
    // On the same port, so that the connection pools reconnect.
    restarting = restartPostgres(data_dir, used_port);
  });
  return url;
}

/** Tries until PostgreSQL runs: it may be killed again while it recovers, or find the disk full for a while. */
async function restartPostgres(data_dir: string, port: number): Promise<void> {
  for (let failures = 0; !is_stopping; failures += 1) {
    await sleep(getBackOffMs(failures));
    try {
      const url = await startPostgres(data_dir, port);
      // Only for speed: the next start tries again.
      await analyzeNewTables(url).catch(() => undefined);
      return;
    } catch (error) {
      print(`${error instanceof Error ? error.message : String(error)}\nTrying again`);
    }
  }
}

function programs(env: Env, data_dir: string, database_url: string): Program[] {
  const loopback = env.HOST.includes(':') ? '[::1]' : '127.0.0.1';
  const server_url = `http://${loopback}:${env.PORT}`;
  const server_file = is_dev ? SERVER_SOURCE : SERVER_FILE;
  const watch = is_dev ? ['--watch', '--watch-preserve-output'] : [];
  const common = {
    ...process.env,
    [OWNER_VARIABLE]: data_dir,
    DATA_DIR: data_dir,
    DATABASE_URL: database_url,
    PORT: String(env.PORT),
    // Set explicitly, because the default depends on DATABASE_URL, which is set now.
    SANDBOX: env.SANDBOX ? '1' : '0',
    // A second start does not compile the modules again: less time and memory.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(data_dir, 'compile-cache'),
  };
  const log = (name: string) => (is_dev ? null : path.join(data_dir, 'logs', `${name}.log`));
  const server: Program = {
    name: 'server',
    args: [...SERVER_FLAGS, ...watch, server_file, '--role', has_worker ? 'api' : 'all'],
    env: { ...SERVER_ENV, ...common },
    log_file: log('server'),
    ready_url: `${server_url}/readyz`,
  };
  const worker: Program = {
    name: 'worker',
    args: [...SERVER_FLAGS, ...watch, server_file, '--role', 'worker'],
    env: { ...SERVER_ENV, ...common },
    log_file: log('worker'),
    ready_url: null,
  };
  const bank: Program = {
    name: 'sandbox bank',
    args: [...watch, 'bank/src/main.ts'],
    env: {
      ...withoutOurSecrets(common),
      BANK_PORT: String(env.BANK_PORT),
      BANK_DATA_DIR: path.join(data_dir, 'bank'),
      NODE_COMPILE_CACHE: path.join(data_dir, 'bank', 'compile-cache'),
      BANK_CREDENTIALS: path.join(data_dir, BANK_CREDENTIALS_FILE),
      PARTNER_URL: server_url,
    },
    log_file: log('bank'),
    ready_url: `http://${loopback}:${env.BANK_PORT}/`,
  };
  const vite: Program = {
    name: 'Vite',
    args: ['scripts/supervisor/vite.ts', String(DEV_PORT), server_url],
    env: common,
    log_file: null,
    ready_url: `http://localhost:${DEV_PORT}/`,
  };
  return [server, ...(has_worker ? [worker] : []), ...(env.SANDBOX ? [bank] : []), ...(is_dev ? [vite] : [])];
}

/** The bank is a separate party: it gets no access to our database. */
function withoutOurSecrets({ DATABASE_URL: _database_url, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env;
}

/** Stops clients first, then PostgreSQL. A second signal kills the remaining processes; committed data is safe. */
async function stop(code: number): Promise<void> {
  if (is_stopping) {
    for (const one of supervised) one.kill();
    return;
  }
  is_stopping = true;
  claim?.markStopping();
  const stopAll = async () => {
    await Promise.all(supervised.map((one) => one.stop()));
    await restarting;
    await postgres?.stop();
  };
  if (supervised.length > 0 || postgres) await step('Stopping', stopAll).catch(fail);
  process.exit(code);
}
