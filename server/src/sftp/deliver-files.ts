/**
 * Puts files on an SFTP server exactly once: written under a hidden name, checked for size, then renamed, so that a
 * broken connection never leaves a partial file under the final name. Doing it again finds the file and is content.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SFTPWrapper, Stats } from 'ssh2';
import type { Egress } from '../egress/gate.ts';
import { SftpError } from './sftp-error.ts';
import { type SftpSession, type SftpTarget, withSftp } from './session.ts';
import { diagnoseUpload } from './diagnose-upload.ts';

/** The slowest speed that is waited for. */
const MIN_BYTES_PER_MS = 64;
const CHUNK_BYTES = 32_768;
/** Chunks under way at once, so that a distant server is not waited for after each; also what is held in memory. */
const WINDOW_CHUNKS = 16;
const NO_SUCH_FILE = 2;

export interface RemoteFile {
  /** Final name in the login directory, without slashes. */
  name: string;
  size_bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** The bytes from the beginning; asked for only when they are needed. */
  read: () => Readable;
}

export interface Delivery {
  /** The whole host key that answered, in base64. */
  host_key: string;
  /** Names that were there already, whole: an earlier attempt had done them. */
  already_delivered: string[];
}

/**
 * Puts the files there one after another, each whole before the next begins. Throws SftpError. `timeout_ms` is for
 * connecting and all small operations; what arrives earns more, at the slowest speed that is waited for. So a server that
 * takes a byte a second is told of in time, and one that is far away gets a large file all the same.
 */
export function deliverFiles(
  egress: Egress,
  target: SftpTarget,
  files: RemoteFile[],
  timeout_ms: number,
): Promise<Delivery> {
  return withSftp(egress, target, timeout_ms, async (session) => {
    const were_there: string[] = [];
    for (const file of files) {
      if (await uploadFile(session, file)) were_there.push(file.name);
    }
    return { host_key: session.host_key, were_there };
  });
}

/** Whether it was there. */
async function uploadFile(session: SftpSession, file: RemoteFile): Promise<boolean> {
  const before = await findSize(session, file.name).catch((error: unknown) => {
    throw error instanceof SftpError ? error : new SftpError('no_write', `The server said: ${serverText(error)}.`);
  });
  if (before !== null) {
    if (before === file.size_bytes && (await hasSameContent(session, file))) return true;
    throw new SftpError('no_write', `A different file named ${file.name} is already there; it was left untouched.`);
  }
  const part = `.${file.name}.part`;
  const progress = { begun_ms: Date.now(), taken_bytes: 0 };
  try {
    await writeContent(session, part, file, progress);
    const kept = await findSize(session, part);
    if (kept !== file.size_bytes) throw new Error(`it kept ${kept ?? 0} bytes`);
    await renameFile(session, part, file.name);
  } catch (error) {
    throw await diagnoseUpload(session, error, { part, size_bytes: file.size_bytes, ...progress });
  }
  return false;
}

async function writeContent(
  { sftp, run, extendDeadline: earn }: SftpSession,
  path: string,
  file: RemoteFile,
  progress: { taken_bytes: number },
): Promise<void> {
  const handle = await run<Buffer>((done) => sftp.open(path, 'w', done));
  const hash = createHash('sha256');
  for await (const window of readWindows(file.read())) {
    const at = progress.taken_bytes;
    const offsets = Array.from(
      { length: Math.ceil(window.length / CHUNK_BYTES) },
      (_each, index) => index * CHUNK_BYTES,
    );
    const chunks = offsets.map(async (offset) => {
      const length = Math.min(CHUNK_BYTES, window.length - offset);
      await run((done) => sftp.write(handle, window, offset, length, at + offset, (error) => done(error)));
      progress.taken_bytes += length;
      earn(length / MIN_BYTES_PER_MS);
    });
    await Promise.all(chunks);
    hash.update(window);
  }
  if (supportsExtension(sftp, 'fsync@openssh.com'))
    await run((done) => sftp.ext_openssh_fsync(handle, (error) => done(error)));
  await run((done) => sftp.close(handle, (error) => done(error)));
  if (hash.digest('hex') !== file.sha256) throw new Error('what was read of the file is not what its checksum says');
}

/** The bytes in pieces of one window, the last one shorter. */
async function* readWindows(bytes: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let held_bytes = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    held.push(piece);
    held_bytes += piece.length;
    if (held_bytes < WINDOW_CHUNKS * CHUNK_BYTES) continue;
    const all = Buffer.concat(held);
    const whole = all.length - (all.length % CHUNK_BYTES);
    yield all.subarray(0, whole);
    held = [all.subarray(whole)];
    held_bytes = all.length - whole;
  }
  if (held_bytes > 0) yield Buffer.concat(held);
}

/** The atomic rename where it is offered. The final name was free a moment ago, so the plain one does it as well. */
const renameFile = ({ sftp, run }: SftpSession, from: string, to: string): Promise<void> =>
  run((done) =>
    supportsExtension(sftp, 'posix-rename@openssh.com')
      ? sftp.ext_openssh_rename(from, to, (error) => done(error))
      : sftp.rename(from, to, (error) => done(error)),
  );

/** What the server said it can do; ssh2 keeps it but does not publish it. */
const supportsExtension = (sftp: SFTPWrapper, extension: string): boolean =>
  (sftp as SFTPWrapper & { _extensions?: Record<string, string> })._extensions?.[extension] === '1';

async function findSize({ sftp, run }: SftpSession, path: string): Promise<number | null> {
  try {
    return (await run<Stats>((done) => sftp.stat(path, done))).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_SUCH_FILE) return null;
    throw error;
  }
}

/** A drop box that may not be read back is believed by its size. */
async function hasSameContent(
  { sftp, run, extendDeadline: earn }: SftpSession,
  { name, sha256 }: RemoteFile,
): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    await run((done) => {
      const stream = sftp.createReadStream(name);
      stream.on('data', (piece: Buffer) => {
        hash.update(piece);
        earn(piece.length / MIN_BYTES_PER_MS);
      });
      stream.once('end', () => done());
      stream.once('error', done);
    });
    return hash.digest('hex') === sha256;
  } catch (error) {
    if (error instanceof SftpError) throw error;
    return true;
  }
}

const serverText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
