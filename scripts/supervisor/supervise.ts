import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { readLogTail } from '../../server/src/embedded-postgres/log-tail.ts';
import { ROOT } from '../bootstrap.mjs';
import { print } from '../progress.mjs';

/** A supervised program. With `log_file` null, its output goes to the terminal. */
export type Program = {
  name: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  log_file: string | null;
  /** A URL that returns success once the program is ready; null for one that serves none, which is ready while it runs. */
  ready_url: string | null;
};

/** `ready` resolves when the program is ready, or rejects with the end of its log when it exits before. */
export type SupervisedProgram = { ready: Promise<void>; stop: () => Promise<void>; kill: () => void };

const BACK_OFF_MS = [0, 250, 500, 1_000, 2_000];
const READY_TIMEOUT_MS = 300_000; // The first start seeds the sandbox.
/** A program without a URL that ended earlier counts as failed. */
const MIN_UPTIME_MS = 2_000;
const STOP_TIMEOUT_MS = 25_000;
const LOG_LIMIT_BYTES = 20_000_000;

/** The wait before a restart after a number of consecutive runs that never became ready; short, to be back in seconds. */
export const getBackOffMs = (failures: number): number => BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? 0;

/** Starts a program and restarts it with backoff whenever it exits. */
export function superviseProgram(program: Program): SupervisedProgram {
  let child: ChildProcess;
  let is_stopping = false;
  let was_ready = false;
  let failures = 0;
  const { promise: ready, resolve: becomeReady, reject: giveUp } = Promise.withResolvers<void>();
  const { promise: stopped, resolve: becomeStopped } = Promise.withResolvers<void>();

  const begin = () => {
    if (is_stopping) return becomeStopped();
    const started_ms = Date.now();
    let is_ready_now = false;
    child = spawnProgram(program);
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    });
    void waitUntilReady(program.ready_url, ended).then((is_ready) => {
      is_ready_now = is_ready;
      if (!is_ready || is_stopping) return;
      if (was_ready) print(`The ${program.name} is back after ${((Date.now() - started_ms) / 1000).toFixed(1)} s`);
      was_ready = true;
      becomeReady();
    });
    void ended.then((reason) => {
      if (is_stopping) return becomeStopped();
      if (!was_ready) return giveUp(new Error(`The ${program.name} did not start (${reason}).\n${logTail(program)}`));
      failures = is_ready_now ? 0 : failures + 1;
      print(`The ${program.name} ended (${reason}); starting it again`);
      setTimeout(begin, getBackOffMs(failures));
    });
  };
  begin();

  return {
    ready,
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      is_stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const kill_timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await stopped;
      clearTimeout(kill_timer);
    },
  };
}

function spawnProgram({ name, args, env, log_file }: Program): ChildProcess {
  // A file instead of a pipe, so that the program survives a killed supervisor until it is replaced.
  const output = log_file === null ? 'inherit' : openLog(log_file);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', output, output, 'ipc'],
    detached: true, // Ctrl-C is forwarded in the right order.
  });
  if (typeof output === 'number') fs.closeSync(output);
  child.on('message', (message) => {
    if (typeof message === 'object' && 'progress' in message) print(`${name}: ${String(message.progress)}`);
  });
  return child;
}

function openLog(log_file: string): number {
  fs.mkdirSync(path.dirname(log_file), { recursive: true, mode: 0o700 });
  const size = fs.statSync(log_file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) fs.renameSync(log_file, `${log_file}.1`);
  return fs.openSync(log_file, 'a', 0o600);
}

function logTail({ log_file }: Program): string {
  if (log_file === null) return '';
  return `Last lines of ${log_file}:\n${readLogTail(log_file)}`;
}

async function waitUntilReady(url: string | null, ended: Promise<unknown>): Promise<boolean> {
  let is_over = false;
  void ended.then(() => (is_over = true));
  if (url === null) {
    await new Promise((resolve) => setTimeout(resolve, MIN_UPTIME_MS));
    return !is_over;
  }
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!is_over && Date.now() < deadline) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return false;
}
