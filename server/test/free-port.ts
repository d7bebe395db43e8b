/** Ports for servers that start later than their address is needed, or that start again on the same port. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type Server, createServer } from 'node:net';

/**
 * Below the range from which the system takes ports of connections, and above the ports of the installations that tests
 * start: a free port of either can be taken by another process before its server listens.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** A free port, which no other caller gets until this process ends: its neighbour is occupied as a sign of that. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + 2 * randomInt((PORTS.to - PORTS.from) / 2);
    const sign = await listen(port + 1);
    if (!sign) continue;
    sign.unref();
    const probe = await listen(port);
    if (!probe) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

const listen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
