/** The run of an export from its beginning to its end: taking it, telling how far it is, and ending it one way. */
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant, sqlState } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { deleteStoredFile } from '../storage/stored-file.ts';
import { RunStoppedError, writeFiles } from './write-files.ts';
import { deleteFileRows, listFiles } from './queries.ts';
import { ATTEMPTS_MAX, getExpiry } from './rules.ts';
import { type RunLease, type RunChange, beginRun, updateRun, isAbandoned } from './run-queries.ts';

/** In milliseconds. */
const PROGRESS_INTERVAL_MS = 1_000;
/** Tries of the mail. */
const MAIL_ATTEMPTS_MAX = 11;

export interface RunOptions {
  file_rows_max?: number;
  /** How often progress is told, in milliseconds. */
  progress_interval_ms?: number;
}

/** Makes an export, unless it has ended or was removed. Throws to be tried again. */
export async function runExport(
  deps: Deps,
  merchant_id: string,
  id: string,
  { file_rows_max, progress_interval_ms: beat_ms = PROGRESS_INTERVAL_MS }: RunOptions = {},
): Promise<void> {
  const run = await asMerchant(deps.db, merchant_id, async (tx) => {
    const begun = await beginRun(tx, id, deps.clock.now());
    if (begun !== undefined) await publishExport(tx, id);
    return begun;
  });
  if (run === undefined) return;
  const holder = { id, attempts: run.attempts };
  const watch = startProgress(deps, merchant_id, holder, beat_ms);
  try {
    // What an earlier run made, before it died.
    await deleteFiles(deps, merchant_id, id);
    if (run.attempts > ATTEMPTS_MAX) throw new Problem(500, 'given_up', 'It was tried several times and did not end.');
    const made = await writeFiles(deps, merchant_id, id, run, watch, file_rows_max);
    await finish(deps, merchant_id, holder, made);
  } catch (error) {
    await handleFailure(deps, merchant_id, holder, error);
  } finally {
    watch.stop();
  }
}

/** Tells the rows done every second and learns whether the run is still wanted. */
function startProgress({ db, clock, log }: Deps, merchant_id: string, holder: RunLease, beat_ms: number) {
  let rows_done = 0;
  let is_stopped = false;
  const say = async (change: RunChange): Promise<void> => {
    const is_held = await asMerchant(db, merchant_id, async (tx) => {
      const held = await updateRun(tx, holder, { seen_at: clock.now(), ...change });
      if (held) await publishExport(tx, holder.id);
      return held;
    });
    if (!is_held) is_stopped = true;
  };
  const timer = setInterval(() => {
    say({ rows_done }).catch((error: unknown) => log.warn({ err: error }, 'could not tell how far an export is'));
  }, beat_ms);
  const check = (): void => {
    if (is_stopped) throw new RunStoppedError();
  };
  return {
    onRow: () => {
      check();
      rows_done += 1;
    },
    onCounted: async (row_count: number, is_masked: boolean) => {
      await say({ row_count, is_masked });
      check();
    },
    stop: () => clearInterval(timer),
  };
}

async function finish(
  deps: Deps,
  merchant_id: string,
  holder: RunLease,
  { row_count, size_bytes }: { row_count: number; size_bytes: number },
): Promise<void> {
  const now = deps.clock.now();
  const done = { row_count, rows_done: row_count, size_bytes, finished_at: now, expires_at: getExpiry(now) };
  const is_held = await asMerchant(deps.db, merchant_id, async (tx) => {
    if (!(await updateRun(tx, holder, { status: 'ready', ...done }))) return false;
    await publishExport(tx, holder.id);
    const { id } = holder;
    await enqueue(tx, 'mail_export', { merchant_id, id }, { max_attempts: MAIL_ATTEMPTS_MAX, job_key: `mail:${id}` });
    return true;
  });
  if (!is_held) throw new RunStoppedError();
}

/** Nothing of the files stays. A fault that may pass is thrown on, to be tried again; any other ends the export. */
async function handleFailure(deps: Deps, merchant_id: string, holder: RunLease, error: unknown): Promise<void> {
  if (error instanceof RunStoppedError) {
    // Whoever took it over has files of its own; a cancelled or removed export has none to keep.
    const is_for_nobody = await asMerchant(deps.db, merchant_id, (tx) => isAbandoned(tx, holder.id));
    if (is_for_nobody) await deleteFiles(deps, merchant_id, holder.id);
    return;
  }
  await deleteFiles(deps, merchant_id, holder.id);
  const is_final = error instanceof Problem || holder.attempts >= ATTEMPTS_MAX;
  const change: RunChange = is_final
    ? { status: 'failed', error: getFailureReason(error), finished_at: deps.clock.now() }
    : { status: 'waiting', seen_at: deps.clock.now() };
  await asMerchant(deps.db, merchant_id, async (tx) => {
    if (await updateRun(tx, holder, change)) await publishExport(tx, holder.id);
  });
  if (!is_final) throw error;
  deps.log.warn({ err: error, export_id: holder.id }, 'export failed');
}

const QUERY_CANCELED = '57014';

function getFailureReason(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (sqlState(error) === QUERY_CANCELED) return 'Reading the list took too long. Choose a shorter period.';
  return 'Something went wrong on our side. Please try again.';
}

/** Deletes the files of an export, and what is listed of them. */
export async function deleteFiles({ db }: Pick<Deps, 'db'>, merchant_id: string, id: string): Promise<void> {
  const files = await asMerchant(db, merchant_id, (tx) => listFiles(tx, id));
  for (const { file_id } of files) await deleteStoredFile(db, merchant_id, file_id);
  if (files.length > 0) await asMerchant(db, merchant_id, (tx) => deleteFileRows(tx, id));
}

/** Open dashboards read it again. */
export const publishExport = (tx: MerchantTx, id: string, change: 'created' | 'updated' = 'updated'): Promise<void> =>
  publishLiveEvents(tx, { topic: 'export', id, change });
