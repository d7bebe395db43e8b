import * as fs from 'node:fs';
import {
  commandLine,
  identifyProcess,
  isRunning,
  type ProcessIdentity,
  waitUntilGone,
} from '../../server/src/embedded-postgres/process-identity.ts';
import { say } from '../progress.mjs';

const STOP_TIMEOUT_MS = 25_000;

/** Names the data folder in the environment of each child, so that a later supervisor knows its own. */
export const OWNER_VARIABLE = 'DASBOR_SUPERVISED';

/**
 * Stops what an earlier, killed supervisor of this data folder left running. A process counts only when its own
 * environment names the folder: no pid file that could be stale, no foreign process that got the same number.
 */
export async function stopOrphans(data_dir: string): Promise<void> {
  const orphans = findOrphans(data_dir);
  if (orphans.length === 0) return;
  for (const { pid } of orphans)
    say(`Stopping process ${pid} of an earlier run: ${commandLine(pid).slice(1).join(' ')}`);
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
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && environmentOf(name).includes(mark))
    .flatMap((name) => identifyProcess(Number(name)) ?? []);
}

function environmentOf(pid: string): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // Gone, or another user's.
  }
}

function signal(orphan: ProcessIdentity, name: NodeJS.Signals): void {
  if (isRunning(orphan)) process.kill(orphan.pid, name);
}
