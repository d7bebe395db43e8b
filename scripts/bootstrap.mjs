// Prepares a clone: installs the packages and builds the server and the web. Plain JavaScript for Node 20.19 or later, without packages.
// Every step is skipped when it is up to date.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { precompress } from './precompress.mjs';
import { print, step } from './progress.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The Node of the project; the user's Node only runs the bootstrap. */
export const NODE = path.join(ROOT, 'node_modules/.bin/node');
/** The command of npm: the one that runs us, or else that of the user. */
export const NPM = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];

const MODULES = path.join(ROOT, 'node_modules');
const STAMPS = path.join(MODULES, '.dasbor');
const LOCK = path.join(ROOT, '.bootstrap.lock');
const KEEP_ASSETS_MS = 24 * 3_600_000;

/** Runs `npm ci` unless node_modules matches package-lock.json. */
export async function ensureInstalled() {
  requireNode();
  const fingerprint = hashFiles([path.join(ROOT, 'package-lock.json')]);
  if (isInstalled(fingerprint)) return;
  await withInstallLock('installing', async () => {
    if (isInstalled(fingerprint)) return;
    // npm ci empties the folder first, which would delete another project's packages through a link.
    if (fs.lstatSync(MODULES, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Error(`${MODULES} is a link to a folder that does not hold these packages. Remove the link first.`);
    }
    const install = [...NPM, 'ci', '--include=dev', '--no-audit', '--no-fund'];
    await step('Installing packages', () => run(install)).catch(async () => {
      // Leftovers of an interrupted install can make the next one fail.
      fs.rmSync(MODULES, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
      await step('Installing packages once more, from nothing', () => run(install));
    });
    writeStamp('install', fingerprint);
  });
}

/**
 * What is built: the dashboard (web/dist), the pay page (pay/dist) and the server (server/dist).
 * @typedef {'web' | 'pay' | 'server'} Part
 */

/** @type {Record<Part, string>} */
const ENTRY = { web: 'index.html', pay: 'index.html', server: 'main.js' };

/** Builds every part that is not up to date. */
export async function ensureBuilt() {
  await ensurePartBuilt('web', 'Building the web');
  await ensurePartBuilt('pay', 'Building the pay page');
  await ensurePartBuilt('server', 'Building the server');
}

/**
 * @param {Part} part
 * @param {string} doing
 */
async function ensurePartBuilt(part, doing) {
  const dist = path.join(ROOT, part, 'dist');
  const fingerprint = hashFiles(listSources(part));
  const isBuilt = () => readStamp(part) === fingerprint && fs.existsSync(path.join(dist, ENTRY[part]));
  if (isBuilt()) return;
  await withInstallLock('building', async () => {
    if (isBuilt()) return;
    const fresh = path.join(STAMPS, `dist-${part}`);
    const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
    const build = [NODE, vite, 'build', part, '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
    await step(doing, async () => {
      // Vite builds React for development where the environment says so.
      await run(build, { ...process.env, NODE_ENV: 'production' });
      if (part !== 'server') await precompress(fresh);
    });
    copyRecentAssets(path.join(dist, 'assets'), path.join(fresh, 'assets'));
    // Replaced atomically, so that a running server never serves a partial build.
    fs.rmSync(`${dist}.old`, { recursive: true, force: true });
    if (fs.existsSync(dist)) fs.renameSync(dist, `${dist}.old`);
    fs.renameSync(fresh, dist);
    fs.rmSync(`${dist}.old`, { recursive: true, force: true });
    writeStamp(part, fingerprint);
  });
}

/** Keeps files of recent builds for a while, because a running server and open tabs still load them. */
function copyRecentAssets(/** @type {string} */ old_folder, /** @type {string} */ new_folder) {
  if (!fs.existsSync(old_folder)) return;
  for (const name of fs.readdirSync(old_folder)) {
    const [from, to] = [path.join(old_folder, name), path.join(new_folder, name)];
    const is_recent = Date.now() - fs.statSync(from).mtimeMs < KEEP_ASSETS_MS;
    if (is_recent && !fs.existsSync(to)) fs.cpSync(from, to, { preserveTimestamps: true });
  }
}

/**
 * Runs a command in the project folder and resolves when it succeeds; shows its output only on failure.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<void>}
 */
export function run([program, ...args], env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program ?? '', args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      const shown = [program, ...args].map((part) => path.relative(ROOT, part ?? '') && part).join(' ');
      reject(new Error(`${Buffer.concat(output).toString()}\n${shown} failed (${signal ?? `code ${code}`})`));
    });
  });
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node ${process.versions.node} is too old: Dasbor needs 20.19 or later to install itself.`);
}

/** @param {string} fingerprint */
function isInstalled(fingerprint) {
  if (!fs.existsSync(NODE)) return false;
  if (readStamp('install') === fingerprint) return true;
  if (!matchesLock()) return false;
  writeStamp('install', fingerprint); // npm was run by hand.
  return true;
}

/** Compares the lock file in node_modules with package-lock.json. */
function matchesLock() {
  try {
    const { packages: locked } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
    const { packages: present } = JSON.parse(
      fs.readFileSync(path.join(ROOT, 'node_modules/.package-lock.json'), 'utf8'),
    );
    return Object.keys(locked).every((name) => {
      const { version, link, optional } = locked[name];
      if (!name.includes('node_modules/') || link || (optional && !present[name])) return true;
      return present[name]?.version === version;
    });
  } catch {
    return false;
  }
}

/**
 * The files whose change makes a new build necessary.
 * @param {Part} part
 */
export function listSources(part) {
  const roots = [part, 'contract/src'].map((folder) => path.join(ROOT, folder));
  const files = roots.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  // Below the project: a clone may lie in a folder with any of these names.
  const is_source = (/** @type {string} */ file) =>
    !/\/(node_modules|dist|dist\.old|test|migrations)\/|\.test\.tsx?$/.test(path.relative(ROOT, file));
  return [path.join(ROOT, 'package-lock.json'), ...files.filter(is_source).sort()];
}

/** @param {string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(ROOT, file)}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} name */
function readStamp(name) {
  try {
    return fs.readFileSync(path.join(STAMPS, name), 'utf8');
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function writeStamp(name, value) {
  fs.mkdirSync(STAMPS, { recursive: true });
  fs.writeFileSync(path.join(STAMPS, name), value);
}

/**
 * Runs `work` under a lock, so that concurrent starts of a clone do not install at the same time.
 * @param {string} doing
 * @param {() => Promise<void>} work
 */
async function withInstallLock(doing, work) {
  let has_announced = false;
  while (!acquireLock()) {
    if (!has_announced) print(`Waiting: another start is ${doing}`);
    has_announced = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const release = () => fs.rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function acquireLock() {
  try {
    fs.writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!holderRuns()) fs.rmSync(LOCK, { force: true });
    return false;
  }
}

function holderRuns() {
  try {
    const pid = Number(fs.readFileSync(LOCK, 'utf8'));
    // Empty between its creation and its first write.
    if (pid === 0) return Date.now() - fs.statSync(LOCK).mtimeMs < 2_000;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
