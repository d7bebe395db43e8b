/** The process of the server under test, found by what it runs and by the data folder that its supervisor gave it. */
import * as fs from 'node:fs';
import { DATA_DIR } from './sandbox.ts';

const MARK = `DASBOR_SUPERVISED=${DATA_DIR}`;

/** Kills the server as a power cut would; its supervisor starts it again. Answers the pid. */
export function killServer(): number {
  const [pid] = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => partsOf(`/proc/${name}/environ`).includes(MARK))
    .filter((name) => partsOf(`/proc/${name}/cmdline`).includes('server/src/main.ts'))
    .map(Number);
  if (pid === undefined) throw new Error(`No server runs in ${DATA_DIR}`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

function partsOf(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\0');
  } catch {
    return []; // Ended meanwhile.
  }
}
