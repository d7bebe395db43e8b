/** The contract, the server and the OpenAPI document agree. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ACCESS_GROUPS } from '@dasbor/contract/access';
import { REQUEST_EXAMPLES } from '@dasbor/contract/request-examples';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { acceptsOptionalKey } from '../src/http/idempotency.ts';
import { listSchemaFields, buildSample } from '../src/api-reference/schema-fields.ts';
import { isProviderRoute } from './provider-route.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';

const SERVER = fileURLToPath(new URL('../', import.meta.url));
const named = ROUTES.map((route) => [route.name, route] as const);
const routes_with_body = named.filter(([, route]) => route.body !== undefined);

const CREATING_VERBS =
  /^(?:create|add|open|upload|invite|import|register|share|send|resend|recover|test|issue|writeOff|reverse)(?=[A-Z])/;
/** What they send has limits of its own, or they replace what was there. */
const WITHOUT_KEY = ['sendMobileCode', 'uploadProfilePhoto', 'testSftpConnection', 'uploadLogo'];

/** What starts, approves or repeats a payout, a refund or a posting. */
const MONEY_MOVING = [
  'approveBalanceTransfer',
  'approveDisbursement',
  'approveDisbursementBatch',
  'approveRefund',
  'approveRequest',
  'approveSettlement',
  'createBalanceAdjustment',
  'createBalanceTransfer',
  'createCreditNote',
  'createDisbursement',
  'createRefund',
  'createRefunds',
  'refundMerchantTransaction',
  'releaseSettlement',
  'requestTransferResolution',
  'retryCommissionPayout',
  'retryDisbursement',
  'retryMerchantDisbursement',
  'retrySettlement',
  'settleEarly',
  'submitDisbursementBatch',
];

let it: TestApp;
let client: TestClient;
let provider: TestClient;
let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
interface Operation {
  operationId: string;
  security?: unknown[];
  responses: Record<string, { description: string }>;
}

interface Described {
  parameters: { name: string; description?: string }[];
  requestBody: {
    content: { 'application/json': { schema: { properties: Record<string, { description?: string }> } } };
  };
}

beforeAll(async () => {
  it = await startTestApp();
  client = await it.signIn('superadmin@kopi.example');
  provider = await it.signIn('platform_admin@dasbor.example');
  document = (await it.app.inject({ method: 'GET', url: `${API_BASE}/openapi.json` })).json();
});
afterAll(() => it.close());

const getOperation = (route: Route): Operation | undefined => document.paths[route.path]?.[route.method.toLowerCase()];

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1 for an independent validator', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('describes its parameters and fields', () => {
    const { parameters, requestBody } = document.paths['/qris-payments']!['post'] as unknown as Described;
    const properties = requestBody.content['application/json'].schema.properties;
    expect(properties['merchant_reference']?.description).toContain('unique per merchant');
    expect(parameters.every(({ description }) => (description ?? '') !== '')).toBe(true);
    const list = document.paths['/transactions']!['get'] as unknown as Described;
    expect(list.parameters.filter(({ description }) => (description ?? '') === '').map(({ name }) => name)).toEqual([]);
  });

  test('names every operation of the contract once, and no other', () => {
    const published = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((each) => each.operationId),
    );
    expect(published.toSorted()).toEqual(ROUTES.map((route) => route.name).toSorted());
    expect(new Set(published).size).toBe(published.length);
  });

  test('a named schema is written once, and referred to', () => {
    const { schemas } = document.components;
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const all = JSON.stringify([operations, schemas]);
    const responses = JSON.stringify(operations.map((operation) => operation.responses));
    const names = Object.keys(schemas);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !all.includes(`"#/components/schemas/${name}"`))).toEqual([]);
    expect(names.filter((name) => responses.includes(JSON.stringify(schemas[name])))).toEqual([]);
    // Characters of an operation; with every schema inlined it has more than twice as many.
    expect(JSON.stringify(operations).length / operations.length).toBeLessThan(4_000);
  });

  test.each(named)('%s declares its success status, its errors and its access', (_name, route) => {
    const operation = getOperation(route);
    const statuses = Object.keys(operation?.responses ?? {}).map(Number);
    expect(statuses).toContain(route.stream ? 200 : (route.status ?? 200));
    const wanted = [
      ...Object.values(route.errors ?? {}),
      ...(route.access === 'public' ? [] : [401]),
      ...(typeof route.access === 'object' ? [403] : []),
      ...(route.params ? [404, 414] : []),
      ...((route.body ?? route.query) ? [400] : []),
      ...((route.body ?? route.upload) ? [413, 415] : []),
    ];
    expect(statuses).toEqual(expect.arrayContaining(wanted));
    expect(operation?.security?.length === 0).toBe(route.access === 'public');
  });

  test.each(named)('%s: every field has a description', (_name, route) => {
    const rows = [
      ...(route.params ? listSchemaFields(route.params, 'input') : []),
      ...(route.query ? listSchemaFields(route.query, 'input') : []),
      ...(route.body ? listSchemaFields(route.body, 'input') : []),
      ...(route.output ? listSchemaFields(route.output, 'output') : []),
    ];
    const wrappers = /^(data|data\[\])$/;
    expect(rows.filter((row) => row.description === '' && !wrappers.test(row.path)).map((row) => row.path)).toEqual([]);
  });
});

