/** Labels of the statuses, periods and accounts of commission statements. */
import { formatBankAccount } from '@dasbor/contract/account-number';
import type { CommissionStatement, CommissionStatementStatus } from '@dasbor/contract/commission-statement';
import { formatDay } from '../ui/instant.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

const TONES: Record<CommissionStatementStatus, Tone> = {
  open: 'pending',
  closed: 'neutral',
  pending_approval: 'warning',
  approved: 'pending',
  on_hold: 'warning',
  processing: 'pending',
  paid: 'success',
  failed: 'danger',
};

export const formatStatementStatus = (status: string): string =>
  messages().statement.statuses[status as CommissionStatementStatus];

export const getStatementChip = (status: CommissionStatementStatus) => ({
  status,
  tone: TONES[status],
  label: formatStatementStatus(status),
});

export const StatementChip = ({ status }: Pick<CommissionStatement, 'status'>) => (
  <StatusChip {...getStatementChip(status)} />
);

/** `1 Nov 2026 – 30 Nov 2026`, or the day of a daily statement. */
export const formatDays = ({ period_from, period_to }: { period_from: string; period_to: string }): string =>
  period_from === period_to ? formatDay(period_from) : `${formatDay(period_from)} – ${formatDay(period_to)}`;

/** `BCA ••••0001`; null: no account was chosen yet. */
export function formatStatementAccount({
  bank_code,
  account_last4,
}: Pick<CommissionStatement, 'bank_code' | 'account_last4'>): string | null {
  if (bank_code === null || account_last4 === null) return null;
  return formatBankAccount(bank_code, account_last4);
}
