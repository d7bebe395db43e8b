import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { removeCluster } from '../server/src/embedded-postgres/paths.ts';
import { identifyProcess, isRunning } from '../server/src/embedded-postgres/process-identity.ts';
import { getDatabaseUrl, withOwner } from '../soak/database.ts';
import { ROOT } from './bootstrap.mjs';
import { findFreePorts } from './installation.ts';
import { SERVER_FILE, SERVER_FLAGS } from './server-program.ts';

/** An `npm start` process with its output and exit code. */
type Run = { child: ChildProcess; port: number; output: () => string; ended: Promise<number | null> };

// Generous, because a test starts several times on a busy machine; only detects hangs.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });
/** Maximum wait for one state, on a busy machine. */
const LIMIT_MS = 180_000;

let data_dir: string;
const runs: Run[] = [];

beforeAll(() => {
  data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-start-test-'));
});

// Cleans up after a failed test.
afterEach(({ task }) => (task.result?.state === 'fail' ? endAll() : undefined));

afterAll(async () => {
  await endAll();
  removeCluster(path.join(data_dir, 'postgres'));
  fs.rmSync(data_dir, { recursive: true });
});

async function endAll(): Promise<void> {
  const ending = runs.splice(0);
  for (const run of ending) run.child.kill('SIGTERM');
  await Promise.all(ending.map((run) => run.ended));
}

/** Without the sandbox by default, because seeding its history takes time. */
function start(port: number, env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: '',
      SANDBOX: '0',
      DATA_DIR: data_dir,
      PORT: `${port}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += String(part)));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const run = { child, port, output: () => text, ended };
  runs.push(run);
  return run;
}

/** Reuses the run of the previous test, because starting is slow. */
async function running(): Promise<Run> {
  const left = runs.find(({ child }) => child.exitCode === null && child.signalCode === null);
  if (left) return left;
  const run = start((await findFreePorts(4))[0]!);
  await untilPrinted(run, `Dasbor is ready at http://localhost:${run.port}`);
  return run;
}

/** `from`: offset after the old output. */
async function untilPrinted(run: Run, words: string, from = 0): Promise<void> {
  await expect.poll(() => run.output().slice(from), { timeout: LIMIT_MS }).toContain(words);
}

async function expectReady(run: Run): Promise<void> {
  await expect.poll(() => isReady(run), { timeout: LIMIT_MS }).toBe(true);
}

/** Runs a statement as the owner of the database. */
const query = (statement: string): Promise<unknown[]> =>
  withOwner(
    () => getDatabaseUrl({ data_dir }),
    async (owner) => (await owner.query<Record<string, unknown>>(statement)).rows,
  );

async function isReady({ port }: Run): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

/** Pids of child processes by program. */
function descendants(pid: number): { pid: number; command: string }[] {
  const children = readProc(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [
    { pid: child, command: readProc(`${child}/cmdline`).replaceAll('\0', ' ') },
    ...descendants(child),
  ]);
}

/** Empty for a process that has ended meanwhile, such as a connection of PostgreSQL. */
function readProc(file: string): string {
  try {
    return fs.readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const findPid = (run: Run, words: string): number | undefined =>
  descendants(run.child.pid ?? 0).find(({ command }) => command.includes(words))?.pid;

function readPid(run: Run, words: string): number {
  const pid = findPid(run, words);
  if (pid === undefined) throw new Error(`No process of this run is called ${words}`);
  return pid;
}

async function occupy(wanted: number): Promise<net.Server> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
  });
  return server;
}

test('a busy port is reported with its variable, and no process is left running', async () => {
  const port = (await findFreePorts(4))[0]!;
  const blocker = await occupy(port);
  const run = start(port);
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain(`Port ${port} (PORT) is already in use`);
  expect(run.output()).toMatch(/PORT=\d+ npm start/);
  blocker.close();
});

test('a busy port derived from PORT is reported with its own variable', async () => {
  const busy = (await findFreePorts(2))[1]!;
  const blocker = await occupy(busy);
  const run = start(busy - 1, { SANDBOX: '1' });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain(`Port ${busy} (BANK_PORT, which is PORT + 1 unless set) is already in use`);
  blocker.close();
});

