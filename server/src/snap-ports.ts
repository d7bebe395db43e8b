/** Implementations of the SNAP BI services of merchants' servers, by the product's own routes. */
import { createQrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import { createVirtualAccount, getVirtualAccount } from '@dasbor/contract/virtual-account';
import { type MerchantTx, asMerchant } from './db/tx.ts';
import { type RunContext, runRoute } from './http/run-route.ts';
import { qrisPaymentHandlers } from './qris-payment/handlers.ts';
import { findDynamicCode, findOwnNmid, isFullyRefunded } from './qris-payment/queries.ts';
import type { SnapOperations } from './snap-credential/services.ts';
import { virtualAccountHandlers } from './virtual-account/handlers.ts';
import { findMerchantOfVa } from './virtual-account/queries.ts';
import { findVaByNumber, findVaByReference } from './virtual-account/reference-queries.ts';

export const SNAP_OPERATIONS: SnapOperations = {
  qr: (run) => ({
    now: run.deps.clock.now(),
    create: (body, idempotency_key) =>
      runRoute(createQrisPayment, qrisPaymentHandlers.createQrisPayment, run, { body, idempotency_key }),
    get: async (id) =>
      (await runRoute(getQrisPayment, qrisPaymentHandlers.getQrisPayment, run, { params: { id } })).data,
    findByReference: (reference) => read(run, (tx) => findDynamicCode(tx, reference)),
    isRefunded: (id) => read(run, (tx) => isFullyRefunded(tx, id)),
    findNmid: () => read(run, findOwnNmid),
  }),
  va: (run) => ({
    now: run.deps.clock.now(),
    create: (body, idempotency_key) =>
      runRoute(createVirtualAccount, virtualAccountHandlers.createVirtualAccount, run, { body, idempotency_key }),
    get: async (id) =>
      (await runRoute(getVirtualAccount, virtualAccountHandlers.getVirtualAccount, run, { params: { id } })).data,
    findByReference: (reference) => read(run, (tx) => findVaByReference(tx, reference)),
    findByNumber: (va_number) => read(run, (tx) => findVaByNumber(tx, va_number)),
    findVaPart: async () => (await read(run, findMerchantOfVa))?.va_part ?? null,
  }),
};

/** Reads in a transaction of the principal's merchant. */
function read<T>({ deps, request }: RunContext, work: (tx: MerchantTx) => Promise<T>): Promise<T> {
  const merchant_id = request.principal?.merchant_id;
  if (merchant_id === undefined || merchant_id === null) throw new Error('the request has no merchant');
  return asMerchant(deps.db, merchant_id, work);
}
