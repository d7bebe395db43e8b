/** All SQL of report runs: whose report is due, what it holds, how its delivery stands. */
import { sql } from 'kysely';
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Channel, ChannelStatus, RunStatus } from './delivery-rules.ts';
import type { PaidTransaction } from './report.ts';

/** Merchants with any delivery switched on, across the provider. */
export const listMerchantsWithDelivery = async (tx: PlatformTx): Promise<string[]> => {
  const rows = await tx.sql
    .selectFrom('report_configuration')
    .select('merchant_id')
    .where((eb) => eb.or([eb('email_delivery_enabled', '=', true), eb('sftp_delivery_enabled', '=', true)]))
    .orderBy('merchant_id')
    .execute();
  return rows.map((row) => row.merchant_id);
};

export const readMerchant = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['code', 'brand_name'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

const RUN = [
  'id',
  'business_day',
  'sequence',
  'status',
  'row_count',
  'file_name',
  'sha256',
  'email_status',
  'email_attempts',
  'email_error',
  'email_retry_at',
  'sftp_status',
  'sftp_attempts',
  'sftp_error',
  'sftp_retry_at',
  'attempts',
  'error',
  'created_at',
  'finished_at',
] as const;

const runs = (tx: MerchantTx) => tx.sql.selectFrom('report_run').select(RUN).where('merchant_id', '=', tx.merchant_id);
export type RunRow = Awaited<ReturnType<typeof getRun>>;

export const getRun = (tx: MerchantTx, id: string) => runs(tx).where('id', '=', id).executeTakeFirstOrThrow();
export const lockRun = (tx: MerchantTx, id: string) => runs(tx).where('id', '=', id).forUpdate().executeTakeFirst();

/** Newest first, from after a place. */
export const listRuns = (tx: MerchantTx, after: { created_at: string; id: string } | null, limit: number) =>
  runs(tx)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.created_at}::timestamptz, ${after?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export interface NewRun {
  id: string;
  business_day: string;
  trigger: 'schedule' | 'manual';
  requested_by: string;
  email_status: ChannelStatus;
  sftp_status: ChannelStatus;
  created_at: Date;
}

/** Adds a run and its first job. False when the schedule has made the day's run before. Lock the configuration first. */
export async function addRun(tx: MerchantTx, run: NewRun): Promise<boolean> {
  const last = await tx.sql
    .selectFrom('report_run')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('business_day', '=', run.business_day)
    .executeTakeFirst();
  const added = await tx.sql
    .insertInto('report_run')
    .values({ merchant_id: tx.merchant_id, status: 'scheduled', sequence: (last?.sequence ?? 0) + 1, ...run })
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'business_day']).where('trigger', '=', 'schedule').doNothing(),
    )
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

export interface RunChange {
  status?: RunStatus;
  row_count?: number;
  file_name?: string;
  sha256?: string;
  content?: Buffer;
  attempts?: number;
  error?: string | null;
  finished_at?: Date | null;
  email?: Channel;
  sftp?: Channel;
}

export async function updateRun(tx: MerchantTx, id: string, change: RunChange): Promise<void> {
  const { email, sftp, ...rest } = change;
  const columns = {
    ...rest,
    ...(email ? channelColumns('email', email) : {}),
    ...(sftp ? channelColumns('sftp', sftp) : {}),
  };
  await tx.sql
    .updateTable('report_run')
    .set(columns)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

const channelColumns = (name: 'email' | 'sftp', channel: Channel) => ({
  [`${name}_status`]: channel.status,
  [`${name}_attempts`]: channel.attempts,
  [`${name}_error`]: channel.error,
  [`${name}_retry_at`]: channel.retry_at,
});

/** The frozen file; null until it was generated. */
export async function readContent(tx: MerchantTx, id: string): Promise<Buffer | null> {
  const row = await tx.sql
    .selectFrom('report_run')
    .select('content')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.content;
}

/** Makes every unfinished run due now; their ids. A saved configuration may be what they were waiting for. */
export async function makeRunsDue(tx: MerchantTx): Promise<string[]> {
  const rows = await tx.sql
    .updateTable('report_run')
    .set({ email_retry_at: null, sftp_retry_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('finished_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Taken into the ledger in `[from, to)`, oldest first, at most `limit`. The ledger's time and not the payer's: a
 * callback that comes a day late is in the next report, so that each payment is in exactly one.
 */
export const listTakenTransactions = (
  tx: MerchantTx,
  from: Date,
  to: Date,
  limit: number,
): Promise<PaidTransaction[]> =>
  tx.sql
    .selectFrom('transfer as f')
    .innerJoin('ledger_account as a', (join) =>
      join
        .onRef('a.id', '=', 'f.debit_account')
        .on('a.merchant_id', '=', tx.merchant_id)
        .on('a.type', '=', 'provider_receivable'),
    )
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.id', '=', 'f.reference_id').on('t.merchant_id', '=', tx.merchant_id),
    )
    .select([
      't.id',
      't.created_at',
      't.paid_at',
      't.merchant_reference',
      't.customer_name',
      't.method',
      't.channel_code',
      't.issuer',
      't.rrn',
      't.provider_reference',
      't.currency',
      't.amount',
      't.fee_amount',
      't.fee_vat_amount',
      't.net_amount',
    ])
    .where('f.merchant_id', '=', tx.merchant_id)
    .where('f.kind', '=', 'payment')
    .where('f.posted_at', '>=', from.toISOString())
    .where('f.posted_at', '<', to.toISOString())
    .orderBy('f.posted_at')
    .orderBy('t.id')
    .limit(limit)
    .execute();

/** The recipient's entry in the ledger of mails, made before anything is sent. */
export async function ensureMail(
  tx: MerchantTx,
  mail: { run_id: string; recipient: string; message_id: string; created_at: Date },
): Promise<{ message_id: string; sent_at: string | null }> {
  await tx.sql
    .insertInto('report_mail')
    .values({ merchant_id: tx.merchant_id, ...mail })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'run_id', 'recipient']).doNothing())
    .execute();
  return tx.sql
    .selectFrom('report_mail')
    .select(['message_id', 'sent_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('run_id', '=', mail.run_id)
    .where('recipient', '=', mail.recipient)
    .executeTakeFirstOrThrow();
}

export async function markMailSent(tx: MerchantTx, run_id: string, recipient: string, at: Date): Promise<void> {
  await tx.sql
    .updateTable('report_mail')
    .set({ sent_at: at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('run_id', '=', run_id)
    .where('recipient', '=', recipient)
    .execute();
}
