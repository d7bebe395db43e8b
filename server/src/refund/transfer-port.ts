/** Refunds by bank transfer: the details for the bank, and the effect of its responses on the refund. */
import { REFUND_EVENTS } from '@dasbor/contract/refund-reasons';
import type { MerchantTx } from '../db/tx.ts';
import type { TransferOutcome, TransferPort } from '../rails/send-transfer.ts';
import { type LockedRefund, lockRefund } from './queries.ts';
import { applyReturn, completeRefund, failRefund } from './status-transition.ts';

/** A transfer that the receiving bank returned before it was reported as successful. */
const RETURNED = { code: 'transfer_returned', message: REFUND_EVENTS.returned } as const;

export const REFUND_PORT: TransferPort = {
  readDetails: async ({ vault }, tx, id) => {
    const refund = await getLocked(tx, id);
    const { account_check_id, account_no_sealed, bank_code, verified_name: holder_name, payment } = refund;
    if (account_check_id === null || account_no_sealed === null || bank_code === null || holder_name === null) {
      throw new Error(`${id} has no beneficiary account`);
    }
    const { merchant_id } = tx;
    const context = { table: 'account_check', column: 'account_no_sealed', merchant_id, row_id: account_check_id };
    const remark = `Refund ${payment.merchant_reference ?? refund.transaction_id}`;
    return { bank_code, account_no: vault.open(context, account_no_sealed), holder_name, remark };
  },
  lock: async (tx, id) => isWithBank(await getLocked(tx, id)),
  apply: async (tx, { subject_id }, outcome, now) => applyOutcome(tx, await getLocked(tx, subject_id), outcome, now),
};

const isWithBank = ({ status }: LockedRefund): boolean =>
  status === 'processing' || status === 'succeeded' || status === 'failed';

async function getLocked(tx: MerchantTx, id: string): Promise<LockedRefund> {
  const refund = await lockRefund(tx, id);
  if (refund === undefined) throw new Error(`There is no refund ${id}`);
  return refund;
}

async function applyOutcome(tx: MerchantTx, refund: LockedRefund, outcome: TransferOutcome, now: Date): Promise<void> {
  switch (outcome.kind) {
    case 'unknown':
      // It stays in `processing`, with its hold, until a status inquiry decides.
      return;
    case 'succeed': {
      const { bank_reference: provider_reference, is_late } = outcome;
      return completeRefund(tx, refund, { provider_reference, is_late }, now);
    }
    case 'fail':
      return failRefund(tx, refund, outcome, now);
    case 'return':
      return outcome.was_succeeded ? applyReturn(tx, refund, now) : failRefund(tx, refund, RETURNED, now);
  }
}
