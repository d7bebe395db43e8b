/** The run of an export from its beginning to its end: taking it, telling how far it is, and ending it one way. */
import { enqueue } from '../db/enqueue.ts';
import { announce } from '../db/notify.ts';
import { type MerchantTx, asMerchant, sqlState } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { deleteStoredFile } from '../storage/stored-file.ts';
import { Stopped, makeFiles } from './make.ts';
import { forgetFiles, listFiles } from './queries.ts';
import { ATTEMPTS_MAX, expiryOf } from './rules.ts';
import { type Holder, type RunChange, beginRun, changeRun, isForNobody } from './run-queries.ts';

/** In milliseconds. */
const BEAT_MS = 1_000;
/** Tries of the mail. */
const MAIL_TRIES_MAX = 11;

export interface RunOptions {
  file_rows_max?: number;
  /** How often progress is told, in milliseconds. */
  beat_ms?: number;
}

/** Makes an export, unless it has ended or was removed. Throws to be tried again. */
export async function runExport(
  deps: Deps,
  merchant_id: string,
  id: string,
  { file_rows_max, beat_ms = BEAT_MS }: RunOptions = {},
): Promise<void> {
  const run = await asMerchant(deps.db, merchant_id, async (tx) => {
    const begun = await beginRun(tx, id, deps.clock.now());
    if (begun !== undefined) await tell(tx, id);
    return begun;
  });
  if (run === undefined) return;
  const holder = { id, attempts: run.attempts };
  const watch = watchOver(deps, merchant_id, holder, beat_ms);
  try {
    // What an earlier run made, before it died.
    await dropFiles(deps, merchant_id, id);
    if (run.attempts > ATTEMPTS_MAX) throw new Problem(500, 'given_up', 'It was tried several times and did not end.');
    const made = await makeFiles(deps, merchant_id, id, run, watch, file_rows_max);
    await finish(deps, merchant_id, holder, made);
  } catch (error) {
    await endBadly(deps, merchant_id, holder, error);
  } finally {
    watch.stop();
  }
}

/** Tells the rows done every second and learns whether the run is still wanted. */
function watchOver({ db, clock, log }: Deps, merchant_id: string, holder: Holder, beat_ms: number) {
  let rows_done = 0;
  let is_stopped = false;
  const say = async (change: RunChange): Promise<void> => {
    const is_held = await asMerchant(db, merchant_id, async (tx) => {
      const held = await changeRun(tx, holder, { seen_at: clock.now(), ...change });
      if (held) await tell(tx, holder.id);
      return held;
    });
    if (!is_held) is_stopped = true;
  };
  const timer = setInterval(() => {
    say({ rows_done }).catch((error: unknown) => log.warn({ err: error }, 'could not tell how far an export is'));
  }, beat_ms);
  const check = (): void => {
    if (is_stopped) throw new Stopped();
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
  holder: Holder,
  { row_count, size_bytes }: { row_count: number; size_bytes: number },
): Promise<void> {
  const now = deps.clock.now();
  const done = { row_count, rows_done: row_count, size_bytes, finished_at: now, expires_at: expiryOf(now) };
  const is_held = await asMerchant(deps.db, merchant_id, async (tx) => {
    if (!(await changeRun(tx, holder, { status: 'ready', ...done }))) return false;
    await tell(tx, holder.id);
    const { id } = holder;
    await enqueue(tx, 'mail_export', { merchant_id, id }, { max_attempts: MAIL_TRIES_MAX, job_key: `mail:${id}` });
    return true;
  });
  if (!is_held) throw new Stopped();
}

/** Nothing of the files stays. A fault that may pass is thrown on, to be tried again; any other ends the export. */
async function endBadly(deps: Deps, merchant_id: string, holder: Holder, error: unknown): Promise<void> {
  if (error instanceof Stopped) {
    // Whoever took it over has files of its own; a cancelled or removed export has none to keep.
    const is_for_nobody = await asMerchant(deps.db, merchant_id, (tx) => isForNobody(tx, holder.id));
    if (is_for_nobody) await dropFiles(deps, merchant_id, holder.id);
    return;
  }
  await dropFiles(deps, merchant_id, holder.id);
  const is_final = error instanceof Problem || holder.attempts >= ATTEMPTS_MAX;
  const change: RunChange = is_final
    ? { status: 'failed', error: reasonOf(error), finished_at: deps.clock.now() }
    : { status: 'waiting', seen_at: deps.clock.now() };
  await asMerchant(deps.db, merchant_id, async (tx) => {
    if (await changeRun(tx, holder, change)) await tell(tx, holder.id);
  });
  if (!is_final) throw error;
  deps.log.warn({ err: error, export_id: holder.id }, 'export failed');
}

const TOO_LONG = '57014';

function reasonOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (sqlState(error) === TOO_LONG) return 'Reading the list took too long. Choose a shorter period.';
  return 'Something went wrong on our side. Please try again.';
}

/** Deletes the files of an export, and what is listed of them. */
export async function dropFiles({ db }: Pick<Deps, 'db'>, merchant_id: string, id: string): Promise<void> {
  const files = await asMerchant(db, merchant_id, (tx) => listFiles(tx, id));
  for (const { file_id } of files) await deleteStoredFile(db, merchant_id, file_id);
  if (files.length > 0) await asMerchant(db, merchant_id, (tx) => forgetFiles(tx, id));
}

/** Open dashboards read it again. */
export const tell = (tx: MerchantTx, id: string, change: 'created' | 'updated' = 'updated'): Promise<void> =>
  announce(tx, { noun: 'export', id, change });
