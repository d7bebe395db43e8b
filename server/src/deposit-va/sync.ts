/** Syncs the payments of a deposit VA with the bank, to find payments whose callback was lost. */
import { getVaBank } from '@dasbor/contract/bank';
import { type VaPaymentRequest, toVaFields } from '@dasbor/contract/snap-va';
import { updateLastCheckedAt } from '../db/last-checked.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { VaServices } from '../rails/bank-va.ts';
import { SnapError } from '../rails/callback-auth.ts';
import { insertRailLog } from '../rails/queries.ts';
import { type IncomingVaPayment, toIncomingVaPayment } from '../rails/va-callbacks.ts';
import { toRailObject } from './change-status.ts';
import { receiveDeposit } from './receive.ts';
import { findVa, lockVa } from './va-queries.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'collection_clients'> & { bank: VaServices };

/** Records every missing payment. Returns their number; null when the bank did not respond. */
export async function syncDepositVa(deps: SyncDeps, merchant_id: string, id: string): Promise<number | null> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => findVa(tx, { id }));
  if (va === undefined) throw new Error(`Deposit VA ${id} not found`);
  const fields = toVaFields(va.va_number, getVaBank(va.bank).company_code);
  const bank = await getCollectionBank(deps, merchant_id, va);
  const outcome = await bank.queryVa({ ...fields, trxId: va.trx_id });
  const at = deps.clock.now();
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const locked = await lockVa(tx, { id });
    if (locked === undefined) throw new Error(`Deposit VA ${id} not found`);
    await updateLastCheckedAt(tx, { table: 'deposit_va', id, at });
    if (outcome.kind !== 'ok') {
      await insertRailLog(tx, toRailObject(va), outcome.message);
      return outcome.kind === 'refused' ? 0 : null;
    }
    let found = 0;
    for (const payment of outcome.response.virtualAccountData.additionalInfo.payments) {
      const money = parsePayment(payment, at);
      if (money === null) {
        const reported = { payment_request_id: payment.paymentRequestId, amount: payment.paidAmount.value };
        deps.log.warn({ merchant_id, deposit_va_id: id, ...reported }, 'reported payment rejected');
        continue;
      }
      const result = await receiveDeposit(tx, locked, money, at);
      if (result.kind === 'recorded' && result.is_new) found += 1;
      if (result.kind === 'refused') {
        deps.log.warn(
          { merchant_id, deposit_va_id: id, payment_request_id: money.payment_request_id },
          'the bank reported inconsistent payments',
        );
      }
    }
    // Frequent checks without new payments are not logged.
    if (found > 0) await insertRailLog(tx, toRailObject(va), outcome.message);
    return found;
  });
}

/** Null for an amount with cents, so that one such payment does not hold up the others of its number. */
function parsePayment(payment: VaPaymentRequest, at: Date): IncomingVaPayment | null {
  try {
    return toIncomingVaPayment(payment, { at, reported: null });
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    return null;
  }
}
