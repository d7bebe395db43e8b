/** The provider's decision on a deposit in review: credit it, or return it to the payer. */
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import type { decideDepositReview } from '@dasbor/contract/deposit-va';
import { type AuditActor, recordAudit } from '../audit/record.ts';
import { buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { buildNotificationInsert } from '../notification-email/outbox-queries.ts';
import { enqueueAlertCheck } from '../payout-balance/alert-queries.ts';
import { buildDepositEventsInsert, getTerms, lockDeposit, upsertReviewLimit } from './deposit-queries.ts';
import { DEPOSIT_TRANSITIONS, buildCreditTransfers, buildDepositNotification, buildReturnTransfers } from './rules.ts';

export interface ReviewContext {
  actor: AuditActor;
  ip: string | null;
  now: Date;
}

/** Returns 404 when the merchant has no such deposit, and 409 `status_conflict`. */
export async function decideReview(
  tx: MerchantTx,
  id: string,
  { decision, note }: Body<typeof decideDepositReview>,
  context: ReviewContext,
): Promise<void> {
  const { actor, now } = context;
  const deposit = await lockDeposit(tx, id);
  if (deposit === undefined) throw notFound();
  const to = decision === 'credit' ? 'credited' : 'returned';
  // The transition from received to credited is legal too, but reserved to the system.
  if (deposit.status !== 'under_review' || !DEPOSIT_TRANSITIONS[deposit.status].includes(to)) {
    throw new Problem(
      409,
      'status_conflict',
      localized('This deposit is not in review.', 'Deposit ini tidak sedang ditinjau.'),
    );
  }
  const { account_ids } = await getTerms(tx);
  // The fee is waived if it exceeds the amount, or if the deposit is returned.
  const is_free = to === 'returned' || deposit.net_amount <= 0;
  const fee = is_free ? { fee_amount: 0, fee_vat_amount: 0, net_amount: deposit.amount } : {};
  const money = { ...deposit, ...fee };
  const transfers =
    to === 'credited' ? buildCreditTransfers(money, account_ids, 'suspense') : buildReturnTransfers(money, account_ids);
  const { events, ...moved } = buildTransitionEvents(
    { status: deposit.status, last_event_seq: deposit.last_event_seq },
    { path: [to], now, actor: { actor_type: 'user' as const, actor_name: actor.name }, reason: note },
  );
  await executeTransition(tx, {
    table: 'deposit',
    id,
    from: deposit.status,
    change: { ...moved, ended_at: now, decision_note: note, ...fee },
    more: {
      events: buildDepositEventsInsert(tx, id, events),
      ...buildJournalInserts(tx, { posted_at: now, transfers }),
      notification: buildNotificationInsert(tx, buildDepositNotification(money, to, now)),
    },
  });
  await recordAudit(context, tx, {
    action: `deposit.${to}`,
    object_type: 'deposit',
    object_id: id,
    before: { status: 'under_review' },
    after: { status: to, note },
  });
  await publishLiveEvents(
    tx,
    { topic: 'deposit-va', id, change: 'updated' },
    { topic: 'balance', id: null, change: 'updated' },
  );
  if (to === 'credited') await enqueueAlertCheck(tx);
}

/** Sets the amount above which deposits are held for review. */
export async function setReviewLimit(
  tx: MerchantTx,
  review_above: number | null,
  context: ReviewContext,
): Promise<void> {
  const { actor, now } = context;
  const { review_above: before } = await getTerms(tx);
  await upsertReviewLimit(tx, review_above, { now, by: actor.id ?? 'system' });
  await recordAudit(context, tx, {
    action: 'deposit_review_limit.changed',
    object_type: 'merchant',
    object_id: tx.merchant_id,
    before: { review_above: before },
    after: { review_above },
  });
}
