import type { AccountType } from '@dasbor/contract/balance';
import { type CashFlowAccount, type CashFlowEntry, listCashFlowEntries } from '@dasbor/contract/cash-flow';
import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildPagesQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { Instant } from '../ui/instant.tsx';
import classes from './cash-flow.module.css';
import { categoryLabel, formatBusinessDay } from './labels.ts';

/** Words and links of other screens, handed in by whoever knows them. */
export interface LedgerLabels {
  nameOfAccount: (type: AccountType) => string;
  nameOfKind: (kind: string) => string;
  /** What caused a movement: a link where it has a screen of its own. */
  renderReference: (type: string, id: string) => ReactNode;
}

export interface DayEntriesProps {
  day: string;
  query: { account: CashFlowAccount; category?: string[] };
  words: LedgerLabels;
}

const PAGE = 25;

/** The movements in the ledger behind a day, each with what caused it and the account that it moved. */
export function DayEntries({ day, query, words }: DayEntriesProps) {
  const list = useInfiniteQuery({
    ...buildPagesQuery(listCashFlowEntries, { params: { day }, query: { ...query, limit: PAGE } as never }),
    meta: { quiet: true },
  });
  if (list.isPending) return <Skeleton h={72} m="sm" radius={8} role="status" aria-label="Movements are loading" />;
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (list.isError && entries.length === 0) {
    const { message, request_id } = list.error as Error & { request_id?: string };
    return <FailedState detail={message} request_id={request_id} onRetry={() => void list.refetch()} />;
  }
  return (
    <div className={classes.entries}>
      {entries.length === 0 && (
        <Text c="dimmed" fz="sm" p="sm">
          No movement of these categories on this day.
        </Text>
      )}
      <ul aria-label={`Movements of ${formatBusinessDay(day)}`}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} day={day} words={words} />
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
          Load more
        </Button>
      )}
    </div>
  );
}

function Entry({ entry, day, words }: { entry: CashFlowEntry; day: string; words: LedgerLabels }) {
  const { nameOfAccount, nameOfKind, renderReference } = words;
  const [own, other] = [nameOfAccount(entry.account_type), nameOfAccount(entry.other_type)];
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
          title="Open in the history of this account"
        >
          {own}
        </Link>
        {is_in ? '' : ` → ${other}`}
      </span>
      {entry.parts.length > 1 && (
        <span className={classes.quiet}>
          {entry.parts.map(({ category, amount }) => `${categoryLabel[category]} ${formatRupiah(amount)}`).join(' · ')}
        </span>
      )}
    </li>
  );
}
