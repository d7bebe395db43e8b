/**
 * The outbox of notification emails: a feature inserts a row in the transaction of its event, with all data of the email.
 * Recipients, languages and digests are decided after the commit (dispatch.ts), so that no payment waits for an email or
 * fails because of one.
 */
import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import { enqueueAfterCommit } from '../db/enqueue-after-commit.ts';
import type { TemplateData } from '../db/column-types.ts';

/** The job that dispatches the notifications of one merchant (jobs.ts). */
export const DISPATCH_JOB = 'dispatch_notifications';
/** The job that dispatches the notifications of all merchants (jobs.ts). */
export const DISPATCH_ALL_JOB = 'sweep_notifications';

export interface NotificationInput {
  /** Identifies the event; a second notification about it is ignored. */
  event_id: string;
  /** Code of the catalogue (domain 1.21). */
  action: number;
  /** The object that the email links to. */
  object_type: string;
  object_id: string | null;
  /** The data of the email, as of now. */
  template_data: TemplateData;
  at: Date;
  /** The user whom a security email concerns. */
  user_id?: string | null;
  /** Recipients that the merchant entered for this alert; without them, users receive it by their role. */
  addresses?: string[];
  /** Nobody is emailed: the event is only known, so that it is not processed again. */
  dispatched_at?: Date;
}

/**
 * Enqueues the emails about an event; they are dispatched after the commit. Idempotent by `event_id`: returns false when
 * the event is known.
 */
export async function enqueueNotification(tx: MerchantTx, notification: NotificationInput): Promise<boolean> {
  const { template_data, user_id = null, addresses = null, ...rest } = notification;
  const inserted = await tx.sql
    .insertInto('notification_email_outbox')
    .values({ merchant_id: tx.merchant_id, ...rest, template_data: JSON.stringify(template_data), user_id, addresses })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  enqueueAfterCommit(tx, DISPATCH_JOB);
  return inserted !== undefined;
}

/** The same insert as part of one combined statement (db/write-batch.ts). */
export function buildNotificationInsert(
  tx: MerchantTx,
  notification: Omit<NotificationInput, 'user_id' | 'addresses' | 'dispatched_at'>,
): OperationNodeSource {
  const { template_data, ...rest } = notification;
  enqueueAfterCommit(tx, DISPATCH_JOB);
  return tx.sql
    .insertInto('notification_email_outbox')
    .values({ merchant_id: tx.merchant_id, ...rest, template_data: JSON.stringify(template_data) })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'event_id']).doNothing())
    .returning('event_id');
}

/**
 * The same insert for a row that the caller updates without having read it: the data are `columns` of the row merged with
 * `changed`. `action` may be computed from the row, which is aliased `source`.
 */
export function buildNotificationInsertFromRow(
  tx: MerchantTx,
  notification: Omit<
    NotificationInput,
    'action' | 'template_data' | 'user_id' | 'addresses' | 'object_id' | 'dispatched_at'
  > & {
    action: RawBuilder<number>;
    object_id: string;
  },
  {
    table,
    columns,
    changed,
  }: { table: 'transaction' | 'settlement_batch'; columns: readonly string[]; changed: TemplateData },
): OperationNodeSource {
  const { event_id, action, object_type, object_id, at } = notification;
  const pairs = columns.map((name) => sql`${sql.lit(name)}, source.${sql.ref(name)}`);
  enqueueAfterCommit(tx, DISPATCH_JOB);
  return sql`insert into app.notification_email_outbox (merchant_id, event_id, action, object_type, object_id, template_data, at)
    select source.merchant_id, ${event_id}, ${action}, ${object_type}, source.id,
      jsonb_build_object(${sql.join(pairs)}) || ${JSON.stringify(changed)}::jsonb, ${at.toISOString()}::timestamptz
    from ${sql.table(`app.${table}`)} source
    where source.merchant_id = ${tx.merchant_id} and source.id = ${object_id}
    on conflict (merchant_id, event_id) do nothing
    returning event_id`;
}
