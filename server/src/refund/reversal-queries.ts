/** SQL of payments that the bank reverses. */
import type { LiveEvent } from '@dasbor/contract/live';
import type { MerchantTx } from '../db/tx.ts';
import type { LockedTransaction } from '../transaction/write-queries.ts';

/** Key by which a callback identifies a payment: the bank's reference, or the payment request of a virtual account. */
export type PaymentKey = { provider_reference: string } | { payment_request_id: string };

export interface PaidTransaction extends LockedTransaction {
  /** Bank credential that its code or number was issued under; null: that of the provider. */
  bank_credential_id: string | null;
  /** Events for the objects that change with it. */
  live_events: LiveEvent[];
}

/** Locks the payment; undefined when the merchant has none with this key. */
export async function lockPaidTransaction(tx: MerchantTx, key: PaymentKey): Promise<PaidTransaction | undefined> {
  const { merchant_id } = tx;
  let rows = tx.sql.selectFrom('transaction as t').where('t.merchant_id', '=', merchant_id);
  if ('provider_reference' in key) {
    rows = rows.where('t.provider_reference', '=', key.provider_reference);
  } else {
    rows = rows.where('t.id', 'in', (eb) =>
      eb
        .selectFrom('va_payment as p')
        .select('p.transaction_id')
        .where('p.merchant_id', '=', merchant_id)
        .where('p.payment_request_id', '=', key.payment_request_id)
        .$castTo<{ transaction_id: string }>(),
    );
  }
  const row = await rows
    .select([
      't.id as transaction_id',
      't.last_event_seq',
      't.payment_link_id',
      't.qris_payment_id',
      't.virtual_account_id',
      't.status',
    ])
    .select((eb) => [
      eb
        .selectFrom('qris_payment as q')
        .select('q.bank_credential_id')
        .where('q.merchant_id', '=', merchant_id)
        .whereRef('q.id', '=', 't.qris_payment_id')
        .as('qr_credential_id'),
      eb
        .selectFrom('virtual_account as v')
        .select('v.bank_credential_id')
        .where('v.merchant_id', '=', merchant_id)
        .whereRef('v.id', '=', 't.virtual_account_id')
        .as('va_credential_id'),
    ])
    .forNoKeyUpdate('t')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { qris_payment_id, virtual_account_id, qr_credential_id, va_credential_id, ...payment } = row;
  const changed = (topic: LiveEvent['topic'], id: string | null): LiveEvent[] =>
    id === null ? [] : [{ topic, id, change: 'updated' }];
  const live_events = [...changed('qris-payment', qris_payment_id), ...changed('virtual-account', virtual_account_id)];
  return { ...payment, bank_credential_id: qr_credential_id ?? va_credential_id, live_events };
}
