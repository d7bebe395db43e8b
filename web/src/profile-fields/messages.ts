/** Texts of the fields of a business in English. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  hints: {
    npwp: '15 or 16 digits',
    nib: '13 digits',
    website: 'For example https://instagram.com/yourshop',
    monthly_volume: 'An estimate is enough.',
  },
  choose_above: 'Choose the region above first.',
  person: {
    role: 'Role',
    name: 'Full name',
    name_hint: 'As on the identity card',
    name_missing: 'Enter the full name.',
    nik: 'NIK',
    nik_hint: '16 digits, stored encrypted',
    nik_kept: (masked: string) => `Stored: ${masked}. Leave empty to keep it.`,
    phone: 'Phone',
    email: 'Email',
    share: 'Share of the company (%)',
    share_invalid: 'Enter a percentage between 0.01 and 100.',
  },
  account: {
    bank: 'Bank',
    account_number: 'Account number',
    choose_bank: 'Choose a bank.',
    invalid_number: 'An account number has 5 to 20 digits.',
    note: 'The bank confirms the account holder. Another approver must approve the account; settlements are paid to it 24 hours later.',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
