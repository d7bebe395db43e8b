// `npm start`: installs and builds what is missing, then runs the supervisor on the project's own Node. Plain
// JavaScript for Node 20.19 or later, because a fresh clone has no packages.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureBuilt, ensureInstalled, NODE, ROOT } from './bootstrap.mjs';
import { fail, print } from './progress.mjs';

const MAX_RESTARTS = 5;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

process.stdout.write('Dasbor\n');
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  fail(error);
}
supervise(0);

/**
 * Runs the supervisor and restarts it when it is killed; exits when it exits.
 * @param {number} restarts
 */
function supervise(restarts) {
  const child = spawn(NODE, ['scripts/supervisor/main.ts'], {
    cwd: ROOT,
    // The supervisor stops everything when the IPC channel closes.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A separate process group, so that Ctrl-C reaches it only once.
    detached: true,
  });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => void child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const watch = watchNpm(() => forward('SIGTERM'));
  child.once('exit', (code, signal) => {
    clearInterval(watch);
    for (const each of SIGNALS) process.off(each, forward);
    if (code !== null) process.exit(code);
    if (restarts >= MAX_RESTARTS) fail(`The supervisor was killed ${restarts + 1} times (${signal}); giving up.`);
    print(`The supervisor was killed (${signal}); starting it again`);
    supervise(restarts + 1);
  });
}

/**
 * Exits when npm is killed, because the next `npm start` would find the data folder in use.
 * @param {() => void} stop
 */
function watchNpm(stop) {
  if (process.env.npm_lifecycle_event !== 'start') return undefined;
  const ancestors = readAncestors();
  return setInterval(() => readAncestors() !== ancestors && stop(), 250);
}

/** Parent and grandparent: npm runs us through a shell. */
function readAncestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid); // Not available outside Linux.
  }
}
