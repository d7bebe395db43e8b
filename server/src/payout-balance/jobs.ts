/** What happens to the payout balance's alert without anybody asking. Each job bears being run again, and two at once. */
import { asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { checkPayoutBalance } from './alert.ts';
import { listAlertMerchants } from './alert-queries.ts';

const checkBalance: Job = {
  name: 'check_payout_balance',
  run: (deps, { merchant_id }) => checkPayoutBalance(deps, String(merchant_id)),
};

/** Whatever moved the balance without saying so. */
const checkAllBalances: Job = {
  name: 'check_payout_balances',
  run: async (deps) => {
    for (const { merchant_id } of await asPlatform(deps.db, listAlertMerchants)) {
      await checkPayoutBalance(deps, merchant_id);
    }
  },
};

export const payoutBalanceJobs: Job[] = [checkBalance, checkAllBalances];
