import { getVirtualAccountFigures } from '@dasbor/contract/virtual-account';
import { Button, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import classes from './virtual-account.module.css';

const DAY_MS = 24 * 3_600_000;

/** What matters today, each a way into the list. They fail by themselves: the list stands without them. */
export function Figures() {
  const figures = useQuery({ ...buildQuery(getVirtualAccountFigures), meta: { quiet: true } });
  if (figures.isPending) {
    return (
      <div className={classes.figures}>
        {['active', 'paid', 'expiring', 'mismatched'].map((name) => (
          <Skeleton key={name} h={84} radius={10} />
        ))}
      </div>
    );
  }
  if (figures.data === undefined) {
    return (
      <div className={classes.figures}>
        <Figure title="Figures" value="Not loaded" detail={figures.error.message}>
          <Button size="compact-xs" variant="default" onClick={() => void figures.refetch()}>
            Retry
          </Button>
        </Figure>
      </div>
    );
  }
  const { active_count, paid_today_count, paid_today_amount, expiring_count, mismatches_count, as_of } =
    figures.data.data;
  const soon = { from: as_of, to: new Date(Date.parse(as_of) + DAY_MS).toISOString() };
  return (
    <section className={classes.figures} aria-label="Today">
      <Figure title="Active" value={formatCount(active_count)} detail="can be paid now">
        <Show search={{ status: 'active' }} name="active numbers" />
      </Figure>
      <Figure title="Paid today" value={formatRupiah(paid_today_amount)} detail={countWords(paid_today_count)} />
      <Figure title="Expiring in 24 h" value={formatCount(expiring_count)} detail="active until then">
        {expiring_count > 0 && (
          <Show
            search={{ status: 'active', date_field: 'expires_at', ...soon }}
            name="numbers that expire in 24 hours"
          />
        )}
      </Figure>
      <Figure title="Mismatches, 7 days" value={formatCount(mismatches_count)} detail="wrong amount, second or refused">
        {mismatches_count > 0 && <Show search={{ mismatch: 'yes' }} name="numbers with mismatches" />}
      </Figure>
    </section>
  );
}

const countWords = (count: number): string => `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`;

const Figure = (props: { title: string; value: string; detail: string; children?: ReactNode }) => (
  <Paper withBorder className={classes.figure}>
    <Text fz="xs" c="dimmed">
      {props.title}
    </Text>
    <Text fz={20} fw={650} lh={1.3} className={classes.value}>
      {props.value}
    </Text>
    <Text fz="xs" c="dimmed" component="div" className={classes.under}>
      {props.detail}
      {props.children}
    </Text>
  </Paper>
);

const Show = ({ search, name }: { search: Record<string, string>; name: string }) => (
  <Link to="/virtual-account" search={search} className={classes.show} aria-label={`Show ${name}`}>
    Show
  </Link>
);
