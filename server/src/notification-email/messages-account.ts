/** Texts of notification emails about a new payout account, in both languages. */
import { always, bankAccount } from './message-builders.ts';
import type { EmailDetails } from '../db/column-types.ts';

interface OutcomeTexts {
  subjects: Record<string, (details: EmailDetails) => string>;
  bodies: Record<string, (details: EmailDetails) => string>;
}

export const PAYOUT_ACCOUNT_ENGLISH: OutcomeTexts = {
  subjects: {
    account_requested: (details) => `New settlement bank account requested: ${bankAccount(details)}`,
    account_approved: (details) => `New settlement bank account approved: ${bankAccount(details)}`,
    account_rejected: (details) => `New settlement bank account rejected: ${bankAccount(details)}`,
    account_restored: (details) => `Payouts go to your own account again: ${bankAccount(details)}`,
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
    account_requested: (details) => `Rekening settlement baru diajukan: ${bankAccount(details)}`,
    account_approved: (details) => `Rekening settlement baru disetujui: ${bankAccount(details)}`,
    account_rejected: (details) => `Rekening settlement baru ditolak: ${bankAccount(details)}`,
    account_restored: (details) => `Pencairan kembali ke rekening Anda sendiri: ${bankAccount(details)}`,
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
