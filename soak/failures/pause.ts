/** Stops the processes of a PostgreSQL without ending them, as a machine does that is suspended or starved. */
import * as fs from 'node:fs';

/** Pauses the postmaster and all its children. Returns a function that lets them continue. */
export function pauseDatabase(postmaster_pid: number): () => void {
  // The postmaster first, so that it starts no further child.
  process.kill(postmaster_pid, 'SIGSTOP');
  const children = listChildren(postmaster_pid);
  for (const pid of children) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of children) signal(pid, 'SIGCONT');
    process.kill(postmaster_pid, 'SIGCONT');
  };
}

function listChildren(parent_pid: number): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readParent(name) === parent_pid)
    .map(Number);
}

/** The command name, in parentheses, may contain anything; the state and the parent follow the last parenthesis. */
function readParent(pid: string): number | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** A child may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    return;
  }
}
