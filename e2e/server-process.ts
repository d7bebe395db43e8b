/** The process of the server under test, found by its command and the data folder of its supervisor. */
import * as fs from 'node:fs';
import { DATA_DIR } from './sandbox.ts';

const SUPERVISED_VARIABLE = `DASBOR_SUPERVISED=${DATA_DIR}`;

/** Kills the server without a shutdown; its supervisor restarts it. Returns the pid. */
export function killServer(): number {
  const [pid] = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => readParts(`/proc/${name}/environ`).includes(SUPERVISED_VARIABLE))
    .filter((name) => readParts(`/proc/${name}/cmdline`).includes('server/dist/main.js'))
    .map(Number);
  if (pid === undefined) throw new Error(`No server runs in ${DATA_DIR}`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

function readParts(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\0');
  } catch {
    return []; // Ended meanwhile.
  }
}
