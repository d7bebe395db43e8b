import type { Transaction } from '@dasbor/contract/transaction';
import { Link } from '@tanstack/react-router';
import { Amount } from '../ui/amount.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { MethodName } from './method-name.tsx';
import classes from './transaction.module.css';

/** A payment in three lines, for small screens. */
export const TransactionCard = ({ transaction }: { transaction: Transaction }) => (
  <div className={classes.card}>
    <div className={classes.line}>
      <Link to="/transaction/$id" params={{ id: transaction.id }} className={classes.plain}>
        <Amount value={transaction.amount} strong />
      </Link>
      <StatusChip status={transaction.status} />
    </div>
    <div className={classes.line}>
      <span className={classes.quiet}>{transaction.merchant_reference ?? shortId(transaction.id)}</span>
      <span className={`${classes.quiet} ${classes.whole}`}>
        <MethodName transaction={transaction} is_short />
      </span>
    </div>
    <div className={classes.line}>
      <span className={`${classes.quiet} ${classes.whole}`}>
        <Instant at={transaction.created_at} />
      </span>
      <span className={classes.quiet}>{transaction.customer_name}</span>
    </div>
  </div>
);
