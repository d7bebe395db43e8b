import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** One running process. A pid alone is not enough: the kernel hands the number out again. */
export type ProcessIdentity = { pid: number; started_ticks: string; boot_id: string };

/** The identity of a running process, or null when there is none with this pid (zombies count as gone). Linux only. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses and may hold spaces; fields are counted after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return { pid, started_ticks: fields[19] ?? '', boot_id: bootId() };
  } catch {
    return null;
  }
}

/** True while exactly this process runs; a later process that got the same pid does not count. */
export function isRunning(identity: ProcessIdentity): boolean {
  const now = identifyProcess(identity.pid);
  return now !== null && now.started_ticks === identity.started_ticks && now.boot_id === identity.boot_id;
}

/** Command line of a process as an array, empty when it is gone or belongs to the kernel. */
export function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** Path of the program that a process runs, or null when it is gone or may not be read. */
export function readExecutablePath(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
}

/** The running processes whose working directory is `folder`, without symbolic links. Linux only. */
export function listProcessesIn(folder: string): ProcessIdentity[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map(Number)
    .filter((pid) => workingDirectory(pid) === folder)
    .flatMap((pid) => identifyProcess(pid) ?? []);
}

/** null when the process is gone or may not be read. */
function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Sends a signal, unless the process ended meanwhile. */
export function sendSignal({ pid }: ProcessIdentity, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Waits until the process is gone; false when it still runs after `timeout_ms`. */
export async function waitUntilGone(identity: ProcessIdentity, timeout_ms: number): Promise<boolean> {
  const deadline = Date.now() + timeout_ms;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
