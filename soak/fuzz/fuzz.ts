/**
 * Fuzzing from the published OpenAPI document: requests are invented for every operation out of its own description.
 * No answer is a fault of ours (5xx), every status is one that the operation declares, every body follows its schema by
 * a validator that is not ours, and no answer is waited for too long.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { API_BASE } from '@dasbor/contract/route';
import { MERCHANT_EMAIL } from '../users.ts';
import { createRandom } from '../random.ts';
import type { Result } from '../result.ts';
import { type SoakEnvironment, startEnvironment } from '../environment.ts';
import { type ValueSource, type Schema, generateValue, pick } from './generate-value.ts';

const HANG_MS = 10_000;
const VIOLATIONS_MAX = 20;
/** A longer part of a path is refused before any operation is found. */
const PATH_PART_MAX = 60;
/** Requests under way at once: some wait for a host that does not answer. */
const CONCURRENT_REQUESTS = 6;
/** Streams without an end, and sign-ins, whose limit per address would refuse everything. */
const EXCLUDED_OPERATIONS = new Set(['streamLiveEvents', 'login', 'refreshSession', 'logout']);
/** A bank, a mail server or an SFTP server that does not answer is declared, and no fault. */
const UPSTREAM_STATUSES = new Set([502, 503]);

interface Operation {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[];
  body: Schema | null;
  answers: Map<number, Record<string, ValidateFunction | null>>;
}

/** `requests`: how many at least; goes on until the minutes are over. */
export async function runFuzz(options: { seed: number; minutes: number; requests?: number }): Promise<Result> {
  const { seed, minutes, requests = 1_000 } = options;
  const world = await startEnvironment();
  try {
    const operations = await readOperations(world);
    const random = createRandom(seed);
    const known = new Map<string, Set<string>>();
    const dice: ValueSource = { random, known: (pattern) => [...(known.get(getIdPrefix(pattern)) ?? [])].slice(-20) };
    const [faults, statuses]: [string[], Record<string, number>] = [[], {}];
    const end = Date.now() + minutes * 60_000;
    let count = 0;
    const worker = async () => {
      while ((count < requests || Date.now() < end) && faults.length < VIOLATIONS_MAX) {
        const number = count++;
        const operation = operations[number % operations.length] as Operation;
        const { status, fault, body } = await sendRequest(world, operation, dice, `fuzz-${seed}-${number}`);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (fault !== null) faults.push(`request ${number}: ${operation.method} ${operation.path}: ${fault}`);
        rememberIds(known, body);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, worker));
    const lines = [`seed ${seed}: ${count} requests to ${operations.length} operations: ${JSON.stringify(statuses)}`];
    return { ok: faults.length === 0, lines: [...lines, ...faults.map((fault) => `FAULT ${fault}`)] };
  } finally {
    await world.stop();
  }
}

/** The document as anybody gets it. */
async function readOperations({ app }: SoakEnvironment): Promise<Operation[]> {
  const answer = await app.inject({ method: 'GET', url: `${API_BASE}/openapi.json` });
  const document = answer.json<Document>();
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ ...document.components, $id: 'document' }, 'document');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !EXCLUDED_OPERATIONS.has(operationId))
      .map(([method, described]) => toOperation(path, method, described, ajv)),
  );
}

type Content = Record<string, { schema: Schema }>;
interface OperationSpec {
  operationId: string;
  parameters: Operation['parameters'];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
interface Document {
  paths: Record<string, Record<string, OperationSpec>>;
  components: { schemas: Record<string, object> };
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

/** References point into the document's components. */
function compileSchema(schema: Schema, ajv: Ajv2020): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/');
  return ajv.compile(JSON.parse(text) as object);
}

async function sendRequest(
  world: SoakEnvironment,
  operation: Operation,
  dice: ValueSource,
  key: string,
): Promise<{ status: number; fault: string | null; body: string }> {
  const { random } = dice;
  const wildness = pick([0, 0, 0.05, 0.3], random) ?? 0;
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place === 'header' || (!required && random() < 0.6)) continue;
    const value = generateValue(schema, dice, wildness);
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    if (place === 'path')
      path = path.replace(`{${name}}`, encodeURIComponent(text.slice(0, PATH_PART_MAX).toWellFormed()) || '-');
    else query.append(name, text);
  }
  const body = operation.body === null ? undefined : generateValue(operation.body, dice, wildness);
  const request = {
    method: operation.method,
    url: `${API_BASE}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: {
      authorization: `Bearer ${await world.getToken(MERCHANT_EMAIL)}`,
      'is-live': 'true',
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
  const answer = await Promise.race([
    world.app.inject(request),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), HANG_MS).unref()),
  ]);
  const asked = `${request.url} ${JSON.stringify(body)?.slice(0, 300) ?? ''}`;
  if (answer === null) return { status: 0, fault: `no answer within ${HANG_MS} ms to ${asked}`, body: '' };
  const fault = findViolation(operation, answer.statusCode, String(answer.headers['content-type'] ?? ''), answer.body);
  return { status: answer.statusCode, fault: fault === null ? null : `${fault}, asked ${asked}`, body: answer.body };
}

function findViolation({ answers }: Operation, status: number, content_type: string, body: string): string | null {
  if (status >= 500 && !UPSTREAM_STATUSES.has(status)) return `${status} ${body.slice(0, 300)}`;
  const declared = answers.get(status);
  if (declared === undefined) return `${status} is not declared: ${body.slice(0, 300)}`;
  const type = content_type.split(';', 1)[0] ?? '';
  if (body === '' && Object.keys(declared).length === 0) return null;
  if (!(type in declared)) return `${status} came as ${type || 'nothing'}`;
  const validate = declared[type];
  if (!validate || type !== 'application/json' || validate(JSON.parse(body))) return null;
  return `${status} does not follow its schema: ${JSON.stringify(validate.errors?.[0])} in ${body.slice(0, 300)}`;
}

/** Ids in answers are what later requests ask for. */
function rememberIds(known: Map<string, Set<string>>, body: string): void {
  for (const [id = '', prefix = ''] of body.matchAll(/\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{26}\b/g)) {
    const ids = known.get(prefix) ?? new Set();
    known.set(prefix, ids.add(id));
  }
}

const getIdPrefix = (pattern: string): string => /^\^([a-z]+)_/.exec(pattern)?.[1] ?? '';
