/** A service that receives error reports by the Sentry protocol. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs `work` with the address of the service and returns what arrived there. */
export async function receiveReports(work: (dsn: string) => Promise<void>): Promise<string> {
  const received: Buffer[] = [];
  const service = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      received.push(Buffer.concat(parts));
      answer.end('{}');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  await work(`http://key@127.0.0.1:${port}/1`);
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  return Buffer.concat(received).toString('utf8');
}
