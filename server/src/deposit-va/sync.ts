/** Asks the bank which payments a number had: a payment whose message was lost is found this way. */
import { getVaBank } from '@dasbor/contract/bank';
import { toVaFields } from '@dasbor/contract/snap-va';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { VaServices } from '../rails/bank-va.ts';
import { insertRailLog } from '../rails/queries.ts';
import { toIncomingVaPayment } from '../rails/va-callbacks.ts';
import { toRailObject } from './change-status.ts';
import { receiveDeposit } from './receive.ts';
import { findVa, lockVa, updateLastCheckedAt } from './va-queries.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { bank: VaServices };

/** Takes every payment that the bank knows and we do not. Answers how many those were; null when it did not answer. */
export async function syncDepositVa(deps: SyncDeps, merchant_id: string, id: string): Promise<number | null> {
  const va = await asMerchant(deps.db, merchant_id, (tx) => findVa(tx, { id }));
  if (va === undefined) throw new Error(`There is no deposit VA ${id}`);
  const fields = toVaFields(va.va_number, getVaBank(va.bank).company_code);
  const outcome = await deps.bank.queryVa({ ...fields, trxId: va.trx_id });
  const at = deps.clock.now();
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const locked = await lockVa(tx, { id });
    if (locked === undefined) throw new Error(`There is no deposit VA ${id}`);
    await updateLastCheckedAt(tx, id, at);
    if (outcome.kind !== 'ok') {
      await insertRailLog(tx, toRailObject(va), outcome.message);
      return outcome.kind === 'refused' ? 0 : null;
    }
    let found = 0;
    for (const payment of outcome.response.virtualAccountData.additionalInfo.payments) {
      const money = toIncomingVaPayment(payment, { at, external_id: null });
      const taken = await receiveDeposit(tx, locked, money, at);
      if (taken.kind === 'noted' && taken.is_new) found += 1;
      if (taken.kind === 'refused') {
        deps.log.warn(
          { merchant_id, deposit_va: id, payment: money.payment_request_id },
          'the bank contradicts itself',
        );
      }
    }
    // An answer without news is not worth a row of the log: it is asked for all the time.
    if (found > 0) await insertRailLog(tx, toRailObject(va), outcome.message);
    return found;
  });
}
