/** A disk of the database that can be full: a tmpfs of limited size, which only root may mount. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SIZE_MB = 640;
const CHUNK = Buffer.alloc(1024 * 1024);

export interface SmallDisk {
  /** Data folder of an installation; its database is on the disk. */
  data_dir: string;
  /** Takes all free space. */
  fill: () => void;
  free: () => void;
  remove: () => void;
}

export const canMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0;

export function mountSmallDisk(): SmallDisk {
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-full-disk-'));
  // The user of PostgreSQL enters it, so that the cluster stays on the disk.
  fs.chmodSync(data_dir, 0o711);
  const mount_point = path.join(data_dir, 'postgres');
  fs.mkdirSync(mount_point);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=711`, 'tmpfs', mount_point]);
  const ballast = path.join(mount_point, 'ballast');
  return {
    data_dir,
    fill: () => fillFile(ballast),
    free: () => fs.rmSync(ballast, { force: true }),
    remove: () => {
      execFileSync('umount', [mount_point]);
      fs.rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

function fillFile(file: string): void {
  const handle = fs.openSync(file, 'w');
  try {
    for (let size = CHUNK.length; size >= 1;) {
      try {
        fs.writeSync(handle, CHUNK, 0, size);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    fs.closeSync(handle);
  }
}
