/** SQL of report runs: inserting one, storing its files, and restarting its delivery. */
import type { CsvDelimiter, ReportFormat } from '@dasbor/contract/file-settings';
import type { Language } from '@dasbor/contract/language';
import type { ReportType } from '@dasbor/contract/report';
import { sql } from 'kysely';
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { ChannelStatus, RunStatus } from './delivery-rules.ts';

export interface NewRun {
  id: string;
  report_type: ReportType;
  /** First and last day (WIB). */
  period_from: string;
  period_to: string;
  settlement_batch_id: string | null;
  format: ReportFormat;
  delimiter: CsvDelimiter;
  trigger: 'schedule' | 'manual';
  requested_by: string;
  language: Language;
  email_status: ChannelStatus;
  sftp_status: ChannelStatus;
  created_at: Date;
}

/**
 * Inserts a run and its job. Returns false when the schedule has created the run of this period or settlement before. The
 * caller holds the lock on the delivery configuration, under which runs are numbered.
 */
export async function insertRun(tx: MerchantTx, run: NewRun): Promise<boolean> {
  const business_day = run.period_to;
  const last = await tx.sql
    .selectFrom('report_run')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('report_type', '=', run.report_type)
    .where('business_day', '=', business_day)
    .executeTakeFirst();
  const sequence = (last?.sequence ?? 0) + 1;
  const added = await tx.sql
    .insertInto('report_run')
    .values({ merchant_id: tx.merchant_id, status: 'scheduled', business_day, sequence, ...run })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) return false;
  await enqueueDelivery(tx, run.id);
  return true;
}

/** At most one pending job per run, and one delivery at a time per merchant. */
export const enqueueDelivery = (tx: MerchantTx, run_id: string, run_at?: Date): Promise<void> =>
  enqueue(
    tx,
    'deliver_report',
    { merchant_id: tx.merchant_id, run_id },
    { job_key: `deliver_report:${run_id}`, queue: `report:${tx.merchant_id}`, ...(run_at ? { run_at } : {}) },
  );

/** Makes every unfinished run due now, for example after a configuration change; returns their ids. */
export async function markRunsDue(tx: MerchantTx): Promise<string[]> {
  const rows = await tx.sql
    .updateTable('report_run')
    .set({ email_retry_at: null, sftp_retry_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('finished_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The parts of a run that its file depends on. */
export type LockedRun = NonNullable<Awaited<ReturnType<typeof lockRun>>>;

export const lockRun = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('report_run')
    .select(['id', 'status', 'business_day', 'sequence', 'settlement_batch_id', 'file_id', 'created_at', 'finished_at'])
    .select(['email_status', 'sftp_status'])
    .select([
      sql<string>`coalesce(period_from, business_day)`.as('period_from'),
      sql<string>`coalesce(period_to, business_day)`.as('period_to'),
      'report_type',
      'format',
      'delimiter',
      'language',
    ])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export interface RunChange {
  status?: RunStatus;
  format?: ReportFormat;
  row_count?: number;
  net_total?: number;
  file_name?: string;
  file_id?: string;
  totals_file_id?: string;
  sha256?: string;
  finished_at?: Date;
}

export async function updateRun(tx: MerchantTx, id: string, change: RunChange): Promise<void> {
  await tx.sql
    .updateTable('report_run')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

/** Number of the run among those of its settlement, from 1. */
export async function countSettlementRuns(
  tx: MerchantTx,
  { settlement_batch_id, sequence }: Pick<LockedRun, 'settlement_batch_id' | 'sequence'>,
): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('report_run')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('settlement_batch_id', '=', settlement_batch_id)
    .where('sequence', '<=', sequence)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Restarts the delivery of a finished run by these channels; every recipient receives a new email. */
export async function restartDelivery(
  tx: MerchantTx,
  id: string,
  channels: readonly ('email' | 'sftp')[],
  now: Date,
): Promise<void> {
  const reset = (name: 'email' | 'sftp') =>
    channels.includes(name)
      ? {
          [`${name}_status`]: 'waiting',
          [`${name}_attempts`]: 0,
          [`${name}_error`]: null,
          [`${name}_retry_at`]: null,
          [`${name}_delivered_at`]: null,
        }
      : {};
  await tx.sql
    .updateTable('report_run')
    .set({ status: 'delivering', finished_at: null, error: null, resent_at: now, ...reset('email'), ...reset('sftp') })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
  if (!channels.includes('email')) return;
  // A new Message-ID, because email clients hide duplicates with the same one.
  await sql`update app.report_mail m set sent_at = null,
      message_id = replace(m.message_id, '@', ${`.${now.getTime().toString(36)}@`})
    where m.merchant_id = ${tx.merchant_id} and m.run_id = ${id}`.execute(tx.sql);
}

/** Settlements of every merchant, paid since an instant, without a scheduled report. */
export const listUnreportedSettlements = async (
  tx: PlatformTx,
  since: Date,
  limit: number,
): Promise<{ merchant_id: string; id: string; settlement_date: string }[]> =>
  tx.sql
    .selectFrom('settlement_batch as b')
    .select(['b.merchant_id', 'b.id', 'b.settlement_date'])
    .where('b.status', '=', 'paid')
    .where('b.paid_at', '>=', since.toISOString())
    .where(
      sql<boolean>`not exists (select from app.report_run r
        where r.merchant_id = b.merchant_id and r.settlement_batch_id = b.id and r.trigger = 'schedule')`,
    )
    .orderBy('b.paid_at')
    .limit(limit)
    .execute();
