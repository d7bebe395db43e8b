import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { canMount } from '../soak/failures/disk.ts';
import { createTemporaryFolder } from './temporary-folder.mjs';

/** Above the largest pid of Linux, so that no process ever has it. */
const NO_PID = 4_194_305;

test('a test run gets a folder that every user may enter, and removes those of killed runs only', async () => {
  const folder = createTemporaryFolder();
  const running = spawn('sleep', ['60']);
  const [kept, stale] = [getSibling(folder, running.pid!), getSibling(folder, NO_PID)];
  try {
    expect(fs.statSync(folder).mode & 0o7777).toBe(0o1777);
    for (const each of [kept, stale]) fs.mkdirSync(path.join(each, 'database'), { recursive: true });
    const next = createTemporaryFolder();
    // A folder with its own pid is of an earlier process.
    expect([folder, next, kept, stale].map((each) => fs.existsSync(each))).toEqual([false, true, true, false]);
    fs.rmSync(next, { recursive: true });
  } finally {
    running.kill();
    await once(running, 'exit');
    for (const each of [folder, kept, stale]) fs.rmSync(each, { recursive: true, force: true });
  }
});

test.skipIf(!canMount())('a folder that cannot be removed stops no test run', () => {
  const first = createTemporaryFolder();
  const busy = getSibling(first, NO_PID);
  fs.mkdirSync(busy);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', busy]);
  const error_output = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const folder = createTemporaryFolder();
    expect([busy, folder].map((each) => fs.existsSync(each))).toEqual([true, true]);
    expect(error_output).toHaveBeenCalledWith(expect.stringContaining(`${busy} of an earlier run was not removed`));
    fs.rmSync(folder, { recursive: true });
  } finally {
    error_output.mockRestore();
    execFileSync('umount', [busy]);
    for (const each of [first, busy]) fs.rmSync(each, { recursive: true, force: true });
  }
});

/** The folder of another run, beside this one. */
function getSibling(folder: string, pid: number): string {
  return path.join(path.dirname(folder), `dasbor-tests-${pid}-other`);
}
