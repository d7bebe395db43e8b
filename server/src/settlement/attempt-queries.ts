/** SQL of payout attempts. */
import type { TransferService } from '@dasbor/contract/snap-transfer';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { TransferRail } from '../rails/transfer-rail.ts';
import type { DueBatch } from './write-queries.ts';

export interface NewAttempt {
  batch_id: string;
  attempt: number;
  bank_account_id: string;
  rail: TransferRail;
  service: TransferService;
  sent_at: Date;
}

export async function insertAttempt(tx: MerchantTx, attempt: NewAttempt): Promise<void> {
  await tx.sql
    .insertInto('settlement_attempt')
    .values({ merchant_id: tx.merchant_id, ...attempt })
    .execute();
}

/** A sent attempt with the bank of its account. */
export interface SentAttempt {
  attempt: number;
  bank_account_id: string;
  bank_code: string;
  rail: string;
  service: string | null;
  recovered_at: string | null;
}

/** The attempts of a batch, oldest first. */
export const listAttempts = (tx: MerchantTx, batch_id: string): Promise<SentAttempt[]> =>
  tx.sql
    .selectFrom('settlement_attempt as s')
    .innerJoin('bank_account as a', (join) =>
      join.on('a.merchant_id', '=', tx.merchant_id).onRef('a.id', '=', 's.bank_account_id'),
    )
    .select(['s.attempt', 's.bank_account_id', 'a.bank_code', 's.rail', 's.service', 's.recovered_at'])
    .where('s.merchant_id', '=', tx.merchant_id)
    .where('s.batch_id', '=', batch_id)
    .orderBy('s.attempt')
    .execute();

export async function storeRecovery(
  tx: MerchantTx,
  batch_id: string,
  attempt: number,
  recovered_at: Date,
): Promise<void> {
  await tx.sql
    .updateTable('settlement_attempt')
    .set({ recovered_at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('attempt', '=', attempt)
    .execute();
}

export async function storeLastCheckedAt(tx: MerchantTx, batch_id: string, last_checked_at: Date): Promise<void> {
  await tx.sql
    .updateTable('settlement_batch')
    .set({ last_checked_at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', batch_id)
    .execute();
}

/**
 * Batches of every merchant whose payout ended since an instant, the least recently checked first: the bank may still
 * return a credited payout, or report a failed one as executed.
 */
export const listRecentlyEnded = (tx: PlatformTx, since: Date, limit: number): Promise<DueBatch[]> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['merchant_id', 'id'])
    .where('status', 'in', ['paid', 'failed'])
    .where('destination', '=', 'bank')
    .where('sent_at', '>=', since.toISOString())
    .orderBy('last_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();

/** Batches of every merchant with a payout to send or to check, the least recently checked first. */
export const listAtBank = (tx: PlatformTx, limit: number): Promise<DueBatch[]> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['merchant_id', 'id'])
    .where('status', 'in', ['approved', 'processing'])
    .orderBy('last_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
