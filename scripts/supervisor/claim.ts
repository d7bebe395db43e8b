import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import net from 'node:net';
import { say } from '../progress.mjs';

/** One supervisor's hold on a data folder. */
export type Claim = { tellStopping: () => void };

const PATIENCE_MS = 1_500;

type Holder = { pid: number; is_stopping: boolean };

/**
 * Takes the data folder for this process, until it ends in whatever way: the lock is a socket name of the kernel, so
 * nothing stale can remain. Waits for a holder that is stopping; throws with the holder's pid when it is not.
 */
export async function claimDataDir(data_dir: string): Promise<Claim> {
  if (process.platform !== 'linux') return { tellStopping: () => {} }; // Only Linux has such names.
  const id = createHash('sha256').update(fs.realpathSync(data_dir)).digest('hex').slice(0, 32);
  const socket_name = `\0dasbor-${id}`;
  // A holder whose npm was killed needs a moment to notice, and then stops.
  const patience_end = Date.now() + PATIENCE_MS;
  let told = false;
  for (;;) {
    const claim = await tryClaim(socket_name);
    if (claim) return claim;
    const holder = await askHolder(socket_name);
    if (holder && !holder.is_stopping && Date.now() > patience_end) {
      throw new Error(
        `The data folder ${data_dir} is in use by another Dasbor (process ${holder.pid}).\n` +
          'Stop that one, or choose another folder and port: DATA_DIR=./.data-2 PORT=4100 npm start',
      );
    }
    if (holder?.is_stopping && !told) {
      say('Waiting for an earlier run to stop');
      told = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function tryClaim(socket_name: string): Promise<Claim | null> {
  const holder: Holder = { pid: process.pid, is_stopping: false };
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {}); // The asker went away; it will ask again.
      socket.end(JSON.stringify(holder));
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(socket_name, () => {
      server.unref();
      resolve({ tellStopping: () => (holder.is_stopping = true) });
    });
  });
}

/** Null when the holder ended while we asked. */
function askHolder(socket_name: string): Promise<Holder | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(socket_name);
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(answer === '' ? null : (JSON.parse(answer) as Holder)));
  });
}
