/** Accounts and movements in the current language. */
import * as labels from '@dasbor/contract/balance-labels';
import type { AccountType, Balance } from '@dasbor/contract/balance';
import { currentLanguage } from '../ui/define-messages.ts';

export const formatAccountType = (type: AccountType, is_provider = false): string =>
  labels.accountLabel(type, currentLanguage(), is_provider);
export const accountDescription = (type: AccountType): string => labels.accountDescription(type, currentLanguage());
export const formatEntryKind = (kind: string): string => labels.entryLabel(kind, currentLanguage());

/** The accounts that a user sees: merchants see their balances, the provider also its internal accounts. */
export const listVisibleAccounts = (accounts: readonly Balance[], is_provider: boolean): readonly Balance[] =>
  is_provider ? accounts : accounts.filter(({ type }) => !labels.isInternalAccount(type));

/** The id of the main account in URLs: the pending balance. */
export const MAIN = 'main';

/** The account of a URL; `main` is the pending balance. */
export const findAccount = (accounts: readonly Balance[], id: string): Balance | undefined =>
  accounts.find((account) => (id === MAIN ? account.type === 'pending_settlement' : account.id === id));
