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

// The tests share one cluster, because creating one takes longer than any test.
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-embedded-test-')); // Mode 700, like root's home.
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

test('works in a folder that only its owner may enter, and keeps the data across restarts', async () => {
  const first = await start();
  await query(first.url, 'create table kept_over_stop as select 7 as n');
  await first.stop();
  const second = await start();
  expect(await query(second.url, 'select n from kept_over_stop')).toEqual([7]);
});

test('accepts local connections with the password only', async () => {
  const server = await start();
  expect(await query(server.url, "select current_setting('listen_addresses')")).toEqual(['127.0.0.1']);
  await expect(query(server.url.replace(/:[^:@/]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password/);
  expect(fs.statSync(path.join(data_dir, 'password')).mode & 0o777).toBe(0o600);
});

test('rejects a second start over the same folder while the launcher is running', async () => {
  await start();
  await expect(start()).rejects.toThrow(`is already in use by process ${process.pid}`);
});

test('runs two folders side by side with separate data', async () => {
  const other_dir = path.join(root, 'other');
  const [one, two] = await Promise.all([start(), start(other_dir)]);
  await query(one.url, 'create table only_here (n int)');
  expect(await query(two.url, "select to_regclass('only_here')")).toEqual([null]);
  await two.stop();
  removeCluster(other_dir);
});

test('recovers committed data after the server was killed', async () => {
  const first = await start();
  await query(first.url, 'create table kept_over_kill as select 1 as n');
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toBe('SIGKILL');
  const second = await start();
  expect(await query(second.url, 'select n from kept_over_kill')).toEqual([1]);
});

test('is back at once after the server was killed in the middle of a long statement', async () => {
  const first = await start();
  const client = new pg.Client({ connectionString: first.url });
  client.on('error', () => undefined);
  await client.connect();
  // Computes without waiting for anything, so that it does not notice the death of its server.
  const statement = client.query('select count(*) from generate_series(1, 10000000000)').catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 200));
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  const started_ms = performance.now();
  const second = await start();
  expect(await query(second.url, 'select 1')).toEqual([1]);
  expect(performance.now() - started_ms).toBeLessThan(5_000);
  await statement;
});

test('replaces the orphaned server of a killed launcher', async () => {
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

// PostgreSQL ignores the processes of other users, so that these run as its own.
test('starts despite a pid file that names another program', async () => {
  const first = await start();
  const cluster_dir = (await query(first.url, 'show data_directory'))[0] as string;
  const pid_file = fs.readFileSync(path.join(cluster_dir, 'postmaster.pid'), 'utf8');
  await first.stop();
  const { uid, gid } = fs.statSync(cluster_dir);
  const other = spawn('sleep', ['60'], { uid, gid });
  fs.writeFileSync(path.join(cluster_dir, 'postmaster.pid'), pid_file.replace(/^\d+/, String(other.pid)));
  const second = await start().finally(() => other.kill('SIGKILL'));
  expect(await query(second.url, 'select 1')).toEqual([1]);
});

test('starts despite a pid file whose process is a zombie', async () => {
  const first = await start();
  const cluster_dir = (await query(first.url, 'show data_directory'))[0] as string;
  const pid_file = fs.readFileSync(path.join(cluster_dir, 'postmaster.pid'), 'utf8');
  process.kill(first.pid, 'SIGKILL');
  await first.exited;
  // The shell becomes a program that never waits for its child.
  const { uid, gid } = fs.statSync(cluster_dir);
  const parent = spawn('sh', ['-c', 'sleep 0 & exec sleep 60'], { uid, gid });
  const isZombie = (pid: string) => /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const children = () => fs.readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ');
  await expect.poll(() => children()[0] !== '' && isZombie(children()[0]!)).toBe(true);
  fs.writeFileSync(path.join(cluster_dir, 'postmaster.pid'), pid_file.replace(/^\d+/, children()[0]!));
  const second = await start().finally(() => parent.kill('SIGKILL'));
  expect(await query(second.url, 'select 1')).toEqual([1]);
});

test('reports a port that is in use', async () => {
  const blocker = net.createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as net.AddressInfo;
  await expect(startEmbeddedPostgres({ data_dir, port, fsync: false })).rejects.toThrow(`Port ${port} is taken`);
  blocker.close();
});

test('rejects a copied data folder that links to the database of the original', async ({ skip }) => {
  const server = await start();
  if (!fs.existsSync(path.join(data_dir, 'elsewhere'))) skip('the cluster is stored elsewhere for root only');
  await server.stop();
  const copy = path.join(root, 'copy');
  fs.cpSync(data_dir, copy, { recursive: true, verbatimSymlinks: true });
  await expect(start(copy)).rejects.toThrow('is a copy of');
});

test('removes a temporary database completely', async () => {
  const server = await startTemporaryPostgres();
  const cluster_dir = (await query(server.url, 'show data_directory'))[0] as string;
  await server.stop();
  expect(fs.existsSync(cluster_dir)).toBe(false);
});
