/**
 * Actions of the provider's staff on an exception: the actions that end its cause. Money that a request moves waits for
 * an approver of the merchant, as if the merchant had requested it.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { ACCOUNT_CHECK_ERRORS, bankCode } from './account-check.ts';
import { RETRY_ERRORS, railChoice } from './disbursement.ts';
import { DISBURSEMENT_STATUSES, accountNo } from './disbursement-fields.ts';
import { idSchema } from './id.ts';
import { amount } from './money.ts';
import { REFUND_METHODS, REFUND_REFUSALS, REFUND_STATUSES, refundReasonText } from './refund-fields.ts';
import { route } from './route.ts';
import { TRANSACTION_STATUSES } from './transaction.ts';
import { webhookAttempt, webhookEndpoint } from './webhook-fields.ts';

const mayMoveMoney = needs('Merchant finance', 'manage', { users_only: true });
const mayOperate = needs('Operations', 'manage', { users_only: true });

const ACCOUNT_RULE = 'Give both the bank and the account number, or neither.';
const account = {
  bank_code: bankCode.optional(),
  account_no: accountNo.optional(),
};
const hasWholeAccount = (body: { bank_code?: string | undefined; account_no?: string | undefined }): boolean =>
  (body.bank_code === undefined) === (body.account_no === undefined);

export const retryMerchantDisbursement = route({
  name: 'retryMerchantDisbursement',
  method: 'POST',
  path: '/merchants/{merchant_id}/disbursements/{id}/retry',
  summary:
    "Retry a failed, rejected, cancelled or returned disbursement, to the same or another account. The merchant's approvers decide",
  access: mayMoveMoney,
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('disbursement') }),
  body: z
    .strictObject({ ...account, rail: railChoice.optional() })
    .refine(hasWholeAccount, { error: ACCOUNT_RULE, path: ['account_no'] }),
  status: 201,
  output: z.object({
    data: z.object({
      id: idSchema('disbursement').describe('The new disbursement'),
      status: z.enum(DISBURSEMENT_STATUSES).describe('Its status'),
    }),
  }),
  errors: { ...RETRY_ERRORS, merchant_not_active: 409 },
});

export const refundMerchantTransaction = route({
  name: 'refundMerchantTransaction',
  method: 'POST',
  path: '/merchants/{merchant_id}/transactions/{id}/refunds',
  summary: "Request a refund of a merchant's payment. The merchant's approvers decide",
  access: mayMoveMoney,
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('transaction') }),
  body: z
    .strictObject({
      amount: amount.describe('Amount that the customer receives, whole rupiah'),
      method: z.enum(REFUND_METHODS).describe('original: original payment method; transfer: to the given account'),
      ...account,
      reason: refundReasonText.describe('Reason, shown to the merchant and its customer'),
    })
    .refine((body) => hasWholeAccount(body) && (body.method === 'transfer') === (body.account_no !== undefined), {
      error: 'A refund by transfer needs the bank and the account number; another one has none.',
      path: ['account_no'],
    })
    .meta({ examples: [{ amount: 50_000, method: 'original', reason: 'The customer paid twice' }] }),
  status: 201,
  output: z.object({
    data: z.object({
      id: idSchema('refund').describe('The new refund'),
      status: z.enum(REFUND_STATUSES).describe('Its status'),
    }),
  }),
  errors: { ...ACCOUNT_CHECK_ERRORS, ...REFUND_REFUSALS, merchant_not_active: 409 },
});

export const checkMerchantTransfer = route({
  name: 'checkMerchantTransfer',
  method: 'POST',
  path: '/merchants/{merchant_id}/transfers/{id}/check',
  summary: 'Query the status of a transfer at the bank now',
  access: mayOperate,
  params: z.object({
    merchant_id: idSchema('merchant'),
    id: z
      .string()
      .min(1)
      .max(64)
      .describe('Id of the disbursement, refund, settlement or commission statement that is transferred'),
  }),
  output: z.object({
    data: z.object({
      status: z
        .enum(['sent', 'unknown', 'succeeded', 'failed', 'returned'])
        .describe('Status of its latest transfer after the response of the bank'),
    }),
  }),
});

const endpointOfMerchant = z.object({ merchant_id: idSchema('merchant'), id: idSchema('webhook_endpoint') });

export const testMerchantWebhook = route({
  name: 'testMerchantWebhook',
  method: 'POST',
  path: '/merchants/{merchant_id}/webhooks/{id}/test',
  summary: 'Send a test event to an endpoint of a merchant and return the attempt',
  access: mayOperate,
  idempotency_key: 'optional',
  params: endpointOfMerchant,
  output: z.object({ data: webhookAttempt }),
  errors: { webhook_disabled: 409 },
});

export const enableMerchantWebhook = route({
  name: 'enableMerchantWebhook',
  method: 'POST',
  path: '/merchants/{merchant_id}/webhooks/{id}/enable',
  summary: 'Enable an endpoint of a merchant that was disabled after failures. Undelivered events are sent again',
  access: mayOperate,
  params: endpointOfMerchant,
  output: z.object({ data: webhookEndpoint }),
});

export const assignCallback = route({
  name: 'assignCallback',
  method: 'POST',
  path: '/operations/unmatched-callbacks/{id}/assign',
  summary:
    'Assign unmatched callbacks to a payment and query its status at the bank, which alone decides whether it is paid',
  access: mayOperate,
  params: z.object({ id: z.string().min(1).max(200).describe('Id of the exception') }),
  body: z.strictObject({
    transaction_id: idSchema('transaction').describe('Payment that the callbacks concern'),
    note: z.string().trim().min(1).max(400).describe('Why it is this payment; merchants do not see it'),
  }),
  output: z.object({
    data: z.object({
      merchant_id: idSchema('merchant').describe('Merchant of the payment'),
      status: z.enum(TRANSACTION_STATUSES).describe('Status of the payment after the response of the bank'),
    }),
  }),
  errors: { transaction_not_found: 422, bank_unreachable: 502 },
});

export const startLedgerVerification = route({
  name: 'startLedgerVerification',
  method: 'POST',
  path: '/operations/ledger-verification',
  summary: 'Verify the ledger now. Discrepancies that are no longer found disappear from the exceptions',
  access: mayOperate,
  status: 204,
});

export const probeBank = route({
  name: 'probeBank',
  method: 'POST',
  path: '/operations/banks/{bank}/probe',
  summary:
    'Send a status inquiry to a bank now, even while its circuit breaker is open, and return whether it responded',
  access: mayOperate,
  params: z.object({ bank: z.string().min(1).max(40).describe('Id of the bank, as its channels name it') }),
  output: z.object({
    data: z.object({
      is_responsive: z.boolean().describe('Whether the bank responded, whatever its response'),
      latency_ms: z.int().nullable().describe('Time until its response, milliseconds; null: it did not respond'),
    }),
  }),
});
