/** The request for approval of a closed settlement follows the status of the settlement. */
import { cancelApproval, requestSystemApproval } from '../approval/request.ts';
import type { MerchantTx } from '../db/tx.ts';
import { findBankAccount } from './bank-account-queries.ts';

export const toSettlementSubject = (subject_id: string) => ({ subject_type: 'settlement', subject_id }) as const;

/**
 * Withdraws the request of a settlement that left the status `closed`, unless its approval closed it, and requests the
 * approval of one that is closed now, also again when its bank account changed. The caller holds the lock of the batch.
 */
export async function syncApprovalRequest(
  tx: MerchantTx,
  batch: {
    id: string;
    batch_no: string;
    net_amount: number;
    bank_account_id: string | null;
    from: string;
    status: string;
  },
  now: Date,
): Promise<void> {
  const { id, batch_no, net_amount: amount, bank_account_id, from, status } = batch;
  const subject = toSettlementSubject(id);
  if (from === 'closed') await cancelApproval(tx, subject, now);
  if (status !== 'closed') return;
  const account = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
  const details = {
    batch_id: id,
    batch_no,
    bank_code: account?.bank_code ?? null,
    account_last4: account?.account_last4 ?? null,
    holder_name: account?.holder_name ?? null,
  };
  await requestSystemApproval(tx, { ...subject, amount, details }, now);
}
