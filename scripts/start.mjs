// `npm start`: installs and builds what is missing, then runs the supervisor on the project's own Node. Plain
// JavaScript for Node 20.19 or later, because nothing else is there yet on a fresh clone.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureBuilt, ensureInstalled, NODE, ROOT } from './bootstrap.mjs';
import { fail, say } from './progress.mjs';

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
 * Runs the supervisor, and runs it again when something kills it; a supervisor that ends by itself ends us too.
 * @param {number} restarts
 */
function supervise(restarts) {
  const child = spawn(NODE, ['scripts/supervisor/main.ts'], {
    cwd: ROOT,
    // The IPC channel is how it learns that we are gone: it then stops everything.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Its own process group: Ctrl-C reaches it once, through us.
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
    say(`The supervisor was killed (${signal}); starting it again`);
    supervise(restarts + 1);
  });
}

/**
 * A killed npm must not leave us behind: the next `npm start` would find the folder in use.
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
    return String(process.ppid); // Not on Linux.
  }
}
