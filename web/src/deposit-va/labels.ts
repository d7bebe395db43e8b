/** Labels, status tones and payment instructions of deposit VAs. */
import type { VaBank } from '@dasbor/contract/bank';
import { bankName } from '@dasbor/contract/bank';
import type { DepositStatus, DepositVaStatus } from '@dasbor/contract/deposit-va';
import { type Tone, formatStatus } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

/** Tone of a status on these screens. */
export const VA_TONES: Record<DepositVaStatus, Tone> = {
  opening: 'pending',
  active: 'success',
  inactive: 'warning',
  closed: 'neutral',
  failed: 'danger',
};
export const DEPOSIT_TONES: Record<DepositStatus, Tone> = {
  received: 'pending',
  under_review: 'warning',
  credited: 'success',
  returned: 'info',
};

/** A deposit is returned by the provider to its sender, other than payments, which a bank returns. */
export const formatDepositStatus = (status: string): string =>
  status === 'returned' ? messages().deposit.returned : formatStatus(status);

export interface Instruction {
  channel: string;
  steps: string[];
}

/** Payment instructions per channel. */
export function buildInstructions(bank: VaBank, number: string, from_any_bank: boolean): Instruction[] {
  const t = messages().instructions;
  const name = bankName(bank);
  const own = [
    {
      channel: t.mobile,
      steps: [t.open_app(name), t.enter(number), t.check],
    },
    {
      channel: t.atm,
      steps: [t.insert_card(name), t.enter(number), t.check],
    },
    {
      channel: t.internet,
      steps: [t.sign_in(name), t.enter(number), t.check],
    },
  ];
  if (!from_any_bank) return own;
  const other = {
    channel: t.other,
    steps: [t.choose_bank(name), t.enter_account(number), t.confirm],
  };
  return [...own, other];
}
