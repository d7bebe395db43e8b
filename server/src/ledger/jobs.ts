/** Ledger jobs: fold balances and verify the ledger. */
import { Gauge } from 'prom-client';
import type { Job } from '../jobs/job.ts';
import { foldBalances } from './folding.ts';
import { verifyLedger } from './verifier.ts';

const discrepancies_gauge = new Gauge({
  name: 'dasbor_ledger_discrepancies',
  help: 'Discrepancies found by the last ledger verification; any value above 0 needs immediate attention',
});
const verified_gauge = new Gauge({
  name: 'dasbor_ledger_verified_timestamp_seconds',
  help: 'Time of the last ledger verification',
});

const fold: Job = {
  name: 'fold_balances',
  lane: 'ledger',
  run: async (deps) => {
    const journals = await foldBalances(deps.db, deps.clock.now());
    if (journals > 0) deps.log.debug({ journals }, 'balances folded');
  },
};

const verify: Job = {
  name: 'verify_ledger',
  lane: 'maintenance',
  run: async (deps) => {
    const { discrepancies, ...counts } = await verifyLedger(deps.db);
    discrepancies_gauge.set(discrepancies.length);
    verified_gauge.set(deps.clock.now().getTime() / 1000);
    for (const discrepancy of discrepancies.slice(0, 100)) deps.log.error(discrepancy, 'ledger discrepancy');
    deps.log.info({ ...counts, discrepancies: discrepancies.length }, 'ledger verified');
  },
};

export const ledgerJobs: Job[] = [fold, verify];
