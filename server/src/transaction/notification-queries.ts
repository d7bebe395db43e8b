/** Notification emails about payments, enqueued in the statement that inserts or transitions one. */
import { type OperationNodeSource, sql } from 'kysely';
import { TRANSACTION_METHODS, type TransactionStatus } from '@dasbor/contract/transaction';
import type { MerchantTx } from '../db/tx.ts';
import { buildNotificationInsertFromRow, buildNotificationInsert } from '../notification-email/outbox-queries.ts';
import type { NewTransaction, TransactionChange } from './write-queries.ts';

type Method = (typeof TRANSACTION_METHODS)[number];
type Writes = Record<string, OperationNodeSource>;

/** Tens of the notification actions (domain 1.21). Other statuses have their own notifications, such as refunds. */
const ACTION_TENS: Partial<Record<TransactionStatus, number>> = { success: 1100, failed: 1110, expired: 1120 };
const ACTION_UNITS: Record<Method, number> = {
  virtual_account: 1,
  qris: 2,
  e_wallet: 3,
  card: 4,
  retail: 5,
  direct_debit: 6,
};
const UNIT_BY_METHOD = sql.join(
  TRANSACTION_METHODS.map(
    (method) => sql`when source.method = ${sql.lit(method)} then ${sql.lit(ACTION_UNITS[method])}`,
  ),
  sql` `,
);

/** Fields in the email: no contact data of the customer. */
const NOTIFIED_FIELDS = [
  'method',
  'channel_code',
  'issuer',
  'amount',
  'merchant_reference',
  'customer_name',
  'description',
  'paid_at',
  'failure_message',
  'late_payment',
  'duplicate_payment',
] as const satisfies readonly (keyof (NewTransaction & TransactionChange))[];

const pickNotifiedFields = (source: Partial<NewTransaction & TransactionChange>) =>
  Object.fromEntries(NOTIFIED_FIELDS.filter((name) => source[name] !== undefined).map((name) => [name, source[name]]));

/** Notification of a new payment; none while it is unpaid. */
export function buildCreatedNotification(
  tx: MerchantTx,
  payment: NewTransaction,
  status: TransactionStatus,
  change: TransactionChange = {},
): Writes {
  const tens = ACTION_TENS[status];
  if (tens === undefined) return {};
  const { id, created_at: at } = payment;
  const action = tens + ACTION_UNITS[payment.method];
  const template_data = pickNotifiedFields({ ...payment, ...change });
  const event = { event_id: `${id}.1`, object_type: 'transaction', object_id: id };
  return { notification: buildNotificationInsert(tx, { ...event, action, template_data, at }) };
}

/** Notification of a transition; `seq`: its last event in the timeline. */
export function buildTransitionNotification(
  tx: MerchantTx,
  { id, from, to, seq }: { id: string; from: TransactionStatus; to: TransactionStatus; seq: number },
  change: TransactionChange,
  at: Date,
): Writes {
  const tens = ACTION_TENS[to];
  if (tens === undefined || from === to) return {};
  const action = sql<number>`${sql.lit(tens)} + case ${UNIT_BY_METHOD} end`;
  const event = { event_id: `${id}.${seq}`, object_type: 'transaction', object_id: id };
  const row = { table: 'transaction' as const, columns: NOTIFIED_FIELDS, changed: pickNotifiedFields(change) };
  return { notification: buildNotificationInsertFromRow(tx, { ...event, action, at }, row) };
}
