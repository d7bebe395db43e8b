/** Jobs of refunds. Each is idempotent and safe to run concurrently. */
import * as duration from '@dasbor/contract/duration';
import { REFUND_EVENTS } from '@dasbor/contract/refund-reasons';
import { cancelApproval } from '../approval/request.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { releaseRefund } from './status-transition.ts';
import { listStaleRefunds, listRefundIds, lockRefund } from './queries.ts';
import { sendRefund } from './send.ts';

export { expireRefund } from './apply-decision.ts';
export { REFUND_PORT } from './transfer-port.ts';

/** Refunds per run; the next run continues with the rest. */
const BATCH = 200;
/** Longer than the longest interval between two status queries of one refund. */
const STALE_AFTER_MS = duration.minutes(15);

/** Sends one approved refund, or queries one to the original payment method that is processing. */
const sendRefundJob: Job = {
  name: 'send_refund',
  lane: 'bank',
  run: (deps, { merchant_id, id }) => sendRefund(deps, String(merchant_id), String(id)),
};

/** Reconciliation sweep: refunds in progress whose job was lost. Transfers at the bank have their own. */
const reconcileRefundsJob: Job = {
  name: 'sweep_refunds',
  lane: 'bank',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - STALE_AFTER_MS);
    const stale = await asPlatform(deps.db, (tx) => listStaleRefunds(tx, before, BATCH));
    for (const { merchant_id, id } of stale) {
      await sendRefund(deps, merchant_id, id).catch((error: unknown) =>
        deps.log.error({ err: error, refund_id: id }, 'refund failed'),
      );
    }
  },
};

/** The bank reversed a payment: rejects its pending refunds and releases their holds. */
const rejectRefundsOfReversedJob: Job = {
  name: 'reject_refunds_of_reversed',
  lane: 'ledger',
  run: async (deps, { merchant_id, transaction_id }) => {
    const ids = await asMerchant(deps.db, String(merchant_id), (tx) =>
      listRefundIds(tx, String(transaction_id), 'pending'),
    );
    for (const id of ids) {
      await asMerchant(deps.db, String(merchant_id), async (tx) => {
        const refund = await lockRefund(tx, id);
        if (refund?.status !== 'pending') return;
        const now = deps.clock.now();
        await cancelApproval(tx, { subject_type: 'refund', subject_id: id }, now);
        const note = REFUND_EVENTS.payment_reversed;
        const change = { rejected_reason: note, error_code: 'payment_reversed', decided_at: now };
        await releaseRefund(tx, refund, { to: 'rejected', change }, { now, actor: SYSTEM_ACTOR, note });
      });
    }
  },
};

export const refundJobs: Job[] = [sendRefundJob, reconcileRefundsJob, rejectRefundsOfReversedJob];
