/**
 * POST requests that move money take effect once per Idempotency-Key, also when they are sent concurrently. The key is
 * inserted in the transaction of the effect; a concurrent request waits for it and replays the first response. When the
 * first process died half-way, a later request takes over its lease and finishes the same object.
 */
import { createHash } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { type Localized, localized } from '@dasbor/contract/language';
import type { Output, Route } from '@dasbor/contract/route';
import { type KeyName, type KeyRow, type KeyTx, hasKey, insertKey, lockKey, updateKey } from '../db/idempotency.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import { canonicalJson } from './canonical-json.ts';
import { MERCHANT_NOT_ACTIVE } from './active-merchant.ts';
import { type FieldError, Problem } from './problem.ts';
import type { RequestContext } from './serve.ts';
import type { UploadedFile } from './upload.ts';

const RETENTION_MS = duration.days(31);
/**
 * Time that a request holds its key without renewing the lease. Short, so that after a crash a retry waits only this
 * long before it takes over; a request that is still running renews its lease.
 */
const LEASE_MS = duration.seconds(5);
const RENEW_MS = duration.seconds(2);

export interface IdempotentSteps<R extends Route> {
  /** Writes the effect to the database and returns the id of the object. Runs once per key. */
  begin: (tx: MerchantTx) => Promise<string>;
  /**
   * Builds the response. May call other systems, so it must be idempotent for the same object. A step that creates the
   * object itself calls `setObject` in the transaction of the creation: a later request then finishes that object.
   */
  finish: (object_id: string, setObject: SetObject) => Promise<Output<R>>;
}

/** Stores the object of the key, in a transaction of the owner of the key. */
type SetObject = (tx: KeyTx, object_id: string) => Promise<void>;

interface StoredResponse {
  status_code: number;
  body: unknown;
}

/** Runs the steps once per key; every replay gets the same response. */
export async function runIdempotent<R extends Route>(
  route: R,
  ctx: RequestContext<R>,
  steps: IdempotentSteps<R>,
): Promise<Output<R>> {
  const name = { route: route.name, key: ctx.idempotency_key };
  const fingerprint = fingerprintRequest(ctx);
  let claim: { object_id: string } | { response: StoredResponse };
  try {
    claim = await ctx.tx(async (tx) => {
      const lease = { locked_until: new Date(ctx.now.getTime() + LEASE_MS) };
      const is_new = await insertKey(tx, name, {
        fingerprint,
        created_at: ctx.now,
        expires_at: new Date(ctx.now.getTime() + RETENTION_MS),
        ...lease,
      });
      if (is_new) {
        const object_id = await steps.begin(tx);
        await updateKey(tx, name, { object_id });
        return { object_id };
      }
      const existing = resolveExistingKey(await lockKey(tx, name), fingerprint, ctx.now);
      if ('object_id' in existing) await updateKey(tx, name, lease);
      return existing;
    });
  } catch (error) {
    // A business error is a response too, and is replayed.
    if (error instanceof Problem && isDeterministic(error)) await storeError(ctx, name, fingerprint, error);
    throw error;
  }
  if ('response' in claim) {
    ctx.setHeader('idempotent-replayed', 'true');
    return replayResponse<R>(claim.response);
  }
  return finishAndStore(route, ctx, { name, run: ctx.tx, object_id: claim.object_id }, steps);
}

/** Whether the request was accepted before under its key, so that it is answered instead of executed. */
export async function isReplay(route: Route, ctx: RequestContext<Route>): Promise<boolean> {
  const { idempotency_key: key } = ctx;
  if (key === '') return false;
  const { run, name } =
    route.idempotency_key === 'required'
      ? { run: ctx.tx, name: { route: route.name, key } }
      : getOptionalKey(route, ctx);
  return run((tx) => hasKey(tx, name));
}

interface PreparedSteps<R extends Route, T> extends Pick<IdempotentSteps<R>, 'finish'> {
  /** Gets what the effect needs from other systems, such as an inquiry at the bank. */
  prepare: () => Promise<T>;
  begin: (tx: MerchantTx, prepared: T) => Promise<string>;
}

