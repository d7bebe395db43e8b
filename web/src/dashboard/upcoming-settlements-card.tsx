import { listUpcomingSettlements } from '@dasbor/contract/settlement';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { formatDay } from '../ui/instant.tsx';
import { Card, EmptyCard } from './card.tsx';
import classes from './dashboard.module.css';

const HEIGHT_PX = 150;
const SHOWN = 3;

/** The next days on which money becomes the merchant's, and how much of it. */
export function UpcomingSettlementsCard() {
  const upcoming = useQuery({ ...buildQuery(listUpcomingSettlements), meta: { quiet: true } });
  return (
    <Card
      title="Next settlements"
      query={upcoming}
      height_px={HEIGHT_PX}
      actions={<Link to="/settlement">See all</Link>}
    >
      {({ data }) =>
        data.length === 0 ? (
          <EmptyCard>Nothing waits for settlement.</EmptyCard>
        ) : (
          <dl className={classes.balances}>
            {data.slice(0, SHOWN).map(({ settlement_date, count, net_amount }) => (
              <div key={settlement_date} className={classes.held}>
                <dt>
                  {formatDay(`${settlement_date}T05:00:00Z`)}
                  <small>
                    {formatCount(count)} {count === 1 ? 'payment' : 'payments'}, expected net
                  </small>
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
