import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import net from 'node:net';
import { print } from '../progress.mjs';

/** The lock of a supervisor on a data folder. */
export type DataDirLock = { markStopping: () => void };

const LOCK_TIMEOUT_MS = 1_500;

type Holder = { pid: number; is_stopping: boolean };

/**
 * Locks the data folder for the lifetime of this process. The lock is an abstract socket, so it can never be stale. Waits for
 * a holder that is stopping; otherwise throws an error with the pid of the holder.
 */
export async function lockDataDir(data_dir: string): Promise<DataDirLock> {
  if (process.platform !== 'linux') return { markStopping: () => {} }; // Abstract sockets exist only on Linux.
  const id = createHash('sha256').update(fs.realpathSync(data_dir)).digest('hex').slice(0, 32);
  const socket_name = `\0dasbor-${id}`;
  // A holder whose npm was killed needs a moment before it stops.
  const patience_end = Date.now() + LOCK_TIMEOUT_MS;
  let has_announced = false;
  for (;;) {
    const claim = await tryClaim(socket_name);
    if (claim) return claim;
    const holder = await getHolder(socket_name);
    if (holder && !holder.is_stopping && Date.now() > patience_end) {
      throw new Error(
        `The data folder ${data_dir} is in use by another Dasbor (process ${holder.pid}).\n` +
          'Stop that one, or choose another folder and port: DATA_DIR=./.data-2 PORT=4100 npm start',
      );
    }
    if (holder?.is_stopping && !has_announced) {
      print('Waiting for an earlier run to stop');
      has_announced = true;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function tryClaim(socket_name: string): Promise<DataDirLock | null> {
  const holder: Holder = { pid: process.pid, is_stopping: false };
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {}); // The client disconnected and will retry.
      socket.end(JSON.stringify(holder));
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(socket_name, () => {
      server.unref();
      resolve({ markStopping: () => (holder.is_stopping = true) });
    });
  });
}

/** Returns null when the holder exits meanwhile. */
function getHolder(socket_name: string): Promise<Holder | null> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(socket_name);
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('error', () => resolve(null));
    socket.on('close', () => resolve(answer === '' ? null : (JSON.parse(answer) as Holder)));
  });
}