/**
 * Runs the steps once per key, and prepares before the transaction. A request whose key is known is answered without the other
 * systems; then it is prepared only if the effect has to be made after all.
 */
export async function runPrepared<R extends Route, T>(
  route: R,
  ctx: RequestContext<R>,
  { prepare, begin, finish }: PreparedSteps<R, T>,
): Promise<Output<R>> {
  const is_known = await isReplay(route, ctx as unknown as RequestContext<Route>);
  const prepared = is_known ? null : { value: await prepare() };
  return runIdempotent(route, ctx, {
    begin: async (tx) => begin(tx, prepared === null ? await prepare() : prepared.value),
    finish,
  });
}

/** The same body for another object, or with another file, is a different request. */
function fingerprintRequest({ params, body, file }: RequestContext<Route>): string {
  const request = params === undefined ? body : { params, body };
  const input = file === undefined ? request : { request, file: (file as UploadedFile).sent_sha256 };
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}

/** Whether a route takes an optional Idempotency-Key: it creates something, and its response contains no secret. */
export const acceptsOptionalKey = (route: Route): boolean =>
  route.method === 'POST' &&
  (route.status === 201 || route.idempotency_key === 'optional') &&
  route.idempotency_key !== 'required' &&
  route.access !== 'public' &&
  route.returns_secret !== true;

/** A key with its store. */
interface StoredKey {
  name: KeyName;
  /** Runs work in a transaction on the keys of the owner. */
  run: <T>(work: (tx: KeyTx) => Promise<T>) => Promise<T>;
}

/**
 * The key as it is stored. Some of these routes create what belongs to one person, so people do not share keys: that of a
 * user is stored as a hash of the text, behind the id. Users without a merchant have keys of their own.
 */
function getOptionalKey(route: Route, ctx: RequestContext<Route>): StoredKey {
  const { deps, principal, idempotency_key: key } = ctx;
  if (principal.type === 'api_key') return { name: { route: route.name, key }, run: ctx.tx };
  const { id: user_id, merchant_id } = principal;
  const hash = createHash('sha256').update(key).digest('hex');
  if (merchant_id !== null) return { name: { route: route.name, key: `${user_id}:${hash}` }, run: ctx.tx };
  return { name: { route: route.name, key }, run: (work) => asLogin(deps.db, (tx) => work({ ...tx, user_id })) };
}

/**
 * Runs a handler of a route with an optional key. Unlike `runIdempotent`, the effect is not in the transaction of the key:
 * when the process dies between the two, a retry runs the handler again.
 */
export async function runWithKey<R extends Route>(
  route: R,
  ctx: RequestContext<R>,
  run: () => Promise<Output<R>>,
): Promise<Output<R>> {
  const { name, run: runOnKeys } = getOptionalKey(route, ctx);
  const fingerprint = fingerprintRequest(ctx);
  const locked_until = new Date(ctx.now.getTime() + LEASE_MS);
  const claim = await runOnKeys(async (tx) => {
    const expires_at = new Date(ctx.now.getTime() + RETENTION_MS);
    const is_new = await insertKey(tx, name, { fingerprint, created_at: ctx.now, expires_at, locked_until });
    const existing = is_new ? null : resolveExistingKey(await lockKey(tx, name), fingerprint, ctx.now);
    if (existing !== null && 'response' in existing) return existing;
    await updateKey(tx, name, { object_id: NO_OBJECT, locked_until });
    return null;
  });
  if (claim !== null) {
    ctx.setHeader('idempotent-replayed', 'true');
    return replayResponse<R>(claim.response);
  }
  return finishAndStore(route, ctx, { name, run: runOnKeys, object_id: NO_OBJECT }, { finish: run });
}

/** Marks keys of handlers that are run again instead of finishing an object. */
const NO_OBJECT = '-';

