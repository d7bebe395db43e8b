// Debian packages that the tests need: a browser, an OpenSSH server as the merchant's SFTP server, a virus scanner, file readers, and the languages of the API examples. Plain JavaScript.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { run } from './bootstrap.mjs';
import { BROWSER_FILE } from './browser.mjs';
import { step } from './progress.mjs';

const NEEDED = [
  { package_name: 'chromium-headless-shell', file: BROWSER_FILE },
  { package_name: 'openssh-server', file: '/usr/sbin/sshd' },
  { package_name: 'openssh-client', file: '/usr/bin/ssh-keygen' },
  { package_name: 'openssh-sftp-server', file: '/usr/lib/openssh/sftp-server' },
  { package_name: 'openssl', file: '/usr/bin/openssl' },
  { package_name: 'clamav-daemon', file: '/usr/sbin/clamd' },
  // Independent readers: QR images, PDF files, CSV (Python's csv module), and a spreadsheet.
  { package_name: 'zbar-tools', file: '/usr/bin/zbarimg' },
  { package_name: 'poppler-utils', file: '/usr/bin/pdftotext' },
  { package_name: 'python3', file: '/usr/bin/python3' },
  { package_name: 'gnumeric', file: '/usr/bin/ssconvert' },
  // The examples of the API reference are run.
  { package_name: 'curl', file: '/usr/bin/curl' },
  { package_name: 'php-cli', file: '/usr/bin/php' },
  { package_name: 'php-curl', file: '/var/lib/dpkg/info/php-curl.list' },
];

/** Installs missing packages with apt-get, as root or with sudo; otherwise explains how to install them. */
export async function ensureDebianPackages() {
  const missing = NEEDED.filter(({ file }) => !fs.existsSync(file)).map(({ package_name }) => package_name);
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  const by_hand = `apt-get update && apt-get ${install.join(' ')}`;
  if (!fs.existsSync('/usr/bin/apt-get')) {
    throw new Error(`The tests need ${missing.join(', ')}: on Debian, ${by_hand}`);
  }
  const as_root = process.getuid?.() === 0 ? [] : canSudo() ? ['sudo', '-n'] : null;
  if (as_root === null) throw new Error(`The tests need ${missing.join(', ')}. As root, run: ${by_hand}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await step(`Installing ${missing.join(', ')}`, async () => {
    await run([...as_root, 'apt-get', 'update'], env);
    // Prevents packages from starting services that open ports.
    const no_start = as_root.length === 0 ? withoutServices() : () => {};
    await run([...as_root, 'apt-get', ...install], env).finally(no_start);
  });
}

function canSudo() {
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Installs a policy that keeps services from starting. Returns a function that removes it. */
function withoutServices() {
  const policy = '/usr/sbin/policy-rc.d';
  if (fs.existsSync(policy)) return () => {};
  fs.writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => fs.rmSync(policy, { force: true });
}
