/** Payouts to a merchant that may not pay out are held until it may again (decision 0142). */
import { validationMessage } from '@dasbor/contract/language';
import { findInactiveReason } from '@dasbor/contract/merchant-activity';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import type { MerchantTx } from '../db/tx.ts';

export const PAYOUT_STOP_REASONS = {
  suspended: validationMessage('The merchant is suspended', 'Merchant ditangguhkan'),
  closed: validationMessage('The merchant is closed', 'Merchant ditutup'),
  payouts_disabled: validationMessage('Payouts of the merchant are disabled', 'Pencairan merchant dinonaktifkan'),
} as const;

/** Why nothing may be paid out to the merchant now, as its timelines store it; null when it may. */
export async function findPayoutStop(tx: MerchantTx): Promise<string | null> {
  const reason = findInactiveReason('payouts', await getMerchantActivity(tx));
  if (reason === null) return null;
  return reason === 'suspended' || reason === 'closed'
    ? PAYOUT_STOP_REASONS[reason]
    : PAYOUT_STOP_REASONS.payouts_disabled;
}
