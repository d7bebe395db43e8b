/** Texts of notification emails about a new payout account, in both languages. */
import { always, bankAccount } from './message-builders.ts';
import type { Facts } from '../db/column-types.ts';

interface OutcomeTexts {
  subjects: Record<string, (facts: Facts) => string>;
  bodies: Record<string, (facts: Facts) => string>;
}

export const PAYOUT_ACCOUNT_ENGLISH: OutcomeTexts = {
  subjects: {
    account_requested: (facts) => `New settlement bank account requested: ${bankAccount(facts)}`,
    account_approved: (facts) => `New settlement bank account approved: ${bankAccount(facts)}`,
    account_rejected: (facts) => `New settlement bank account rejected: ${bankAccount(facts)}`,
    account_restored: (facts) => `Payouts go to your own account again: ${bankAccount(facts)}`,
  },
  bodies: {
    account_requested: always(
      'Another approver or the provider must approve it before settlements are paid to it. If your team did not request it, reject it now.',
    ),
    account_approved: always(
      'Settlements are paid to it from 24 hours after the approval. If your team did not request it, reject it now.',
    ),
    account_rejected: always('Settlements are still paid to the previous account.'),
    account_restored: always('Your settlements are no longer paid to the owner of an account group.'),
  },
};

export const PAYOUT_ACCOUNT_INDONESIAN: OutcomeTexts = {
  subjects: {
    account_requested: (facts) => `Rekening settlement baru diajukan: ${bankAccount(facts)}`,
    account_approved: (facts) => `Rekening settlement baru disetujui: ${bankAccount(facts)}`,
    account_rejected: (facts) => `Rekening settlement baru ditolak: ${bankAccount(facts)}`,
    account_restored: (facts) => `Pencairan kembali ke rekening Anda sendiri: ${bankAccount(facts)}`,
  },
  bodies: {
    account_requested: always(
      'Penyetuju lain atau penyedia harus menyetujuinya sebelum settlement dicairkan ke rekening ini. Jika bukan tim Anda yang mengajukannya, segera tolak.',
    ),
    account_approved: always(
      'Settlement dicairkan ke rekening ini mulai 24 jam setelah disetujui. Jika bukan tim Anda yang mengajukannya, segera tolak.',
    ),
    account_rejected: always('Settlement tetap dicairkan ke rekening sebelumnya.'),
    account_restored: always('Settlement Anda tidak lagi dicairkan kepada pemilik grup akun.'),
  },
};
