/** SQL of report runs: asking for one, keeping what was made, and having it delivered. */
import type { ReportFormat, ReportType } from '@dasbor/contract/report';
import { sql } from 'kysely';
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { ChannelStatus } from './delivery-rules.ts';

export interface NewRun {
  id: string;
  report_type: ReportType;
  /** First and last day (WIB). */
  period_from: string;
  period_to: string;
  settlement_batch_id: string | null;
  format: ReportFormat;
  delimiter: ',' | ';';
  trigger: 'schedule' | 'manual';
  requested_by: string;
  email_status: ChannelStatus;
  sftp_status: ChannelStatus;
  created_at: Date;
}

/**
 * Adds a run and its job. False when the schedule has made the run of that period or settlement before. Lock the
 * delivery configuration first: it is what runs are numbered under.
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

/** One waiting job per run, and one delivery at a time per merchant. */
export const enqueueDelivery = (tx: MerchantTx, run_id: string, run_at?: Date): Promise<void> =>
  enqueue(
    tx,
    'deliver_report',
    { merchant_id: tx.merchant_id, run_id },
    { job_key: `deliver_report:${run_id}`, queue: `report:${tx.merchant_id}`, ...(run_at ? { run_at } : {}) },
  );

/** Makes every unfinished run due now; their ids. A saved configuration may be what they were waiting for. */
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

/** What of a run its file is made of. */
export type LockedRun = NonNullable<Awaited<ReturnType<typeof lockRun>>>;

export const lockRun = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('report_run')
    .select(['id', 'status', 'business_day', 'sequence', 'settlement_batch_id', 'file_id', 'created_at', 'finished_at'])
    .select(['email_status', 'sftp_status'])
    .select((eb) => [
      sql<string>`coalesce(period_from, business_day)`.as('period_from'),
      sql<string>`coalesce(period_to, business_day)`.as('period_to'),
      eb.ref('report_type').$castTo<ReportType>().as('report_type'),
      eb.ref('format').$castTo<ReportFormat>().as('format'),
      eb.ref('delimiter').$castTo<',' | ';'>().as('delimiter'),
    ])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export interface RunChange {
  status?: string;
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

/** How many runs of a settlement there were up to this one: 1 for its first. */
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

/** Has a finished run delivered once more by these ways: each recipient gets a mail of its own again. */
export async function restartDelivery(
  tx: MerchantTx,
  id: string,
  channels: readonly ('email' | 'sftp')[],
  now: Date,
): Promise<void> {
  const anew = (name: 'email' | 'sftp') =>
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
    .set({ status: 'delivering', finished_at: null, error: null, resent_at: now, ...anew('email'), ...anew('sftp') })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
  if (!channels.includes('email')) return;
  // Another Message-ID, or the mail program of the recipient hides the second mail behind the first.
  await sql`update app.report_mail m set sent_at = null,
      message_id = replace(m.message_id, '@', ${`.${now.getTime().toString(36)}@`})
    where m.merchant_id = ${tx.merchant_id} and m.run_id = ${id}`.execute(tx.sql);
}

/** Paid settlements of every merchant, paid since an instant, that no report was made of by itself. */
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
