/**
 * The one way for any noun to have people told by e-mail: a row, written in the transaction of the event, with
 * everything the mail will say. Who is told, in which language and in how many mails is decided afterwards (desk.ts),
 * so that no payment waits for it and none fails because of it.
 */
import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import { enqueueAfterCommit } from '../db/enqueue-after-commit.ts';
import type { Facts } from './rules.ts';

/** Shares the notices of one merchant out (jobs.ts). */
export const DISPATCH_JOB = 'share_out_notices';

export interface NotificationInput {
  /** Names the event: told of twice, it is told once. */
  event_id: string;
  /** Code of the catalogue (domain 1.21). */
  action: number;
  /** What the mail leads to. */
  object_type: string;
  object_id: string | null;
  /** What the mail says, as it is now. */
  facts: Facts;
  at: Date;
  /** The user whom a security mail concerns. */
  user_id?: string | null;
  /** Addresses that the merchant named for this; without them its people are told, by their role. */
  addresses?: string[];
}

/** Has the right people told once the transaction has committed. */
export async function enqueueNotification(tx: MerchantTx, telling: NotificationInput): Promise<void> {
  const { facts, user_id: person_id = null, addresses = null, ...rest } = telling;
  await tx.sql
    .insertInto('notice')
    .values({ merchant_id: tx.merchant_id, ...rest, facts: JSON.stringify(facts), person_id, addresses })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'event_id']).doNothing())
    .execute();
  enqueueAfterCommit(tx, DISPATCH_JOB);
}

/** The same as one write of a greater statement (in-one-statement.ts). */
export function buildNotificationInsert(
  tx: MerchantTx,
  telling: Omit<NotificationInput, 'person_id' | 'addresses'>,
): OperationNodeSource {
  const { facts, ...rest } = telling;
  enqueueAfterCommit(tx, DISPATCH_JOB);
  return tx.sql
    .insertInto('notice')
    .values({ merchant_id: tx.merchant_id, ...rest, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'event_id']).doNothing())
    .returning('event_id');
}

/**
 * The same, of a row that its caller moves without having read all of it: facts are `columns` of the row, with what
 * the move changes. `action` may be worked out from the row, as `told`.
 */
export function buildNotificationInsertFromRow(
  tx: MerchantTx,
  telling: Omit<NotificationInput, 'action' | 'facts' | 'person_id' | 'addresses' | 'object_id'> & {
    action: RawBuilder<number>;
    object_id: string;
  },
  {
    table,
    columns,
    changed,
  }: { table: 'transaction' | 'settlement_batch'; columns: readonly string[]; changed: Facts },
): OperationNodeSource {
  const { event_id, action, object_type, object_id, at } = telling;
  const pairs = columns.map((name) => sql`${sql.lit(name)}, told.${sql.ref(name)}`);
  enqueueAfterCommit(tx, DISPATCH_JOB);
  return sql`insert into app.notice (merchant_id, event_id, action, object_type, object_id, facts, at)
    select told.merchant_id, ${event_id}, ${action}, ${object_type}, told.id,
      jsonb_build_object(${sql.join(pairs)}) || ${JSON.stringify(changed)}::jsonb, ${at.toISOString()}::timestamptz
    from ${sql.table(`app.${table}`)} told
    where told.merchant_id = ${tx.merchant_id} and told.id = ${object_id}
    on conflict (merchant_id, event_id) do nothing
    returning event_id`;
}
