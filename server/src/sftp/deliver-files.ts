/**
 * Uploads files to an SFTP server. Each file is written under a hidden name, checked for size and then renamed, so that a
 * broken connection never leaves a partial file under the final name. Idempotent: an identical file is left as it is.
 */
import { type Localized, localized } from '@dasbor/contract/language';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { SFTPWrapper, Stats } from 'ssh2';
import type { Egress } from '../egress/egress-client.ts';
import { SftpError } from './sftp-error.ts';
import { type SftpSession, type SftpTarget, withSftp } from './session.ts';
import { diagnoseUpload } from './diagnose-upload.ts';

/** Minimum transfer rate before an upload times out. */
const MIN_BYTES_PER_MS = 64;
const CHUNK_BYTES = 32_768;
/** Chunks in flight, which hides network latency; also the memory held per upload. */
const WINDOW_CHUNKS = 16;
const NO_SUCH_FILE = 2;

export interface RemoteFile {
  /** Final name in the login directory, without slashes. */
  name: string;
  size_bytes: number;
  /** Hex digest. */
  sha256: string;
  /** Opens the content; called only when it is needed. */
  read: () => Readable;
}

export interface Delivery {
  /** Full host key of the server, in base64. */
  host_key: string;
  /** Files that an earlier attempt had already delivered. */
  already_delivered: string[];
}

/**
 * Uploads the files in order, each completely before the next. Throws SftpError. `timeout_ms` covers connecting and all small
 * operations; transferred bytes extend the deadline at the minimum rate, so that large files succeed and stalled ones time out.
 */
export function deliverFiles(
  egress: Egress,
  target: SftpTarget,
  files: RemoteFile[],
  timeout_ms: number,
): Promise<Delivery> {
  return withSftp(egress, target, timeout_ms, async (session) => {
    const already_delivered: string[] = [];
    for (const file of files) {
      if (await uploadFile(session, file)) already_delivered.push(file.name);
    }
    return { host_key: session.host_key, already_delivered };
  });
}

/** Returns whether an identical file was already there. */
async function uploadFile(session: SftpSession, file: RemoteFile): Promise<boolean> {
  const before = await findSize(session, file.name).catch((error: unknown) => {
    throw error instanceof SftpError ? error : new SftpError('no_write', toServerMessage(error));
  });
  if (before !== null) {
    if (before === file.size_bytes && (await hasSameContent(session, file))) return true;
    throw new SftpError(
      'no_write',
      localized(
        `A different file named ${file.name} already exists on the server and was not overwritten. Remove or rename it.`,
        `Berkas lain bernama ${file.name} sudah ada di server dan tidak ditimpa. Hapus atau ganti namanya.`,
      ),
    );
  }
  const part = `.${file.name}.part`;
  const progress = { started_ms: Date.now(), written_bytes: 0 };
  try {
    await writeContent(session, part, file, progress);
    const written = await findSize(session, part);
    if (written !== file.size_bytes) throw new Error(`the server stored ${written ?? 0} bytes`);
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
  progress: { written_bytes: number },
): Promise<void> {
  const handle = await run<Buffer>((done) => sftp.open(path, 'w', done));
  const hash = createHash('sha256');
  for await (const window of readWindows(file.read())) {
    const at = progress.written_bytes;
    const offsets = Array.from(
      { length: Math.ceil(window.length / CHUNK_BYTES) },
      (_each, index) => index * CHUNK_BYTES,
    );
    const chunks = offsets.map(async (offset) => {
      const length = Math.min(CHUNK_BYTES, window.length - offset);
      await run((done) => sftp.write(handle, window, offset, length, at + offset, (error) => done(error)));
      progress.written_bytes += length;
      earn(length / MIN_BYTES_PER_MS);
    });
    await Promise.all(chunks);
    hash.update(window);
  }
  if (supportsExtension(sftp, 'fsync@openssh.com'))
    await run((done) => sftp.ext_openssh_fsync(handle, (error) => done(error)));
  await run((done) => sftp.close(handle, (error) => done(error)));
  if (hash.digest('hex') !== file.sha256) throw new Error('the content does not match its checksum');
}

/** Regroups the content into windows; the last may be shorter. */
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

/** Uses the atomic rename where supported. The plain one is enough otherwise, because the final name was free. */
const renameFile = ({ sftp, run }: SftpSession, from: string, to: string): Promise<void> =>
  run((done) =>
    supportsExtension(sftp, 'posix-rename@openssh.com')
      ? sftp.ext_openssh_rename(from, to, (error) => done(error))
      : sftp.rename(from, to, (error) => done(error)),
  );

/** ssh2 stores the extensions of the server in a private field. */
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

/** Compares checksums. A write-only drop box cannot be read back, so its matching size is accepted. */
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

function toServerMessage(error: unknown): Localized {
  const text = error instanceof Error ? error.message : String(error);
  const safe = text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
  return localized(`The server responded: ${safe}.`, `Server merespons: ${safe}.`);
}
