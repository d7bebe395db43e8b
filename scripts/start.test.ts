import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removePlace } from '../server/src/db/embedded-place.ts';
import { findFreePort } from '../server/src/db/embedded-server.ts';
import { identifyProcess, isRunning } from '../server/src/db/process-identity.ts';
import { ROOT } from './bootstrap.mjs';

/** `npm start` as a process of its own: what it printed, and how it ended. */
type Run = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

let data_dir: string;
let port: number;
let runs: Run[] = [];

beforeEach(async () => {
  data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-start-test-'));
  port = await findFreePort();
});

afterEach(async () => {
  for (const run of runs) run.child.kill('SIGTERM');
  await Promise.all(runs.map((run) => run.ended));
  runs = [];
  removePlace(path.join(data_dir, 'postgres'));
  fs.rmSync(data_dir, { recursive: true });
});

/** Without the sandbox unless said: these tests are about processes, and its history takes a while to make. */
function start(env: Record<string, string> = {}): Run {
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
  const run = { child, output: () => text, ended };
  runs.push(run);
  return run;
}

async function untilPrinted(run: Run, words: string, times = 1): Promise<void> {
  await expect
    .poll(() => run.output().split(words).length - 1, { timeout: 60_000, message: words })
    .toBeGreaterThanOrEqual(times);
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

/** Pids below a process, by the program they run. */
function descendants(pid: number): { pid: number; command: string }[] {
  const children = fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [
    { pid: child, command: fs.readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' ') },
    ...descendants(child),
  ]);
}

function pidOf(run: Run, words: string): number {
  const found = descendants(run.child.pid ?? 0).find(({ command }) => command.includes(words));
  if (!found) throw new Error(`No process of this run is called ${words}`);
  return found.pid;
}

async function occupy(wanted: number): Promise<net.Server> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  return server;
}

test('a busy port is named with the variable that chooses it, and nothing is left running', async () => {
  const blocker = await occupy(port);
  const run = start();
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain(`Port ${port} (PORT) is already in use`);
  expect(run.output()).toMatch(/PORT=\d+ npm start/);
  blocker.close();
});

test('a busy port that follows from PORT is named as what it is', async () => {
  const busy = await findFreePort();
  const blocker = await occupy(busy);
  const run = start({ SANDBOX: '1', PORT: `${busy - 1}` });
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain(`Port ${busy} (BANK_PORT, which is PORT + 1 unless set) is already in use`);
  blocker.close();
});

test('the same data folder twice is refused, with the process that holds it', async () => {
  const first = start();
  await untilPrinted(first, 'Dasbor is ready at');
  const second = start({ PORT: `${await findFreePort()}` });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`in use by another Dasbor (process ${pidOf(first, 'supervisor/main.ts')})`);
  expect(await isReady()).toBe(true);
});

// Four starts in one test.
test('each killed process comes back: server, PostgreSQL, supervisor', { timeout: 240_000 }, async () => {
  const run = start();
  await untilPrinted(run, `Dasbor is ready at http://localhost:${port}`);
  process.kill(pidOf(run, 'server/src/main.ts'), 'SIGKILL');
  await untilPrinted(run, 'The server is back');
  expect(await isReady()).toBe(true);

  process.kill(pidOf(run, 'bin/postgres'), 'SIGKILL');
  await untilPrinted(run, 'Starting PostgreSQL', 2);
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);

  const orphan = identifyProcess(pidOf(run, 'server/src/main.ts'));
  process.kill(pidOf(run, 'supervisor/main.ts'), 'SIGKILL');
  await untilPrinted(run, 'Dasbor is ready at', 2);
  expect(orphan && isRunning(orphan)).toBe(false);
  expect(await isReady()).toBe(true);
});

test('Ctrl-C ends everything with success, and a second start works over the same folder', async () => {
  const first = start();
  await untilPrinted(first, 'Dasbor is ready at');
  const processes = descendants(first.child.pid ?? 0).flatMap(({ pid }) => identifyProcess(pid) ?? []);
  expect(processes.length).toBeGreaterThanOrEqual(3);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(processes.filter(isRunning)).toEqual([]);

  const second = start();
  await untilPrinted(second, 'Dasbor is ready at');
  expect(second.output()).not.toContain('creating the database cluster');
});

test('what npm leaves behind when it is killed stops by itself', async () => {
  const run = start();
  await untilPrinted(run, 'Dasbor is ready at');
  const processes = descendants(run.child.pid ?? 0).flatMap(({ pid }) => identifyProcess(pid) ?? []);
  run.child.kill('SIGKILL');
  await expect.poll(() => processes.filter(isRunning), { timeout: 40_000 }).toEqual([]);
});
