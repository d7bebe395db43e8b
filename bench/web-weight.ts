import * as fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { preview } from 'vite';
import { ensureBuilt, ROOT } from '../scripts/bootstrap.mjs';
import type { Finding } from './benchmark.ts';

const LOGIN_LIMIT_BYTES = 150_000;
const CHUNK_LIMIT_BYTES = 60_000;
const ASSETS = path.join(ROOT, 'web/dist/assets');

/**
 * Bytes of script and style, gzipped, that a browser loads for the login page; and the heaviest chunk beyond it. The
 * browser's own requests decide what is loaded, so that a lazy chunk that is fetched eagerly counts.
 */
export async function weighWeb(): Promise<Finding> {
  await ensureBuilt();
  const login = await loadLogin();
  const others = fs.readdirSync(ASSETS).filter((name) => /\.(js|css)$/.test(name) && !login.has(name));
  const chunks = others.map((name) => ({ name, bytes: weigh(fs.readFileSync(path.join(ASSETS, name))) }));
  const heaviest = chunks.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5);
  const login_bytes = [...login.values()].reduce((total, bytes) => total + bytes, 0);
  const ratio = Math.max(login_bytes / LOGIN_LIMIT_BYTES, (heaviest[0]?.bytes ?? 0) / CHUNK_LIMIT_BYTES);
  const lines = [
    ...[...login].map(([name, bytes]) => `login  ${kilobytes(bytes)}  ${name}`),
    `login  ${kilobytes(login_bytes)}  in all, of ${LOGIN_LIMIT_BYTES / 1000} KB`,
    ...heaviest.map(({ name, bytes }) => `chunk  ${kilobytes(bytes)}  ${name}, of ${CHUNK_LIMIT_BYTES / 1000} KB`),
  ];
  return { ratio, target: 1, good: 'at most', lines };
}

/** Name and gzipped bytes of each script and style sheet that the login page requests until it is idle. */
async function loadLogin(): Promise<Map<string, number>> {
  const server = await preview({
    configFile: path.join(ROOT, 'web/vite.config.ts'),
    logLevel: 'silent',
    preview: { port: 0, host: '127.0.0.1', proxy: {} },
  });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const loaded = new Map<string, number>();
    const bodies: Promise<void>[] = [];
    page.on('response', (response) => {
      if (!['script', 'stylesheet'].includes(response.request().resourceType())) return;
      const name = path.basename(new URL(response.url()).pathname);
      bodies.push(response.body().then((body) => void loaded.set(name, weigh(body))));
    });
    await page.goto(`${server.resolvedUrls?.local[0]}login`, { waitUntil: 'networkidle' });
    await page
      .getByLabel(/password/i)
      .first()
      .waitFor();
    await Promise.all(bodies);
    return loaded;
  } finally {
    await browser.close();
    await server.close();
  }
}

function weigh(body: Buffer): number {
  return gzipSync(body, { level: 9 }).length;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} KB`;
}
