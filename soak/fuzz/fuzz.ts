/**
 * Fuzz testing from the published OpenAPI document: generates requests for every operation. No response may be an internal
 * error (5xx) or time out, every status must be declared, and every body must match its schema by an independent validator.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { API_BASE } from '@dasbor/contract/route';
import { createRandom } from '../random.ts';
import type { Result } from '../result.ts';
import { type SoakEnvironment, startEnvironment } from '../environment.ts';
import { FUZZ_USERS, rememberAccess, restoreAccess } from './access.ts';
import { type ValueSource, type Schema, generateValue, pick } from './generate-value.ts';

const HANG_MS = 10_000;
const VIOLATIONS_MAX = 20;
/** Longer path segments are rejected before routing. */
const PATH_PART_MAX = 60;
/** A segment of a path; dots alone would name another path. */
const encodePathPart = (text: string): string => {
  const part = encodeURIComponent(text.slice(0, PATH_PART_MAX).toWellFormed());
  return /^\.*$/.test(part) ? '-' : part;
};
/** Requests after which the users get their access back. */
const RESTORE_EVERY = 200;
/** Share of requests without credentials. */
const ANONYMOUS_SHARE = 0.05;
/** A run with more refused sessions has tested little behind them. */
const UNAUTHENTICATED_SHARE_MAX = 0.3;
/** Concurrent requests, because some wait for an unreachable host. */
const CONCURRENT_REQUESTS = 6;
/** Endless streams, and the end of the session of the fuzzer. */
const EXCLUDED_OPERATIONS = new Set(['streamLiveEvents', 'logout']);
/** Declared statuses for an unreachable bank, mail server or SFTP server. */
const UPSTREAM_STATUSES = new Set([502, 503]);

interface Operation {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  body: Schema | null;
  answers: Map<number, Record<string, ValidateFunction | null>>;
}

/** Sends at least `requests` requests and continues until the time is over. */
export async function runFuzz(options: { seed: number; minutes: number; requests?: number }): Promise<Result> {
  const { seed, minutes, requests = 1_000 } = options;
  const environment = await startEnvironment();
  try {
    const operations = await readOperations(environment);
    await rememberAccess(environment);
    const random = createRandom(seed);
    const known = new Map<string, Set<string>>();
    const dice: ValueSource = { random, known: (pattern) => [...(known.get(getIdPrefix(pattern)) ?? [])].slice(-20) };
    const [violations, statuses]: [string[], Record<string, number>] = [[], {}];
    const end = Date.now() + minutes * 60_000;
    let count = 0;
    const worker = async () => {
      while ((count < requests || Date.now() < end) && violations.length < VIOLATIONS_MAX) {
        const number = count++;
        if (number % RESTORE_EVERY === 0) await restoreAccess(environment);
        const operation = operations[number % operations.length] as Operation;
        const { status, violation, body } = await sendRequest(environment, operation, dice, `fuzz-${seed}-${number}`);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (violation !== null)
          violations.push(`request ${number}: ${operation.method} ${operation.path}: ${violation}`);
        rememberIds(known, body);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, worker));
    const unauthenticated_share = (statuses[401] ?? 0) / count;
    if (unauthenticated_share > UNAUTHENTICATED_SHARE_MAX) {
      violations.push(`${Math.round(unauthenticated_share * 100)}% of the requests were refused with 401`);
    }
    const lines = [`seed ${seed}: ${count} requests to ${operations.length} operations: ${JSON.stringify(statuses)}`];
    return {
      ok: violations.length === 0,
      lines: [...lines, ...violations.map((violation) => `VIOLATION ${violation}`)],
    };
  } finally {
    await environment.stop();
  }
}

/** Reads the public document. */
async function readOperations({ app }: SoakEnvironment): Promise<Operation[]> {
  const answer = await app.inject({ method: 'GET', url: `${API_BASE}/openapi.json` });
  const document = answer.json<Document>();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const components = JSON.stringify(document.components).replaceAll('"#/components/', '"#/');
  ajv.addSchema({ ...(JSON.parse(components) as object), $id: 'document' }, 'document');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !EXCLUDED_OPERATIONS.has(operationId))
      .map(([method, described]) => toOperation(path, method, resolveResponses(described, document), ajv)),
  );
}

type Content = Record<string, { schema: Schema }>;
interface OperationSpec {
  operationId: string;
  parameters: Operation['parameters'];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content; $ref?: string }>;
}
interface Document {
  paths: Record<string, Record<string, OperationSpec>>;
  components: { schemas: Record<string, object>; responses: Record<string, { content?: Content }> };
}

