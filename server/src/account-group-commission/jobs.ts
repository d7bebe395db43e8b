/** Commission jobs. Each is idempotent and safe to run concurrently. */
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { enqueue } from '../db/enqueue.ts';
import { asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { bookCommissions } from './book.ts';
import { listStatementBeneficiaries } from './collect-queries.ts';
import { listEarningMerchants } from './entry-queries.ts';
import { createStatements } from './create-statements.ts';
import { payStatement, releaseHeldStatements } from './statement-payout.ts';
import { listMerchantsOnHold, listUnsentStatements } from './statement-queries.ts';

export { expireRule } from './decide.ts';
export { expireStatement } from './statement-decide.ts';
export { COMMISSION_STATEMENT_PORT } from './statement-port.ts';

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
    const payment_count = await bookCommissions(deps, String(merchant_id), startOfBusinessDay(String(day)));
    deps.log.info({ merchant_id, day, payment_count }, 'commissions booked');
  },
};

/** Runs after the bookings of the day before. One job per merchant that earns. */
const scheduleStatements: Job = {
  name: 'schedule_commission_statements',
  lane: 'ledger',
  run: async (deps) => {
    const day = toBusinessDay(deps.clock.now());
    await asPlatform(deps.db, async (tx) => {
      for (const merchant_id of await listStatementBeneficiaries(tx)) {
        const job_key = `make_commission_statements:${merchant_id}:${day}`;
        const queue = `make_commission_statements:${merchant_id}`;
        await enqueue(tx, 'make_commission_statements', { merchant_id, day }, { job_key, queue });
      }
    });
  },
};

const makeStatementsJob: Job = {
  name: 'make_commission_statements',
  lane: 'ledger',
  run: async (deps, { merchant_id, day }) => {
    const statement_count = await createStatements(deps, String(merchant_id), String(day));
    deps.log.info({ merchant_id, day, statement_count }, 'commission statements made');
  },
};

const pay: Job = {
  name: 'pay_commission_statement',
  lane: 'bank',
  run: (deps, { merchant_id, id }) => payStatement(deps, String(merchant_id), String(id)),
};

const SWEEP_MAX = 200;

/** Reconciliation sweep: statements on hold whose merchant may pay out again, and approved ones that wait to be sent. */
const sweep: Job = {
  name: 'sweep_commission_statements',
  lane: 'bank',
  run: async (deps) => {
    for (const merchant_id of await asPlatform(deps.db, listMerchantsOnHold)) {
      await releaseHeldStatements(deps, merchant_id);
    }
    for (const { merchant_id, id } of await asPlatform(deps.db, (tx) => listUnsentStatements(tx, SWEEP_MAX))) {
      await payStatement(deps, merchant_id, id).catch((error: unknown) =>
        deps.log.error({ err: error, statement_id: id }, 'commission payout failed'),
      );
    }
  },
};

export const commissionJobs: Job[] = [schedule, book, scheduleStatements, makeStatementsJob, pay, sweep];
