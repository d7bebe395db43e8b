/**
 * Generates the files of a report run, once: the delivery job calls it before the first delivery. The result is frozen in the
 * run (`file_id`, `totals_file_id`, `file_name`, `sha256`, `row_count`, `net_total`). A run without delivery finishes here.
 */
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type StoredFile, deleteStoredFile, storeFile } from '../storage/stored-file.ts';
import { CONTENT_TYPES, formatTotals } from './file-rules.ts';
import { isTooLong, buildFile } from './build-file.ts';
import { type LockedRun, type RunChange, countSettlementRuns, lockRun, updateRun } from './run-queries.ts';
import { getReportSource } from './source.ts';

/** Does nothing for a run that has its file or has finished. Idempotent; an error is retried by the job. */
export async function generateReport(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchant_id: string,
  run_id: string,
): Promise<void> {
  const begun = await asMerchant(deps.db, merchant_id, (tx) => begin(tx, run_id));
  if (begun === null) return;
  const { run, number } = begun;
  const source = await getReportSource(deps, merchant_id, { ...run, number });
  // A list too long for its format is written as CSV.
  const format = (await isTooLong(deps, merchant_id, source, run.format)) ? 'csv' : run.format;
  const { content, totals } = await buildFile(deps, merchant_id, source, {
    format,
    delimiter: run.delimiter,
    reader: 'process',
  });
  const name = `${source.base_name}.${format}`;
  const kept = { expires_at: null };
  const file = await storeFile(deps, merchant_id, { name, content_type: CONTENT_TYPES[format], ...kept }, content);
  const text = [formatTotals({ ...totals, name, sha256: file.sha256 })];
  const sum = { name: `${name}.sum`, content_type: 'text/plain; charset=utf-8', ...kept };
  const totals_file = await storeFile(deps, merchant_id, sum, toStream(text));
  const change = { format, file_name: name, sha256: file.sha256, file_id: file.id, totals_file_id: totals_file.id };
  const is_kept = await asMerchant(deps.db, merchant_id, (tx) =>
    storeResult(deps, tx, run_id, { ...change, ...totals }),
  );
  if (!is_kept) await discard(deps, merchant_id, [file, totals_file]);
}

async function* toStream(parts: readonly string[]): AsyncGenerator<string> {
  yield* parts;
}

async function begin(tx: MerchantTx, run_id: string): Promise<{ run: LockedRun; number: number } | null> {
  const run = await lockRun(tx, run_id);
  if (run === undefined || run.finished_at !== null || run.file_id !== null) return null;
  if (run.status === 'scheduled') {
    await updateRun(tx, run_id, { status: 'generating' });
    await publishLiveEvents(tx, { topic: 'report-run', id: run_id, change: 'updated' });
  }
  return { run, number: run.settlement_batch_id === null ? run.sequence : await countSettlementRuns(tx, run) };
}

/** Returns false when another process stored its file first, which is then the report. */
async function storeResult(
  deps: Pick<Deps, 'clock'>,
  tx: MerchantTx,
  run_id: string,
  made: RunChange,
): Promise<boolean> {
  const run = await lockRun(tx, run_id);
  if (run === undefined || run.finished_at !== null || run.file_id !== null) return false;
  const is_delivered = run.email_status === 'waiting' || run.sftp_status === 'waiting';
  const end: RunChange = is_delivered
    ? { status: 'delivering' }
    : { status: 'delivered', finished_at: deps.clock.now() };
  await updateRun(tx, run_id, { ...made, ...end });
  await publishLiveEvents(tx, { topic: 'report-run', id: run_id, change: 'updated' });
  return true;
}

async function discard(deps: Pick<Deps, 'db'>, merchant_id: string, files: readonly StoredFile[]): Promise<void> {
  for (const { id } of files) await deleteStoredFile(deps.db, merchant_id, id);
}