/** Replaces references to the shared responses of the document. */
function resolveResponses(described: OperationSpec, { components }: Document): OperationSpec {
  const responses = Object.entries(described.responses).map(([status, response]) => {
    const name = response.$ref?.split('/').at(-1) ?? '';
    return [status, components.responses[name] ?? response] as const;
  });
  return { ...described, responses: Object.fromEntries(responses) };
}

function toOperation(path: string, method: string, described: OperationSpec, ajv: Ajv2020): Operation {
  const answers: Operation['answers'] = new Map();
  for (const [status, { content = {} }] of Object.entries(described.responses)) {
    const validators = Object.entries(content).map(([type, { schema }]) => [type, compileSchema(schema, ajv)] as const);
    answers.set(Number(status), Object.fromEntries(validators));
  }
  return {
    operationId: described.operationId,
    method: method.toUpperCase() as Operation['method'],
    path,
    parameters: described.parameters,
    body: described.requestBody?.content['application/json']?.schema ?? null,
    answers,
  };
}

/** Resolves references to the components of the document. */
function compileSchema(schema: Schema, ajv: Ajv2020): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/');
  return ajv.compile(JSON.parse(text) as object);
}

async function sendRequest(
  environment: SoakEnvironment,
  operation: Operation,
  dice: ValueSource,
  key: string,
): Promise<{ status: number; violation: string | null; body: string }> {
  const { random } = dice;
  const invalid_share = pick([0, 0, 0.05, 0.3], random) ?? 0;
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: location, required, schema } of operation.parameters) {
    if (location === 'header' || (!required && random() < 0.6)) continue;
    const value = generateValue(schema, dice, invalid_share);
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    if (location === 'path') path = path.replace(`{${name}}`, encodePathPart(text));
    else query.append(name, text);
  }
  const body = operation.body === null ? undefined : generateValue(operation.body, dice, invalid_share);
  const request = {
    method: operation.method,
    url: `${API_BASE}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    // Another address for each request, so that limits per address do not hide the operations behind them.
    remoteAddress: `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`,
    headers: {
      ...(await authenticate(environment, random)),
      'is-live': 'true',
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
  const answer = await Promise.race([
    environment.app.inject(request),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), HANG_MS).unref()),
  ]);
  const description = `${request.url} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`;
  if (answer === null) return { status: 0, violation: `no response within ${HANG_MS} ms to ${description}`, body: '' };
  const violation = findViolation(
    operation,
    answer.statusCode,
    String(answer.headers['content-type'] ?? ''),
    answer.body,
  );
  return {
    status: answer.statusCode,
    violation: violation === null ? null : `${violation}, requested ${description}`,
    body: answer.body,
  };
}

/** Every role in turn of chance, the superadmin of a merchant most often: most operations are theirs. */
async function authenticate({ getToken }: SoakEnvironment, random: () => number): Promise<Record<string, string>> {
  if (random() < ANONYMOUS_SHARE) return {};
  const [superadmin = ''] = FUZZ_USERS;
  const email = random() < 0.4 ? superadmin : (pick(FUZZ_USERS, random) ?? superadmin);
  return { authorization: `Bearer ${await getToken(email)}` };
}

function findViolation({ answers }: Operation, status: number, content_type: string, body: string): string | null {
  if (status >= 500 && !UPSTREAM_STATUSES.has(status)) return `${status} ${body.slice(0, 300)}`;
  const declared = answers.get(status);
  if (declared === undefined) return `${status} is not declared: ${body.slice(0, 300)}`;
  const type = content_type.split(';', 1)[0] ?? '';
  if (body === '' && Object.keys(declared).length === 0) return null;
  if (!(type in declared)) return `${status} has the undeclared content type ${type || 'none'}`;
  const validate = declared[type];
  if (!validate || type !== 'application/json' || validate(JSON.parse(body))) return null;
  return `${status} does not follow its schema: ${JSON.stringify(validate.errors?.[0])} in ${body.slice(0, 300)}`;
}

/** Remembers ids in responses for later requests. */
function rememberIds(known: Map<string, Set<string>>, body: string): void {
  for (const [id = '', prefix = ''] of body.matchAll(/\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{26}\b/g)) {
    const ids = known.get(prefix) ?? new Set();
    known.set(prefix, ids.add(id));
  }
}

const getIdPrefix = (pattern: string): string => /^\^([a-z]+)_/.exec(pattern)?.[1] ?? '';
