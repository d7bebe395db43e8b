/**
 * The whole product in one process, for soak checks that need speed and their own clock: the application on a temporary
 * PostgreSQL, and the sandbox bank, each listening on a free port.
 */
import * as fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { API_BASE } from '@dasbor/contract/route';
import { buildBank } from '../bank/src/bank.ts';
import { buildApp } from '../server/src/app.ts';
import { signAccessToken } from '../server/src/auth/tokens.ts';
import { buildDeps } from '../server/src/build-deps.ts';
import { type Clock, systemClock } from '../server/src/db/clock.ts';
import { connect } from '../server/src/db/connect.ts';
import { newId } from '../server/src/db/new-id.ts';
import type { Deps } from '../server/src/deps.ts';
import { readEnv } from '../server/src/env.ts';
import { JOBS } from '../server/src/jobs/registry.ts';
import { createLog } from '../server/src/log.ts';
import { ensurePeople } from '../server/src/sandbox/people.ts';
import { BANK_CREDENTIALS_FILE, type BankCredentials, type Secrets } from '../server/src/secrets.ts';
import { type Databases, type EnvironmentDatabase, startDatabases } from './databases.ts';

/** Sessions per user, so that the rate limit per session does not affect fast checks. */
const SESSIONS_PER_USER = 40;

export interface ApiResponse {
  status: number;
  text: string;
  json: <T = Record<string, unknown>>() => T;
}

export interface SoakEnvironment {
  /** URL of the application, for checks that need real connections. */
  url: string;
  bank: FastifyInstance;
  app: FastifyInstance;
  deps: Deps;
  owner: pg.Client;
  /** Returns a valid access token of the user, of a different session each time. */
  getToken: (email: string) => Promise<string>;
  /** Gives all users new sessions; needed after requests that end sessions. */
  renewSessions: () => Promise<void>;
  /** Calls the API as a sandbox user. */
  call: (
    email: string,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    more?: { body?: unknown; key?: string },
  ) => Promise<ApiResponse>;
  /** Calls the API with an API key. */
  callByKey: (
    secret: string,
    method: 'GET' | 'POST',
    path: string,
    more?: { body?: unknown; key?: string },
  ) => Promise<ApiResponse>;
  /** Environment variables of a process of its own on the same database and bank. */
  process_env: Record<string, string>;
  /** Uploads a file as a sandbox user. */
  upload: (email: string, path: string, file: { name: string; content: string }) => Promise<ApiResponse>;
  /** Calls a simulation endpoint of the bank. */
  simulate: (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<ApiResponse>;
  /** Runs a scheduled job once, with other dependencies if given. */
  runJob: (name: string, deps?: Deps) => Promise<void>;
  /** Runs all due jobs. A failed job is rescheduled. */
  runDueJobs: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A starved machine answers that it is unavailable; the request had no effect and is sent again, as clients do. */
const ATTEMPTS = 5;

async function retryUnavailable(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status !== 503 || attempt === ATTEMPTS) return answer;
  }
}

