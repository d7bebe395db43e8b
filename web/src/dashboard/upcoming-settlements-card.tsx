import { listUpcomingSettlements } from '@dasbor/contract/settlement';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { formatBusinessDay } from '../ui/instant.tsx';
import { Card, EmptyCard } from '../ui/metric-card.tsx';
import classes from './dashboard.module.css';
import { messages } from './messages.ts';

const HEIGHT_PX = 104;
const SHOWN = 3;

/** Settlement dates with their expected net amounts. */
export function UpcomingSettlementsCard() {
  const t = messages().settlements;
  const upcoming = useQuery({ ...buildQuery(listUpcomingSettlements), meta: { quiet: true } });
  return (
    <Card title={t.title} query={upcoming} height_px={HEIGHT_PX} actions={<Link to="/settlement">{t.see_all}</Link>}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyCard>{t.none}</EmptyCard>
        ) : (
          <dl className={classes.balances}>
            {data.slice(0, SHOWN).map(({ settlement_date, count, net_amount }) => (
              <div key={settlement_date} className={classes.held}>
                <dt>
                  {formatBusinessDay(settlement_date)}
                  <small>{t.payments(count, formatCount(count))}</small>
                </dt>
                <dd>
                  <Amount value={net_amount} strong />
                </dd>
              </div>
            ))}
          </dl>
        )
      }
    </Card>
  );
}
