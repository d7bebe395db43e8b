import { getDashboardBalance } from '@dasbor/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { Card } from './card.tsx';
import classes from './dashboard.module.css';

const HEIGHT_PX = 168;

/** What the ledger holds now, whatever the period. */
export function BalanceCard() {
  const balance = useQuery({ ...queryOf(getDashboardBalance), meta: { quiet: true } });
  return (
    <Card title="Balance" query={balance} height_px={HEIGHT_PX}>
      {({ data }) => (
        <>
          <dl className={classes.balances}>
            <Held label="Pending settlement" meaning="Paid by customers, after fees" value={data.pending_settlement} />
            <Held label="Available" meaning="Settled" value={data.available} />
            <Held label="Payout" meaning="For disbursements" value={data.payout} />
          </dl>
          <p className={classes.asOf}>As of {formatInstant(data.as_of)}</p>
        </>
      )}
    </Card>
  );
}

const Held = ({ label, meaning, value }: { label: string; meaning: string; value: number }) => (
  <div className={classes.held}>
    <dt>
      {label}
      <small>{meaning}</small>
    </dt>
    <dd>
      <Amount value={value} strong />
    </dd>
  </div>
);
