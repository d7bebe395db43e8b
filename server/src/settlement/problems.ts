/** Errors that several settlement routes share. */
import { settlementStatusLabel } from '@dasbor/contract/settlement-labels';
import { localized } from '@dasbor/contract/language';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { Problem } from '../http/problem.ts';

/** The batch is in a status that does not allow the action. */
export function wrongStatus(status: SettlementBatchStatus): Problem {
  const [en, id] = [settlementStatusLabel(status, 'en'), settlementStatusLabel(status, 'id')];
  return new Problem(
    409,
    'status_conflict',
    localized(
      `The settlement status is “${en}”, which does not allow this action. Reload and try again.`,
      `Status settlement adalah “${id}”, sehingga tindakan ini tidak dapat dilakukan. Muat ulang lalu coba lagi.`,
    ),
  );
}

export const noBankAccount = (): Problem =>
  new Problem(
    422,
    'no_bank_account',
    localized('Add a settlement bank account first.', 'Tambahkan rekening bank settlement terlebih dahulu.'),
  );

/** Nothing is paid out to the bank for a merchant that may not pay out. */
export const payoutsStopped = (): Problem =>
  new Problem(
    409,
    'merchant_not_active',
    localized(
      'The merchant is suspended or its payouts are disabled. Reactivate it or enable its payouts first.',
      'Merchant ditangguhkan atau pencairannya dinonaktifkan. Aktifkan kembali merchant atau pencairannya terlebih dahulu.',
    ),
  );

/** Another settlement run of the merchant took the payments. */
export const settlementInProgress = (): Problem =>
  new Problem(
    409,
    'settlement_in_progress',
    localized(
      'Another settlement of this merchant was created at the same time. Reload the list.',
      'Settlement lain untuk merchant ini dibuat pada saat yang sama. Muat ulang daftar.',
    ),
  );
