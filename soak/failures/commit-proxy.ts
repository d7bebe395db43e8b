/**
 * A TCP proxy in front of PostgreSQL that loses the answer to a COMMIT: it passes the statement on, waits for the answer, and
 * closes both connections instead of passing the answer back. The transaction is committed and its client cannot know.
 */
import net from 'node:net';

export interface CommitProxy {
  port: number;
  /** Share of the commits whose answer is lost, in [0, 1]. */
  setLossShare: (share: number) => void;
  countLost: () => number;
  stop: () => Promise<void>;
}

export async function startCommitProxy(target_port: number, random: () => number): Promise<CommitProxy> {
  let loss_share = 0;
  let lost = 0;
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(target_port, '127.0.0.1');
    const isCommit = createCommitDetector();
    let is_losing = false;
    const close = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', close);
      socket.on('close', () => {
        open.delete(socket);
        close();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (isCommit(chunk) && loss_share > 0 && random() < loss_share) is_losing = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (!is_losing) return client.write(chunk);
      lost += 1;
      return close();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    setLossShare: (share) => (loss_share = share),
    countLost: () => lost,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Statements have a type of one byte and a length of four; before the first one there is a startup message without a type. */
const HEADER_BYTES = 5;
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);

/** Returns a function that reads what a client sends and says whether it contains a COMMIT. */
export function createCommitDetector(): (chunk: Buffer) => boolean {
  let pending: Buffer = Buffer.alloc(0);
  let is_started = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    let is_found = false;
    for (;;) {
      const type_bytes = is_started ? 1 : 0;
      if (pending.length < HEADER_BYTES) return is_found;
      const end = type_bytes + pending.readUInt32BE(type_bytes);
      if (pending.length < end) return is_found;
      const message = pending.subarray(0, end);
      pending = pending.subarray(end);
      if (is_started && isCommitMessage(message)) is_found = true;
      is_started = true;
    }
  };
}

/** A simple query, or the parsing of a statement (unnamed or not): both carry the text. */
function isCommitMessage(message: Buffer): boolean {
  const type = message[0];
  if (type !== QUERY && type !== PARSE) return false;
  const text = message.subarray(HEADER_BYTES).toString('latin1').split('\0');
  return (type === QUERY ? text[0] : text[1])?.trim().toLowerCase() === 'commit';
}
