/**
 * What the browser loads, compressed: `node web/weigh.ts` after `vite build`. The login page may
 * weigh 150 KB of script and style, any other chunk 60 KB. Ends with status 1 when one is heavier.
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const LOGIN_MOST_BYTES = 150_000;
const CHUNK_MOST_BYTES = 60_000;
const DIST = path.join(import.meta.dirname, 'dist');

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const measureWeight = (file: string): number => gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length;

/** Files that a chunk needs before it can run. */
function collectFiles(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const next of chunk.imports ?? []) collectFiles(next, seen);
  return seen;
}

const login = new Set([...collectFiles('index.html'), ...collectFiles('src/app/routes/login-route.tsx')]);
const login_bytes = [...login].reduce((sum, file) => sum + measureWeight(file), 0);
const others = readdirSync(path.join(DIST, 'assets'))
  .map((file) => `assets/${file}`)
  .filter((file) => /\.(js|css)$/.test(file) && !login.has(file))
  .map((file) => ({ file, bytes: measureWeight(file) }))
  .sort((a, b) => b.bytes - a.bytes);

for (const file of login) console.log(`login  ${String(measureWeight(file)).padStart(7)}  ${file}`);
console.log(`login page: ${login_bytes} bytes gzip of ${LOGIN_MOST_BYTES}`);
for (const { file, bytes } of others.slice(0, 6)) console.log(`chunk  ${String(bytes).padStart(7)}  ${file}`);
const is_heavy = login_bytes > LOGIN_MOST_BYTES || others.some(({ bytes }) => bytes > CHUNK_MOST_BYTES);
console.log(is_heavy ? 'too heavy' : 'ok');
process.exitCode = is_heavy ? 1 : 0;
