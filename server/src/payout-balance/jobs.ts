/** Background jobs of the low-balance alert. Every job is idempotent and safe to run concurrently. */
import { asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { checkPayoutBalance } from './alert.ts';
import { listAlertMerchants } from './alert-queries.ts';

export { expireTransfer } from './balance-transfer.ts';

const checkBalance: Job = {
  name: 'check_payout_balance',
  lane: 'ledger',
  run: (deps, { merchant_id }) => checkPayoutBalance(deps, String(merchant_id)),
};

/** Reconciliation sweep over all merchants with an alert. */
const checkAllBalances: Job = {
  name: 'check_payout_balances',
  lane: 'ledger',
  run: async (deps) => {
    for (const { merchant_id } of await asPlatform(deps.db, listAlertMerchants)) {
      await checkPayoutBalance(deps, merchant_id);
    }
  },
};

export const payoutBalanceJobs: Job[] = [checkBalance, checkAllBalances];
