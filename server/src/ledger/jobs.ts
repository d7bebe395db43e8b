/** What the ledger does by itself: folding, and verifying what it holds. */
import { Gauge } from 'prom-client';
import type { Job } from '../jobs/job.ts';
import { foldBalances } from './folding.ts';
import { verifyLedger } from './verifier.ts';

const discrepancies_gauge = new Gauge({
  name: 'dasbor_ledger_faults',
  help: 'Faults that the last verification of the ledger found; anything but 0 needs a person at once',
});
const verified_gauge = new Gauge({
  name: 'dasbor_ledger_verified_timestamp_seconds',
  help: 'When the ledger was last verified, by the clock of the application',
});

const fold: Job = {
  name: 'fold_balances',
  run: async (deps) => {
    const journals = await foldBalances(deps.db, deps.clock.now());
    if (journals > 0) deps.log.debug({ journals }, 'balances folded');
  },
};

const verify: Job = {
  name: 'verify_ledger',
  run: async (deps) => {
    const { discrepancies: faults, ...seen } = await verifyLedger(deps.db);
    discrepancies_gauge.set(faults.length);
    verified_gauge.set(deps.clock.now().getTime() / 1000);
    for (const discrepancy of faults.slice(0, 100)) deps.log.error(discrepancy, 'the ledger is at fault');
    deps.log.info({ ...seen, faults: faults.length }, 'ledger verified');
  },
};

export const ledgerJobs: Job[] = [fold, verify];
