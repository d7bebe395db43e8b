/** Labels of amounts and matches of virtual accounts. */
import type { VaMatch, VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Text } from '@mantine/core';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

type Amounts = Pick<VirtualAccount, 'amount_type' | 'expected_amount' | 'amount_min' | 'amount_max'>;

/** The amount of one payment: exact, any, or a range. */
export function formatAmounts({ amount_type, expected_amount, amount_min, amount_max }: Amounts): string {
  if (amount_type === 'closed') return formatRupiah(expected_amount ?? 0);
  if (amount_type === 'open') return messages().any_amount;
  return `${formatRupiah(amount_min ?? 0)} – ${formatRupiah(amount_max ?? 0)}`;
}

export const ExpectedAmount = ({ va }: { va: Amounts }) => {
  if (va.amount_type === 'closed') return <Amount value={va.expected_amount ?? 0} strong />;
  return (
    <Text span c={va.amount_type === 'open' ? 'dimmed' : undefined}>
      {formatAmounts(va)}
    </Text>
  );
};

const MATCH_TONES: Record<VaMatch, Tone> = {
  ok: 'success',
  underpaid: 'warning',
  overpaid: 'warning',
  duplicate: 'warning',
  refused: 'danger',
};
export const MatchChip = ({ match }: { match: VaMatch }) => (
  <StatusChip status={match} label={messages().matches[match]} tone={MATCH_TONES[match]} />
);
