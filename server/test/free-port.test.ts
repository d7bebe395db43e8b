/** Ports that tests find for the processes that they start. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

/** First port of the range from which Linux takes ports by itself. */
const FIRST_SYSTEM_PORT = 32_768;

test('a port that was found is taken by no connection, and by no server that listens on any port', async () => {
  for (let each = 0; each < 30; each++) expect(await findFreePort()).toBeLessThan(FIRST_SYSTEM_PORT);
});

test('the next port is another one, and one that is taken is left out', async () => {
  const taken = await findFreePort();
  const server = createServer().listen(taken, '127.0.0.1');
  await once(server, 'listening');
  const ports: number[] = [];
  for (let each = 0; each < 24; each++) ports.push(await findFreePort());
  server.close();
  await once(server, 'close');
  expect(ports).not.toContain(taken);
  expect(ports.filter((port, index) => port === ports[index - 1])).toEqual([]);
});
