/** Benchmark environment: a temporary PostgreSQL with fsync, the product's server, and access tokens. */
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ROOT } from '../scripts/bootstrap.mjs';
import { SERVER_ENV, SERVER_FILE, SERVER_FLAGS } from '../scripts/server-program.ts';
import { signAccessToken } from '../server/src/auth/tokens.ts';
import { type Db, connect } from '../server/src/db/connect.ts';
import { findFreePort } from '../server/src/embedded-postgres/server.ts';
import { startTemporaryPostgres } from '../server/src/embedded-postgres/start.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { newId } from '../server/src/db/new-id.ts';
import { KOPI_NUSANTARA, ensurePeople } from '../server/src/sandbox/people.ts';
import { type Secrets, ensureSecrets } from '../server/src/secrets.ts';

export const { merchant_id: MERCHANT_ID } = KOPI_NUSANTARA;

export interface BenchEnvironment {
  /** Connection of the database owner, which bypasses row-level security. */
  owner: pg.Client;
  owner_url: string;
  /** Data-access layer of the application. */
  db: Db;
  data_dir: string;
  secrets: Secrets;
  /** Starts an API process on a free port. */
  startServer: (env?: Record<string, string>) => Promise<Server>;
  /** Starts a process that runs jobs, which may send webhooks to this machine. Returns its process id. */
  startWorker: (env?: Record<string, string>) => number;
  /** Starts the reference server (bench/bare-server.ts) on the same database. */
  startBareServer: () => Promise<Server>;
  /**
   * Creates access tokens of new sessions that just authenticated, so that the rate limit per session does not affect the
   * benchmark; of the superadmin by default.
   */
  createTokens: (count: number, email?: string) => Promise<string[]>;
  stop: () => Promise<void>;
}

export interface Server {
  url: string;
  pid: number;
}

/** Resident memory of a process. */
export function readResidentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

const READY_TIMEOUT_MS = 30_000;

/** Starts a migrated environment with the sandbox users and no payments. */
export async function startEnvironment(): Promise<BenchEnvironment> {
  const postgres = await startTemporaryPostgres({ fsync: true });
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-bench-'));
  const secrets = ensureSecrets(data_dir);
  const { urls } = await migrate(postgres.url, secrets);
  const db = connect(urls.web, { max: 4, on_error: () => undefined });
  await ensurePeople({ db }, new Date(Date.now() - 400 * 86_400_000));
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  const children: ChildProcess[] = [];

  const launch = (args: string[], env: Record<string, string>): ChildProcess => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      // As `npm start` keeps one.
      env: {
        ...process.env,
        ...SERVER_ENV,
        DATABASE_URL: postgres.url,
        NODE_COMPILE_CACHE: path.join(data_dir, 'compile-cache'),
        ...env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    return child;
  };
  const start = async (args: string[], env: Record<string, string>, probe: string): Promise<Server> => {
    const port = await findFreePort();
    const child = launch(args, { PORT: String(port), ...env });
    const url = `http://127.0.0.1:${port}`;
    await waitUntilServed(url + probe, child);
    return { url, pid: child.pid ?? 0 };
  };

  return {
    owner,
    owner_url: postgres.url,
    db,
    data_dir,
    secrets,
    startServer: (env) =>
      start(
        [...SERVER_FLAGS, SERVER_FILE, '--role', 'api'],
        { DATA_DIR: data_dir, NODE_ENV: 'development', LOG_LEVEL: 'warn', SANDBOX: '0', ...env },
        '/readyz',
      ),
    startWorker: (env) => {
      const settings = { DATA_DIR: data_dir, NODE_ENV: 'development', LOG_LEVEL: 'warn', SANDBOX: '1', ...env };
      return launch([...SERVER_FLAGS, SERVER_FILE, '--role', 'worker'], settings).pid ?? 0;
    },
    startBareServer: () => start(['bench/bare-server.ts'], {}, '/'),
    createTokens: (count, email) => createTokens({ owner, secrets }, count, email),
    stop: async () => {
      await Promise.all(children.map(stopProcess));
      await owner.end();
      await db.kysely.destroy();
      await postgres.stop();
      fs.rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function waitUntilServed(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    if (response !== null && response.status < 500) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error(`${url} did not become ready`);
}

async function createTokens(
  { owner, secrets }: Pick<BenchEnvironment, 'owner' | 'secrets'>,
  count: number,
  email = 'superadmin@kopi.example',
): Promise<string[]> {
  const now = new Date();
  const { rows } = await owner.query<{ user_id: string; merchant_id: string | null }>(
    // People of the provider have no membership.
    `select l.user_id, m.merchant_id from app.login l left join app.membership m on m.user_id = l.user_id
     where l.email = $1`,
    [email],
  );
  const { user_id, merchant_id } = rows[0] ?? { user_id: '', merchant_id: null };
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = newId('session', now);
    await owner.query(
      `insert into app.session (id, user_id, merchant_id, created_at, last_seen_at, idle_expires_at, expires_at,
         authenticated_at)
       values ($1, $2, $5, $3, $3, $4, $4, $3)`,
      [id, user_id, now, new Date(now.getTime() + 86_400_000), merchant_id],
    );
    tokens.push(await signAccessToken(secrets, { id, user_id }, now));
  }
  return tokens;
}

/** Less than the life of an access token. */
const TOKENS_USED_MS = 240_000;

/** Creates new tokens before the former ones expire: a benchmark can last longer than a token. */
export function refreshTokens<T>(create: () => Promise<T>): () => Promise<T> {
  let [tokens, created_at] = [create(), performance.now()];
  return () => {
    if (performance.now() - created_at > TOKENS_USED_MS) [tokens, created_at] = [create(), performance.now()];
    return tokens;
  };
}
