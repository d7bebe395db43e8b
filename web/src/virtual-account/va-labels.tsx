/** Virtual accounts in words: amounts, kinds and matches. */
import type { VaMatch, VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Text } from '@mantine/core';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { type Meaning, StatusChip } from '../ui/status-chip.tsx';

type Amounts = Pick<VirtualAccount, 'amount_type' | 'expected_amount' | 'amount_min' | 'amount_max'>;

/** What one payment is to be. */
export function formatAmounts({ amount_type, expected_amount, amount_min, amount_max }: Amounts): string {
  if (amount_type === 'closed') return formatRupiah(expected_amount ?? 0);
  if (amount_type === 'open') return 'Open';
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

export const TYPE_WORDS = { single: 'Single use', reusable: 'Reusable' } as const;

const MATCHES: Record<VaMatch, { label: string; meaning: Meaning }> = {
  ok: { label: 'Matched', meaning: 'done' },
  underpaid: { label: 'Underpaid', meaning: 'attention' },
  overpaid: { label: 'Overpaid', meaning: 'attention' },
  duplicate: { label: 'Duplicate', meaning: 'attention' },
  refused: { label: 'Refused', meaning: 'failed' },
};
export const MatchChip = ({ match }: { match: VaMatch }) => <StatusChip status={match} {...MATCHES[match]} />;

/** Where to go from here, in words of the person's role. */
export const MAY_NOT = 'Your role may look at virtual accounts, not act on them.';
