/** What happens to refunds without anybody asking. Each job bears being run again, and two at once. */
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { RETURN_WINDOW_MS, syncReturnedTransfer } from './returned-transfer.ts';
import { releaseRefund } from './status-transition.ts';
import { listStaleRefunds, listRefundIds, lockRefund } from './queries.ts';
import { listReturnCandidates } from './return-queries.ts';
import { sendRefund } from './send.ts';
import { rupiahText } from './format-reason.ts';

/** Refunds looked at in one run; the next run takes the rest. */
const BATCH = 200;
/** Longer than the longest pause between two questions about one refund. */
const STALE_AFTER_MS = 15 * 60_000;

/** Sends one approved refund, or asks again about one that is at the bank. */
const sendRefundJob: Job = {
  name: 'send_refund',
  run: (deps, { merchant_id, id }) => sendRefund(deps, String(merchant_id), String(id)),
};

/** The truth behind the jobs: refunds on their way that nobody has asked about for too long. */
const reconcileRefundsJob: Job = {
  name: 'sweep_refunds',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - STALE_AFTER_MS);
    const forgotten = await asPlatform(deps.db, (tx) => listStaleRefunds(tx, before, BATCH));
    for (const { merchant_id, id } of forgotten) {
      await sendRefund(deps, merchant_id, id).catch((error: unknown) =>
        deps.log.error({ err: error, refund: id }, 'refund failed'),
      );
    }
  },
};

/** Receiving banks send money back days later: the transfers of the last days are asked about, each in its turn. */
const syncReturnedTransfersJob: Job = {
  name: 'check_returned_refunds',
  run: async (deps) => {
    const since = new Date(deps.clock.now().getTime() - RETURN_WINDOW_MS);
    for (const { merchant_id, id } of await asPlatform(deps.db, (tx) => listReturnCandidates(tx, since, BATCH))) {
      await syncReturnedTransfer(deps, merchant_id, id).catch((error: unknown) =>
        deps.log.error({ err: error, refund: id }, 'a refund that succeeded could not be asked about'),
      );
    }
  },
};

const REASON = 'The bank took the payment back';

/** The bank took a payment back: refunds of it that nobody has decided about are rejected, and their money is free. */
const rejectRefundsOfReversedJob: Job = {
  name: 'drop_refunds_of_reversed',
  run: async (deps, { merchant_id, transaction_id }) => {
    const ids = await asMerchant(deps.db, String(merchant_id), (tx) =>
      listRefundIds(tx, String(transaction_id), 'pending'),
    );
    for (const id of ids) {
      await asMerchant(deps.db, String(merchant_id), async (tx) => {
        const refund = await lockRefund(tx, id);
        if (refund?.status !== 'pending') return;
        const now = deps.clock.now();
        const told = `Refund of ${rupiahText(refund.amount)} dropped (${id}): ${REASON}`;
        const change = { rejected_reason: REASON, decided_at: now };
        await releaseRefund(tx, refund, 'rejected', change, told, { now, actor: SYSTEM_ACTOR });
      });
    }
  },
};

export const refundJobs: Job[] = [
  sendRefundJob,
  reconcileRefundsJob,
  syncReturnedTransfersJob,
  rejectRefundsOfReversedJob,
];
