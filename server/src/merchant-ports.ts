/** What the provider reads of a merchant: the merchant's own lists, with that merchant as the tenant. */
import { balanceHandlers } from './balance/handlers.ts';
import { buildMerchantViewHandlers } from './merchant/view-handlers.ts';
import { METHODS } from './payment-methods.ts';
import { settlementHandlers } from './settlement/handlers.ts';
import { transactionHandlers } from './transaction/handlers.ts';
import { userHandlers } from './user/handlers.ts';
import { resetSecondFactorAsProvider } from './user/reset-as-provider.ts';

export const merchantViewHandlers = buildMerchantViewHandlers(
  {
    listTransactions: transactionHandlers(METHODS).listTransactions,
    listSettlements: settlementHandlers.listSettlements,
    listBalances: balanceHandlers.listBalances,
    listUsers: userHandlers.listUsers,
  },
  resetSecondFactorAsProvider,
);
