/**
 * Posts to the double-entry ledger. A transfer debits one account and credits another by a positive amount, so every
 * journal balances by construction. The ledger is append-only; corrections are compensating entries.
 */
import type { OperationNodeSource } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import { executeWriteBatch } from '../db/write-batch.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';

export interface NewTransfer {
  /** Account id; both accounts belong to the same merchant. */
  debit_account: string;
  credit_account: string;
  /** Whole rupiah, above zero. */
  amount: Rupiah;
  /** E.g. `payment`. Unique together with the reference, so the same movement cannot be posted twice. */
  kind: string;
  reference_type: string;
  reference_id: string;
  description?: string;
  /** The transfer that this one reverses; a transfer is reversed at most once. */
  reverses_id?: string;
}

/** Transfers that are posted together. */
export interface Journal {
  /** Generated when absent. */
  id?: string;
  posted_at: Date;
  transfers: NewTransfer[];
}

/** Builds the inserts of a journal, for use inside a larger statement (db/write-batch.ts). */
export function buildJournalInserts(
  tx: MerchantTx,
  { posted_at, id: journal_id = newId('journal', posted_at), transfers }: Journal,
): { transfers: OperationNodeSource; unfolded: OperationNodeSource } {
  const { merchant_id } = tx;
  // All ids share one timestamp; sorting them preserves the order of the transfers within the journal.
  const ids = transfers.map(() => newId('transfer', posted_at)).toSorted();
  return {
    transfers: tx.sql
      .insertInto('transfer')
      .values(
        transfers.map((transfer, index) => ({
          merchant_id,
          id: ids[index] as string,
          journal_id,
          posted_at,
          description: null,
          ...transfer,
        })),
      )
      .returning('id'),
    unfolded: tx.sql
      .insertInto('unfolded_journal')
      .values({ merchant_id, journal_id, posted_at })
      .returning('journal_id'),
  };
}

/** Posts a journal. Throws a unique violation when one of its transfers was posted before. */
export async function postTransfers(tx: MerchantTx, journal: Journal): Promise<void> {
  await executeWriteBatch(tx, buildJournalInserts(tx, journal));
}
