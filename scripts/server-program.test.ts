import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from './bootstrap.mjs';
import { SERVER_FLAGS } from './server-program.ts';

test('benchmarks run with the options of the server: that of reports measures the memory of its own process', () => {
  const { scripts } = JSON.parse(fs.readFileSync(`${ROOT}/package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts.bench).toBe(`node scripts/run.mjs ${SERVER_FLAGS.join(' ')} bench/run.ts`);
});
