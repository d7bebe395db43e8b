/** An authenticated SFTP session over a socket of the egress client. The host key is verified before credentials are sent. */
import { createHash } from 'node:crypto';
import type { Client, ConnectConfig, SFTPWrapper, ServerHostKeyAlgorithm } from 'ssh2';
import { type Egress, EgressError } from '../egress/egress-client.ts';
import { SftpError } from './sftp-error.ts';

export interface SftpTarget {
  host: string;
  port: number;
  username: string;
  password: string;
  /** Pinned host key in base64; null trusts the key on first use, and the caller pins it. */
  pinned_host_key: string | null;
}

export interface SftpSession {
  /** Full host key of the server, in base64. */
  host_key: string;
  sftp: SFTPWrapper;
  /** Runs one SFTP operation; rejects with SftpError when the session breaks or times out. */
  run: <T = void>(operation: (done: (error?: Error | null, result?: T) => void) => void) => Promise<T>;
  /** Extends the deadline of the session, for operations that make progress. */
  extendDeadline: (more_ms: number) => void;
}

/** `SHA256:…`, as OpenSSH prints it. */
export const formatFingerprint = (host_key: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(host_key, 'base64')).digest('base64').replace(/=+$/, '')}`;

/**
 * Connects, authenticates, runs `work`, and always closes the session. Throws SftpError. `timeout_ms` covers everything;
 * `work` can extend it as it makes progress.
 */
export async function withSftp<T>(
  egress: Egress,
  target: SftpTarget,
  timeout_ms: number,
  work: (session: SftpSession) => Promise<T>,
): Promise<T> {
  const started_ms = Date.now();
  const { Client } = await import('ssh2');
  const socket = await egress.connect({ host: target.host, port: target.port, timeout_ms }).catch((error: unknown) => {
    throw error instanceof EgressError ? new SftpError(error.code) : error;
  });
  const client = new Client();
  let abort: (error: SftpError) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => {
    abort = reject;
  });
  broken.catch(() => undefined);
  const timer = startDeadline(timeout_ms - (Date.now() - started_ms), () => abort(new SftpError('timeout')));
  const verdict = { host_key: '', is_changed: false };
  client.on('error', (error) => abort(toSftpError(error, verdict.is_changed)));
  client.on('close', () => abort(toSftpError(undefined, verdict.is_changed)));
  try {
    const ready = new Promise<void>((resolve) => client.once('ready', resolve));
    handlePasswordPrompts(client, target.password);
    client.connect({ ...buildConnectConfig(target, verdict), sock: socket });
    await Promise.race([ready, broken]);
    const run: SftpSession['run'] = (operation) => Promise.race([toPromise(operation), broken]);
    const sftp = await run<SFTPWrapper>((done) => client.sftp(done)).catch((error: unknown) => {
      throw error instanceof SftpError ? error : new SftpError('protocol_error');
    });
    return await work({ host_key: verdict.host_key, sftp, run, extendDeadline: timer.earn });
  } finally {
    timer.stop();
    client.end();
    socket.destroy();
  }
}

/** Calls `onOver` once when the deadline passes; the deadline can be extended until then. */
function startDeadline(time_ms: number, onOver: () => void): { earn: (more_ms: number) => void; stop: () => void } {
  let ends_at_ms = Date.now() + time_ms;
  const look = (): void => {
    const left_ms = ends_at_ms - Date.now();
    if (left_ms <= 0) onOver();
    else timer = setTimeout(look, left_ms);
  };
  let timer = setTimeout(look, Math.max(0, time_ms));
  return {
    earn: (more_ms) => {
      ends_at_ms += more_ms;
    },
    stop: () => clearTimeout(timer),
  };
}

const toPromise = <T>(operation: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    operation((error, result) => (error ? reject(error) : resolve(result as T)));
  });

function buildConnectConfig(
  target: SftpTarget,
  host_key_check: { host_key: string; is_changed: boolean },
): ConnectConfig {
  return {
    username: target.username,
    authHandler: ['password', 'keyboard-interactive'],
    password: target.password,
    tryKeyboard: true,
    // The session has its own deadline.
    readyTimeout: 0,
    algorithms: { serverHostKey: hostKeyAlgorithms(target.pinned_host_key) },
    // Runs during the key exchange: returning false closes the connection before the user name is sent.
    hostVerifier: (key: Buffer): boolean => {
      host_key_check.host_key = key.toString('base64');
      host_key_check.is_changed = target.pinned_host_key !== null && host_key_check.host_key !== target.pinned_host_key;
      return !host_key_check.is_changed;
    },
  };
}

const PREFERRED_ALGORITHMS: ServerHostKeyAlgorithm[] = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
];

/** Prefers the algorithm of the pinned key, so that a server that adds a newer key type still presents the pinned one. */
function hostKeyAlgorithms(pinned_host_key: string | null): ServerHostKeyAlgorithm[] {
  if (pinned_host_key === null) return PREFERRED_ALGORITHMS;
  const key = Buffer.from(pinned_host_key, 'base64');
  const kind = key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1');
  const isPinned = (name: string): boolean => name === kind || (kind === 'ssh-rsa' && name.startsWith('rsa-'));
  return [...PREFERRED_ALGORITHMS.filter(isPinned), ...PREFERRED_ALGORITHMS.filter((name) => !isPinned(name))];
}

/** Some servers prompt for the password. Prompts for anything else get no response. */
function handlePasswordPrompts(client: Client, password: string): void {
  client.on('keyboard-interactive', (...[, , , prompts, finish]) => {
    finish(prompts.length === 1 ? [password] : []);
  });
}

function toSftpError(error: (Error & { level?: string }) | undefined, is_key_changed: boolean): SftpError {
  if (is_key_changed) return new SftpError('host_key_changed');
  if (error?.level === 'client-authentication') return new SftpError('auth_failed');
  if (error?.level === 'client-timeout') return new SftpError('timeout');
  return new SftpError('protocol_error');
}
