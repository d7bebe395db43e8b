/**
 * Fuzz testing from the published OpenAPI document: generates requests for every operation, as every role, with bodies up to
 * the limits of width and depth. No response may be an internal error (5xx) or take longer than ten seconds, every status must
 * be declared, and every body must match its schema by an independent validator.
 */
import { API_BASE } from '@dasbor/contract/route';
import { createRandom } from '../random.ts';
import type { Result } from '../result.ts';
import { type SoakEnvironment, startEnvironment } from '../environment.ts';
import { rememberAccess, restoreAccess } from './access.ts';
import { buildExtremeBody } from './extreme-body.ts';
import { findNextCursor, generateCursor } from './generate-cursor.ts';
import { type ValueSource, generateValue, pick } from './generate-value.ts';
import { type Operation, findViolation, readOperations } from './operations.ts';
import { type FuzzPrincipals, createPrincipals } from './principals.ts';

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
/** A run with more refused sessions has tested little behind them. */
const UNAUTHENTICATED_SHARE_MAX = 0.3;
/** Concurrent requests, because some wait for an unreachable host. */
const CONCURRENT_REQUESTS = 6;
/** Share of the bodies that are extremely wide or deep. */
const EXTREME_SHARE = 0.08;
/** Share of the cursors that decode. */
const CURSOR_SHARE = 0.5;

interface FuzzTools {
  environment: SoakEnvironment;
  principals: FuzzPrincipals;
  dice: ValueSource;
  counts: FuzzCounts;
  /** The last cursor that each operation answered. */
  cursors: Map<string, string>;
}

interface FuzzCounts {
  statuses: Record<string, number>;
  roles: Record<string, number>;
  extremes: Record<string, number>;
  operations: Map<string, number>;
  slowest_ms: number;
}

/** Sends at least `requests` requests and continues until the time is over. */
export async function runFuzz(options: {
  seed: number;
  minutes: number;
  requests?: number | undefined;
}): Promise<Result> {
  const { seed, minutes, requests = 1_000 } = options;
  const environment = await startEnvironment();
  try {
    const operations = await readOperations(environment);
    const principals = await createPrincipals(environment);
    await rememberAccess(environment);
    const random = createRandom(seed);
    const known = new Map<string, Set<string>>();
    const dice: ValueSource = { random, known: (pattern) => [...(known.get(getIdPrefix(pattern)) ?? [])].slice(-20) };
    const counts: FuzzCounts = { statuses: {}, roles: {}, extremes: {}, operations: new Map(), slowest_ms: 0 };
    const cursors = new Map<string, string>();
    const tools = { environment, principals, dice, counts, cursors };
    const violations: string[] = [];
    const end = Date.now() + minutes * 60_000;
    let count = 0;
    const worker = async () => {
      while ((count < requests || Date.now() < end) && violations.length < VIOLATIONS_MAX) {
        const number = count++;
        if (number % RESTORE_EVERY === 0) await restoreAccess(environment);
        const operation = operations[number % operations.length] as Operation;
        const { status, violation, body } = await sendRequest(tools, operation, `fuzz-${seed}-${number}`);
        increase(counts.statuses, String(status));
        counts.operations.set(operation.operationId, (counts.operations.get(operation.operationId) ?? 0) + 1);
        if (violation !== null)
          violations.push(`request ${number}: ${operation.method} ${operation.path}: ${violation}`);
        rememberIds(known, body);
        const cursor = findNextCursor(body);
        if (cursor !== undefined) cursors.set(operation.operationId, cursor);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, worker));
    const unauthenticated_share = (counts.statuses[401] ?? 0) / count;
    if (unauthenticated_share > UNAUTHENTICATED_SHARE_MAX) {
      violations.push(`${Math.round(unauthenticated_share * 100)}% of the requests were refused with 401`);
    }
    const per_operation = [...counts.operations.values()];
    return {
      ok: violations.length === 0,
      lines: [
        `seed ${seed}: ${count} requests to ${operations.length} operations, ${Math.min(...per_operation)} to ${Math.max(...per_operation)} each; slowest ${Math.round(counts.slowest_ms)} ms`,
        `statuses ${JSON.stringify(counts.statuses)}`,
        `roles ${JSON.stringify(counts.roles)}`,
        `wide and deep bodies ${JSON.stringify(counts.extremes)}`,
        ...violations.map((violation) => `VIOLATION ${violation}`),
      ],
    };
  } finally {
    await environment.stop();
  }
}

async function sendRequest(
  { environment, principals, dice, counts, cursors }: FuzzTools,
  operation: Operation,
  key: string,
): Promise<{ status: number; violation: string | null; body: string }> {
  const { random } = dice;
  const invalid_share = pick([0, 0, 0.05, 0.3], random) ?? 0;
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: location, required, schema } of operation.parameters) {
    if (location === 'header' || (!required && random() < 0.6)) continue;
    const value =
      name === 'cursor' && random() < CURSOR_SHARE
        ? generateCursor(dice, cursors.get(operation.operationId))
        : generateValue(schema, dice, invalid_share);
    const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
    if (location === 'path') path = path.replace(`{${name}}`, encodePathPart(text));
    else query.append(name, text);
  }
  const body = operation.body === null ? undefined : generateValue(operation.body, dice, invalid_share);
  const { role, headers } = await principals.pick(random);
  const payload = body === undefined ? undefined : buildPayload(body, random, counts);
  increase(counts.roles, role);
  const request = {
    method: operation.method,
    url: `${API_BASE}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    // Another address for each request, so that limits per address do not hide the operations behind them.
    remoteAddress: `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`,
    headers: {
      ...headers,
      'is-live': 'true',
      'idempotency-key': key,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  };
  const started = performance.now();
  const answer = await Promise.race([
    environment.app.inject(request),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), HANG_MS).unref()),
  ]);
  counts.slowest_ms = Math.max(counts.slowest_ms, performance.now() - started);
  const description = `${request.url} as ${role} ${payload?.slice(0, 300) ?? ''}`;
  if (answer === null) return { status: 0, violation: `no response within ${HANG_MS} ms to ${description}`, body: '' };
  const content_type = String(answer.headers['content-type'] ?? '');
  const violation = findViolation(operation, answer.statusCode, content_type, answer.body);
  return {
    status: answer.statusCode,
    violation: violation === null ? null : `${violation}, requested ${description}`,
    body: answer.body,
  };
}

function buildPayload(body: unknown, random: () => number, { extremes }: FuzzCounts): string {
  if (random() >= EXTREME_SHARE) return JSON.stringify(body);
  const { text, kind } = buildExtremeBody(body, random);
  increase(extremes, kind);
  return text;
}

const increase = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** Remembers ids in responses for later requests. */
function rememberIds(known: Map<string, Set<string>>, body: string): void {
  for (const [id = '', prefix = ''] of body.matchAll(/\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{26}\b/g)) {
    const ids = known.get(prefix) ?? new Set();
    known.set(prefix, ids.add(id));
  }
}

const getIdPrefix = (pattern: string): string => /^\^([a-z]+)_/.exec(pattern)?.[1] ?? '';
