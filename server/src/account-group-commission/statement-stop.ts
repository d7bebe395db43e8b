/** Payouts to a merchant that earns commissions and may not pay out: held until it may again (decision 0142). */
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { findPayoutStop } from '../rails/payout-stop.ts';

/** Throws 409 `merchant_not_active`. */
export async function assertStatementPayable(tx: MerchantTx): Promise<void> {
  if ((await findPayoutStop(tx)) !== null) throw payoutsStopped();
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
