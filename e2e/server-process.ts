/** The process of the server under test, found by its command and the data folder of its supervisor. */
import * as fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { DATA_DIR } from './sandbox.ts';

const SUPERVISED_VARIABLE = `DASBOR_SUPERVISED=${DATA_DIR}`;

/** Kills the server without a shutdown, and waits for its end; its supervisor restarts it. */
export async function killServer(): Promise<void> {
  const pid = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find(isServer);
  if (pid === undefined) throw new Error(`No server runs in ${DATA_DIR}`);
  process.kill(Number(pid), 'SIGKILL');
  while (isServer(pid)) await setTimeout(10);
}

/** A process that has ended has no command. */
const isServer = (pid: string): boolean =>
  readParts(`/proc/${pid}/environ`).includes(SUPERVISED_VARIABLE) &&
  readParts(`/proc/${pid}/cmdline`).includes('server/dist/main.js');

function readParts(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\0');
  } catch {
    return []; // Ended meanwhile.
  }
}
