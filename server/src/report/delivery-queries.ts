/** SQL of delivery: the channels of a run and the emails that were sent. */
import { findMembershipAccess } from '../auth/membership-queries.ts';
import { FAIR_ORDER } from '../db/fair-order.ts';
import type { LoginTx, MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Channel, ChannelName, ChannelStatus, RunStatus } from './delivery-rules.ts';

const RUN = [
  'id',
  'status',
  'report_type',
  'business_day',
  'period_from',
  'period_to',
  'settlement_batch_id',
  'row_count',
  'net_total',
  'file_name',
  'file_id',
  'totals_file_id',
  'email_status',
  'email_attempts',
  'email_error',
  'email_retry_at',
  'email_delivered_at',
  'sftp_status',
  'sftp_attempts',
  'sftp_error',
  'sftp_retry_at',
  'sftp_delivered_at',
  'created_at',
  'resent_at',
  'finished_at',
] as const;

const deliveries = (tx: MerchantTx, id: string) =>
  tx.sql.selectFrom('report_run').select(RUN).where('merchant_id', '=', tx.merchant_id).where('id', '=', id);
export type DeliveryRow = Awaited<ReturnType<typeof getDelivery>>;

export const getDelivery = (tx: MerchantTx, id: string) => deliveries(tx, id).executeTakeFirstOrThrow();
export const lockDelivery = (tx: MerchantTx, id: string) => deliveries(tx, id).forNoKeyUpdate().executeTakeFirst();

export const toChannel = (row: DeliveryRow, name: ChannelName): Channel => ({
  status: row[`${name}_status`] as ChannelStatus,
  attempts: row[`${name}_attempts`],
  error: row[`${name}_error`],
  retry_at: row[`${name}_retry_at`],
  delivered_at: row[`${name}_delivered_at`],
});

/** Stores a channel of a locked run after an attempt, and the status of the run. */
export async function updateChannel(
  tx: MerchantTx,
  { id, name }: { id: string; name: ChannelName },
  channel: Channel,
  run: { status: RunStatus; attempts: number; error: string | null; finished_at: Date | null },
): Promise<void> {
  await tx.sql
    .updateTable('report_run')
    .set({
      ...run,
      [`${name}_status`]: channel.status,
      [`${name}_attempts`]: channel.attempts,
      [`${name}_error`]: channel.error,
      [`${name}_retry_at`]: channel.retry_at,
      [`${name}_delivered_at`]: channel.delivered_at,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

/** The merchant, and the settlement of a settlement report, for the email. */
export async function getDeliverySubject(tx: MerchantTx, settlement_batch_id: string | null) {
  const merchant = await tx.sql
    .selectFrom('merchant')
    .select('brand_name')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
  if (settlement_batch_id === null) return { ...merchant, batch_no: null, settlement_date: null };
  const batch = await tx.sql
    .selectFrom('settlement_batch')
    .select(['batch_no', 'settlement_date'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', settlement_batch_id)
    .executeTakeFirstOrThrow();
  return { ...merchant, ...batch };
}

/** Makes every run that waits for a retry of this channel due now; returns their ids. */
export async function markChannelDue(tx: MerchantTx, name: ChannelName): Promise<string[]> {
  const rows = await tx.sql
    .updateTable('report_run')
    .set({ [`${name}_retry_at`]: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('finished_at', 'is', null)
    .where(`${name}_status`, '=', 'waiting')
    .where(`${name}_retry_at`, 'is not', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Runs of every merchant that were due before `since`: their job is lost. */
export const listStalledRuns = (
  tx: PlatformTx,
  since: Date,
  limit: number,
): Promise<{ merchant_id: string; id: string }[]> =>
  tx.sql
    .selectFrom('report_run')
    .select(['merchant_id', 'id'])
    .where('finished_at', 'is', null)
    .where('created_at', '<', since.toISOString())
    .where((eb) =>
      eb.or([
        eb('email_retry_at', 'is', null).and('email_status', '=', 'waiting'),
        eb('sftp_retry_at', 'is', null).and('sftp_status', '=', 'waiting'),
        eb('email_retry_at', '<', since.toISOString()),
        eb('sftp_retry_at', '<', since.toISOString()),
      ]),
    )
    .orderBy(FAIR_ORDER)
    .limit(limit)
    .execute();

/** The record of a recipient's email; inserted before the email is sent. */
export async function ensureReportEmail(
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

export async function markEmailSent(tx: MerchantTx, run_id: string, recipient: string, at: Date): Promise<void> {
  await tx.sql
    .updateTable('report_mail')
    .set({ sent_at: at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('run_id', '=', run_id)
    .where('recipient', '=', recipient)
    .execute();
}

/** The language of the merchant's user with this address; null without such a user. */
export async function findLanguage(tx: LoginTx, merchant_id: string, email: string): Promise<'en' | 'id' | null> {
  const login = await tx.sql
    .selectFrom('login')
    .select(['user_id', 'locale'])
    .where('email', '=', email.toLowerCase())
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (login === undefined) return null;
  const membership = await findMembershipAccess(tx, { merchant_id, user_id: login.user_id });
  return membership?.status === 'active' ? login.locale : null;
}
