/** Handles inquiries and payments of deposit VAs: numbers whose suffix is all zeros. */
import { type VaBank, getVaBank } from '@dasbor/contract/bank';
import { findInactiveReason } from '@dasbor/contract/merchant-activity';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { assertIssuedUnder } from '../rails/collection-clients.ts';
import { SnapError } from '../rails/callback-auth.ts';
import type { VaCallbackHandler } from '../rails/va-callbacks.ts';
import { receiveDeposit } from './receive.ts';
import { isDepositNumber } from './rules.ts';
import { findVa, lockVa } from './va-queries.ts';

/** An inactive deposit VA cannot be paid; a payment that arrives nevertheless is held for review. */
export const depositVaCallbackHandler = (deps: Pick<Deps, 'db' | 'clock' | 'log'>): VaCallbackHandler => ({
  inquire: async ({ merchant_id, number: va_number }, { credential }) => {
    if (!isDepositNumber(va_number)) return null;
    const found = await asMerchant(deps.db, merchant_id, async (tx) => ({
      va: await findVa(tx, { va_number }),
      merchant: await getMerchantActivity(tx),
    }));
    const { va, merchant } = found;
    if (va === undefined) return null;
    assertIssuedUnder(credential, va);
    if (findInactiveReason('payouts', merchant) !== null) throw new SnapError('invalid_bill', 'merchant not active');
    if (va.status !== 'active') throw new SnapError('invalid_bill', 'not active');
    const { amount_min, amount_max } = getVaBank(va.bank);
    return { holder_name: va.holder_name, amount: null, amount_min, amount_max };
  },

  pay: async ({ merchant_id, number: va_number, channel }, money) => {
    if (!isDepositNumber(va_number)) return null;
    const found = await asMerchant(deps.db, merchant_id, async (tx) => {
      const va = await lockVa(tx, { va_number });
      if (va === undefined || va.bank !== (channel as VaBank)) return null;
      if (money.reported !== null) assertIssuedUnder(money.reported.credential, va);
      return { va, result: await receiveDeposit(tx, va, money, deps.clock.now()) };
    });
    if (found === null) return null;
    const { va, result } = found;
    if (result.kind === 'refused') {
      deps.log.warn({ merchant_id, deposit_va_id: va.id, response: result.response }, 'deposit refused');
      throw new SnapError(result.response);
    }
    return { holder_name: va.holder_name };
  },
});
