import { CASH_FLOW_CATEGORIES, type CashFlow } from '@dasbor/contract/cash-flow';
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatRupiah } from '../ui/amount.tsx';
import classes from './cash-flow.module.css';
import { formatBusinessDay } from './labels.ts';

/** Days that are named in the banner. */
const NAMED_MAX = 5;

type Sums = CashFlow['total'];

/**
 * What a row leaves open of opening + movements = closing (domain 1.3): as the server reckoned it, else as the screen
 * does once more from its own figures, so that one that was changed on its way does not pass either.
 */
function getDifference(sums: Sums): number {
  const { opening, closing, inflow, outflow, difference } = sums;
  const moved = CASH_FLOW_CATEGORIES.reduce((sum, category) => sum + sums[category], 0);
  return difference || closing - opening - moved || closing - opening - inflow + outflow;
}

/** Days that do not add up, or do not begin where the day before ended; the period itself where no day is at fault. */
export function findDifferences({ days, total }: CashFlow): { day: string; difference: number }[] {
  const faults = days
    .map((day, place) => {
      const before = days[place - 1];
      return {
        day: day.day,
        difference: getDifference(day) || (before === undefined ? 0 : day.opening - before.closing),
      };
    })
    .filter(({ difference }) => difference !== 0);
  const of_period = getDifference(total);
  return faults.length === 0 && of_period !== 0 ? [{ day: '', difference: of_period }] : faults;
}

/** The figures of the period and whether they add up. */
export function BalanceCheck({ flow }: { flow: CashFlow }) {
  const { opening, inflow, outflow, closing } = flow.total;
  const faults = findDifferences(flow);
  return (
    <>
      {faults.length > 0 && <DifferenceBanner faults={faults} />}
      <section className={classes.strip} aria-label="The period">
        <Figure name="Opening balance" value={opening} note={formatBusinessDay(flow.from)} />
        <span className={classes.sign} aria-hidden>
          +
        </span>
        <Figure name="In" value={inflow} />
        <span className={classes.sign} aria-hidden>
          −
        </span>
        <Figure name="Out" value={outflow} />
        <span className={classes.sign} aria-hidden>
          =
        </span>
        <Figure name="Closing balance" value={closing} note={formatBusinessDay(flow.to)} />
        {faults.length === 0 && (
          <p className={classes.agrees} role="status">
            <IconCircleCheck size={16} aria-hidden /> Agrees with the ledger
          </p>
        )}
      </section>
    </>
  );
}

function DifferenceBanner({ faults }: { faults: readonly { day: string; difference: number }[] }) {
  const sum = faults.reduce((whole, { difference }) => whole + difference, 0);
  const named = faults.filter(({ day }) => day !== '').slice(0, NAMED_MAX);
  const rest = faults.length - named.length;
  return (
    <Alert
      color="red"
      variant="filled"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={`The movements and the ledger differ by ${formatRupiah(sum)}`}
      className={classes.fault}
    >
      Opening balance and movements do not make the closing balance.{' '}
      {named.map(({ day, difference }) => `${formatBusinessDay(day)}: ${formatRupiah(difference)}`).join('; ')}
      {rest > 0 && named.length > 0 && ` and ${rest} more days`}
      {named.length > 0 && '. '}The balances are the ledger’s own. Please tell support before you rely on the columns.
    </Alert>
  );
}

const Figure = ({ name, value, note }: { name: string; value: number; note?: string }) => (
  <div className={classes.figure}>
    <span>{name}</span>
    <b>{formatRupiah(value)}</b>
    {note && <small>{note}</small>}
  </div>
);
