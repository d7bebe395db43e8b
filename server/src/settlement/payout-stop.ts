/** Settlements to the bank of a merchant that may not pay out: held until it may again (decision 0142). */
import { type MerchantActivity, findInactiveReason } from '@dasbor/contract/merchant-activity';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import type { MerchantTx } from '../db/tx.ts';
import { REASONS } from './event-reasons.ts';
import { payoutsStopped } from './problems.ts';

/** Why nothing may be paid out to the bank now; null when it may. */
export async function findPayoutStop(tx: MerchantTx): Promise<string | null> {
  return getStopReason(await getMerchantActivity(tx));
}

function getStopReason(merchant: MerchantActivity): string | null {
  const reason = findInactiveReason('payouts', merchant);
  if (reason === null) return null;
  return reason === 'suspended' ? REASONS.suspended : REASONS.payouts_disabled;
}

/** Throws 409 `merchant_not_active` for a payout to the bank. */
export async function assertPayoutPossible(tx: MerchantTx, { destination }: { destination: string }): Promise<void> {
  if (destination === 'bank' && (await findPayoutStop(tx)) !== null) throw payoutsStopped();
}

/** The statuses that a batch goes through when it is released. */
export const getReleasePath = (approval: 'auto' | 'manual'): SettlementBatchStatus[] =>
  approval === 'manual' ? ['closed'] : ['closed', 'approved'];
