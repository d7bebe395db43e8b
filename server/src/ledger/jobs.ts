/** Ledger jobs: fold balances and verify the ledger. */
import { Gauge } from 'prom-client';
import type { Job } from '../jobs/job.ts';
import { foldBalances } from './folding.ts';
import { exportLedgerHeads, verifyLedgerHeads } from './heads.ts';
import { storeFindings, toFinding } from './findings.ts';
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

const exportHeads: Job = {
  name: 'export_ledger_heads',
  lane: 'maintenance',
  run: async (deps) => {
    await exportLedgerHeads(deps, deps.clock.now());
  },
};

const verify: Job = {
  name: 'verify_ledger',
  lane: 'maintenance',
  run: async (deps) => {
    const { discrepancies, ...counts } = await verifyLedger(deps.db);
    const head_defects = await verifyLedgerHeads(deps);
    discrepancies_gauge.set(discrepancies.length + head_defects.length);
    verified_gauge.set(deps.clock.now().getTime() / 1000);
    await storeFindings(deps.db, [...discrepancies, ...head_defects.map(toFinding)], deps.clock.now());
    for (const discrepancy of discrepancies.slice(0, 100)) deps.log.error(discrepancy, 'ledger discrepancy');
    for (const defect of head_defects.slice(0, 100)) deps.log.error(defect, 'ledger head defect');
    deps.log.info({ ...counts, discrepancies: discrepancies.length + head_defects.length }, 'ledger verified');
  },
};

export const ledgerJobs: Job[] = [fold, exportHeads, verify];
