/** Commission jobs. Each is idempotent and safe to run concurrently. */
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { enqueue } from '../db/enqueue.ts';
import { asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { bookCommissions } from './book.ts';
import { listEarningMerchants } from './entry-queries.ts';

export { expireRule } from './decide.ts';

/** Runs after midnight, before the settlements of the day. One job per merchant, so that a large one delays no other. */
const schedule: Job = {
  name: 'schedule_commissions',
  lane: 'ledger',
  run: async (deps) => {
    const day = toBusinessDay(deps.clock.now());
    await asPlatform(deps.db, async (tx) => {
      for (const merchant_id of await listEarningMerchants(tx)) {
        const job_key = `book_commissions:${merchant_id}:${day}`;
        await enqueue(tx, 'book_commissions', { merchant_id, day }, { job_key });
      }
    });
  },
};

/** Books the days before `day`. */
const book: Job = {
  name: 'book_commissions',
  lane: 'ledger',
  run: async (deps, { merchant_id, day }) => {
    const payments = await bookCommissions(deps, String(merchant_id), startOfBusinessDay(String(day)));
    deps.log.info({ merchant_id, day, payments }, 'commissions booked');
  },
};

export const commissionJobs: Job[] = [schedule, book];
