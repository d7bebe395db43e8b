/**
 * Why a server did not take a file, in a sentence for the person who set it up. SFTP has one code for nearly everything
 * ("Failure"), so the server is asked for the room on its disk; and what was written of the file is removed again.
 */
import { SftpError } from './sftp-error.ts';
import type { SftpSession } from './session.ts';

const PERMISSION_DENIED = 3;
const FAILURE = 4;

export interface Upload {
  /** The hidden name that was written to. */
  part: string;
  size_bytes: number;
  /** Bytes that the server said it had written. */
  written_bytes: number;
  started_ms: number;
}

export async function diagnoseUpload(session: SftpSession, error: unknown, upload: Upload): Promise<SftpError> {
  if (error instanceof SftpError) return error.code === 'timeout' ? buildTooSlowError(upload) : error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Asked before the part is removed, which makes room.
  const free_bytes = code === FAILURE ? await findFreeBytes(session, upload.part) : null;
  await session.run((done) => session.sftp.unlink(upload.part, () => done())).catch(() => undefined);
  if (code === PERMISSION_DENIED) return new SftpError('no_write');
  const needed_bytes = upload.size_bytes - upload.written_bytes;
  if (free_bytes !== null && free_bytes < needed_bytes) return buildDiskFullError(upload, free_bytes);
  if (free_bytes !== null && upload.written_bytes > 0) return buildQuotaError(upload);
  const text = error instanceof Error ? error.message : String(error);
  const safe = text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
  return new SftpError('no_write', `The file could not be written: ${safe}.`);
}

const formatBytes = (count: number): string => `${count.toLocaleString('en')} bytes`;

const buildTooSlowError = ({ written_bytes: taken_bytes, size_bytes, started_ms: begun_ms }: Upload): SftpError => {
  const seconds = Math.max(1, Math.round((Date.now() - begun_ms) / 1_000));
  const detail = `The server is too slow: it took ${taken_bytes.toLocaleString('en')} of ${formatBytes(size_bytes)} in ${seconds} s, then the upload was given up.`;
  return new SftpError('timeout', detail);
};

const buildDiskFullError = ({ size_bytes }: Upload, free_bytes: number): SftpError =>
  new SftpError(
    'no_write',
    `The server's disk is full: the file has ${formatBytes(size_bytes)}, ${free_bytes.toLocaleString('en')} are free.`,
  );

const buildQuotaError = ({ written_bytes: taken_bytes, size_bytes }: Upload): SftpError =>
  new SftpError(
    'no_write',
    `The server stopped taking the file after ${taken_bytes.toLocaleString('en')} of ${formatBytes(size_bytes)}, although its disk has room: the quota of this user is probably used up.`,
  );

/** null when the server does not tell. */
async function findFreeBytes({ sftp, run }: SftpSession, path: string): Promise<number | null> {
  try {
    const { f_bavail, f_frsize } = await run<{ f_bavail: number; f_frsize: number }>((done) =>
      sftp.ext_openssh_statvfs(path, (error, found: { f_bavail: number; f_frsize: number }) => done(error, found)),
    );
    return Number(f_bavail) * Number(f_frsize);
  } catch {
    return null;
  }
}
