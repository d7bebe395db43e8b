/** A line to the database that can be cut without either end noticing, as when a machine is suspended. */
import net from 'node:net';

export interface BreakableProxy {
  /** Connection string through the line. */
  url: string;
  setCut: (is_cut: boolean) => void;
  close: () => void;
}

export async function startBreakableProxy(database_url: string): Promise<BreakableProxy> {
  const target_port = Number(new URL(database_url).port);
  const open = new Set<net.Socket>();
  let is_cut = false;
  const connect = (client: net.Socket): void => {
    const upstream = net.connect(target_port, '127.0.0.1');
    const close = () => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', close).on('close', close);
    }
    client.on('data', (chunk) => is_cut || upstream.write(chunk));
    upstream.on('data', (chunk) => is_cut || client.write(chunk));
  };
  const server = net.createServer(connect);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const url = new URL(database_url);
  url.port = String(port);
  return {
    url: url.toString(),
    setCut: (next) => {
      is_cut = next;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
