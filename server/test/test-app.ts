/**
 * The complete application on a real PostgreSQL, called by `inject`, with signed-in clients of sandbox users and a manual
 * clock. Nothing is mocked unless a test replaces a dependency.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import * as duration from '@dasbor/contract/duration';
import { API_BASE, type CallParams, type CallQuery, type Output, type Route } from '@dasbor/contract/route';
import { login } from '@dasbor/contract/auth';
import { stepUp } from '@dasbor/contract/step-up';
import { buildApp } from '../src/app.ts';
import { buildDeps } from '../src/build-deps.ts';
import { createManualClock } from '../src/db/clock.ts';
import { connect } from '../src/db/connect.ts';
import { asLogin } from '../src/db/tx.ts';
import type { Deps } from '../src/deps.ts';
import { readEnv } from '../src/env.ts';
import { createLog } from '../src/log.ts';
import { ensureApproverTotp, getApproverCode } from '../src/sandbox/approver-totp.ts';
import { APPROVER_EMAIL, SANDBOX_PASSWORD } from '../src/sandbox/credentials.ts';
import { ensureSecrets } from '../src/secrets.ts';
import { sendInBudget } from './request-budget.ts';
import { type TestDatabase, createTestDatabase } from './database.ts';
import { TEST_START } from './template-databases.ts';

export { TEST_START };

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  clock: ReturnType<typeof createManualClock>;
  database: TestDatabase;
  /** A client that is signed in as a sandbox user, e.g. `superadmin@kopi.example`, and steps up where a route requires it. */
  signIn: (email: string) => Promise<TestClient>;
  /** A client with any Authorization header, or none. It never steps up. */
  client: (authorization?: string) => TestClient;
  close: () => Promise<void>;
}

export interface TestClient {
  authorization: string | undefined;
  tokens: { access_token: string; refresh_token: string } | undefined;
  /** Calls a route of the contract, within the requests that a second has, and returns the raw response. */
  call: <R extends Route>(route: R, input?: CallInput<R>) => Promise<LightMyRequestResponse>;
  /** Calls a route and returns its output; throws on errors. */
  ok: <R extends Route>(route: R, input?: CallInput<R>) => Promise<Output<R>>;
}

export interface CallInput<R extends Route> {
  params?: CallParams<R>;
  query?: CallQuery<R>;
  /** Not typed by the route, so that tests can send invalid bodies. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestOptions {
  env?: Record<string, string>;
  /** Time that a transaction waits for a connection before it fails; a minute by default. */
  wait_ms?: number;
  /** Replaces dependencies before the application is built, e.g. the resolver of the egress client. */
  change?: (deps: Deps) => Deps;
}

/** Starts the application on a new copy of the template with the sandbox's users. Close it in `afterAll`. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase('people');
  const data_dir = mkdtempSync(join(tmpdir(), 'dasbor-data-'));
  cpSync(inject('secrets_dir'), data_dir, { recursive: true });
  const env = readEnv({
    NODE_ENV: 'test',
    SANDBOX: '1',
    LOG_LEVEL: 'silent',
    DATA_DIR: data_dir,
    DATABASE_URL: database.owner_url,
    ...options.env,
  });
  const log = createLog(env);
  const clock = createManualClock(TEST_START);
  // On a busy machine, dozens of concurrent requests of a test wait longer for a connection than those of a user should.
  const wait_ms = options.wait_ms ?? duration.minutes(1);
  const db = connect(database.web_url, { max: 10, on_error: () => undefined, wait_ms });
  const built = buildDeps({
    env,
    db,
    clock,
    log,
    secrets: ensureSecrets(data_dir, env.NODE_ENV),
    listen_url: database.web_url,
  });
  const deps = options.change ? options.change(built) : built;
  await ensureApproverTotp(deps, TEST_START);
  const app = await buildApp(deps);
  await app.ready();
  return {
    app,
    deps,
    clock,
    database,
    client: (authorization) => createClient(app, authorization),
    signIn: (email) => signIn({ app, deps }, email),
    close: async () => {
      await app.close();
      await deps.close();
      await db.kysely.destroy();
      await database.drop();
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

async function signIn({ app, deps }: Pick<TestApp, 'app' | 'deps'>, email: string): Promise<TestClient> {
  const answer = await app.inject({
    method: 'POST',
    url: API_BASE + login.path,
    payload: { email, password: SANDBOX_PASSWORD, ...(await buildOtp(deps, email)) },
    // Each sign-in uses another address, so that the limit per address does not affect tests.
    remoteAddress: `10.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}.1`,
  });
  if (answer.statusCode !== 200) throw new Error(`Sign-in of ${email} failed: ${answer.body}`);
  const tokens = answer.json<{ access_token: string; refresh_token: string }>();
  return { ...createClient(app, `Bearer ${tokens.access_token}`, buildStepUp({ app, deps }, email)), tokens };
}

/** The current code of the only sandbox user with a second factor. */
async function buildOtp(deps: Deps, email: string): Promise<{ otp: string } | undefined> {
  if (email !== APPROVER_EMAIL) return undefined;
  // A code works once, but tests sign in often within one period of their clock.
  await asLogin(deps.db, (tx) => tx.sql.updateTable('totp').set({ last_step: 0 }).execute());
  return { otp: getApproverCode(deps.clock.now()).code };
}

type StepUp = (authorization: string) => Promise<void>;

const buildStepUp =
  ({ app, deps }: Pick<TestApp, 'app' | 'deps'>, email: string): StepUp =>
  async (authorization) => {
    const answer = await app.inject({
      method: stepUp.method,
      url: API_BASE + stepUp.path,
      payload: (await buildOtp(deps, email)) ?? { password: SANDBOX_PASSWORD },
      headers: { authorization },
    });
    if (answer.statusCode !== 200) throw new Error(`The step-up failed: ${answer.body}`);
  };

/** A client that waits for its budget of requests, and steps up when a route requires it, as the dashboard does. */
function createClient(app: FastifyInstance, authorization: string | undefined, confirm?: StepUp): TestClient {
  const call = async <R extends Route>(route: R, input: CallInput<R> = {}): Promise<LightMyRequestResponse> => {
    const request: InjectOptions = {
      method: route.method,
      url: API_BASE + buildPath(route.path, (input.params ?? {}) as Record<string, string>),
      query: input.query as Record<string, string>,
      headers: { 'is-live': 'true', ...(authorization === undefined ? {} : { authorization }), ...input.headers },
      ...(input.body === undefined ? {} : { payload: input.body as object }),
    };
    const answer = await sendInBudget(() => app.inject(request));
    if (authorization === undefined || confirm === undefined || !needsStepUp(answer)) return answer;
    await confirm(authorization);
    return sendInBudget(() => app.inject(request));
  };
  return {
    authorization,
    tokens: undefined,
    call,
    ok: async (route, input) => {
      const answer = await call(route, input);
      if (answer.statusCode >= 400) throw new Error(`${route.name} answered ${answer.statusCode}: ${answer.body}`);
      return (answer.body === '' ? undefined : answer.json()) as Output<typeof route>;
    },
  };
}

const needsStepUp = (answer: LightMyRequestResponse): boolean =>
  answer.statusCode === 403 && answer.body.includes('"step_up_required"');

const buildPath = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''));
