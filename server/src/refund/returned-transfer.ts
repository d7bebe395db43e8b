/** The receiving bank can return a credited refund transfer days later: its status is polled for some days. */
import * as duration from '@dasbor/contract/duration';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import { toSnap } from '@dasbor/contract/money';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { maskAccountNumbers } from '../rails/mask-account-numbers.ts';
import { insertRailLog } from '../rails/queries.ts';
import { applyReturn } from './status-transition.ts';
import { lockRefund } from './queries.ts';
import { updateReturnCheckedAt } from './return-queries.ts';

type ReturnDeps = Pick<Deps, 'db' | 'clock'> & { bank: TransferServices };

/** How long after completion a transfer is polled for a return. */
export const RETURN_WINDOW_MS = duration.days(3);

/** Queries the status of one completed refund transfer. Idempotent and safe to run concurrently. */
export async function syncReturnedTransfer(deps: ReturnDeps, merchant_id: string, id: string): Promise<void> {
  const polled = await asMerchant(deps.db, merchant_id, async (tx) => {
    const refund = await lockRefund(tx, id);
    if (refund?.status !== 'succeeded' || refund.method !== 'transfer') return null;
    await updateReturnCheckedAt(tx, id, deps.clock.now());
    return refund;
  });
  if (polled === null) return;
  // No lock is held during the call to the bank.
  const service = deps.bank.getTransferService(polled.bank_code ?? '');
  const outcome = await deps.bank.queryTransfer(polled.partner_reference_no, service);
  if (outcome.kind !== 'ok' || outcome.response.latestTransactionStatus !== SNAP_STATUSES.refunded) return;
  // Another amount means another transfer: never finalise it automatically.
  if (outcome.response.amount.value !== toSnap(polled.amount)) return;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const refund = await lockRefund(tx, id);
    if (refund?.status !== 'succeeded') return;
    await insertRailLog(tx, { object_type: 'refund', object_id: id }, maskAccountNumbers(outcome.message));
    await applyReturn(tx, refund, deps.clock.now());
  });
}
