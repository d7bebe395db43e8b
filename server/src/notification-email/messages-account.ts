/** Texts of notification emails about a new payout account, in both languages. */
import { always, bankAccount } from './message-builders.ts';
import type { TemplateData } from '../db/column-types.ts';

interface OutcomeTexts {
  subjects: Record<string, (data: TemplateData) => string>;
  bodies: Record<string, (data: TemplateData) => string>;
}

export const PAYOUT_ACCOUNT_ENGLISH: OutcomeTexts = {
  subjects: {
    account_requested: (data) => `New settlement bank account requested: ${bankAccount(data)}`,
    account_approved: (data) => `New settlement bank account approved: ${bankAccount(data)}`,
    account_rejected: (data) => `New settlement bank account rejected: ${bankAccount(data)}`,
    account_restored: (data) => `Payouts go to your own account again: ${bankAccount(data)}`,
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
    account_requested: (data) => `Rekening settlement baru diajukan: ${bankAccount(data)}`,
    account_approved: (data) => `Rekening settlement baru disetujui: ${bankAccount(data)}`,
    account_rejected: (data) => `Rekening settlement baru ditolak: ${bankAccount(data)}`,
    account_restored: (data) => `Pencairan kembali ke rekening Anda sendiri: ${bankAccount(data)}`,
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
