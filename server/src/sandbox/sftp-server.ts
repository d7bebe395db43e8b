/** A small SFTP server for the trial: reports can be delivered to this machine without setting one up. */
import { generateKeyPairSync, timingSafeEqual, createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import ssh2, { type Connection } from 'ssh2';
import { SANDBOX_PASSWORD } from './credentials.ts';
import { serveFiles } from './sftp-server-files.ts';

export const SANDBOX_SFTP_USER = 'sandbox';

/** `folder` receives the files; the host key is stored next to it and survives restarts. */
export async function startSftpServer(options: {
  host: string;
  port: number;
  folder: string;
  log: FastifyBaseLogger;
}): Promise<{ port: number; stop: () => Promise<void> }> {
  const { host, folder, log } = options;
  mkdirSync(folder, { recursive: true });
  const connections = new Set<Connection>();
  const server = new ssh2.Server({ hostKeys: [hostKey(folder)], ident: 'dasbor-sandbox' }, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // A client may disconnect at any time.
    connection.on('error', (error: Error) => log.debug({ err: error }, 'sandbox SFTP session ended with an error'));
    connection.on('authentication', (attempt) => {
      const is_right =
        attempt.method === 'password' &&
        isSame(attempt.username, SANDBOX_SFTP_USER) &&
        isSame(attempt.password, SANDBOX_PASSWORD);
      if (is_right) attempt.accept();
      else attempt.reject(['password']);
    });
    connection.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serveFiles(acceptSftp(), folder));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.end();
      }),
  };
}

const isSame = (given: string, right: string): boolean => timingSafeEqual(sha256(given), sha256(right));
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Stored, so that merchants who pinned the host key do not see a changed key after a restart. */
function hostKey(folder: string): Buffer {
  const file = `${folder}-host-key.pem`;
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(`${file}.part`, privateKey.export({ type: 'sec1', format: 'pem' }), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  }
  return readFileSync(file);
}
