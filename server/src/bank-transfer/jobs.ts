/** Jobs that ask the bank about sent transfers. The features whose transfers they are take part through their ports. */
import { asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { listDueOrders } from '../rails/order-queries.ts';
import { CHECK_ORDER_JOB, type OrderPorts, checkOrder } from '../rails/send-order.ts';

/** Orders per run; the next run continues with the rest. */
const BATCH = 500;

export const buildBankTransferJobs = (ports: OrderPorts): Job[] => [
  {
    name: CHECK_ORDER_JOB,
    lane: 'bank',
    run: (deps, { merchant_id, id }) => checkOrder(deps, ports, String(merchant_id), String(id)),
  },
  {
    // Reconciliation sweep: open transfers whose job was lost, and ended ones that may still be returned or executed.
    name: 'sweep_bank_transfers',
    lane: 'bank',
    run: async (deps) => {
      const due = await asPlatform(deps.db, (tx) => listDueOrders(tx, deps.clock.now(), BATCH));
      for (const { merchant_id, id } of due) {
        await checkOrder(deps, ports, merchant_id, id).catch((error: unknown) =>
          deps.log.error({ err: error, order: id }, 'status inquiry of a transfer failed'),
        );
      }
    },
  },
];
