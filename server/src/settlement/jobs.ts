/** Settlement jobs. Each is idempotent and safe to run concurrently. */
import { toBusinessDay } from '@dasbor/contract/time';
import { listConsolidatedMerchants } from '../account-group/consolidated-group-queries.ts';
import { SYNC_GROUP_ACCOUNT_JOB } from '../account-group/rules.ts';
import { enqueue } from '../db/enqueue.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { syncGroupAccount } from './group-account.ts';
import { RELEASE_STOPPED_JOB } from '../merchant/rules.ts';
import { payBatch } from './payout.ts';
import { releaseStopped } from './release-stopped.ts';
import { settleMerchant } from './run.ts';
import { listMerchantIds } from './terms-queries.ts';
import { listUnsent } from './unsent-queries.ts';
import { listUnsynced, lockBatch, updatePaymentStatuses } from './write-queries.ts';

export { expireBankAccount } from './bank-account-decision.ts';
export { expireProposal } from './dispute.ts';
export { SETTLEMENT_PORT } from './transfer-port.ts';

/** Lines whose payments are updated in one transaction. */
const SYNC_PAGE_SIZE = 2_000;
const SWEEP_MAX = 200;

/** Runs every morning. One job per merchant, so that a large merchant does not delay the others. */
const schedule: Job = {
  name: 'schedule_settlements',
  lane: 'ledger',
  run: async (deps) => {
    const day = toBusinessDay(deps.clock.now());
    await asPlatform(deps.db, async (tx) => {
      for (const merchant_id of await listMerchantIds(tx)) {
        const job_key = `settle_merchant:${merchant_id}:${day}`;
        await enqueue(tx, 'settle_merchant', { merchant_id, day }, { job_key });
      }
    });
  },
};

const settle: Job = {
  name: 'settle_merchant',
  lane: 'ledger',
  run: async (deps, { merchant_id, day }) => {
    const result = await settleMerchant(deps, String(merchant_id), String(day));
    deps.log.info({ merchant_id, day, ...result }, 'settlement run');
  },
};

/** Updates the settlement status of every payment in a batch, a page per transaction. */
export async function syncPaymentStatus(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchant_id: string,
  id: string,
): Promise<void> {
  for (let has_more = true; has_more;) {
    has_more = await asMerchant(deps.db, merchant_id, async (tx) => {
      const batch = await lockBatch(tx, id);
      return batch !== undefined && updatePaymentStatuses(tx, batch, SYNC_PAGE_SIZE, deps.clock.now());
    });
  }
}

const syncPayments: Job = {
  name: 'sync_settled_payments',
  lane: 'ledger',
  run: (deps, { merchant_id, id }) => syncPaymentStatus(deps, String(merchant_id), String(id)),
};

const pay: Job = {
  name: 'pay_settlement',
  lane: 'bank',
  run: async (deps, { merchant_id, id }) => {
    await payBatch(deps, String(merchant_id), String(id));
    await syncPaymentStatus(deps, String(merchant_id), String(id));
  },
};

const release: Job = {
  name: RELEASE_STOPPED_JOB,
  lane: 'ledger',
  run: (deps, { merchant_id }) => releaseStopped(deps, String(merchant_id)),
};

/** Reconciliation sweep: batches that wait to be sent, and payments whose status is behind their batch. */
const sweep: Job = {
  name: 'sweep_settlements',
  lane: 'bank',
  run: async (deps) => {
    for (const { merchant_id, id } of await asPlatform(deps.db, (tx) => listUnsent(tx, SWEEP_MAX))) {
      await payBatch(deps, merchant_id, id).catch((error: unknown) =>
        deps.log.error({ err: error, settlement_id: id }, 'settlement payout failed'),
      );
    }
    for (const { merchant_id, id } of await asPlatform(deps.db, (tx) => listUnsynced(tx, SWEEP_MAX))) {
      await syncPaymentStatus(deps, merchant_id, id);
    }
  },
};

/** Brings the payout account of one merchant in line with its group. */
const syncAccount: Job = {
  name: SYNC_GROUP_ACCOUNT_JOB,
  lane: 'ledger',
  run: (deps, { merchant_id }) => syncGroupAccount(deps, String(merchant_id)),
};

/** Memberships that begin or end today, new accounts of owners, and merchants whose job was lost. */
const sweepAccounts: Job = {
  name: 'sweep_group_accounts',
  lane: 'ledger',
  run: async (deps) => {
    const day = toBusinessDay(deps.clock.now());
    for (const merchant_id of await asPlatform(deps.db, (tx) => listConsolidatedMerchants(tx, day))) {
      await syncGroupAccount(deps, merchant_id).catch((error: unknown) =>
        deps.log.error({ err: error, merchant_id }, 'the account of a group was not brought in line'),
      );
    }
  },
};

export const settlementJobs: Job[] = [schedule, settle, syncPayments, pay, release, sweep, syncAccount, sweepAccounts];