async function finishAndStore<R extends Route>(
  route: R,
  ctx: RequestContext<R>,
  { name, run, object_id }: StoredKey & { object_id: string },
  steps: Pick<IdempotentSteps<R>, 'finish'>,
): Promise<Output<R>> {
  let stored: StoredResponse;
  const setObject: SetObject = (tx, id) => updateKey(tx, name, { object_id: id });
  const renewal = setInterval(() => void renewLease(ctx, { name, run }), RENEW_MS);
  try {
    stored = { status_code: route.status ?? 200, body: await steps.finish(object_id, setObject) };
  } catch (error) {
    if (!(error instanceof Problem) || !isDeterministic(error)) throw error;
    stored = toStoredError(error);
  } finally {
    clearInterval(renewal);
  }
  const final = await run(async (tx) => {
    const row = await lockKey(tx, name);
    if (row !== undefined && row.status_code !== null) return { status_code: row.status_code, body: row.response };
    await updateKey(tx, name, { status_code: stored.status_code, response: JSON.stringify(stored.body) });
    return stored;
  });
  return replayResponse<R>(final);
}

/** A failed renewal is harmless: the effect of the key is idempotent, and the next renewal follows. */
async function renewLease<R extends Route>({ deps }: RequestContext<R>, { name, run }: StoredKey): Promise<void> {
  const locked_until = new Date(deps.clock.now().getTime() + LEASE_MS);
  await run((tx) => updateKey(tx, name, { locked_until })).catch(() => undefined);
}

/** Resolves a key that exists: replays its response, takes over its object, or throws. */
function resolveExistingKey(
  row: KeyRow | undefined,
  fingerprint: string,
  now: Date,
): { object_id: string } | { response: StoredResponse } {
  if (row === undefined) throw keyInUse();
  if (row.fingerprint !== fingerprint) {
    throw new Problem(422, 'idempotency_key_reused', KEY_REUSED);
  }
  if (row.status_code !== null) return { response: { status_code: row.status_code, body: row.response } };
  const wait_ms = Date.parse(row.locked_until) - now.getTime();
  if (row.object_id === null || wait_ms > 0) throw keyInUse(wait_ms);
  return { object_id: row.object_id };
}

const KEY_REUSED = localized(
  'This Idempotency-Key was used with a different request. Send a new key.',
  'Idempotency-Key ini sudah dipakai untuk permintaan lain. Kirim kunci baru.',
);
const KEY_IN_USE = localized(
  'A request with this Idempotency-Key is still being processed. Try again in a moment.',
  'Permintaan dengan Idempotency-Key ini masih diproses. Coba lagi sesaat lagi.',
);
const keyInUse = (wait_ms = 0) =>
  new Problem(409, 'idempotency_key_in_use', KEY_IN_USE, { retry_after_s: Math.max(1, Math.ceil(wait_ms / 1000)) });

/** Errors of the key, and of a state that changes independently of the request. */
const UNSTORED_CODES = new Set([
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'settlement_in_progress',
  MERCHANT_NOT_ACTIVE,
]);
const isDeterministic = (problem: Problem): boolean =>
  (problem.status_code === 409 || problem.status_code === 422) && !UNSTORED_CODES.has(problem.code);

interface StoredError {
  code: string;
  /** Both languages, so that a replay answers in the language of its own request. */
  detail: string | Localized;
  errors: FieldError[] | undefined;
}

const toStoredError = (problem: Problem): StoredResponse => ({
  status_code: problem.status_code,
  body: { code: problem.code, detail: problem.detail, errors: problem.errors } satisfies StoredError,
});

async function storeError<R extends Route>(
  ctx: RequestContext<R>,
  name: { route: string; key: string },
  fingerprint: string,
  problem: Problem,
): Promise<void> {
  const stored = toStoredError(problem);
  await asMerchant(ctx.deps.db, ctx.merchant_id, async (tx) => {
    const times = {
      created_at: ctx.now,
      locked_until: ctx.now,
      expires_at: new Date(ctx.now.getTime() + RETENTION_MS),
    };
    if (await insertKey(tx, name, { fingerprint, ...times })) {
      await updateKey(tx, name, { status_code: stored.status_code, response: JSON.stringify(stored.body) });
    }
  });
}

function replayResponse<R extends Route>(stored: StoredResponse): Output<R> {
  if (stored.status_code < 400) return stored.body as Output<R>;
  const { code, detail, errors } = stored.body as StoredError;
  throw new Problem(stored.status_code, code, detail, errors === undefined ? {} : { errors });
}
