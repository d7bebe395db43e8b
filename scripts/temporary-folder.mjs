// The temporary folder of a test run. Plain JavaScript.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'dasbor-tests-';
/** Databases and uploads of a whole run take less than a third of it. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Creates a folder for everything temporary: in memory where there is room for it, otherwise on disk. Each test file copies a
 * database of 1,400 files, which a disk takes more than twice the processor time to create and remove.
 */
export function createTemporaryFolder() {
  const parent = hasRoomInMemory() ? MEMORY : os.tmpdir();
  removeStaleFolders(parent);
  const folder = fs.mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`));
  // The users of PostgreSQL and clamd enter it, and create files of their own.
  fs.chmodSync(folder, 0o1777);
  return folder;
}

/** Removes the folders of runs that were killed. @param {string} parent */
function removeStaleFolders(parent) {
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(PREFIX) || isRunning(Number.parseInt(name.slice(PREFIX.length), 10))) continue;
    removeIfPossible(path.join(parent, name));
  }
}

/** A killed run leaves its small disk mounted (`soak/failures/disk.ts`): that cannot be removed, and must not stop this run. */
function removeIfPossible(/** @type {string} */ folder) {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`The folder ${folder} of an earlier run was not removed: ${String(error)}\n`);
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    // A process of somebody else may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function hasRoomInMemory() {
  if (!fs.existsSync(MEMORY)) return false;
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES && os.freemem() >= 2 * NEEDED_BYTES;
}
