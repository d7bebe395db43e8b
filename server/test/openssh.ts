/**
 * An OpenSSH server for tests with a temporary system user, because most merchants run OpenSSH. sshd checks system
 * passwords, so this needs root, as in CI.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';

const SSHD = '/usr/sbin/sshd';
const SFTP_SERVER = '/usr/lib/openssh/sftp-server';
/** Unit of `ulimit -f`. */
const ULIMIT_BYTES = 512;

export interface Openssh {
  port: number;
  username: string;
  password: string;
  /** Login directory of the user. */
  home: string;
  /** The debug log of the server. */
  log: () => string;
  /** SHA-256 fingerprint of its host key, in the format of ssh-keygen. */
  fingerprint: () => string;
  /**
   * Restarts the server on the same port. `new_host_key`: with another host key. `quota_bytes` (whole kilobytes): rejects
   * larger files, like an exhausted quota.
   */
  restart: (options?: { new_host_key?: boolean; quota_bytes?: number }) => Promise<void>;
  /** Mounts a disk of this size as the login directory; the result unmounts it. Throws when mounting is not allowed. */
  useSmallDisk: (size_bytes: number) => () => void;
  /** Kills the server and all sessions. */
  kill: () => Promise<void>;
  /** Kills the server and removes the user and the files. */
  remove: () => Promise<void>;
}

export async function startOpenssh(): Promise<Openssh> {
  ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'dasbor-sshd-'));
  const username = `dt${randomBytes(5).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const home = join(folder, 'home');
  execFileSync('chmod', ['755', folder]);
  execFileSync('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/sh', username], { stdio: 'pipe' });
  execFileSync('chpasswd', { input: `${username}:${password}\n` });
  const port = await findFreePort();
  generateHostKey(folder);
  writeFileSync(join(folder, 'config'), buildConfig(folder, port, username));
  const ids = (): string => {
    const { uid, gid } = statSync(home);
    return `uid=${uid},gid=${gid}`;
  };
  let child = await run(folder, port);
  const kill = async (): Promise<void> => {
    const gone = child.exitCode !== null || child.signalCode !== null;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    for (const pid of listDescendants(child.pid ?? 0)) killQuietly(pid);
    child.kill('SIGKILL');
    if (!gone) await ended;
  };
  return {
    port,
    username,
    password,
    home,
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    fingerprint: () =>
      execFileSync('ssh-keygen', ['-lf', join(folder, 'host_key.pub')], { encoding: 'utf8' }).split(' ')[1] ?? '',
    restart: async (options = {}) => {
      await kill();
      if (options.new_host_key === true) generateHostKey(folder);
      writeFileSync(join(folder, 'config'), buildConfig(folder, port, username, options.quota_bytes));
      child = await run(folder, port);
    },
    useSmallDisk: (size_bytes) => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size_bytes},mode=755,${ids()}`, 'tmpfs', home], {
        stdio: 'pipe',
      });
      return () => void execFileSync('umount', ['-l', home], { stdio: 'pipe' });
    },
    kill,
    remove: async () => {
      await kill();
      // -f, because the last session may still be ending.
      execFileSync('userdel', ['-f', username], { stdio: 'pipe' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ensureInstalled(): void {
  if (process.getuid?.() !== 0) throw new Error('The tests against OpenSSH need root: sshd checks system passwords.');
  if (!existsSync(SSHD)) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'pipe' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'openssh-server'], {
      stdio: 'pipe',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  // The privilege separation directory, which is missing without systemd.
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
}

function generateHostKey(folder: string): void {
  for (const name of ['host_key', 'host_key.pub']) rmSync(join(folder, name), { force: true });
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'host_key')]);
}

const buildConfig = (folder: string, port: number, username: string, quota_bytes?: number): string => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host_key
PidFile none
UsePAM no
PasswordAuthentication yes
KbdInteractiveAuthentication no
PubkeyAuthentication no
PermitRootLogin no
AllowUsers ${username}
StrictModes no
LogLevel DEBUG2
MaxStartups 50
Subsystem sftp internal-sftp
ForceCommand ${quota_bytes === undefined ? 'internal-sftp' : `trap '' XFSZ; ulimit -f ${quota_bytes / ULIMIT_BYTES}; exec ${SFTP_SERVER}`}
`;

async function run(folder: string, port: number): Promise<ChildProcess> {
  const child = spawn(SSHD, ['-D', '-f', join(folder, 'config'), '-E', join(folder, 'log')], { stdio: 'ignore' });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`sshd ended: ${readFileSync(join(folder, 'log'), 'utf8')}`);
    if (await isListening(port)) return child;
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(() => resolve(false), 20));
  });

/** Descendants of a process by parent pid, because sessions of sshd leave its process group. */
function listDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: findParent(name) }));
  const found: number[] = [];
  for (let next = [pid]; next.length > 0;) {
    next = parents.filter((each) => next.includes(each.parent)).map((each) => each.pid);
    found.push(...next);
  }
  return found;
}

function findParent(pid: string): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[1],
    );
  } catch {
    return -1;
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}
