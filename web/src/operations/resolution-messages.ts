/** Texts about the end of a transfer that the bank does not answer clearly. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  open: 'Resolve transfer',
  awaits: 'The resolution of this transfer is awaiting approval by another staff member.',
  title: 'Resolve transfer',
  ordered: 'Requested amount',
  reported: 'Amount reported by the bank',
  nothing_reported: 'None',
  account: 'Account',
  rail: 'Transfer method',
  reference: 'Partner reference',
  sent: 'Sent',
  too_recent: 'The bank may still answer. A resolution can be requested from',
  outcome: 'Outcome',
  executed: 'Executed',
  not_executed: 'Not executed',
  executed_amount: 'Executed amount',
  bank_reference: 'Bank reference',
  reason: 'Reason',
  missing: 'This field is required.',
  second_person: 'Another staff member must approve before the ledger changes.',
  request: 'Request approval',
  requested: 'Resolution requested. It is awaiting approval by another staff member.',
};

export type Messages = typeof ENGLISH;
export const resolutionMessages = defineMessages(ENGLISH, () => import('./resolution-messages-id.ts'));
