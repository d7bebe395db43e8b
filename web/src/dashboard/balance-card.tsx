import { getDashboardBalance } from '@dasbor/contract/dashboard';
import { getPayoutAlert } from '@dasbor/contract/payout-balance';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { Card } from '../ui/metric-card.tsx';
import classes from './dashboard.module.css';
import { messages } from './messages.ts';

const HEIGHT_PX = 276;

/** Current ledger balances, independent of the period. */
export function BalanceCard() {
  const t = messages().balance;
  const balance = useQuery({ ...buildQuery(getDashboardBalance), meta: { quiet: true } });
  const may_see_alert = useHasAccess('Deposit VA', 'view');
  // Without the alert only the marker is missing.
  const alert = useQuery({ ...buildQuery(getPayoutAlert), meta: { quiet: true }, enabled: may_see_alert });
  const threshold = alert.data?.data.threshold ?? null;
  return (
    <Card
      title={t.title}
      query={balance}
      height_px={HEIGHT_PX}
      actions={may_see_alert && <Link to="/deposit-va">{t.top_up}</Link>}
    >
      {({ data }) => (
        <>
          <dl className={classes.balances}>
            <Held label={t.pending} meaning={t.pending_line} value={data.pending_settlement} />
            <Held label={t.in_transit} meaning={t.in_transit_line} value={data.in_transit} />
            <Held label={t.available} meaning={t.available_line} value={data.available} />
            <Held label={t.hold} meaning={t.hold_line} value={data.on_hold} />
            <Held
              label={t.payout}
              meaning={threshold === null ? t.payout_line : t.payout_alert(formatRupiah(threshold))}
              value={data.payout}
              is_low={threshold !== null && data.payout < threshold}
            />
          </dl>
          <p className={classes.asOf}>{t.as_of(formatInstant(data.as_of))}</p>
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
          {messages().balance.low}
        </Badge>
      )}
      <small>{props.meaning}</small>
    </dt>
    <dd>
      <Amount value={props.value} strong />
    </dd>
  </div>
);
