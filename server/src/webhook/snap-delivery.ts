/** Context of deliveries over SNAP BI: the credential, and bodies that are the same for every attempt. */
import type { MerchantTx } from '../db/tx.ts';
import type { DueDelivery } from './delivery-queries.ts';
import type { Endpoint } from './endpoint-queries.ts';
import { buildNotificationBody } from './snap-body.ts';
import {
  type NotifyingCredential,
  findNotifyingCredential,
  listNotifiedPayments,
  storeNotificationBodies,
} from './snap-queries.ts';

/** Throws when the credential is revoked: its endpoints end with it. */
export async function getNotifyingCredential(tx: MerchantTx, id: string): Promise<NotifyingCredential> {
  const credential = await findNotifyingCredential(tx, id);
  if (credential === undefined) throw new Error(`${id} is revoked, but has an endpoint`);
  return credential;
}

/** Adds the bodies of first attempts and freezes them. They consist of data that do not change after the payment. */
export async function addNotificationBodies(
  tx: MerchantTx,
  endpoint: Endpoint,
  due: DueDelivery[],
): Promise<DueDelivery[]> {
  const { id, snap_service } = endpoint;
  const event_ids = due.filter(({ body }) => body === null).map(({ event_id }) => event_id);
  if (snap_service === null || event_ids.length === 0) return due;
  const payments = await listNotifiedPayments(tx, event_ids);
  const bodies = payments.map(({ event_id, ...paid }) => ({
    event_id,
    body: buildNotificationBody(snap_service, paid),
  }));
  await storeNotificationBodies(tx, id, bodies);
  const by_event = new Map(bodies.map(({ event_id, body }) => [event_id, body]));
  return due.map((delivery) => ({ ...delivery, body: delivery.body ?? by_event.get(delivery.event_id) ?? null }));
}
