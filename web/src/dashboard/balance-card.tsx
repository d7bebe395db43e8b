import { getDashboardBalance } from '@dasbor/contract/dashboard';
import { getPayoutAlert } from '@dasbor/contract/payout-balance';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { Card } from './card.tsx';
import classes from './dashboard.module.css';

const HEIGHT_PX = 232;

/** What the ledger holds now, whatever the period. */
export function BalanceCard() {
  const balance = useQuery({ ...buildQuery(getDashboardBalance), meta: { quiet: true } });
  const may_see_alert = useMay('Deposit VA', 'view');
  // Without it the card only lacks its marker.
  const alert = useQuery({ ...buildQuery(getPayoutAlert), meta: { quiet: true }, enabled: may_see_alert });
  const threshold = alert.data?.data.threshold ?? null;
  return (
    <Card
      title="Balance"
      query={balance}
      height_px={HEIGHT_PX}
      actions={may_see_alert && <Link to="/deposit-va">Top up or move</Link>}
    >
      {({ data }) => (
        <>
          <dl className={classes.balances}>
            <Held label="Pending settlement" meaning="Paid by customers, after fees" value={data.pending_settlement} />
            <Held label="Available" meaning="Settled" value={data.available} />
            <Held label="On hold" meaning="For refunds under way" value={data.on_hold} />
            <Held
              label="Payout"
              meaning={
                threshold === null ? 'For disbursements' : `For disbursements; low below ${formatRupiah(threshold)}`
              }
              value={data.payout}
              is_low={threshold !== null && data.payout < threshold}
            />
          </dl>
          <p className={classes.asOf}>As of {formatInstant(data.as_of)}</p>
        </>
      )}
    </Card>
  );
}

const Held = (props: { label: string; meaning: string; value: number; is_low?: boolean }) => (
  <div className={classes.held}>
    <dt>
      {props.label}
      {props.is_low && (
        <Badge size="xs" color="orange" variant="light" ml={6}>
          Low
        </Badge>
      )}
      <small>{props.meaning}</small>
    </dt>
    <dd>
      <Amount value={props.value} strong />
    </dd>
  </div>
);
