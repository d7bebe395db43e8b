import type { Transaction } from '@dasbor/contract/transaction';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { MethodName } from './method-name.tsx';

/** A payment in three lines, for small screens. */
export const TransactionCard = ({ transaction }: { transaction: Transaction }) => (
  <RowCard>
    <Link to="/transaction/$id" params={{ id: transaction.id }}>
      <Amount value={transaction.amount} strong />
    </Link>
    <StatusChip status={transaction.status} />
    <SecondaryText>{transaction.merchant_reference ?? shortenId(transaction.id)}</SecondaryText>
    <SecondaryText>
      <MethodName transaction={transaction} is_short />
    </SecondaryText>
    <SecondaryText>{transaction.customer_name}</SecondaryText>
    <SecondaryText>
      <Instant at={transaction.created_at} />
    </SecondaryText>
  </RowCard>
);
