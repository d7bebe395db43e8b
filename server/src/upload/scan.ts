/** Virus scan by clamd's INSTREAM command (man clamd): the bytes in chunks with their length in front, ended by zero. */
import { type Socket, connect } from 'node:net';
import * as duration from '@dasbor/contract/duration';
import type { Deps } from '../deps.ts';

const CHUNK_BYTES = 64 * 1024;
const TIMEOUT_MS = duration.seconds(30);
/** Responses are one line. */
const RESPONSE_MAX_BYTES = 10_000;

/** `host:port`, or the path of a Unix socket. */
type ClamdAddress = string;

/** Returns the name of the recognised virus, or null for a clean file. Throws when the scanner gives no verdict. */
export async function scanForViruses(address: ClamdAddress, bytes: Buffer): Promise<string | null> {
  const response = await exchange(address, [Buffer.from('zINSTREAM\0'), ...frameChunks(bytes)]);
  if (response === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(response);
  if (found?.[1] !== undefined) return found[1];
  throw new Error(`clamd answered: ${response.slice(0, 200)}`);
}

/**
 * Logs at the start whether files will be scanned. A scanner that does not answer does not keep the server from starting:
 * payments do not depend on it, and uploads are refused until it answers.
 */
export async function checkVirusScanner({ env, log }: Pick<Deps, 'env' | 'log'>): Promise<void> {
  if (env.CLAMD_ADDRESS === undefined) {
    if (env.NODE_ENV === 'production') log.warn('CLAMD_ADDRESS is not set: uploaded files are not scanned for viruses');
    return;
  }
  try {
    const response = await exchange(env.CLAMD_ADDRESS, [Buffer.from('zPING\0')]);
    if (response !== 'PONG') throw new Error(`clamd answered: ${response.slice(0, 200)}`);
    log.info('virus scanner ready');
  } catch (error) {
    log.error({ err: error }, 'virus scanner not available: uploads are refused until it answers');
  }
}

function* frameChunks(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES);
    yield frameLength(chunk.length);
    yield chunk;
  }
  yield frameLength(0);
}

function frameLength(length: number): Buffer {
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(length);
  return frame;
}

/** Sends the frames and returns the response, which ends with a zero byte. */
function exchange(address: ClamdAddress, frames: Iterable<Buffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(address);
    const received: Buffer[] = [];
    let received_bytes = 0;
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    socket.setTimeout(TIMEOUT_MS, () => fail(new Error('clamd did not respond')));
    socket.on('error', fail);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      received_bytes += chunk.length;
      if (received_bytes > RESPONSE_MAX_BYTES) fail(new Error('clamd answered too much'));
    });
    socket.on('close', () => resolve(Buffer.concat(received).toString('utf8').replace(/\0$/, '')));
    for (const frame of frames) socket.write(frame);
  });
}

function openSocket(address: ClamdAddress): Socket {
  if (address.startsWith('/')) return connect(address);
  const { hostname, port } = new URL(`tcp://${address}`);
  return connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'));
}
