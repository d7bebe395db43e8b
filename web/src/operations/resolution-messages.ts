/** Texts about the end of a transfer that the bank does not answer clearly. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  open: 'End transfer',
  awaits: 'The end of this transfer awaits the approval of another person.',
  title: 'End transfer',
  ordered: 'Ordered',
  reported: 'Reported by the bank',
  nothing_reported: 'No amount',
  account: 'Account',
  rail: 'Rail',
  reference: 'Reference at the bank',
  sent: 'Sent',
  too_recent: 'The bank may still answer. This can be requested from',
  outcome: 'What the bank did',
  executed: 'Executed',
  not_executed: 'Not executed',
  executed_amount: 'Executed amount',
  bank_reference: 'Reference of the bank',
  reason: 'Reason, such as a statement of the bank',
  missing: 'This field is required.',
  second_person: 'Another person of the provider approves it before the ledger changes.',
  request: 'Request approval',
  requested: 'Requested. It waits for the approval of another person.',
};

export type Messages = typeof ENGLISH;
export const resolutionMessages = defineMessages(ENGLISH, () => import('./resolution-messages-id.ts'));
