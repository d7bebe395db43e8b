import * as fs from 'node:fs';
import { expect, test } from 'vitest';
import { findFreePorts } from './installation.ts';

test('the ports of an installation follow each other, below the range that connections get theirs from', async () => {
  const lowest = Number(fs.readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
  for (let turn = 0; turn < 20; turn += 1) {
    const [first = 0, ...others] = await findFreePorts(4);
    expect(others).toEqual([first + 1, first + 2, first + 3]);
    expect(first).toBeGreaterThan(1_024);
    expect(first + 3).toBeLessThan(lowest);
  }
});
