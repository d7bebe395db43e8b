/** Status inquiries about transfers of the generated history. */
import { asMerchant } from '../db/tx.ts';
import { type OrderSubjectId, findLastOrder } from '../rails/order-queries.ts';
import { type OrderDeps, type OrderPorts, checkOrder } from '../rails/send-order.ts';

/** Asks the bank about the last transfer of a subject and applies its answer. */
export async function checkLastOrder(
  deps: OrderDeps,
  ports: OrderPorts,
  merchant_id: string,
  subject: OrderSubjectId,
): Promise<void> {
  const order = await asMerchant(deps.db, merchant_id, (tx) => findLastOrder(tx, subject));
  if (order !== undefined) await checkOrder(deps, ports, merchant_id, order.id);
}
