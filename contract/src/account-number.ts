/** Masking of account numbers: they are never shown whole on screens, in files or in emails. */
import { bankShortName } from './bank.ts';

/** Stands for the digits that are not shown. */
export const HIDDEN_DIGITS = '••••';

/** `••••0001`, from the last four digits. */
export const formatAccountNumber = (last4: string): string => `${HIDDEN_DIGITS}${last4}`;

/** `BCA ••••0001`, from the Bank Indonesia code and the last four digits. */
export const formatBankAccount = (bank_code: string, last4: string): string =>
  `${bankShortName(bank_code)} ${formatAccountNumber(last4)}`;