describe('the server', () => {
  test('serves exactly the routes of the contract below the base path', () => {
    const served = listServedRoutes().filter((line) => line.includes(` ${API_BASE}/`) && !line.startsWith('HEAD '));
    const declared = ROUTES.map((route) => `${route.method} ${API_BASE}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    expect(served.toSorted()).toEqual([...declared, `GET ${API_BASE}/openapi.json`].toSorted());
  });

  test.each(named)('%s declares a valid access', (_name, route) => {
    const { access } = route;
    const allowed: readonly string[] =
      typeof access === 'string' ? ['public', 'signed-in', 'authenticated'] : ACCESS_GROUPS;
    expect(allowed).toContain(typeof access === 'string' ? access : access.group);
  });

  test('only sign-in, account links, invitations, the pay page and signed file links are public', () => {
    const open = ROUTES.filter((route) => route.access === 'public').map((route) => route.name);
    const passkey_sign_in = ['startPasskeySignIn', 'signInWithPasskey'];
    const pay_page = ['checkPayAttempt', 'readPayAttempt', 'readPayLink', 'startPayAttempt'];
    const account = [
      'checkResetLink',
      'createBotCheck',
      'requestPasswordReset',
      'resendVerificationEmail',
      'resetPassword',
      'verifyEmail',
    ];
    const invitation = ['checkInvitation', 'registerMember', 'startStaffTotp'];
    const rest = ['register', 'downloadStoredFile', 'login', 'refreshSession'];
    expect(open.toSorted()).toEqual([...pay_page, ...passkey_sign_in, ...account, ...invitation, ...rest].toSorted());
  });

  test('every POST that creates or sends something takes an Idempotency-Key', () => {
    const creating = ROUTES.filter(
      ({ method, name, status, access }) =>
        method === 'POST' && access !== 'public' && (status === 201 || CREATING_VERBS.test(name)),
    );
    expect(creating.length).toBeGreaterThan(50);
    const without = creating.filter(
      (route) => route.idempotency_key !== 'required' && route.returns_secret !== true && !acceptsOptionalKey(route),
    );
    expect(without.map(({ name }) => name)).toEqual(WITHOUT_KEY);
  });

  test('decisions: POSTs that move money require an Idempotency-Key', () => {
    const moving = ROUTES.filter(({ name }) => MONEY_MOVING.includes(name));
    expect(moving.map(({ name }) => name).toSorted()).toEqual(MONEY_MOVING.toSorted());
    expect(moving.filter(({ idempotency_key }) => idempotency_key !== 'required').map(({ name }) => name)).toEqual([]);
  });

  test('a response with a secret is declared, so that it is never stored', () => {
    const secret = /(?:^|[._])(?:secret|recovery_codes|password|private_key|access_token|refresh_token)(?:\[\])?$/;
    const found = ROUTES.filter(
      ({ output, access }) =>
        access !== 'public' && output && listSchemaFields(output, 'output').some(({ path }) => secret.test(path)),
    );
    expect(found.length).toBeGreaterThan(5);
    const stored = found.filter(
      (route) => route.returns_secret !== true && (route.idempotency_key === 'required' || acceptsOptionalKey(route)),
    );
    expect(stored.map(({ name }) => name)).toEqual([]);
  });

  test('every declared error code occurs in a test', () => {
    const tests = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: SERVER })
      .filter((file) => !file.endsWith('contract.test.ts'))
      .map((file) => readFileSync(SERVER + file, 'utf8'))
      .join('\n');
    const codes = ROUTES.flatMap((route) => Object.keys(route.errors ?? {}).map((code) => `${route.name}: ${code}`));
    expect(codes.filter((line) => !new RegExp(`\\b${line.split(': ')[1]}\\b`).test(tests))).toEqual([]);
  });
});

/** Routes registered in the router, parsed from its printed tree: four characters of indentation per level. */
function listServedRoutes(): string[] {
  const path: string[] = [];
  const lines = it.app.printRoutes({ includeMeta: false }).split('\n');
  return lines.flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([│├└─ ]*)(.*?)(?: \(([A-Z, -]+)\))?$/.exec(line) ?? [];
    path.splice(indent.length / 4 - 1, path.length, segment);
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${path.join('')}`);
  });
}

describe('mass assignment', () => {
  let columns: string[];
  beforeAll(async () => {
    const owner = new pg.Client({ connectionString: it.database.owner_url });
    await owner.connect();
    const { rows } = await owner.query<{ name: string }>(
      `select distinct attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped`,
    );
    await owner.end();
    columns = rows.map((row) => row.name);
    expect(columns.length).toBeGreaterThan(50);
  });

  test.each(routes_with_body)('%s: the example of the API reference is a valid body', (_name, route) => {
    expect(route.body!.safeParse(buildSample(route.body!)).error?.issues ?? []).toEqual([]);
  });

  test.each(Object.entries(REQUEST_EXAMPLES))('%s: the example of the contract is a valid request', (name, example) => {
    const route = ROUTES.find((each) => each.name === name) as Route;
    const issues = (['params', 'query', 'body'] as const).flatMap((part) =>
      example[part] === undefined ? [] : (route[part]!.safeParse(example[part]).error?.issues ?? []),
    );
    expect(issues).toEqual([]);
  });

  test.each(routes_with_body)('%s: extra fields cannot set database columns', (_name, route) => {
    const sample = buildSample(route.body!);
    const declared = new Set(listSchemaFields(route.body!, 'input').map((row) => row.path.split('.').at(-1)));
    for (const column of [...columns, '__proto__', 'constructor']) {
      if (declared.has(column)) continue;
      const extra = JSON.parse(JSON.stringify({ [column]: 'x' })) as object;
      const body = Array.isArray(sample)
        ? [{ ...(sample[0] as object), ...extra }]
        : { ...(sample as object), ...extra };
      expect(route.body!.safeParse(body).success, column).toBe(false);
    }
  });

  // Routes with an id answer 404 first.
  // Forms with a file are tested with the upload.
  const unnamed = routes_with_body.filter(([, route]) => route.params === undefined && route.upload === undefined);
  test.each(unnamed)('%s: an extra field gets a 400 that names it', async (_name, route) => {
    const sample = buildSample(route.body!);
    const extra = { merchant_id: 'mer_1', role: 'platform_admin' };
    const body = Array.isArray(sample) ? [{ ...(sample[0] as object), ...extra }] : { ...(sample as object), ...extra };
    const headers: Record<string, string> = route.idempotency_key === 'required' ? { 'idempotency-key': 'extra' } : {};
    const answer = await (isProviderRoute(route) ? provider : client).call(route, { body, headers });
    expect(answer.statusCode).toBe(400);
    const { code, errors } = answer.json<{ code: string; errors: { field: string }[] }>();
    expect(code).toBe('invalid_request');
    // An invitation has a role.
    const { shape = {} } = route.body as { shape?: Record<string, z.ZodType> };
    const names = Object.entries(extra).flatMap(([name, value]) =>
      shape[name]?.safeParse(value).success === true ? [] : [name],
    );
    const at = Array.isArray(sample) ? '0.' : '';
    expect(errors.map(({ field }) => field).toSorted()).toEqual(names.map((name) => at + name));
  });
});
