import * as fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../scripts/bootstrap.mjs';
import { startInstallation } from '../scripts/installation.ts';
import type { BenchmarkResult } from './benchmark.ts';
import { launchBrowser } from './browser.ts';
import { countWireBytes } from './slow-phone.ts';

const LOGIN_LIMIT_BYTES = 150_000;
const CHUNK_LIMIT_BYTES = 60_000;
const ASSETS = path.join(ROOT, 'web/dist/assets');

/**
 * Bytes of scripts and styles on the wire, headers included, that a browser loads for the login page, and the largest other
 * chunk. The browser's requests decide, so that a lazy chunk fetched eagerly counts.
 */
export async function measureWebWeight(): Promise<BenchmarkResult> {
  const installation = await startInstallation({ env: { SANDBOX_HISTORY: '0' } });
  try {
    const login = await measureLoginPage(installation.url);
    const others = fs.readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name) && !login.has(name));
    const chunks: { name: string; bytes: number }[] = [];
    for (const name of others)
      chunks.push({ name, bytes: await measureTransferSize(`${installation.url}/assets/${name}`) });
    const heaviest = chunks.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5);
    const login_bytes = [...login.values()].reduce((total, bytes) => total + bytes, 0);
    const ratio = Math.max(login_bytes / LOGIN_LIMIT_BYTES, (heaviest[0]?.bytes ?? 0) / CHUNK_LIMIT_BYTES);
    const lines = [
      ...[...login].map(([name, bytes]) => `login  ${formatKilobytes(bytes)}  ${name}`),
      `login  ${formatKilobytes(login_bytes)}  in total, of ${LOGIN_LIMIT_BYTES / 1000} KB`,
      ...heaviest.map(
        ({ name, bytes }) => `chunk  ${formatKilobytes(bytes)}  ${name}, of ${CHUNK_LIMIT_BYTES / 1000} KB`,
      ),
    ];
    return { ratio, target: 1, comparison: 'at most', lines };
  } finally {
    await installation.stop();
  }
}

/** Name and bytes on the wire of each script and style sheet that the login page loads until it is idle. */
async function measureLoginPage(url: string): Promise<Map<string, number>> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const parts = countWireBytes(session, (pathname) => path.basename(pathname));
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' });
    await page
      .getByLabel(/password/i)
      .first()
      .waitFor();
    return new Map([...parts].filter(([name]) => /\.(js|css)$/.test(name)));
  } finally {
    await browser.close();
  }
}

/** Compressed size of the body, from the header because fetch decodes it. */
async function measureTransferSize(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br, gzip' } });
  const length = Number(answer.headers.get('content-length'));
  if (!answer.ok || !Number.isSafeInteger(length)) throw new Error(`${url} returned ${answer.status} without a length`);
  return length;
}

const formatKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1).padStart(6)} KB`;
