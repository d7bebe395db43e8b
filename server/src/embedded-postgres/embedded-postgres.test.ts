import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres, startTemporaryPostgres } from './start.ts';
import { removeCluster } from './paths.ts';
import { identifyProcess, isRunning, waitUntilGone } from './process-identity.ts';

let root: string;
let data_dir: string;
const running: EmbeddedPostgres[] = [];

// Making a cluster takes longer than any of these tests: they follow each other over one folder.
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-embedded-test-')); // Mode 700, as root's home is.
  data_dir = path.join(root, 'postgres');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

afterAll(() => {
  removeCluster(data_dir);
  fs.rmSync(root, { recursive: true });
});

async function start(folder = data_dir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ data_dir: folder, port: 0, fsync: false });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

test('a folder that only its owner may enter serves, and a second start finds the data', async () => {
  const first = await start();
  await query(first.url, 'create table kept_over_stop as select 7 as n');
  await first.stop();
  const second = await start();
  expect(await query(second.url, 'select n from kept_over_stop')).toEqual([7]);
});

test('only this machine reaches it, only with the password', async () => {
  const server = await start();
  expect(await query(server.url, "select current_setting('listen_addresses')")).toEqual(['127.0.0.1']);
  await expect(query(server.url.replace(/:[^:@/]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
  expect(fs.statSync(path.join(data_dir, 'password')).mode & 0o777).toBe(0o600);
});

test('the same folder twice is refused while its launcher lives', async () => {
  await start();
  await expect(start()).rejects.toThrow(`is already in use by process ${process.pid}`);
});

test('two folders run side by side with their own data', async () => {
  const other_dir = path.join(root, 'other');
  const [one, two] = await Promise.all([start(), start(other_dir)]);
  await query(one.url, 'create table only_here (n int)');
  expect(await query(two.url, "select to_regclass('only_here')")).toEqual([null]);
  await two.stop();
  removeCluster(other_dir);
});

test('a killed server recovers at once with what was committed', async () => {
  const first = await start();
  await query(first.url, 'create table kept_over_kill as select 1 as n');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toBe('SIGKILL');
  const second = await start();
  expect(await query(second.url, 'select n from kept_over_kill')).toEqual([1]);
});

test('a killed launcher leaves an orphan that the next start replaces', async () => {
  const module = JSON.stringify(new URL('./start.ts', import.meta.url).href);
  const options = JSON.stringify({ data_dir, port: 0, fsync: false });
  const program = `const { startEmbeddedPostgres } = await import(${module});
    const server = await startEmbeddedPostgres(${options}); console.log(server.pid);`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await launcher.stdout.take(1).toArray()) as Buffer[];
  const orphan = identifyProcess(Number(String(line)));
  const gone = new Promise((resolve) => launcher.once('exit', resolve));
  launcher.kill('SIGKILL');
  await gone;
  if (!orphan) throw new Error('the launcher started no server');
  expect(isRunning(orphan)).toBe(true);

  const server = await start();
  expect(await waitUntilGone(orphan, 0)).toBe(true);
  expect(await query(server.url, 'select 1')).toEqual([1]);
});

test('a pid file that names some other program does not stop the start', async () => {
  const first = await start();
  const cluster_dir = (await query(first.url, 'show data_directory'))[0] as string;
  const pid_file = fs.readFileSync(path.join(cluster_dir, 'postmaster.pid'), 'utf8');
  await first.stop();
  fs.writeFileSync(path.join(cluster_dir, 'postmaster.pid'), pid_file.replace(/^\d+/, String(process.pid)));
  const second = await start();
  expect(await query(second.url, 'select 1')).toEqual([1]);
});

test('a taken port is named', async () => {
  const blocker = net.createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as net.AddressInfo;
  await expect(startEmbeddedPostgres({ data_dir, port, fsync: false })).rejects.toThrow(`Port ${port} is taken`);
  blocker.close();
});

test('a copied data folder does not share the database of the original', async ({ skip }) => {
  const server = await start();
  if (!fs.existsSync(path.join(data_dir, 'elsewhere'))) skip('only root keeps the cluster elsewhere');
  await server.stop();
  const copy = path.join(root, 'copy');
  fs.cpSync(data_dir, copy, { recursive: true, verbatimSymlinks: true });
  await expect(start(copy)).rejects.toThrow('is a copy of');
});

test('a throw-away database leaves nothing behind', async () => {
  const server = await startTemporaryPostgres();
  const cluster_dir = (await query(server.url, 'show data_directory'))[0] as string;
  await server.stop();
  expect(fs.existsSync(cluster_dir)).toBe(false);
});
