/**
 * Puts a file on an SFTP server exactly once: written under a hidden name, checked for size, then renamed, so that a
 * broken connection never leaves a partial file under the final name. Doing it again finds the file and is content.
 */
import { createHash } from 'node:crypto';
import type { SFTPWrapper, Stats } from 'ssh2';
import type { Egress } from '../egress/gate.ts';
import { SftpError } from './failure.ts';
import { type SftpSession, type SftpTarget, withSftp } from './session.ts';

/** Time for connecting and all small operations; the content gets more, at the slowest speed that is waited for. */
const BASE_TIMEOUT_MS = 40_000;
const SLOWEST_BYTES_PER_MS = 64;
const CHUNK_BYTES = 32_768;
/** Chunks under way at once, so that a distant server is not waited for after each. */
const WINDOW = 16;
const NO_SUCH_FILE = 2;

export interface Delivery {
  /** The whole host key that answered, in base64. */
  host_key: string;
  /** The file was there already, whole: an earlier attempt had done it. */
  was_there: boolean;
}

/** `name`: final name in the login directory, without slashes. Throws SftpError. */
export function deliverFile(
  egress: Egress,
  target: SftpTarget,
  file: { name: string; content: Buffer },
): Promise<Delivery> {
  const timeout_ms = BASE_TIMEOUT_MS + Math.ceil(file.content.length / SLOWEST_BYTES_PER_MS);
  return withSftp(egress, target, timeout_ms, async (session) => {
    try {
      return { host_key: session.host_key, was_there: await put(session, file) };
    } catch (error) {
      throw error instanceof SftpError
        ? error
        : new SftpError('no_write', `The file could not be written: ${serverText(error)}.`);
    }
  });
}

async function put(session: SftpSession, { name, content }: { name: string; content: Buffer }): Promise<boolean> {
  const before = await sizeOf(session, name);
  if (before !== null) {
    if (before === content.length && (await holds(session, name, content))) return true;
    throw new SftpError('no_write', `A different file named ${name} is already there; it was left untouched.`);
  }
  const part = `.${name}.part`;
  await write(session, part, content);
  if ((await sizeOf(session, part)) !== content.length) {
    throw new SftpError('no_write', 'The server did not keep the whole file. Its disk may be full.');
  }
  await rename(session, part, name);
  return false;
}

async function write({ sftp, run }: SftpSession, path: string, content: Buffer): Promise<void> {
  const handle = await run<Buffer>((done) => sftp.open(path, 'w', done));
  const offsets = Array.from(
    { length: Math.ceil(content.length / CHUNK_BYTES) },
    (_each, index) => index * CHUNK_BYTES,
  );
  while (offsets.length > 0) {
    const chunks = offsets.splice(0, WINDOW).map((offset) => {
      const length = Math.min(CHUNK_BYTES, content.length - offset);
      return run((done) => sftp.write(handle, content, offset, length, offset, (error) => done(error)));
    });
    await Promise.all(chunks);
  }
  if (offers(sftp, 'fsync@openssh.com')) await run((done) => sftp.ext_openssh_fsync(handle, (error) => done(error)));
  await run((done) => sftp.close(handle, (error) => done(error)));
}

/** The atomic rename where it is offered. The final name was free a moment ago, so the plain one does it as well. */
const rename = ({ sftp, run }: SftpSession, from: string, to: string): Promise<void> =>
  run((done) =>
    offers(sftp, 'posix-rename@openssh.com')
      ? sftp.ext_openssh_rename(from, to, (error) => done(error))
      : sftp.rename(from, to, (error) => done(error)),
  );

/** What the server said it can do; ssh2 keeps it but does not publish it. */
const offers = (sftp: SFTPWrapper, extension: string): boolean =>
  (sftp as SFTPWrapper & { _extensions?: Record<string, string> })._extensions?.[extension] === '1';

async function sizeOf({ sftp, run }: SftpSession, path: string): Promise<number | null> {
  try {
    return (await run<Stats>((done) => sftp.stat(path, done))).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_SUCH_FILE) return null;
    throw error;
  }
}

/** A drop box that may not be read back is believed by its size. */
async function holds({ sftp, run }: SftpSession, path: string, content: Buffer): Promise<boolean> {
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  try {
    return sha256(await run<Buffer>((done) => sftp.readFile(path, done))) === sha256(content);
  } catch (error) {
    if (error instanceof SftpError) throw error;
    return true;
  }
}

const serverText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
