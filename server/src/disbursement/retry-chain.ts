/** Disbursements that another one retries: it is sent only once all their transfers are confirmed as not executed. */
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { type BankTransfer, listSubjectTransfers } from '../rails/transfer-queries.ts';
import { type EarlierDisbursement, listEarlier } from './retry-queries.ts';

export const isPaid = (earlier: readonly EarlierDisbursement[]): boolean =>
  earlier.some(({ status }) => status === 'success');

/** The transfers of all disbursements that this one retries, directly or through others. */
export async function listEarlierTransfers(
  tx: MerchantTx,
  earlier: readonly EarlierDisbursement[],
): Promise<BankTransfer[]> {
  return listSubjectTransfers(
    tx,
    'disbursement',
    earlier.map(({ id }) => id),
  );
}

/** Throws 409 `already_paid` when the bank has executed a transfer that a disbursement retries. */
export async function assertNotPaidBefore(
  tx: MerchantTx,
  { id, retry_of }: { id: string; retry_of: string | null },
): Promise<void> {
  if (retry_of !== null && isPaid(await listEarlier(tx, id))) throw alreadyPaid();
}

export const alreadyPaid = () =>
  new Problem(
    409,
    'already_paid',
    localized(
      'The bank executed the original transfer, so the beneficiary has been paid.',
      'Bank ternyata menjalankan transfer asalnya, sehingga penerima sudah dibayar.',
    ),
  );
