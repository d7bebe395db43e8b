/** Tops up payout balances and reads balances, for tests of disbursements. */
import { asMerchant } from '../src/db/tx.ts';
import { listBalances } from '../src/ledger/balance.ts';
import { postTransfers } from '../src/ledger/posting.ts';
import type { TestApp } from './test-app.ts';

/** Balances of a merchant by account type. */
export const readBalances = async (t: TestApp, merchant_id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await asMerchant(t.deps.db, merchant_id, listBalances)).map(({ type, balance }) => [type, balance]),
  );

let count = 0;

/** Adds money to the payout balance, or takes it away when negative. */
export const topUpPayout = (t: TestApp, merchant_id: string, amount: number): Promise<void> =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const accounts = Object.fromEntries((await listBalances(tx)).map(({ type, account_id }) => [type, account_id]));
    await postTransfers(tx, {
      posted_at: t.clock.now(),
      transfers: [
        {
          kind: 'adjustment',
          amount: Math.abs(amount),
          debit_account: accounts[amount > 0 ? 'provider_receivable' : 'payout'] ?? '',
          credit_account: accounts[amount > 0 ? 'payout' : 'provider_receivable'] ?? '',
          reference_type: 'fixture',
          reference_id: `top-up-${++count}`,
        },
      ],
    });
  });
