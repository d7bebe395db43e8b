import * as fs from 'node:fs';
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
  readCommandLine,
  waitUntilGone,
} from '../../server/src/embedded-postgres/process-identity.ts';
import { print } from '../progress.mjs';

const STOP_TIMEOUT_MS = 25_000;

/** Environment variable that identifies the children of a data folder. */
export const OWNER_VARIABLE = 'DASBOR_SUPERVISED';

/**
 * Stops processes that a killed supervisor of this data folder left running. They are identified by their environment, so
 * neither stale pid files nor reused pids matter.
 */
export async function stopOrphans(data_dir: string): Promise<void> {
  const orphans = findOrphans(data_dir);
  if (orphans.length === 0) return;
  for (const { pid } of orphans)
    print(`Stopping process ${pid} of an earlier run: ${readCommandLine(pid).slice(1).join(' ')}`);
  for (const orphan of orphans) signal(orphan, 'SIGTERM');
  for (const orphan of orphans) {
    if (await waitUntilGone(orphan, STOP_TIMEOUT_MS)) continue;
    signal(orphan, 'SIGKILL');
    await waitUntilGone(orphan, STOP_TIMEOUT_MS);
  }
}

function findOrphans(data_dir: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const mark = `${OWNER_VARIABLE}=${data_dir}`;
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && readEnvironment(name).includes(mark))
    .flatMap((name) => identifyProcess(Number(name)) ?? []);
}

function readEnvironment(pid: string): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // Exited, or owned by another user.
  }
}

function signal(orphan: ProcessIdentity, name: NodeJS.Signals): void {
  if (isRunning(orphan)) process.kill(orphan.pid, name);
}
