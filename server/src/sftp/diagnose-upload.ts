/**
 * Explains why an upload failed. SFTP reports nearly every error as "Failure", so this also queries the free disk space.
 * Deletes the partial file.
 */
import { formatCount } from '@dasbor/contract/format';
import { type Language, localized } from '@dasbor/contract/language';
import { SftpError } from './sftp-error.ts';
import type { SftpSession } from './session.ts';

const PERMISSION_DENIED = 3;
const FAILURE = 4;

export interface Upload {
  /** Name of the partial file. */
  part: string;
  size_bytes: number;
  /** Bytes acknowledged by the server. */
  written_bytes: number;
  started_ms: number;
}

export async function diagnoseUpload(session: SftpSession, error: unknown, upload: Upload): Promise<SftpError> {
  if (error instanceof SftpError) return error.code === 'timeout' ? buildTooSlowError(upload) : error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Queried before the partial file is deleted, which frees space.
  const free_bytes = code === FAILURE ? await findFreeBytes(session, upload.part) : null;
  await session.run((done) => session.sftp.unlink(upload.part, () => done())).catch(() => undefined);
  if (code === PERMISSION_DENIED) return new SftpError('no_write');
  const needed_bytes = upload.size_bytes - upload.written_bytes;
  if (free_bytes !== null && free_bytes < needed_bytes) return buildDiskFullError(upload, free_bytes);
  if (free_bytes !== null && upload.written_bytes > 0) return buildQuotaError(upload);
  const text = error instanceof Error ? error.message : String(error);
  const safe = text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);
  return new SftpError(
    'no_write',
    localized(`The file could not be written: ${safe}.`, `Berkas tidak dapat ditulis: ${safe}.`),
  );
}

const formatBytes = (count: number, language: Language): string =>
  `${formatCount(count, language)} ${language === 'id' ? 'byte' : 'bytes'}`;

const buildTooSlowError = ({ written_bytes, size_bytes, started_ms }: Upload): SftpError => {
  const seconds = Math.max(1, Math.round((Date.now() - started_ms) / 1_000));
  return new SftpError(
    'timeout',
    localized(
      `The upload timed out because the server is too slow: ${formatCount(written_bytes, 'en')} of ${formatBytes(size_bytes, 'en')} written in ${seconds} s.`,
      `Waktu unggah habis karena server terlalu lambat: ${formatCount(written_bytes, 'id')} dari ${formatBytes(size_bytes, 'id')} tertulis dalam ${seconds} detik.`,
    ),
  );
};

const buildDiskFullError = ({ size_bytes }: Upload, free_bytes: number): SftpError =>
  new SftpError(
    'no_write',
    localized(
      `The disk of the server is full: the file has ${formatBytes(size_bytes, 'en')}, and ${formatBytes(free_bytes, 'en')} are free.`,
      `Disk server penuh: berkas berukuran ${formatBytes(size_bytes, 'id')}, sedangkan ruang kosong ${formatBytes(free_bytes, 'id')}.`,
    ),
  );

const buildQuotaError = ({ written_bytes, size_bytes }: Upload): SftpError =>
  new SftpError(
    'no_write',
    localized(
      `The server stopped accepting the file after ${formatCount(written_bytes, 'en')} of ${formatBytes(size_bytes, 'en')}, although its disk has free space. Check the quota of this user.`,
      `Server berhenti menerima berkas setelah ${formatCount(written_bytes, 'id')} dari ${formatBytes(size_bytes, 'id')}, meskipun disknya masih memiliki ruang. Periksa kuota pengguna ini.`,
    ),
  );

/** Returns null when the server does not support the query. */
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
