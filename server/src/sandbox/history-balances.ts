/** Deposits and balance transfers of the generated history. */
import { PROVIDER_CREDENTIAL } from '../rails/collection-clients.ts';
import * as duration from '@dasbor/contract/duration';
import { toSnapValue } from '@dasbor/contract/money';
import { toSnapTime } from '@dasbor/contract/time';
import { toAuditActor } from '../audit/record.ts';
import { asMerchant } from '../db/tx.ts';
import { buildDepositVaRequest, openDepositVa, syncAtBank } from '../deposit-va/change-status.ts';
import { decideReview, setReviewLimit } from '../deposit-va/review.ts';
import { depositVaCallbackHandler } from '../deposit-va/va-callback-handler.ts';
import { findVa } from '../deposit-va/va-queries.ts';
import { approveTransfer, rejectTransfer, requestTransfer } from '../payout-balance/balance-transfer.ts';
import {
  type HistoryContext,
  type PastEvent,
  createPastDeps,
  getPastTime,
  getPrincipal,
  ignoreDuplicate,
} from './history-context.ts';
import { findBalanceTransfer, findReviewedDeposit } from './history-queries.ts';
import { buildReference } from './past-bank.ts';

const REVIEW_ABOVE = 50_000_000;

const DEPOSITS: { days_ago: number; amount: number; decision?: 'credit' | 'return' }[] = [
  { days_ago: 29, amount: 10_000_000 },
  { days_ago: 20, amount: 12_500_000 },
  { days_ago: 17, amount: 75_000_000, decision: 'credit' },
  { days_ago: 10, amount: 8_000_000 },
  { days_ago: 8, amount: 60_000_000, decision: 'return' },
  { days_ago: 3, amount: 15_000_000 },
  // Still in review.
  { days_ago: 1, amount: 90_000_000 },
];

const TRANSFERS: { days_ago: number; amount: number; decision?: 'approve' | 'reject' }[] = [
  { days_ago: 18, amount: 2_500_000, decision: 'approve' },
  { days_ago: 12, amount: 1_000_000, decision: 'approve' },
  { days_ago: 6, amount: 4_000_000, decision: 'reject' },
  { days_ago: 1, amount: 750_000 },
];

/** Deposits and balance transfers as events. */
export const planBalances = (context: HistoryContext): PastEvent[] => [
  { at: getPastTime(context, 30, 10), run: () => openAccount(context) },
  ...DEPOSITS.map((plan) => ({
    at: getPastTime(context, plan.days_ago, 11),
    run: () => createPastDeposit(context, plan),
  })),
  ...TRANSFERS.map((plan) => ({
    at: getPastTime(context, plan.days_ago, 13),
    run: () => createPastTransfer(context, plan),
  })),
];

async function openAccount({ deps, merchant_id, ...rest }: HistoryContext): Promise<void> {
  const past = createPastDeps(deps, getPastTime(rest, 30, 10));
  const now = past.clock.now();
  const id = await asMerchant(deps.db, merchant_id, async (tx) => {
    const known = await findVa(tx, { bank: 'BCA' });
    if (known !== undefined) return known.id;
    const provider = { actor: toAuditActor(getPrincipal('platform_finance')), ip: null, now };
    await setReviewLimit(tx, REVIEW_ABOVE, provider);
    return openDepositVa(tx, 'BCA', { ...provider, actor: toAuditActor(getPrincipal('finance')) });
  });
  await syncAtBank(past, merchant_id, id);
}

async function createPastDeposit(
  context: HistoryContext,
  { days_ago, amount, decision }: (typeof DEPOSITS)[number],
): Promise<void> {
  const { deps, merchant_id } = context;
  const past = createPastDeps(deps, getPastTime(context, days_ago, 11));
  const at = past.clock.now();
  const va = await asMerchant(deps.db, merchant_id, (tx) => findVa(tx, { bank: 'BCA' }));
  if (va === undefined) throw new Error('The deposit VA is missing');
  const payment_request_id = buildReference('BD', `${va.id}-${days_ago}`);
  const { partnerServiceId, customerNo, virtualAccountNo } = buildDepositVaRequest(va);
  const from = {
    reference_no: payment_request_id.slice(-12),
    sender_name: 'PT KOPI NUSANTARA JAYA',
    sender_bank: 'BCA',
  };
  const body = {
    partnerServiceId,
    customerNo,
    virtualAccountNo,
    paymentRequestId: payment_request_id,
    paidAmount: { value: toSnapValue(amount), currency: 'IDR' } as const,
    trxDateTime: toSnapTime(at),
    referenceNo: from.reference_no,
    sourceAccountName: from.sender_name,
    sourceBankCode: '014',
  };
  const external_id = `${at.getTime()}${from.reference_no}`;
  const reported = { external_id, credential: PROVIDER_CREDENTIAL };
  const money = { at, reported, payment_request_id, amount, paid_at: at, ...from, body };
  await ignoreDuplicate(
    depositVaCallbackHandler(past).pay({ merchant_id, number: va.va_number, channel: 'BCA' }, money),
  );
  if (decision === undefined) return;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const deposit = await findReviewedDeposit(tx, payment_request_id);
    if (deposit === undefined) return;
    const actor = toAuditActor(getPrincipal('platform_finance'));
    const note = decision === 'credit' ? 'Source of funds confirmed' : 'Sender is not the account holder';
    await decideReview(
      tx,
      deposit.id,
      { decision, note },
      { actor, ip: null, now: new Date(at.getTime() + 7_200_000) },
    );
  });
}

async function createPastTransfer(
  context: HistoryContext,
  { days_ago, amount, decision }: (typeof TRANSFERS)[number],
): Promise<void> {
  const { deps, merchant_id } = context;
  const now = getPastTime(context, days_ago, 13);
  const known = await asMerchant(deps.db, merchant_id, (tx) => findBalanceTransfer(tx, amount));
  const id =
    known?.id ??
    (await asMerchant(deps.db, merchant_id, (tx) =>
      requestTransfer(tx, amount, { principal: getPrincipal('finance'), ip: '127.0.0.1', now }),
    ));
  if (decision === undefined || (known !== undefined && known.status !== 'pending')) return;
  const decided = {
    principal: getPrincipal('approver'),
    ip: '127.0.0.1',
    now: new Date(now.getTime() + duration.hours(1)),
  };
  await asMerchant(deps.db, merchant_id, (tx) =>
    decision === 'approve'
      ? approveTransfer(tx, id, null, decided)
      : rejectTransfer(tx, id, 'Tunggu penutupan bulan', decided),
  );
}
