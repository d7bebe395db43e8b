/** The file operations of the sandbox's SFTP server, kept inside one folder. */
import { type FileHandle, mkdir, open, readdir, rename, rmdir, stat, unlink } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import { basename, join, posix } from 'node:path';
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
const MAX_READ_BYTES = 262_144;

type Opened = { file: FileHandle } | { entries: FileEntry[] };

/** Open handles of one client, and how its requests are answered. */
interface Session {
  opened: Map<number, Opened>;
  addHandle: (item: Opened) => Buffer;
  getFile: (handle: Buffer) => FileHandle;
  resolvePath: (path: string) => string;
  /** Runs the work, which sends the response; a failure is answered with its status. */
  respond: (id: number, work: () => Promise<void>) => void;
  /** Runs the work and responds with OK. */
  run: (id: number, work: () => Promise<unknown>) => void;
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
  const respond: Session['respond'] = (id, work) => {
    work().catch((error: unknown) => sftp.status(id, toStatus(error)));
  };
  return {
    opened,
    addHandle: (item) => {
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(++last_handle);
      opened.set(last_handle, item);
      return handle;
    },
    getFile: (handle) => {
      const found = opened.get(toKey(handle));
      if (found === undefined || !('file' in found)) throw new Error('not an open file');
      return found.file;
    },
    resolvePath: (path) => joinInside(root, path),
    respond,
    run: (id, work) =>
      respond(id, async () => {
        await work();
        sftp.status(id, STATUS_CODE.OK);
      }),
  };
}

/** An unknown handle has no key. */
const toKey = (handle: Buffer): number => (handle.length === 4 ? handle.readUInt32BE() : 0);

function serveContents(sftp: SFTPWrapper, { opened, addHandle, getFile, resolvePath, respond, run }: Session): void {
  sftp.on('OPEN', (id, path, flags) =>
    respond(id, async () =>
      sftp.handle(id, addHandle({ file: await open(resolvePath(path), toOpenMode(flags), 0o600) })),
    ),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    run(id, async () => getFile(handle).write(data, 0, data.length, offset)),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    respond(id, async () => {
      const buffer = Buffer.alloc(Math.min(length, MAX_READ_BYTES));
      const { bytesRead } = await getFile(handle).read(buffer, 0, buffer.length, offset);
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on('FSTAT', (id, handle) => respond(id, async () => sftp.attrs(id, toAttributes(await getFile(handle).stat()))));
  sftp.on('CLOSE', (id, handle) =>
    run(id, async () => {
      const found = opened.get(toKey(handle));
      opened.delete(toKey(handle));
      if (found !== undefined && 'file' in found) await found.file.close();
    }),
  );
}

function serveNames(sftp: SFTPWrapper, { opened, addHandle, resolvePath, respond, run }: Session): void {
  sftp.on('REALPATH', (id, path) => {
    const clean = posix.resolve('/', path);
    sftp.name(id, [{ filename: clean, longname: clean, attrs: NO_ATTRIBUTES }]);
  });
  for (const event of ['STAT', 'LSTAT'] as const) {
    sftp.on(event, (id: number, path: string) =>
      respond(id, async () => sftp.attrs(id, toAttributes(await stat(resolvePath(path))))),
    );
  }
  // Modes and times are ignored; an error would only make clients warn.
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('REMOVE', (id, path) => run(id, () => unlink(resolvePath(path))));
  sftp.on('RENAME', (id, from, to) => run(id, () => rename(resolvePath(from), resolvePath(to))));
  sftp.on('MKDIR', (id, path) => run(id, () => mkdir(resolvePath(path))));
  sftp.on('RMDIR', (id, path) => run(id, () => rmdir(resolvePath(path))));
  sftp.on('OPENDIR', (id, path) =>
    respond(id, async () => sftp.handle(id, addHandle({ entries: await listEntries(resolvePath(path)) }))),
  );
  sftp.on('READDIR', (id, handle) => {
    const found = opened.get(toKey(handle));
    if (found === undefined || !('entries' in found)) sftp.status(id, STATUS_CODE.FAILURE);
    else if (found.entries.length === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.name(id, found.entries.splice(0, 100));
  });
}

const NO_ATTRIBUTES = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };

/** Resolves a path inside the root; `..` cannot leave it. */
const joinInside = (root: string, path: string): string => join(root, posix.resolve('/', path.replaceAll('\0', '')));

/** Maps SFTP flags to a mode of Node. */
function toOpenMode(flags: number): string {
  if ((flags & OPEN_MODE.WRITE) === 0) return 'r';
  if ((flags & OPEN_MODE.EXCL) !== 0) return 'wx+';
  if ((flags & OPEN_MODE.TRUNC) !== 0) return 'w+';
  return (flags & OPEN_MODE.APPEND) !== 0 ? 'a+' : 'r+';
}

function toStatus(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return STATUS_CODE.NO_SUCH_FILE;
  return code === 'EACCES' || code === 'EPERM' ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE;
}

const toAttributes = (stats: Stats): Attributes => ({
  mode: stats.mode,
  uid: 0,
  gid: 0,
  size: stats.size,
  atime: Math.floor(stats.atimeMs / 1_000),
  mtime: Math.floor(stats.mtimeMs / 1_000),
});

async function listEntries(folder: string): Promise<FileEntry[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => {
      const stats = await stat(join(folder, name));
      const kind = stats.isDirectory() ? 'drwx------' : '-rw-------';
      const time = stats.mtime.toISOString().slice(0, 16).replace('T', ' ');
      const longname = `${kind} 1 sandbox sandbox ${String(stats.size).padStart(10)} ${time} ${name}`;
      return { filename: basename(name), longname, attrs: toAttributes(stats) };
    }),
  );
}