/** Starts an environment with the sandbox users and no payments, on a database of its own PostgreSQL or of `databases`. */
export async function startEnvironment(
  options: { clock?: Clock; databases?: Databases } = {},
): Promise<SoakEnvironment> {
  const databases = options.databases ?? (await startDatabases());
  const parts = await startServices(await databases.create(), options.clock);
  const { app, bank, deps, owner, url } = parts;
  const { getToken, renewSessions } = await createTokenSource(parts);
  const call = async (
    token: string,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    at: string,
    { body, key }: { body?: unknown; key?: string } = {},
  ): Promise<ApiResponse> =>
    retryUnavailable(async () =>
      toApiResponse(
        await app.inject({
          method,
          url: API_BASE + at,
          headers: {
            authorization: `Bearer ${token}`,
            'is-live': 'true',
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          ...(body === undefined ? {} : { payload: body as object }),
        }),
      ),
    );
  return {
    url,
    bank,
    app,
    deps,
    owner,
    getToken,
    renewSessions,
    call: async (email, method, at, more) => call(await getToken(email), method, at, more),
    callByKey: call,
    process_env: parts.process_env,
    upload: async (email, at, { name, content }) => {
      const form = new FormData();
      form.set('file', new Blob([content]), name);
      const request = new Request(url, { method: 'POST', body: form });
      const headers = {
        authorization: `Bearer ${await getToken(email)}`,
        'is-live': 'true',
        'content-type': request.headers.get('content-type') ?? '',
      };
      const payload = Buffer.from(await request.arrayBuffer());
      return toApiResponse(await app.inject({ method: 'POST', url: API_BASE + at, headers, payload }));
    },
    simulate: async (method, at, body) =>
      toApiResponse(await bank.inject({ method, url: at, ...(body === undefined ? {} : { payload: body as object }) })),
    runJob: (name, other_deps = deps) => getJob(name).run(other_deps, {}),
    runDueJobs: () => runDueJobs(owner, deps),
    stop: async () => {
      await parts.stop();
      if (options.databases === undefined) await databases.stop();
    },
  };
}

interface EnvironmentParts extends Pick<
  SoakEnvironment,
  'url' | 'app' | 'bank' | 'deps' | 'owner' | 'process_env' | 'stop'
> {
  secrets: Secrets;
}

async function startServices(
  { owner_url, web_url, data_dir, secrets, drop }: EnvironmentDatabase,
  given_clock: Clock | undefined,
): Promise<EnvironmentParts> {
  const clock = given_clock ?? systemClock;
  let url = '';
  const bank = buildBank({
    data_dir: null,
    partner_url: () => url,
    credentials: readCredentials(data_dir),
    clock: () => clock.now(),
    poll_ms: given_clock ? 0 : 50,
  });
  await bank.listen({ port: 0, host: '127.0.0.1' });
  const bank_port = (bank.server.address() as AddressInfo).port;
  const settings = {
    NODE_ENV: 'test',
    SANDBOX: '1',
    LOG_LEVEL: process.env.SOAK_LOG ?? 'silent',
    DATA_DIR: data_dir,
    DATABASE_URL: owner_url,
    BANK_URL: `http://127.0.0.1:${bank_port}`,
    BANK_PORT: String(bank_port),
  };
  const env = readEnv(settings);
  const db = connect(web_url, { max: 16, on_error: () => undefined });
  await ensurePeople({ db }, new Date(clock.now().getTime() - 90 * 86_400_000));
  const deps = buildDeps({ env, db, clock, log: createLog(env), secrets, listen_url: web_url });
  const app = await buildApp(deps);
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const owner = new pg.Client({ connectionString: owner_url });
  await owner.connect();
  const stop = async () => {
    await app.close();
    await bank.close();
    await deps.close();
    await db.kysely.destroy();
    await owner.end();
    await drop();
  };
  const process_env = { ...settings, WEB_DATABASE_URL: web_url };
  return { url, app, bank, deps, owner, secrets, process_env, stop };
}

const readCredentials = (data_dir: string): BankCredentials =>
  JSON.parse(fs.readFileSync(path.join(data_dir, BANK_CREDENTIALS_FILE), 'utf8')) as BankCredentials;

async function createTokenSource({
  owner,
  deps: { clock },
  secrets,
}: EnvironmentParts): Promise<Pick<SoakEnvironment, 'getToken' | 'renewSessions'>> {
  let sessions = await insertSessions(owner, clock.now());
  let turn = 0;
  return {
    getToken: async (email) => {
      const user_sessions = sessions.get(email);
      const session = user_sessions?.[turn++ % SESSIONS_PER_USER];
      if (session === undefined) throw new Error(`Unknown user ${email}`);
      return signAccessToken(secrets, session, clock.now());
    },
    renewSessions: async () => {
      sessions = await insertSessions(owner, clock.now());
    },
  };
}

function getJob(name: string): (typeof JOBS)[number] {
  const job = JOBS.find((each) => each.name === name);
  if (job === undefined) throw new Error(`Unknown job ${name}`);
  return job;
}

const toApiResponse = (answer: LightMyRequestResponse): ApiResponse => ({
  status: answer.statusCode,
  text: answer.body,
  json: <T>() => answer.json<T>(),
});

async function insertSessions(owner: pg.Client, now: Date) {
  const { rows } = await owner.query<{ user_id: string; email: string; merchant_id: string | null }>(
    `select l.user_id, l.email, m.merchant_id from app.login l left join app.membership m on m.user_id = l.user_id`,
  );
  const sessions = new Map<string, { id: string; user_id: string }[]>();
  const ends_at = new Date(now.getTime() + 3_650 * 86_400_000);
  for (const { user_id, email, merchant_id } of rows) {
    const made = Array.from({ length: SESSIONS_PER_USER }, () => ({ id: newId('session', now), user_id }));
    await owner.query(
      // Authenticated until its end: the checks decide on money over days of their own clock.
      `insert into app.session (id, user_id, merchant_id, created_at, last_seen_at, idle_expires_at, expires_at, authenticated_at)
       select id, $2, $5, $3, $3, $4, $4, $4 from unnest($1::text[]) id`,
      [made.map(({ id }) => id), user_id, now, ends_at, merchant_id],
    );
    sessions.set(email, made);
  }
  return sessions;
}

/** Email jobs are skipped: they are slow and do not affect money. */
const EMAIL_JOBS = ['dispatch_notifications', 'send_notification_emails', 'send_payment_link_email'];

/** Runs jobs by our clock instead of the database's. A job enqueued without a time is due immediately. */
async function runDueJobs(owner: pg.Client, deps: Deps): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    const { rows } = await owner.query<{ id: string; name: string; payload: Record<string, string | number> }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and (j.run_at <= $1 or j.run_at between now() - interval '1 hour' and now())
         and j.id <> all ($2::bigint[]) and t.identifier <> all ($3::text[])
       returning j.id, t.identifier as name, j.payload`,
      [deps.clock.now(), failed, EMAIL_JOBS],
    );
    if (rows.length === 0) return;
    for (const { id, name, payload } of rows) {
      const job = getJob(name);
      try {
        await job.run(deps, payload);
      } catch {
        const { rows: again } = await owner.query<{ id: string }>(
          `select (graphile_worker.add_job($1, $2::json, run_at => $3)).id`,
          [name, JSON.stringify(payload), new Date(deps.clock.now().getTime() + 60_000)],
        );
        failed.push(again[0]?.id ?? id);
      }
    }
  }
}
