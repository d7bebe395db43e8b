import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from './temporary-folder.mjs';

/** Above the largest pid of Linux, so that no process ever has it. */
const NO_PID = 4_194_305;

test('a test run gets a folder that every user may enter, and removes those of killed runs only', async () => {
  const folder = createTemporaryFolder();
  const getFolder = (pid: number) => path.join(path.dirname(folder), `dasbor-tests-${pid}`);
  const running = spawn('sleep', ['60']);
  const [kept, stale] = [getFolder(running.pid!), getFolder(NO_PID)];
  try {
    expect(fs.statSync(folder).mode & 0o7777).toBe(0o1777);
    for (const each of [kept, stale]) fs.mkdirSync(path.join(each, 'database'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'former'), '');
    expect(createTemporaryFolder()).toBe(folder);
    expect([folder, kept, stale].map((each) => fs.existsSync(each))).toEqual([true, true, false]);
    // A folder with its own pid is of an earlier process.
    expect(fs.readdirSync(folder)).toEqual([]);
  } finally {
    running.kill();
    await once(running, 'exit');
    for (const each of [folder, kept, stale]) fs.rmSync(each, { recursive: true, force: true });
  }
});
