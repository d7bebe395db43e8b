/** The file operations of the sandbox's SFTP server, kept inside one folder. */
import { type FileHandle, mkdir, open, readdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { basename, join, posix } from 'node:path';
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const MAX_READ_BYTES = 262_144;

type Opened = { file: FileHandle } | { entries: FileEntry[] };

/** What one client has open, and how its requests are answered. */
interface Session {
  opened: Map<number, Opened>;
  keep: (what: Opened) => Buffer;
  fileOf: (handle: Buffer) => FileHandle;
  place: (path: string) => string;
  /** Runs the work, which answers by itself; a failure is answered with its status. */
  answer: (id: number, work: () => Promise<void>) => void;
  /** Runs the work and answers that it is done. */
  done: (id: number, work: () => Promise<unknown>) => void;
}

/** Answers one client. Everything that it opened is closed when its session ends. */
export function serveFiles(sftp: SFTPWrapper, root: string): void {
  const session = startSession(sftp, root);
  serveContents(sftp, session);
  serveNames(sftp, session);
  sftp.on('close', () => {
    for (const each of session.opened.values()) if ('file' in each) each.file.close().catch(() => undefined);
  });
}

function startSession(sftp: SFTPWrapper, root: string): Session {
  const opened = new Map<number, Opened>();
  let last_handle = 0;
  const answer: Session['answer'] = (id, work) => {
    work().catch((error: unknown) => sftp.status(id, statusOf(error)));
  };
  return {
    opened,
    keep: (what) => {
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(++last_handle);
      opened.set(last_handle, what);
      return handle;
    },
    fileOf: (handle) => {
      const found = opened.get(keyOf(handle));
      if (found === undefined || !('file' in found)) throw new Error('not an open file');
      return found.file;
    },
    place: (path) => inside(root, path),
    answer,
    done: (id, work) =>
      answer(id, async () => {
        await work();
        sftp.status(id, STATUS_CODE.OK);
      }),
  };
}

/** A handle that is not ours has no key. */
const keyOf = (handle: Buffer): number => (handle.length === 4 ? handle.readUInt32BE() : 0);

function serveContents(sftp: SFTPWrapper, { opened, keep, fileOf, place, answer, done }: Session): void {
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, async () => sftp.handle(id, keep({ file: await open(place(path), modeOf(flags), 0o600) }))),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    done(id, async () => fileOf(handle).write(data, 0, data.length, offset)),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const buffer = Buffer.alloc(Math.min(length, MAX_READ_BYTES));
      const { bytesRead } = await fileOf(handle).read(buffer, 0, buffer.length, offset);
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on('FSTAT', (id, handle) => answer(id, async () => sftp.attrs(id, attributesOf(await fileOf(handle).stat()))));
  sftp.on('CLOSE', (id, handle) =>
    done(id, async () => {
      const found = opened.get(keyOf(handle));
      opened.delete(keyOf(handle));
      if (found !== undefined && 'file' in found) await found.file.close();
    }),
  );
}

function serveNames(sftp: SFTPWrapper, { opened, keep, place, answer, done }: Session): void {
  sftp.on('REALPATH', (id, path) => {
    const clean = posix.resolve('/', path);
    sftp.name(id, [{ filename: clean, longname: clean, attrs: NO_ATTRIBUTES }]);
  });
  for (const event of ['STAT', 'LSTAT'] as const) {
    sftp.on(event, (id: number, path: string) =>
      answer(id, async () => sftp.attrs(id, attributesOf(await stat(place(path))))),
    );
  }
  // Modes and times mean nothing here; saying so would only make clients warn.
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('REMOVE', (id, path) => done(id, () => unlink(place(path))));
  sftp.on('RENAME', (id, from, to) => done(id, () => rename(place(from), place(to))));
  sftp.on('MKDIR', (id, path) => done(id, () => mkdir(place(path))));
  sftp.on('RMDIR', (id, path) => done(id, () => rmdir(place(path))));
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => sftp.handle(id, keep({ entries: await entriesOf(place(path)) }))),
  );
  sftp.on('READDIR', (id, handle) => {
    const found = opened.get(keyOf(handle));
    if (found === undefined || !('entries' in found)) sftp.status(id, STATUS_CODE.FAILURE);
    else if (found.entries.length === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.name(id, found.entries.splice(0, 100));
  });
}

const NO_ATTRIBUTES = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

/** `..` ends at the root: a client cannot name anything outside. */
const inside = (root: string, path: string): string => join(root, posix.resolve('/', path.replaceAll('\0', '')));

/** Only what is asked for: to read, or to write a new or an emptied file. */
function modeOf(flags: number): string {
  if ((flags & OPEN_MODE.WRITE) === 0) return 'r';
  if ((flags & OPEN_MODE.EXCL) !== 0) return 'wx+';
  if ((flags & OPEN_MODE.TRUNC) !== 0) return 'w+';
  return (flags & OPEN_MODE.APPEND) !== 0 ? 'a+' : 'r+';
}

function statusOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return STATUS_CODE.NO_SUCH_FILE;
  return code === 'EACCES' || code === 'EPERM' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE;
}

const attributesOf = (stats: Stats): Attributes => ({
  mode: stats.mode,
  uid: 0,
  gid: 0,
  size: stats.size,
  atime: Math.floor(stats.atimeMs / 1_000),
  mtime: Math.floor(stats.mtimeMs / 1_000),
});

async function entriesOf(folder: string): Promise<FileEntry[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(folder, name));
      const kind = stats.isDirectory() ? 'drwx------' : '-rw-------';
      const time = stats.mtime.toISOString().slice(0, 16).replace('T', ' ');
      const longname = `${kind} 1 sandbox sandbox ${String(stats.size).padStart(10)} ${time} ${name}`;
      return { filename: basename(name), longname, attrs: attributesOf(stats) };
    }),
  );
}
