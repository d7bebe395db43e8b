/** Numbers and deposits in the words of people. */
import type { VaBank } from '@dasbor/contract/bank';
import { BANKS } from '@dasbor/contract/bank';
import type { DepositStatus, DepositVaStatus, ReviewReason } from '@dasbor/contract/deposit-va';
import type { Meaning } from '../ui/status-chip.tsx';

export const getBankName = (bank: VaBank): string => BANKS.find(({ channel }) => channel === bank)?.name ?? bank;

/** What a state means on these screens: an active number is as it should be. */
export const VA_MEANING: Record<DepositVaStatus, Meaning> = {
  opening: 'waiting',
  active: 'done',
  inactive: 'attention',
  closed: 'over',
  failed: 'failed',
};
export const DEPOSIT_MEANING: Record<DepositStatus, Meaning> = {
  received: 'waiting',
  under_review: 'attention',
  credited: 'done',
  returned: 'returned',
};

export const REVIEW_REASON_LABELS: Record<ReviewReason, string> = {
  va_inactive: 'The number was not active when the money came.',
  va_closed: 'The number was closed when the money came.',
  over_limit: 'The amount is above what is credited without a look.',
  fee_exceeds_amount: 'The fee is more than the amount.',
};

export interface Instruction {
  channel: string;
  steps: string[];
}

/** How a number is paid, channel by channel. */
export function buildInstructions(bank: VaBank, number: string, from_any_bank: boolean): Instruction[] {
  const name = getBankName(bank);
  const own = [
    {
      channel: 'Mobile banking',
      steps: [
        `Open the app of ${name} and choose Virtual Account.`,
        `Enter ${number}.`,
        'Check the name, enter the amount, and confirm.',
      ],
    },
    {
      channel: 'ATM',
      steps: [
        `Insert a card of ${name} and choose Payment, then Virtual Account.`,
        `Enter ${number}.`,
        'Check the name, enter the amount, and confirm.',
      ],
    },
    {
      channel: 'Internet banking',
      steps: [
        `Sign in at ${name} and choose Transfer, then Virtual Account.`,
        `Enter ${number}.`,
        'Check the name, enter the amount, and confirm.',
      ],
    },
  ];
  if (!from_any_bank) return own;
  const other = {
    channel: 'Another bank',
    steps: [
      `Choose a transfer to another bank, and ${name} as the receiving bank.`,
      `Enter ${number} as the account number, and the amount.`,
      'Check the name and confirm. The online network and BI-FAST both reach it.',
    ],
  };
  return [...own, other];
}
