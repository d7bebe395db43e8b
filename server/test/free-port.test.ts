/** Ports that tests find for the processes that they start. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

/** First port of the range from which Linux assigns ports. */
const FIRST_SYSTEM_PORT = 32_768;

test('a port that was found is taken by no connection, and by no server that listens on any port', async () => {
  for (let each = 0; each < 30; each++) expect(await findFreePort()).toBeLessThan(FIRST_SYSTEM_PORT);
});

test('a port that was found is free, and its neighbour is occupied, so that no other caller finds the same', async () => {
  const port = await findFreePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await expect(once(createServer().listen(port + 1, '127.0.0.1'), 'listening')).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  server.close();
  await once(server, 'close');
});
