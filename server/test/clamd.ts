/** Debian's clamd for tests, with one signature: the standard test file of virus scanners. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EICAR } from './upload-files.ts';

const CLAMD = '/usr/sbin/clamd';

export interface Clamd {
  /** Path of its socket: the value of CLAMD_ADDRESS. */
  address: string;
  stop: () => Promise<void>;
}

/** Installs the package where that is possible. Returns why clamd cannot run, or null. */
export function findMissingClamd(): string | null {
  if (existsSync(CLAMD)) return null;
  if (process.getuid?.() !== 0) return 'clamav-daemon is not installed, and installing it needs root';
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'pipe', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'clamav-daemon'], {
      stdio: 'pipe',
      env,
    });
    return null;
  } catch {
    return 'clamav-daemon cannot be installed';
  }
}

export async function startClamd(): Promise<Clamd> {
  const folder = mkdtempSync(join(tmpdir(), 'dasbor-clamd-'));
  const address = join(folder, 'clamd.sock');
  // Format of extended signatures: name, any type of file, anywhere in it, hexadecimal.
  writeFileSync(join(folder, 'test.ndb'), `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString('hex')}\n`);
  writeFileSync(
    join(folder, 'clamd.conf'),
    [`LocalSocket ${address}`, `DatabaseDirectory ${folder}`, 'Foreground yes', 'StreamMaxLength 20M', ''].join('\n'),
  );
  const child = spawn(CLAMD, ['--config-file', join(folder, 'clamd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] });
  await waitUntilReady(child, address);
  return {
    address,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(child: ChildProcess, address: string): Promise<void> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (!(await isListening(address))) {
    if (child.exitCode !== null) throw new Error(`clamd ended: ${output}`);
    await wait(50);
  }
}

const isListening = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
