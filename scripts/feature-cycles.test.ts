import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCycle, readFolderGraph } from './feature-cycles.ts';

let source = '';
beforeEach(() => {
  source = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-feature-cycles-'));
});
afterEach(() => fs.rmSync(source, { recursive: true }));

function write(file: string, ...imported: string[]): void {
  const full = path.join(source, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, imported.map((each) => `import { type Each } from '${each}';\n`).join(''));
}

test('folders that import each other through different files are a cycle', () => {
  write('report/handlers.ts', '../report/queries.ts', '../mail/queries.ts');
  write('mail/rules.ts', '../transaction/rules.ts');
  write('transaction/queries.ts', '../report/rules.ts', '@dasbor/contract/report');
  expect(findCycle(readFolderGraph(source))).toEqual([
    'mail/rules.ts imports transaction/rules.ts',
    'transaction/queries.ts imports report/rules.ts',
    'report/handlers.ts imports mail/queries.ts',
  ]);
});

test('imports in one direction, of tests, of lists and of the source folder itself are none', () => {
  write('app.ts', './report/handlers.ts', './mail/queries.ts');
  write('report/handlers.ts', '../mail/queries.ts', '../deps.ts', './queries.ts');
  write('mail/mail.test.ts', '../report/handlers.ts');
  write('jobs/registry.ts', '../report/jobs.ts');
  write('report/jobs.ts', '../jobs/job.ts');
  expect(findCycle(readFolderGraph(source, ['jobs/registry.ts']))).toBeNull();
  expect(findCycle(readFolderGraph(source))).not.toBeNull();
});
