/** The built server (decision 0169). That it works is shown by the journeys, which run it. */
import * as fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { ROOT, ensureBuilt } from './bootstrap.mjs';

const DIST = path.join(ROOT, 'server/dist');

beforeAll(ensureBuilt);

const listFiles = (folder: string, ending: RegExp): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => path.join(folder, name));

test('is ASCII: V8 keeps a text with any other character in twice the memory', () => {
  const files = listFiles(DIST, /\.js$/);
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((file) => /[^\0-\x7f]/.test(fs.readFileSync(file, 'latin1')))).toEqual([]);
});

test('loads from node_modules only what is native or reads files of its own', () => {
  const main = fs.readFileSync(path.join(DIST, 'main.js'), 'utf8');
  const names = [...main.matchAll(/^import .*? from "([^".][^"]*)"/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !isBuiltin(name))).toEqual(['@node-rs/argon2']);
});

test('each text file of 1 KB and more that browsers load lies beside its brotli and gzip versions', () => {
  const files = listFiles(path.join(ROOT, 'web/dist/assets'), /\.(?:js|css|svg|json)$/).filter(
    (file) => fs.statSync(file).size >= 1_024,
  );
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const bytes = fs.readFileSync(file);
    expect(brotliDecompressSync(fs.readFileSync(`${file}.br`)).equals(bytes), `${file}.br`).toBe(true);
    expect(gunzipSync(fs.readFileSync(`${file}.gz`)).equals(bytes), `${file}.gz`).toBe(true);
  }
});

test('no source resolves a path relative to itself, because the built files lie elsewhere', () => {
  const sources = ['server/src', 'contract/src'].flatMap((folder) =>
    listFiles(path.join(ROOT, folder), /(?<!\.test)\.ts$/),
  );
  const relative = sources.filter((file) =>
    /new URL\([^)]*import\.meta\.url|import\.meta\.(?:dirname|filename)/.test(fs.readFileSync(file, 'utf8')),
  );
  // Names the module of a stack frame.
  expect(relative.map((file) => path.basename(file))).toEqual(['sentry-client.ts']);
});
