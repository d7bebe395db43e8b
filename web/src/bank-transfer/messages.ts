/** Texts of the terms of transfer rails. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Transfer methods',
  line: 'Limits, hours and waiting times of transfers. Transfers follow the version in force on the day on which they are sent. A change creates a new version from its start date.',
  denied: 'Your role cannot change the terms of transfer methods.',
  add: 'Add version',
  added: 'Terms of the transfer method added',
  rail: 'Transfer method',
  limits: 'Limits per transfer',
  amount_min: 'Minimum amount',
  amount_max: 'Maximum amount',
  hours: 'Hours (WIB)',
  all_day: '24 hours',
  opens: 'Opens at (WIB)',
  closes: 'Closes at (WIB)',
  closes_note: '24:00: open until midnight',
  time_invalid: 'Enter a time such as 06:30.',
  days: 'Days',
  every_day: 'Every day',
  business_days: 'Business days',
  business_days_only: 'Closed on weekends and bank holidays',
  arrival: 'Arrives within',
  arrival_minutes: 'Estimated arrival time (minutes)',
  minutes: (count: number) => (count % 60 === 0 ? `${count / 60} h` : `${count} min`),
  description_max: 'Maximum description length (characters)',
  not_found: 'Treated as not received after',
  not_found_minutes: 'Time until an unknown transfer is treated as not received (minutes)',
  from: 'Valid from',
  status: 'Status',
  by: 'Added by',
  installed: 'System',
  amount_missing: 'Enter an amount.',
  withdraw: 'Withdraw version',
  withdraw_title: 'Withdraw this version?',
  withdraw_line: (rail: string, day: string) =>
    `${rail}: the terms will not take effect on ${day}. The previous version stays in effect.`,
  withdrawn: 'Version withdrawn',
  past: 'Include past versions',
  empty: 'No terms yet',
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
