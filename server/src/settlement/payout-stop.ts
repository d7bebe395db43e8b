/** Settlements to the bank of a merchant that may not pay out: held until it may again (decision 0142). */
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import type { MerchantTx } from '../db/tx.ts';
import { findPayoutStop } from '../rails/payout-stop.ts';
import { payoutsStopped } from './problems.ts';

/** Throws 409 `merchant_not_active` for a payout to the bank. */
export async function assertPayoutPossible(tx: MerchantTx, { destination }: { destination: string }): Promise<void> {
  if (destination === 'bank' && (await findPayoutStop(tx)) !== null) throw payoutsStopped();
}

/** The statuses that a batch goes through when it is released. */
export const getReleasePath = (approval: 'auto' | 'manual'): SettlementBatchStatus[] =>
  approval === 'manual' ? ['closed'] : ['closed', 'approved'];
