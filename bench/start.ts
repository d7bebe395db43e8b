import { spawn } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '../scripts/bootstrap.mjs';
import { startInstallation } from '../scripts/installation.ts';
import { type BenchmarkResult, median } from './benchmark.ts';

const LIMIT_S = 5;
const PASSES = 5;
const GIVE_UP_MS = 60_000;

/** Median time from `npm start` to a served login page with existing data, in seconds. */
export async function measureStart(): Promise<BenchmarkResult> {
  const first_ms = Date.now();
  const installation = await startInstallation();
  const first_s = (Date.now() - first_ms) / 1000;
  await installation.stop({ keep: true });
  const passes_s: number[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) passes_s.push(await measureRestart(installation));
  const again = await startInstallation({ data_dir: installation.data_dir });
  await again.stop();
  const middle_s = median(passes_s);
  const lines = [
    `first start with an empty data folder, without installation and build: ${first_s.toFixed(1)} s`,
    `npm start to a served page: ${passes_s.map((pass_s) => pass_s.toFixed(2)).join(', ')} s, of ${LIMIT_S} s`,
  ];
  return { ratio: middle_s / LIMIT_S, target: 1, comparison: 'at most', lines };
}

async function measureRestart(installation: Awaited<ReturnType<typeof startInstallation>>): Promise<number> {
  const port = (url: string) => new URL(url).port;
  const started_ms = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      ...process.env,
      // The PATH of a user's shell, without the project's tools.
      PATH: process.env.PATH?.split(path.delimiter)
        .filter((folder) => !folder.includes('node_modules'))
        .join(path.delimiter),
      DATABASE_URL: '',
      NODE_ENV: 'development',
      PORT: port(installation.url),
      BANK_PORT: port(installation.bank_url),
      MAIL_PORT: port(installation.mail_url),
      SFTP_PORT: String(installation.sftp_port),
      DATA_DIR: installation.data_dir,
    },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await waitUntilServed(`${installation.url}/login`);
    return (performance.now() - started_ms) / 1000;
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT'); // The process group, as Ctrl-C does.
    await ended;
  }
}

async function waitUntilServed(url: string): Promise<void> {
  const deadline = Date.now() + GIVE_UP_MS;
  while (Date.now() < deadline) {
    const answer = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => null);
    if (answer?.ok && (await answer.text()).includes('<html')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not become ready within ${GIVE_UP_MS / 1000} s`);
}
