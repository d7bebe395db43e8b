/** Texts of the parts about stickers (static QR codes) in English. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  new_sticker: 'New static QR',
  columns: {
    created: 'Created',
    files: 'Files',
    last: 'Last payment',
    name: 'Name',
    nmid: 'NMID',
    status: 'Status',
    store: 'Store',
    terminal: 'Terminal',
    tip: 'Tip',
    today: 'Total today',
    today_count: 'Payments today',
  },
  list: {
    label: 'QR codes',
    filter: 'Filter QR codes',
    search: 'Search name, store, terminal',
    no_store: 'No store',
    today: (count: string) => `${count} today`,
    empty: 'No QR codes yet',
    empty_line:
      'Create a static QR for your counter or tables. Customers enter the amount and can pay any number of times.',
  },
  actions: {
    activate: 'Activate',
    activated: 'Static QR activated',
    deactivate: 'Deactivate',
    deactivated: 'Static QR deactivated',
    read_only: 'Your role can view QR codes but not change them.',
    title: 'Deactivate this static QR?',
    line: 'Printed copies can still be scanned, so remove them. Payments made anyway are recorded and flagged in their timeline.',
    keep: 'Keep active',
  },
  payments: {
    title: 'Payments',
    empty: 'No payments yet.',
    paid: 'Paid',
    amount: 'Amount',
    tip: 'Tip',
    status: 'Status',
    issuer: "Payer's bank",
    rrn: 'RRN',
    transaction: 'Transaction',
    all: 'View all payments of this static QR',
  },
  timeline: {
    title: 'Timeline',
    first_payment: 'First payment',
    latest_payment: 'Latest payment',
    customer: 'Customer',
    open: 'Open payment',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
