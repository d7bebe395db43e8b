/** Callbacks to the partner, their delivery attempts and retry schedule. */
import type { DatabaseSync } from 'node:sqlite';
import { SNAP_PATHS, type SnapCall } from '@dasbor/contract/snap';
import { z } from 'zod';

/** Delays after failed attempts, in seconds; then every minute for an hour, after which delivery is given up. */
const RETRY_DELAYS_S = [1, 2, 5, 10, 30];
const LATER_RETRY_DELAY_S = 60;
const ATTEMPTS_MAX = 1 + RETRY_DELAYS_S.length + 60;

const CALLS = Object.keys(SNAP_PATHS) as [SnapCall, ...SnapCall[]];

const callback = z.object({
  id: z.int(),
  /** Service to call at the partner. */
  call: z.enum(CALLS),
  /** Request body, fixed when the callback was created. */
  body: z.string(),
  /** References of the bank and of the partner. */
  reference_no: z.string(),
  partner_reference_no: z.string(),
  paid_amount: z.int(),
  created_at: z.int(),
  attempts: z.int(),
  state: z.enum(['waiting', 'delivered', 'given_up', 'lost']),
  next_attempt_at: z.int(),
});
export type Callback = z.infer<typeof callback>;

const attempt = z.object({
  at: z.int(),
  http_status: z.int().nullable(),
  response_code: z.string().nullable(),
  detail: z.string().nullable(),
  latency_ms: z.int().nullable(),
});

/** Result of an attempt. `http_status` is null when the partner did not respond. */
export interface AttemptResult {
  delivered: boolean;
  http_status: number | null;
  response_code: string | null;
  /** Human-readable result. */
  detail: string;
  latency_ms: number;
}

/** A callback to create. */
export interface NewCallback {
  call: SnapCall;
  body: object;
  reference_no: string;
  partner_reference_no: string;
  paid_amount: number;
  copies: number;
  lost: boolean;
  created_at: number;
  next_attempt_at: number;
}

/** Creates `copies` of a callback; `lost` ones are stored and never sent. */
export function insertCallbacks(database: DatabaseSync, { copies, lost, body, ...fields }: NewCallback): void {
  const insert = database.prepare(
    `insert into callback (call, body, reference_no, partner_reference_no, paid_amount, created_at, state, next_attempt_at)
     values (:call, :body, :reference_no, :partner_reference_no, :paid_amount, :created_at, :state, :next_attempt_at)`,
  );
  for (let copy = 0; copy < copies; copy++) {
    insert.run({ ...fields, body: JSON.stringify(body), state: lost ? 'lost' : 'waiting' });
  }
}

export function listDueCallbacks(database: DatabaseSync, at: Date, limit: number): Callback[] {
  return database
    .prepare(
      `select * from callback where state = 'waiting' and next_attempt_at <= ? order by next_attempt_at, id limit ?`,
    )
    .all(at.getTime(), limit)
    .map((row) => callback.parse(row));
}

/** Records an attempt before it is sent, so that a crash does not lose it, and returns its id. */
export function startAttempt(database: DatabaseSync, callback_id: number, at: Date): number {
  const { lastInsertRowid } = database
    .prepare('insert into callback_attempt (callback_id, at) values (?, ?)')
    .run(callback_id, at.getTime());
  return Number(lastInsertRowid);
}

/** Records the result of an attempt and schedules the next one. Call inside a transaction. */
export function finishAttempt(
  database: DatabaseSync,
  sent: Callback,
  { attempt_id, result, at }: { attempt_id: number; result: AttemptResult; at: Date },
): void {
  database
    .prepare('update callback_attempt set http_status = ?, response_code = ?, detail = ?, latency_ms = ? where id = ?')
    .run(result.http_status, result.response_code, result.detail, result.latency_ms, attempt_id);
  const attempts = sent.attempts + 1;
  const is_over = attempts >= ATTEMPTS_MAX || isPermanentRejection(sent, result);
  const state = result.delivered ? 'delivered' : is_over ? 'given_up' : 'waiting';
  const next_attempt_at = at.getTime() + (RETRY_DELAYS_S[attempts - 1] ?? LATER_RETRY_DELAY_S) * 1000;
  database
    .prepare('update callback set attempts = ?, state = ?, next_attempt_at = ? where id = ?')
    .run(attempts, state, next_attempt_at, sent.id);
}

/** A 404 for a virtual account payment is permanent: the bank returns the money to the payer. */
const isPermanentRejection = ({ call }: Pick<Callback, 'call'>, { http_status }: AttemptResult): boolean =>
  call === 'va_payment' && http_status === 404;

/** Lists the newest callbacks with their attempts, newest first. */
export function listCallbacks(database: DatabaseSync, limit: number) {
  const select_attempts = database.prepare(
    `select at, http_status, response_code, detail, latency_ms from callback_attempt
     where callback_id = ? order by id desc limit 5`,
  );
  return database
    .prepare('select * from callback order by id desc limit ?')
    .all(limit)
    .map((row) => callback.parse(row))
    .map(({ body: _body, ...row }) => ({
      ...row,
      last_attempts: select_attempts.all(row.id).map((tried) => attempt.parse(tried)),
    }));
}
