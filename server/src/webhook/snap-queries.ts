/** SQL of notifications over SNAP BI: the credential of an endpoint, and paid payments. */
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';

/** Signing secrets of an endpoint. */
export const findNotifyingCredential = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('snap_credential')
    .select(['merchant_id', 'id', 'client_key', 'channel_id', 'signature_encoding', 'notify_signature'])
    .select(['client_secret_sealed', 'previous_secret_sealed', 'previous_secret_expires_at'])
    .select(['notify_private_key_sealed'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
export type NotifyingCredential = NonNullable<Awaited<ReturnType<typeof findNotifyingCredential>>>;

/** The payments that events are about. They do not change after the payment. */
export const listNotifiedPayments = (tx: MerchantTx, event_ids: readonly string[]) =>
  tx.sql
    .selectFrom('webhook_event as e')
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.merchant_id', '=', 'e.merchant_id').onRef('t.id', '=', 'e.object_id'),
    )
    .leftJoin('qris_payment as q', (join) =>
      join
        .onRef('q.merchant_id', '=', 't.merchant_id')
        .onRef('q.id', '=', 't.qris_payment_id')
        .on('q.merchant_id', '=', tx.merchant_id),
    )
    .leftJoin('virtual_account as v', (join) =>
      join
        .onRef('v.merchant_id', '=', 't.merchant_id')
        .onRef('v.id', '=', 't.virtual_account_id')
        .on('v.merchant_id', '=', tx.merchant_id),
    )
    .leftJoin('va_payment as p', (join) =>
      join
        .onRef('p.merchant_id', '=', 't.merchant_id')
        .onRef('p.transaction_id', '=', 't.id')
        .on('p.merchant_id', '=', tx.merchant_id),
    )
    .select(['e.id as event_id', 't.id', 't.method', 't.amount', 't.tip_amount', 't.paid_at', 't.merchant_reference'])
    .select(['t.issuer', 't.issuer_code', 't.rrn', 't.approval_code', 't.provider_reference', 't.va_number'])
    .select(['q.id as qris_id', 'q.type as qris_type', 'q.store'])
    .select(['v.id as va_id', 'v.bank', 'v.holder_name', 'v.merchant_reference as va_reference'])
    .select(['p.payment_request_id', 'p.reference_no'])
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('e.id', 'in', event_ids)
    .execute();
export type NotifiedPayment = Awaited<ReturnType<typeof listNotifiedPayments>>[number];

/** Freezes the bodies of notifications before their first attempt. */
export async function storeNotificationBodies(
  tx: MerchantTx,
  endpoint_id: string,
  bodies: readonly { event_id: string; body: string }[],
): Promise<void> {
  if (bodies.length === 0) return;
  await sql`
    update app.webhook_delivery d set body = r.body
    from json_to_recordset(${JSON.stringify(bodies)}::json) as r (event_id text, body text)
    where d.merchant_id = ${tx.merchant_id} and d.endpoint_id = ${endpoint_id} and d.event_id = r.event_id
      and d.body is null`.execute(tx.sql);
}
