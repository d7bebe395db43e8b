import {
  EXCEPTION_KINDS,
  type ExceptionKind,
  type OperationsException,
  type listExceptions,
  listExceptionsOfKind,
} from '@dasbor/contract/operations';
import type { Output } from '@dasbor/contract/route';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type UseQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallError } from '../api/problem.ts';
import { buildPagesQuery } from '../api/query.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { ExceptionActions } from './exception-actions.tsx';
import { formatException, formatDetail } from './format-exception.ts';
import { messages } from './messages.ts';
import classes from './operations.module.css';

export type Exceptions = UseQueryResult<Output<typeof listExceptions>, CallError>;

/** Exceptions by kind, the oldest of each kind first. */
export function ExceptionsTab({ query }: { query: Exceptions }) {
  const t = messages();
  const [chosen, setChosen] = useState<ExceptionKind | null>(null);
  const { data, counts } = query.data ?? { data: [], counts: [] };
  const kinds = EXCEPTION_KINDS.filter((kind) => counts.some((row) => row.kind === kind));
  // A kind without exceptions has no chip any more.
  const kind = kinds.find((each) => each === chosen) ?? null;
  const first = data.filter((row) => kind === null || row.kind === kind);
  const count = counts.find((row) => row.kind === kind)?.count ?? 0;
  const further = useInfiniteQuery({
    ...buildPagesQuery(listExceptionsOfKind, { params: { kind: kind ?? 'job_failed' }, query: {} }),
    enabled: kind !== null && count > first.length,
    meta: { quiet: true },
  });
  const pages = kind !== null && count > first.length ? further.data?.pages : undefined;
  const shown = pages?.flatMap((page) => page.data) ?? first;
  return (
    <>
      {kinds.length > 0 && (
        <div className={classes.chips} role="group" aria-label={t.exceptions.filter}>
          <KindButton is_chosen={kind === null} onClick={() => setChosen(null)}>
            {t.exceptions.all}
          </KindButton>
          {kinds.map((each) => (
            <KindButton key={each} is_chosen={kind === each} onClick={() => setChosen(each)}>
              {`${t.exceptions.kinds[each]} · ${formatCount(counts.find((row) => row.kind === each)?.count ?? 0)}`}
            </KindButton>
          ))}
        </div>
      )}
      <Panel title={kind === null ? t.tabs.exceptions : t.exceptions.kinds[kind]} flush={shown.length > 0}>
        {query.isPending && <ListSkeleton rows={6} />}
        {query.isError && query.data === undefined && (
          <FailedState
            detail={query.error.detail}
            request_id={query.error.request_id}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.data !== undefined && shown.length === 0 && (
          <EmptyState title={t.exceptions.empty} icon={<IconCircleCheck size={22} stroke={1.6} />}>
            {t.exceptions.empty_line}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <ul className={classes.exceptions}>
            {shown.map((row) => (
              <Exception key={`${row.kind} ${row.object_id}`} row={row} />
            ))}
          </ul>
        )}
      </Panel>
      {kind === null && <Unlisted rows={shown} counts={counts} onShow={setChosen} />}
      {kind !== null && further.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={further.isFetchingNextPage}
          onClick={() => void further.fetchNextPage()}
        >
          {t.exceptions.load_more}
        </Button>
      )}
    </>
  );
}

function KindButton(props: { is_chosen: boolean; onClick: () => void; children: string }) {
  return (
    <Button
      size="compact-sm"
      variant={props.is_chosen ? 'filled' : 'default'}
      aria-pressed={props.is_chosen}
      onClick={props.onClick}
    >
      {props.children}
    </Button>
  );
}

function Exception({ row }: { row: OperationsException }) {
  const t = messages().exceptions;
  const detail = formatDetail(row);
  const who = row.is_mine ? t.mine : row.assigned_to === null ? null : t.assigned(row.assigned_to);
  return (
    <li className={classes.exception}>
      <div className={classes.about}>
        <div className={classes.what}>{formatException(row)}</div>
        {detail !== null && detail !== '' && <div>{detail}</div>}
        <div className={classes.details}>
          {row.merchant_name !== null && <span>{row.merchant_name}</span>}
          {row.reference !== null && <span>{row.reference}</span>}
          {row.amount !== null && <Amount value={row.amount} />}
          <span>
            {t.since} <Instant at={row.since} />
          </span>
          {row.count > 1 && <span>{t.times(row.count)}</span>}
          {who !== null && <span>{who}</span>}
        </div>
      </div>
      <div className={classes.actions}>
        <ExceptionActions row={row} />
      </div>
    </li>
  );
}

/** Offers the whole list of each kind whose exceptions are not all in the list of all kinds. */
function Unlisted({
  rows,
  counts,
  onShow,
}: {
  rows: readonly OperationsException[];
  counts: readonly { kind: ExceptionKind; count: number }[];
  onShow: (kind: ExceptionKind) => void;
}) {
  const t = messages().exceptions;
  return counts.map(({ kind, count }) => {
    const listed = rows.filter((row) => row.kind === kind).length;
    return listed > 0 && count > listed ? (
      <p key={kind} className={classes.before}>
        {t.kinds[kind]}: {t.more(count - listed)}{' '}
        <Button size="compact-sm" variant="default" onClick={() => onShow(kind)}>
          {t.show_kind}
        </Button>
      </p>
    ) : null;
  });
}
