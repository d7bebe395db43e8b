import { type CashFlowAccount, type CashFlowEntry, listCashFlowEntries } from '@dasbor/contract/cash-flow';
import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildPagesQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import classes from './cash-flow.module.css';
import { formatAccountType, formatCategory } from './labels.ts';
import { messages } from './messages.ts';

/** Labels and links of the balance feature, injected by the route. */
export interface LedgerLabels {
  nameOfKind: (kind: string) => string;
  /** The source object of a movement, as a link where it has a screen. */
  renderReference: (type: string, id: string) => ReactNode;
}

export interface DayEntriesProps {
  day: string;
  query: { account: CashFlowAccount; category?: string[] };
  labels: LedgerLabels;
}

const PAGE = 25;

/** The ledger movements of a day, each with its source and accounts. */
export function DayEntries({ day, query, labels }: DayEntriesProps) {
  const list = useInfiniteQuery({
    ...buildPagesQuery(listCashFlowEntries, { params: { day }, query: { ...query, limit: PAGE } as never }),
    meta: { quiet: true },
  });
  if (list.isPending)
    return <Skeleton h={72} m="sm" radius={8} role="status" aria-label={messages().entries.loading} />;
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (list.isError && entries.length === 0) {
    const { message, request_id } = list.error as Error & { request_id?: string };
    return <FailedState detail={message} request_id={request_id} onRetry={() => void list.refetch()} />;
  }
  return (
    <div className={classes.entries}>
      {entries.length === 0 && (
        <Text c="dimmed" fz="sm" p="sm">
          {messages().entries.none}
        </Text>
      )}
      <ul aria-label={messages().entries.title(formatDay(day))}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} day={day} labels={labels} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          m="sm"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {messages().entries.load_more}
        </Button>
      )}
    </div>
  );
}

function Entry({ entry, day, labels }: { entry: CashFlowEntry; day: string; labels: LedgerLabels }) {
  const { nameOfKind, renderReference } = labels;
  const [own, other] = [formatAccountType(entry.account_type), formatAccountType(entry.other_type)];
  const is_in = entry.amount > 0;
  return (
    <li className={classes.entry}>
      <span className={classes.what}>
        <b>{nameOfKind(entry.kind)}</b>
        {renderReference(entry.reference_type, entry.reference_id)}
      </span>
      <b className={classes.moved}>{formatRupiah(entry.amount)}</b>
      <span className={classes.quiet}>
        <Instant at={entry.posted_at} /> · {is_in ? `${other} → ` : ''}
        <Link
          to="/balance/history/$id"
          params={{ id: entry.account_id }}
          search={{ from: day, to: day }}
          title={messages().entries.open_account}
        >
          {own}
        </Link>
        {is_in ? '' : ` → ${other}`}
      </span>
      {entry.parts.length > 1 && (
        <span className={classes.quiet}>
          {entry.parts.map(({ category, amount }) => `${formatCategory(category)} ${formatRupiah(amount)}`).join(' · ')}
        </span>
      )}
    </li>
  );
}
