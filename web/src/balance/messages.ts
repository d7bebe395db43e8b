/** Texts of the balance screens in English. */
import { defineMessages } from '../ui/define-messages.ts';

export const ENGLISH = {
  title: 'Balance',
  document_title: (account: string) => `Balance: ${account}`,
  accounts: 'Accounts',
  not_found: 'Account not found',
  not_found_text: 'You have no account with this ID.',
  to_main: 'Go to the pending balance',
  as_of: 'as of',
  floor: (amount: string) => `minimum balance ${amount}`,
  movements: 'Movements',
  new_rows: (count: string) => `${count} new`,
  empty: 'No movements in this period',
  empty_filtered: 'No movement of this account matches these filters.',
  empty_text: 'Movements of this account appear here with the balance after each.',
  clear: 'Clear filters',
  columns: {
    posted_at: 'Posted',
    kind: 'Type',
    reference: 'Reference',
    description: 'Description',
    debit: 'Debit',
    credit: 'Credit',
    balance: 'Balance after',
    status: 'Status',
    journal: 'Journal',
  },
  statuses: { posted: 'Posted', reversed: 'Reversed' },
  copy: { journal: 'journal ID', reference: 'reference' },
  filter: {
    label: 'Filter movements',
    search: 'Reference ID, or its first characters',
    period: 'Period',
    direction: 'Direction',
    amount: 'Amount',
    from_day: (day: string) => `from ${day}`,
    to_day: (day: string) => `until ${day}`,
  },
  journal: {
    title: 'Journal',
    close: 'Close',
    transfers: 'Transfers',
    note: 'Each transfer debits one account and credits another by the same amount.',
  },
  statement: {
    button: 'Statement (PDF)',
    downloaded: 'Statement downloaded',
    failed: (detail: string) => `The statement could not be downloaded: ${detail}`,
  },
};
export type Messages = typeof ENGLISH;

export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
