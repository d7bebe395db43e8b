import { CASH_FLOW_CATEGORIES, type CashFlow } from '@dasbor/contract/cash-flow';
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatRupiah } from '../ui/amount.tsx';
import { formatDay } from '../ui/instant.tsx';
import classes from './cash-flow.module.css';
import { messages } from './messages.ts';

/** Days listed in the banner. */
const NAMED_MAX = 5;

type Sums = CashFlow['total'];

/**
 * The difference of opening + movements = closing (domain 1.3), as the server reports it, and otherwise as recalculated
 * from the displayed amounts, so that a tampered response is detected too.
 */
function calculateDifference(sums: Sums): number {
  const { opening, closing, inflow, outflow, difference } = sums;
  const moved = CASH_FLOW_CATEGORIES.reduce((sum, category) => sum + sums[category], 0);
  return difference || closing - opening - moved || closing - opening - inflow + outflow;
}

/** Days that do not add up or do not open with the previous closing balance; otherwise the period itself. */
export function listDifferences({ days, total }: CashFlow): { day: string; difference: number }[] {
  const differences = days
    .map((day, place) => {
      const before = days[place - 1];
      return {
        day: day.day,
        difference: calculateDifference(day) || (before === undefined ? 0 : day.opening - before.closing),
      };
    })
    .filter(({ difference }) => difference !== 0);
  const of_period = calculateDifference(total);
  return differences.length === 0 && of_period !== 0 ? [{ day: '', difference: of_period }] : differences;
}

/** The totals of the period and whether they add up. */
export function BalanceCheck({ flow }: { flow: CashFlow }) {
  const t = messages().balance;
  const { opening, inflow, outflow, closing } = flow.total;
  const differences = listDifferences(flow);
  return (
    <>
      {differences.length > 0 && <DifferenceBanner differences={differences} />}
      <section className={classes.strip} aria-label={t.period}>
        <Metric name={t.opening} value={opening} note={formatDay(flow.from)} />
        <span className={classes.sign} aria-hidden>
          +
        </span>
        <Metric name={t.inflow} value={inflow} />
        <span className={classes.sign} aria-hidden>
          −
        </span>
        <Metric name={t.outflow} value={outflow} />
        <span className={classes.sign} aria-hidden>
          =
        </span>
        <Metric name={t.closing} value={closing} note={formatDay(flow.to)} />
        {differences.length === 0 && (
          <p className={classes.matches} role="status">
            <IconCircleCheck size={16} aria-hidden /> {t.matches}
          </p>
        )}
      </section>
    </>
  );
}

function DifferenceBanner({ differences }: { differences: readonly { day: string; difference: number }[] }) {
  const t = messages().balance;
  const sum = differences.reduce((whole, { difference }) => whole + difference, 0);
  const named = differences.filter(({ day }) => day !== '').slice(0, NAMED_MAX);
  const rest = differences.length - named.length;
  return (
    <Alert
      color="red"
      variant="filled"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={t.difference(formatRupiah(sum))}
      className={classes.difference}
    >
      {t.difference_line}{' '}
      {named.map(({ day, difference }) => `${formatDay(day)}: ${formatRupiah(difference)}`).join('; ')}
      {rest > 0 && named.length > 0 && t.more_days(rest)}
      {named.length > 0 && '. '}
      {t.difference_support}
    </Alert>
  );
}

const Metric = ({ name, value, note }: { name: string; value: number; note?: string }) => (
  <div className={classes.metric}>
    <span>{name}</span>
    <b>{formatRupiah(value)}</b>
    {note && <small>{note}</small>}
  </div>
);