test('pages are built for production, whatever NODE_ENV says', async () => {
  const { port } = await running();
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const [react] = /\/assets\/first-[\w-]+\.js/.exec(await read('/login')) ?? [];
  // A text of React for development only.
  expect(await read(react ?? '')).not.toContain('react-stack-top-frame');
});

test('the server has the options of Node that docs/operations.md names', async () => {
  const command = fs.readFileSync(`/proc/${readPid(await running(), SERVER_FILE)}/cmdline`, 'utf8').split('\0');
  const documented = /`node ((?:--\S+ )+)server\/dist\/main\.js/.exec(
    fs.readFileSync(`${ROOT}/docs/operations.md`, 'utf8'),
  )?.[1];
  expect(documented?.trim().split(' ')).toEqual(SERVER_FLAGS);
  expect(command.slice(1, 1 + SERVER_FLAGS.length)).toEqual(SERVER_FLAGS);
});

test('a data folder in use is refused with the pid of its process', async () => {
  const first = await running();
  const second = start((await findFreePorts(4))[0]!);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`in use by another Dasbor (process ${readPid(first, 'supervisor/main.ts')})`);
  await expectReady(first);
});

test('killed processes are restarted: server, PostgreSQL, supervisor', async () => {
  const run = await running();
  process.kill(readPid(run, SERVER_FILE), 'SIGKILL');
  await untilPrinted(run, 'The server is back');
  await expectReady(run);

  await query('create table app.grown with (autovacuum_enabled = false) as select generate_series(1, 5000) as n');
  let seen = run.output().length;
  process.kill(readPid(run, 'bin/postgres'), 'SIGKILL');
  await untilPrinted(run, 'Starting PostgreSQL', seen);
  await expectReady(run);
  // PostgreSQL forgot how many rows changed.
  const statistics = `select reltuples::int as rows from pg_class where oid = 'app.grown'::regclass`;
  await expect.poll(() => query(statistics), { timeout: LIMIT_MS }).toEqual([{ rows: 5_000 }]);
  await query('drop table app.grown');

  // Killed again while it recovers.
  for (let killed = readPid(run, 'bin/postgres'), count = 0; count < 4; count += 1) {
    process.kill(killed, 'SIGKILL');
    const before = killed;
    await expect
      .poll(() => (killed = findPid(run, 'bin/postgres') ?? before), { timeout: LIMIT_MS, interval: 2 })
      .not.toBe(before);
  }
  await expectReady(run);

  seen = run.output().length;
  const orphan = identifyProcess(readPid(run, SERVER_FILE));
  process.kill(readPid(run, 'supervisor/main.ts'), 'SIGKILL');
  await untilPrinted(run, 'Dasbor is ready at', seen);
  expect(orphan && isRunning(orphan)).toBe(false);
  await expectReady(run);
});

test('supervisor and PostgreSQL that are killed at the same moment are started again', async () => {
  const run = await running();
  await expectReady(run);
  await query('create table app.survivor as select 1 as n');
  const seen = run.output().length;
  const killed = ['supervisor/main.ts', 'bin/postgres'].map((words) => readPid(run, words));
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  await untilPrinted(run, 'Dasbor is ready at', seen);
  await expectReady(run);
  expect(await query('select n from app.survivor')).toEqual([{ n: 1 }]);
  await query('drop table app.survivor');
});

test('Ctrl-C stops everything with success, and a second start reuses the data folder', async () => {
  const first = await running();
  const processes = descendants(first.child.pid ?? 0).flatMap(({ pid }) => identifyProcess(pid) ?? []);
  expect(processes.length).toBeGreaterThanOrEqual(3);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(processes.filter(isRunning)).toEqual([]);

  const second = await running();
  expect(second).not.toBe(first);
  expect(second.output()).not.toContain('creating the database cluster');
});

test('all processes stop when npm is killed', async () => {
  const run = await running();
  const processes = descendants(run.child.pid ?? 0).flatMap(({ pid }) => identifyProcess(pid) ?? []);
  run.child.kill('SIGKILL');
  await expect.poll(() => processes.filter(isRunning), { timeout: LIMIT_MS }).toEqual([]);
});
