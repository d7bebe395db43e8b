/** Ports that resolve the causes of exceptions: each feature acts on its own objects, with the merchant as the tenant. */
import { checkBeneficiaryAccount } from './account-check/check-account.ts';
import { resolveAccount } from './disbursement/resolve-account.ts';
import { getRetryAccount, inquireBeforeRetry, retryDisbursement } from './disbursement/retry.ts';
import { assertMerchantCan } from './http/active-merchant.ts';
import { notFound } from './http/problem.ts';
import { TRANSFER_PORTS } from './jobs/registry.ts';
import { type ExceptionPorts, buildExceptionActionHandlers } from './operations/action-handlers.ts';
import { METHOD_PORTS } from './payment-methods.ts';
import { checkTransferNow } from './rails/send-transfer.ts';
import { createRefund } from './refund/create-refund.ts';
import { lockRefundable } from './refund/queries.ts';
import { webhookHandlers } from './webhook/handlers.ts';

const ports: ExceptionPorts = {
  prepareRetry: async (deps, { id, account, rail, merchant_reference }, context) => {
    await inquireBeforeRetry(deps, context.merchant_id, id);
    const resolved =
      account === null ? await getRetryAccount(deps, id, context) : await resolveAccount(deps, account, context);
    return async (tx) => {
      await assertMerchantCan(tx, 'payouts');
      const input = { merchant_reference, rail, account: resolved, is_other_account: account !== null };
      return retryDisbursement(tx, id, input, { ...context, bank: deps.bank });
    };
  },

  prepareRefund: async (deps, { id, account, amount, reason }, context) => {
    const check = account === null ? undefined : await checkBeneficiaryAccount(deps, account, context);
    return async (tx) => {
      await assertMerchantCan(tx, 'provider_refunds');
      const payment = await lockRefundable(tx, id);
      if (payment === undefined) throw notFound();
      const how =
        check === undefined
          ? ({ method: 'original' } as const)
          : ({ method: 'transfer', account_check_id: check.id } as const);
      const input = { amount, reason: 'other', reason_text: reason, ...how } as const;
      return (await createRefund(tx, payment, input, { ...context, bank: deps.bank })).id;
    };
  },

  checkTransfer: (deps, merchant_id, transfer_id) => checkTransferNow(deps, TRANSFER_PORTS, merchant_id, transfer_id),

  syncPayment: async (deps, { merchant_id, qris_payment_id, virtual_account_id }) => {
    if (qris_payment_id !== null) return METHOD_PORTS.qris!.syncStatus(deps, merchant_id, qris_payment_id);
    if (virtual_account_id !== null)
      return METHOD_PORTS.virtual_account!.syncStatus(deps, merchant_id, virtual_account_id);
    return true;
  },

  testWebhook: webhookHandlers.testWebhook,
  enableWebhook: webhookHandlers.enableWebhook,
};

export const exceptionActionHandlers = buildExceptionActionHandlers(ports);
