/** The provider's view of a merchant: the merchant's own lists, with that merchant as the tenant. */
import { apiSettingsHandlers } from './api-settings/handlers.ts';
import { balanceHandlers } from './balance/handlers.ts';
import { buildMerchantViewHandlers } from './merchant/view-handlers.ts';
import { METHOD_PORTS } from './payment-methods.ts';
import { settlementHandlers } from './settlement/handlers.ts';
import { snapCredentialHandlers } from './snap-credential/handlers.ts';
import { transactionHandlers } from './transaction/handlers.ts';
import { userHandlers } from './user/handlers.ts';
import { webhookHandlers } from './webhook/handlers.ts';
import { resetSecondFactorAsProvider } from './user/reset-as-provider.ts';

export const merchantViewHandlers = buildMerchantViewHandlers(
  {
    listTransactions: transactionHandlers(METHOD_PORTS).listTransactions,
    listSettlements: settlementHandlers.listSettlements,
    listBalances: balanceHandlers.listBalances,
    listUsers: userHandlers.listUsers,
    listApiKeys: apiSettingsHandlers.listApiKeys,
    listWebhooks: webhookHandlers.listWebhooks,
    listSnapCredentials: snapCredentialHandlers.listSnapCredentials,
  },
  resetSecondFactorAsProvider,
);
