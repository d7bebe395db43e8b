import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findDiskFolder } from './disk.ts';

/** In memory on every Linux. */
const MEMORY = '/dev/shm';

test.skipIf(!existsSync(MEMORY))('databases of benchmarks are on a disk, so that their commits wait for it', () => {
  expect(findDiskFolder([MEMORY, '/missing', '/var/tmp'])).toBe('/var/tmp');
  expect(() => findDiskFolder([MEMORY])).toThrow('set TMPDIR (tried /dev/shm)');
});
