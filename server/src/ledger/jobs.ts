/** Ledger jobs: fold balances and verify the ledger. */
import * as duration from '@dasbor/contract/duration';
import { Gauge } from 'prom-client';
import { enqueue } from '../db/enqueue.ts';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { LONG_TAIL_JOURNALS, foldBalances } from './folding.ts';
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

/** A merchant that posts many journals per second reads its balances under a lock: they cannot wait for the next minute. */
const FOLD_LONG_TAILS_EVERY_MS = duration.seconds(5);

const fold: Job = {
  name: 'fold_balances',
  lane: 'ledger',
  run: async (deps) => {
    const journals = await foldBalances(deps.db, deps.clock.now());
    if (journals > 0) deps.log.debug({ journal_count: journals }, 'balances folded');
    await enqueueFoldLongTails(deps);
  },
};

/** Runs every few seconds: each run enqueues the next one, and the schedule of each minute the first. */
const foldLongTails: Job = {
  name: 'fold_long_tails',
  lane: 'ledger',
  run: async (deps) => {
    await foldBalances(deps.db, deps.clock.now(), LONG_TAIL_JOURNALS);
    await enqueueFoldLongTails(deps);
  },
};

const enqueueFoldLongTails = ({ db, clock }: Deps): Promise<void> =>
  asPlatform(db, (tx) =>
    enqueue(
      tx,
      foldLongTails.name,
      {},
      { run_at: new Date(clock.now().getTime() + FOLD_LONG_TAILS_EVERY_MS), job_key: foldLongTails.name },
    ),
  );

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
    deps.log.info({ ...counts, discrepancy_count: discrepancies.length + head_defects.length }, 'ledger verified');
  },
};

export const ledgerJobs: Job[] = [fold, foldLongTails, exportHeads, verify];
