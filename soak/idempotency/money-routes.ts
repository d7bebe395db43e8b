/** Every route that takes a required Idempotency-Key: how it is stormed, or why it is not. */
import type { Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { APPROVER_EMAIL, MERCHANT_EMAIL, PROVIDER_EMAIL } from '../users.ts';
import { FINANCE_EMAIL, MERCHANT_PATH, type StormFixtures } from './fixtures.ts';
import { PAYOUT_SCENARIOS } from './payout-routes.ts';
import { type MoneyScenario, act, count, repeat } from './scenario.ts';

const refund = (email: string, at: string, body: object) => (id: string) => ({
  email,
  path: `${at}/${id}/refunds`,
  body,
});
const REFUND = { amount: 500, reason: 'customer_request' };
const BULK_SIZE = 3;

const createRefunds = async (fixtures: StormFixtures, times: number): Promise<string[]> => {
  const refunds: string[] = [];
  for (const id of await fixtures.createPaid(times)) {
    refunds.push((await fixtures.post(MERCHANT_EMAIL, `/transactions/${id}/refunds`, REFUND)).id);
  }
  return refunds;
};
const createTransfers = async ({ post }: StormFixtures, times: number): Promise<string[]> => {
  const ids: string[] = [];
  while (ids.length < times) ids.push((await post(MERCHANT_EMAIL, '/balance-transfers', { amount: 1_000 })).id);
  return ids;
};
const createLinks = async ({ post }: StormFixtures, times: number): Promise<string[]> => {
  const slugs: string[] = [];
  while (slugs.length < times) slugs.push((await post<{ slug: string }>(MERCHANT_EMAIL, '/payment-links', LINK)).slug);
  return slugs;
};
const LINK = { title: 'Kopi susu', type: 'multi_use', amount: 25_000, channels: ['QRIS'] };

export const MONEY_SCENARIOS: Record<string, MoneyScenario> = {
  createQrisPayment: {
    prepare: (_fixtures, times) =>
      repeat(times, (index) => ({
        email: MERCHANT_EMAIL,
        path: '/qris-payments',
        body: { amount: 10_000 + index, merchant_reference: `storm-qris-${index}` },
      })),
    effects: count(`transaction where source <> 'static_qr' and payment_link_id is null and method = 'qris'`),
  },
  createVirtualAccount: {
    prepare: (_fixtures, times) =>
      repeat(times, (index) => ({
        email: MERCHANT_EMAIL,
        path: '/virtual-accounts',
        body: {
          bank: 'BNI',
          holder_name: 'KOPI NUSANTARA',
          type: 'single',
          amount_type: 'closed',
          expected_amount: 20_000 + index,
          expires_in_s: 7_200,
          merchant_reference: `storm-va-${index}`,
        },
      })),
    effects: count('virtual_account'),
  },
  createQrisSticker: {
    prepare: (_fixtures, times) =>
      repeat(times, (index) => ({ email: MERCHANT_EMAIL, path: '/qris-stickers', body: { name: `Counter ${index}` } })),
    effects: count(`qris_payment where type = 'static'`),
  },
  createPaymentLink: {
    prepare: (_fixtures, times) => repeat(times, () => ({ email: MERCHANT_EMAIL, path: '/payment-links', body: LINK })),
    effects: count('payment_link'),
  },
  startPayAttempt: {
    prepare: async (fixtures, times) =>
      (await createLinks(fixtures, times)).map((slug) => ({
        email: null,
        path: `/pay/${slug}/attempts`,
        body: { channel: 'QRIS' },
      })),
    effects: count('transaction where payment_link_id is not null'),
  },
  createRefund: {
    prepare: async (fixtures, times) =>
      (await fixtures.createPaid(times)).map(refund(MERCHANT_EMAIL, '/transactions', REFUND)),
    effects: count('refund'),
  },
  createRefunds: {
    prepare: async (fixtures, times) => {
      const paid = await fixtures.createPaid(times * BULK_SIZE);
      return repeat(times, (index) => ({
        email: MERCHANT_EMAIL,
        path: '/refunds/bulk',
        body: {
          transaction_ids: paid.slice(index * BULK_SIZE, (index + 1) * BULK_SIZE),
          reason: 'customer_request',
        },
      }));
    },
    effects: count('refund'),
    effects_per_key: BULK_SIZE,
  },
  approveRefund: {
    prepare: async (fixtures, times) =>
      (await createRefunds(fixtures, times)).map(act(APPROVER_EMAIL, 'refunds', 'approve', {})),
    effects: count(`refund where status not in ('pending', 'rejected')`),
  },
  rejectRefund: {
    prepare: async (fixtures, times) =>
      (await createRefunds(fixtures, times)).map(act(APPROVER_EMAIL, 'refunds', 'reject', { reason: 'Storm' })),
    effects: count(`refund where status = 'rejected'`),
  },
  refundMerchantTransaction: {
    prepare: async (fixtures, times) =>
      (await fixtures.createPaid(times)).map(
        refund(PROVIDER_EMAIL, `${MERCHANT_PATH}/transactions`, { amount: 500, method: 'original', reason: 'Storm' }),
      ),
    effects: count('refund'),
  },
  createBalanceTransfer: {
    prepare: (_fixtures, times) =>
      repeat(times, (index) => ({
        email: MERCHANT_EMAIL,
        path: '/balance-transfers',
        body: { amount: 1_000 + index },
      })),
    effects: count('balance_transfer'),
  },
  approveBalanceTransfer: {
    prepare: async (fixtures, times) =>
      (await createTransfers(fixtures, times)).map(act(APPROVER_EMAIL, 'balance-transfers', 'approve', {})),
    effects: count(`balance_transfer where status not in ('pending', 'rejected')`),
  },
  createBalanceAdjustment: {
    prepare: (_fixtures, times) =>
      repeat(times, (index) => ({
        email: FINANCE_EMAIL,
        path: `${MERCHANT_PATH}/balance-adjustments`,
        body: { account_type: 'available', amount: 1_000 + index, reason: 'Storm' },
      })),
    effects: count('balance_adjustment'),
  },
  approveRequest: {
    prepare: async (fixtures, times) =>
      (await fixtures.createAdjustments(times)).map(act(PROVIDER_EMAIL, 'approvals', 'approve', {})),
    effects: count(`balance_adjustment where status = 'posted'`),
  },
  rejectRequest: {
    prepare: async (fixtures, times) =>
      (await fixtures.createAdjustments(times)).map(act(PROVIDER_EMAIL, 'approvals', 'reject', { reason: 'Storm' })),
    effects: count(`balance_adjustment where status = 'rejected'`),
  },
  ...PAYOUT_SCENARIOS,
};

/** Routes with a required key that the load does not cover; their own tests send a key twice. */
export const NOT_STORMED: Record<string, string> = {
  createReportRun: 'writes a report and moves no money',
  resendReport: 'sends a file again and moves no money',
  regenerateReport: 'writes a report and moves no money',
  createCommissionRule: 'changes a price and moves no money',
  createCreditNote: 'needs the invoice of a month that is over',
  submitCommissionStatement: 'needs an account group and a month that is over',
  retryCommissionPayout: 'needs a commission payout that failed at the bank',
  requestTransferResolution: 'needs a transfer without a clear answer for a day',
  retrySettlement: 'needs a payout that failed at the bank',
  releaseSettlement: 'needs a settlement on hold',
  resolveSettlementDispute: 'needs a disputed settlement line',
  confirmSettlementDispute: 'needs a proposed adjustment',
};

export const listKeyedRoutes = (): Route[] => ROUTES.filter((route) => route.idempotency_key === 'required');
