/** Requests of disbursements, batches and settlements. */
import { APPROVER_EMAIL, MERCHANT_EMAIL, PROVIDER_EMAIL } from '../users.ts';
import { ACCOUNT, MERCHANT_PATH } from './fixtures.ts';
import { type MoneyScenario, act, count, repeat } from './scenario.ts';

const SLOW = { keys_max: 120 };
/** Disbursements are limited to 1,200 requests a minute. */
const LIMITED = { keys_max: 60 };

export const PAYOUT_SCENARIOS: Record<string, MoneyScenario> = {
  createDisbursement: {
    prepare: (_fixtures, times) =>
      repeat(times, (index) => ({
        email: MERCHANT_EMAIL,
        path: '/disbursements',
        body: { ...ACCOUNT, amount: 10_000 + index, merchant_reference: `storm-disbursement-${index}` },
      })),
    effects: count('disbursement'),
    ...LIMITED,
  },
  approveDisbursement: {
    prepare: async (fixtures, times) =>
      (await fixtures.createDisbursements(times)).map(act(APPROVER_EMAIL, 'disbursements', 'approve', {})),
    effects: count(`disbursement where status not in ('pending_approval', 'rejected', 'cancelled')`),
    ...SLOW,
  },
  rejectDisbursement: {
    prepare: async (fixtures, times) =>
      (await fixtures.createDisbursements(times)).map(
        act(APPROVER_EMAIL, 'disbursements', 'reject', { reason: 'Storm' }),
      ),
    effects: count(`disbursement where status = 'rejected'`),
    ...SLOW,
  },
  cancelDisbursement: {
    prepare: async (fixtures, times) =>
      (await fixtures.createDisbursements(times)).map(act(MERCHANT_EMAIL, 'disbursements', 'cancel', {})),
    effects: count(`disbursement where status = 'cancelled'`),
    ...SLOW,
  },
  retryDisbursement: {
    prepare: async (fixtures, times) =>
      (await fixtures.createRejected(times)).map((id) => ({
        email: MERCHANT_EMAIL,
        path: `/disbursements/${id}/retry`,
        body: { merchant_reference: `storm-retry-${id}` },
      })),
    effects: count('disbursement'),
    ...LIMITED,
  },
  retryMerchantDisbursement: {
    prepare: async (fixtures, times) =>
      (await fixtures.createRejected(times)).map(
        act(PROVIDER_EMAIL, `${MERCHANT_PATH.slice(1)}/disbursements`, 'retry', {}),
      ),
    effects: count('disbursement'),
    ...LIMITED,
  },
  submitDisbursementBatch: {
    prepare: async (fixtures, times) =>
      (await fixtures.createBatches(times, false)).map(
        act(MERCHANT_EMAIL, 'disbursement-batches', 'submit', { skip_errors: true }),
      ),
    effects: count(`disbursement_batch where status = 'pending_approval'`),
    ...SLOW,
  },
  approveDisbursementBatch: {
    prepare: async (fixtures, times) =>
      (await fixtures.createBatches(times, true)).map(act(APPROVER_EMAIL, 'disbursement-batches', 'approve', {})),
    effects: count('disbursement where batch_id is not null'),
    effects_per_key: 2,
    has_jobs: true,
    ...SLOW,
  },
  rejectDisbursementBatch: {
    prepare: async (fixtures, times) =>
      (await fixtures.createBatches(times, true)).map(
        act(APPROVER_EMAIL, 'disbursement-batches', 'reject', { reason: 'Storm' }),
      ),
    effects: count(`disbursement_batch where status = 'rejected'`),
    ...SLOW,
  },
  cancelDisbursementBatch: {
    prepare: async (fixtures, times) =>
      (await fixtures.createBatches(times, true)).map(act(MERCHANT_EMAIL, 'disbursement-batches', 'cancel', {})),
    effects: count(`disbursement_batch where status = 'cancelled'`),
    ...SLOW,
  },
  settleEarly: {
    prepare: async (fixtures) => {
      await fixtures.completeSettlements();
      await fixtures.createPaid(1);
      return [{ email: PROVIDER_EMAIL, path: `${MERCHANT_PATH}/settlements/early` }];
    },
    effects: count(`settlement_batch where status <> 'open'`),
    is_sequential: true,
    ...SLOW,
  },
  approveSettlement: {
    prepare: async (fixtures) => {
      await fixtures.completeSettlements();
      await fixtures.createPaid(1);
      const { id } = await fixtures.post(PROVIDER_EMAIL, `${MERCHANT_PATH}/settlements/early`);
      return [act(MERCHANT_EMAIL, 'settlements', 'approve')(id)];
    },
    effects: count(`settlement_batch where status not in ('open', 'closed')`),
    is_sequential: true,
    ...SLOW,
  },
};
