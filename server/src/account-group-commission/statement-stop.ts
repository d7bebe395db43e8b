/** Payouts to a merchant that earns commissions and may not pay out: held until it may again (decision 0142). */
import { localized } from '@dasbor/contract/language';
import { findInactiveReason } from '@dasbor/contract/merchant-activity';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { STATEMENT_REASONS } from './statement-reasons.ts';

/** Why nothing may be paid out to the merchant that earns now; null when it may. */
export async function findStatementStop(tx: MerchantTx): Promise<string | null> {
  const reason = findInactiveReason('payouts', await getMerchantActivity(tx));
  if (reason === null) return null;
  if (reason === 'suspended' || reason === 'closed') return STATEMENT_REASONS[reason];
  return STATEMENT_REASONS.payouts_disabled;
}

/** Throws 409 `merchant_not_active`. */
export async function assertStatementPayable(tx: MerchantTx): Promise<void> {
  if ((await findStatementStop(tx)) !== null) throw payoutsStopped();
}

const payoutsStopped = () =>
  new Problem(
    409,
    'merchant_not_active',
    localized(
      'The merchant that earns this commission is suspended or closed, or its payouts are disabled. Reactivate it or enable its payouts first.',
      'Merchant penerima komisi ini ditangguhkan atau ditutup, atau pencairannya dinonaktifkan. Aktifkan kembali merchant atau pencairannya terlebih dahulu.',
    ),
  );
