/** Jobs that query the status of sent transfers. The features whose transfers they are take part through their ports. */
import * as duration from '@dasbor/contract/duration';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forEachDue } from '../jobs/for-each.ts';
import type { Job } from '../jobs/job.ts';
import { listDueTransfers } from '../rails/transfer-queries.ts';
import { CHECK_TRANSFER_JOB, type TransferPort, type TransferPorts, checkTransfer } from '../rails/send-transfer.ts';
import { closeResolution } from './resolve.ts';

export { expireResolution } from './resolve.ts';

/** Transfers per page, and inquiries at the same time. */
const PAGE = 500;
const CONCURRENCY = 8;
/** No further page after this time: the next run continues. */
const RUN_MS = duration.seconds(45);

/** Features, and what responses mean for requests to resolve a transfer by hand: a response of the bank closes them. */
export const closeResolutions = (features: TransferPorts): TransferPorts =>
  Object.fromEntries(
    Object.entries(features).map(([subject_type, port]): [string, TransferPort] => [
      subject_type,
      {
        ...port,
        apply: async (tx, attempt, outcome, now) => {
          await port.apply(tx, attempt, outcome, now);
          if (outcome.kind !== 'unknown') await closeResolution(tx, attempt.id, now);
        },
      },
    ]),
  );

export const buildBankTransferJobs = (ports: TransferPorts): Job[] => [
  {
    name: CHECK_TRANSFER_JOB,
    lane: 'bank',
    run: (deps, { merchant_id, id }) => checkTransfer(deps, ports, String(merchant_id), String(id)),
  },
  {
    // Reconciliation sweep: open transfers whose job was lost, then ended ones that may still be returned or executed.
    name: 'sweep_bank_transfers',
    lane: 'bank',
    run: (deps) => sweepBankTransfers(deps, ports),
  },
];

/** Asks about due transfers, page by page: each is due once per run, because an inquiry makes it due later. */
export async function sweepBankTransfers(
  deps: Deps,
  ports: TransferPorts,
  { page = PAGE, run_ms = RUN_MS }: { page?: number; run_ms?: number } = {},
): Promise<void> {
  const until_ms = performance.now() + run_ms;
  const now = deps.clock.now();
  for (const is_open of [true, false]) {
    let count: number;
    do {
      const due = await asPlatform(deps.db, (tx) => listDueTransfers(tx, now, { is_open, limit: page }));
      await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) =>
        checkTransfer(deps, ports, merchant_id, id),
      );
      count = due.length;
    } while (count === page && performance.now() <= until_ms);
  }
}
