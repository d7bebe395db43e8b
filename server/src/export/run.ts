/** The run of an export: lease, progress, completion and failure. */
import * as duration from '@dasbor/contract/duration';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant, getSqlState } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { deleteStoredFile } from '../storage/stored-file.ts';
import { RunStoppedError, writeFiles } from './write-files.ts';
import { EXPORT_FAILURES } from './failures.ts';
import { deleteFileRows, listFiles } from './queries.ts';
import { findRequester } from './requester.ts';
import { ATTEMPTS_MAX, calculateExpiry } from './rules.ts';
import { type RunLease, type RunChange, beginRun, updateRun, isAbandoned } from './run-queries.ts';

const PROGRESS_INTERVAL_MS = duration.seconds(1);
/** A run stops within this time when its requester loses the access. */
const ACCESS_CHECK_MS = duration.seconds(4);
const MAIL_ATTEMPTS_MAX = 11;

export interface RunOptions {
  file_rows_max?: number;
  progress_interval_ms?: number;
}

/** Runs an export, unless it is finished or deleted. Throws on transient errors, so that the job is retried. */
export async function runExport(
  deps: Deps,
  merchant_id: string,
  id: string,
  { file_rows_max, progress_interval_ms = PROGRESS_INTERVAL_MS }: RunOptions = {},
): Promise<void> {
  const run = await asMerchant(deps.db, merchant_id, async (tx) => {
    const begun = await beginRun(tx, id, deps.clock.now());
    if (begun !== undefined) await publishExport(tx, id);
    return begun;
  });
  if (run === undefined) return;
  const lease = { id, attempts: run.attempts };
  const progress = startProgress(deps, merchant_id, { ...lease, created_by: run.created_by }, progress_interval_ms);
  try {
    // Deletes files of an attempt that crashed.
    await deleteFiles(deps, merchant_id, id);
    if (run.attempts > ATTEMPTS_MAX) throw new Problem(500, 'given_up', EXPORT_FAILURES.attempts);
    const made = await writeFiles(deps, { merchant_id, id }, run, { progress, file_rows_max });
    await finish(deps, merchant_id, lease, made);
  } catch (error) {
    await handleFailure(deps, merchant_id, lease, error);
  } finally {
    progress.stop();
  }
}

/** Publishes progress every second and detects whether the run has lost its lease. */
function startProgress(
  deps: Deps,
  merchant_id: string,
  { created_by, ...lease }: RunLease & { created_by: string },
  progress_interval_ms: number,
) {
  const { db, clock, log } = deps;
  let rows_done = 0;
  let is_stopped = false;
  let has_access = true;
  const report = async (change: RunChange): Promise<void> => {
    const is_held = await asMerchant(db, merchant_id, async (tx) => {
      const held = await updateRun(tx, lease, { seen_at: clock.now(), ...change });
      if (held) await publishExport(tx, lease.id);
      return held;
    });
    if (!is_held) is_stopped = true;
  };
  const timer = setInterval(() => {
    report({ rows_done }).catch((error: unknown) => log.warn({ err: error }, 'export progress not saved'));
  }, progress_interval_ms);
  const access_timer = setInterval(() => {
    findRequester(deps, merchant_id, created_by).then(
      (requester) => (has_access = requester !== null),
      (error: unknown) => log.warn({ err: error }, 'access of the requester of an export not checked'),
    );
  }, ACCESS_CHECK_MS);
  const check = (): void => {
    if (is_stopped) throw new RunStoppedError();
    if (!has_access) throw new Problem(403, 'forbidden', EXPORT_FAILURES.forbidden);
  };
  return {
    onRow: () => {
      check();
      rows_done += 1;
    },
    onCounted: async (row_count: number, is_masked: boolean) => {
      await report({ row_count, is_masked });
      check();
    },
    stop: () => {
      clearInterval(timer);
      clearInterval(access_timer);
    },
  };
}

async function finish(
  deps: Deps,
  merchant_id: string,
  lease: RunLease,
  { row_count, size_bytes }: { row_count: number; size_bytes: number },
): Promise<void> {
  const now = deps.clock.now();
  const done = { row_count, rows_done: row_count, size_bytes, finished_at: now, expires_at: calculateExpiry(now) };
  const is_held = await asMerchant(deps.db, merchant_id, async (tx) => {
    if (!(await updateRun(tx, lease, { status: 'ready', ...done }))) return false;
    await publishExport(tx, lease.id);
    const { id } = lease;
    await enqueue(
      tx,
      'send_export_email',
      { merchant_id, id },
      { max_attempts: MAIL_ATTEMPTS_MAX, job_key: `email:${id}` },
    );
    return true;
  });
  if (!is_held) throw new RunStoppedError();
}

/** Deletes the files. Transient errors are rethrown for a retry; any other error ends the export. */
async function handleFailure(deps: Deps, merchant_id: string, lease: RunLease, error: unknown): Promise<void> {
  if (error instanceof RunStoppedError) {
    // A newer attempt writes its own files; a cancelled or deleted export keeps none.
    const is_abandoned = await asMerchant(deps.db, merchant_id, (tx) => isAbandoned(tx, lease.id));
    if (is_abandoned) await deleteFiles(deps, merchant_id, lease.id);
    return;
  }
  await deleteFiles(deps, merchant_id, lease.id);
  const is_final = error instanceof Problem || lease.attempts >= ATTEMPTS_MAX;
  const change: RunChange = is_final
    ? { status: 'failed', error: toFailureReason(error), finished_at: deps.clock.now() }
    : { status: 'waiting', seen_at: deps.clock.now() };
  await asMerchant(deps.db, merchant_id, async (tx) => {
    if (await updateRun(tx, lease, change)) await publishExport(tx, lease.id);
  });
  if (!is_final) throw error;
  deps.log.warn({ err: error, export_id: lease.id }, 'export failed');
}

const QUERY_CANCELED = '57014';

function toFailureReason(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return getSqlState(error) === QUERY_CANCELED ? EXPORT_FAILURES.timeout : EXPORT_FAILURES.internal;
}

/** Deletes the stored files of an export and their rows. */
export async function deleteFiles({ db }: Pick<Deps, 'db'>, merchant_id: string, id: string): Promise<void> {
  const files = await asMerchant(db, merchant_id, (tx) => listFiles(tx, id));
  for (const { file_id } of files) await deleteStoredFile(db, merchant_id, file_id);
  if (files.length > 0) await asMerchant(db, merchant_id, (tx) => deleteFileRows(tx, id));
}

/** Publishes a live event, on which open dashboards reload the export. */
export const publishExport = (tx: MerchantTx, id: string, change: 'created' | 'updated' = 'updated'): Promise<void> =>
  publishLiveEvents(tx, { topic: 'export', id, change });
