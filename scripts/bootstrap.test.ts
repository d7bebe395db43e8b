import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './bootstrap.mjs';

test('a clone in a folder named test is built again when a source changes, not when a test does', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-clone-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const clone = path.join(folder, 'test/clone');
  for (const name of ['bootstrap.mjs', 'precompress.mjs', 'progress.mjs'])
    fs.cpSync(path.join(ROOT, 'scripts', name), path.join(clone, 'scripts', name));
  const files = ['contract/src/money.ts', 'server/src/app.ts', 'server/src/app.test.ts', 'server/test/client.ts'];
  for (const file of files) {
    fs.mkdirSync(path.join(clone, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(clone, file), '');
  }
  const { listSources } = (await import(
    pathToFileURL(path.join(clone, 'scripts/bootstrap.mjs')).href
  )) as typeof import('./bootstrap.mjs');
  expect(listSources('server').map((file) => path.relative(clone, file))).toEqual([
    'package-lock.json',
    'contract/src/money.ts',
    'server/src/app.ts',
  ]);
});
