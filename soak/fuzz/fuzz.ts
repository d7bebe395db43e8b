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
import { FORM_CHANGES, generateForm } from './generate-form.ts';
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
/** Share of the bodies that are forms, where JSON is accepted, too. */
const FORM_SHARE = 0.15;
/** Forms to an operation that accepts nothing else, per request to others: there are few such operations and many ways to break a form. */
const FORMS_PER_TURN = 16;
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
  forms: Record<string, number>;
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
    const turns = listTurns(operations);
    const principals = await createPrincipals(environment);
    await rememberAccess(environment);
    const random = createRandom(seed);
    const known = new Map<string, Set<string>>();
    const dice: ValueSource = { random, known: (pattern) => [...(known.get(getIdPrefix(pattern)) ?? [])].slice(-20) };
    const counts: FuzzCounts = {
      statuses: {},
      roles: {},
      extremes: {},
      forms: {},
      operations: new Map(),
      slowest_ms: 0,
    };
    const cursors = new Map<string, string>();
    const tools = { environment, principals, dice, counts, cursors };
    const violations: string[] = [];
    const end = Date.now() + minutes * 60_000;
    let count = 0;
    const worker = async () => {
      while ((count < requests || Date.now() < end) && violations.length < VIOLATIONS_MAX) {
        const number = count++;
        if (number % RESTORE_EVERY === 0) await restoreAccess(environment);
        const operation = turns[number % turns.length] as Operation;
        const turn = counts.operations.get(operation.operationId) ?? 0;
        counts.operations.set(operation.operationId, turn + 1);
        const { status, violation, body } = await sendRequest(tools, {
          operation,
          turn,
          key: `fuzz-${seed}-${number}`,
        });
        increase(counts.statuses, String(status));
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
    const lines = [...describeRun(counts), ...violations.map((violation) => `VIOLATION ${violation}`)];
    return { ok: violations.length === 0, lines: [`seed ${seed}: ${count} requests`, ...lines] };
  } finally {
    await environment.stop();
  }
}

/** Operations in the order in which they get requests. */
const listTurns = (operations: readonly Operation[]): Operation[] =>
  operations.flatMap((operation) =>
    Array.from({ length: isFormOnly(operation) ? FORMS_PER_TURN : 1 }, () => operation),
  );

function describeRun({ operations, slowest_ms, statuses, roles, extremes, forms }: FuzzCounts): string[] {
  const each = [...operations.values()];
  return [
    `${each.length} operations, ${Math.min(...each)} to ${Math.max(...each)} requests each; slowest ${Math.round(slowest_ms)} ms`,
    `statuses ${JSON.stringify(statuses)}`,
    `roles ${JSON.stringify(roles)}`,
    `wide and deep bodies ${JSON.stringify(extremes)}`,
    `forms ${JSON.stringify(forms)}`,
  ];
}

interface Turn {
  operation: Operation;
  /** Requests that were sent to it before. */
  turn: number;
  /** Idempotency key. */
  key: string;
}

async function sendRequest(
  { environment, principals, dice, counts, cursors }: FuzzTools,
  { operation, turn, key }: Turn,
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
  const content = buildContent({ operation, turn }, dice, counts, invalid_share);
  const { role, headers } = await principals.pick(random);
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
      ...(content === null ? {} : { 'content-type': content.content_type }),
    },
    ...(content === null ? {} : { payload: content.payload }),
  };
  const started = performance.now();
  const answer = await Promise.race([
    environment.app.inject(request),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), HANG_MS).unref()),
  ]);
  counts.slowest_ms = Math.max(counts.slowest_ms, performance.now() - started);
  const description = `${request.url} as ${role} ${content?.description ?? ''}`;
  if (answer === null) return { status: 0, violation: `no response within ${HANG_MS} ms to ${description}`, body: '' };
  const content_type = String(answer.headers['content-type'] ?? '');
  const violation = findViolation(operation, answer.statusCode, content_type, answer.body);
  return {
    status: answer.statusCode,
    violation: violation === null ? null : `${violation}, requested ${description}`,
    body: answer.body,
  };
}

interface Content {
  payload: string | Buffer;
  content_type: string;
  /** Its beginning, or what was changed in it. */
  description: string;
}

const isFormOnly = ({ body, form }: Operation): boolean => body === null && form !== null;

function buildContent(
  { operation, turn }: Omit<Turn, 'key'>,
  dice: ValueSource,
  counts: FuzzCounts,
  invalid_share: number,
): Content | null {
  const { body, form } = operation;
  const is_form_only = isFormOnly(operation);
  if (form !== null && (is_form_only || dice.random() < FORM_SHARE)) {
    // Each change in turn, where nothing but forms is sent.
    const change = (is_form_only ? FORM_CHANGES[turn % FORM_CHANGES.length] : pick(FORM_CHANGES, dice.random)) ?? '';
    increase(counts.forms, change);
    const { payload, content_type } = generateForm(form, change, dice, is_form_only ? 0 : invalid_share);
    return {
      payload,
      content_type,
      description: `form: ${change}, ${JSON.stringify(payload.toString('latin1', 0, 300))}`,
    };
  }
  if (body === null) return null;
  const payload = buildPayload(generateValue(body, dice, invalid_share), dice.random, counts);
  return { payload, content_type: 'application/json', description: payload.slice(0, 300) };
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
