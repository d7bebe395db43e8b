import { bankShortName } from '@dasbor/contract/bank';
import { methodLabel } from '@dasbor/contract/labels';
import { listDuplicatePayments } from '@dasbor/contract/refund';
import type { Output } from '@dasbor/contract/route';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconChecks } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import links from '../ui/link.module.css';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, TIME, renderText } from '../ui/column.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import classes from './refund.module.css';
import { RefundButton } from './refund-button.tsx';
import { type Messages, messages } from './messages.ts';

type Row = Output<typeof listDuplicatePayments>['data'][number];

const formatMethod = (row: Row): string =>
  [methodLabel(row.method, currentLanguage()), row.channel_code && bankShortName(row.channel_code)]
    .filter(Boolean)
    .join(' · ');
const renderRefundButton = (row: Row) => (
  <RefundButton
    transaction={{ id: row.transaction_id, amount: row.amount, status: 'success', duplicate_payment: true }}
  />
);

const listColumns = (t: Messages['duplicates']): readonly Column<Row>[] => [
  { ...TIME, id: 'time', label: t.time, priority: 5, render: (row) => <Instant at={row.paid_at ?? row.created_at} /> },
  {
    id: 'payment',
    label: t.payment,
    width_px: 140,
    render: (row) => (
      <Link to="/transaction/$id" params={{ id: row.transaction_id }} title={row.transaction_id} className={links.link}>
        {shortenId(row.transaction_id)}
      </Link>
    ),
  },
  { id: 'method', label: t.method, width_px: 170, priority: 4, render: formatMethod },
  { id: 'number', label: t.number, width_px: 170, priority: 2, render: (row) => renderText(row.va_number) },
  { id: 'payer', label: t.payer, width_px: 150, priority: 3, render: (row) => renderText(row.payer_name) },
  { ...AMOUNT, id: 'amount', label: t.amount, priority: 6, render: (row) => <Amount value={row.amount} /> },
  {
    ...AMOUNT,
    id: 'remaining',
    label: t.refundable,
    render: (row) => <Amount value={row.remaining_amount} strong />,
  },
  { id: 'refund', label: '', width_px: 130, is_pinned: true, render: renderRefundButton },
];

/** Duplicate payments that are not refunded yet. */
export function DuplicatePaymentsList({ tabs }: { tabs: ReactNode }) {
  const t = messages().duplicates;
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = useInfiniteQuery({ ...buildPagesQuery(listDuplicatePayments, {}), meta: { quiet: true } });
  const readAgain = () => void client.invalidateQueries({ queryKey: buildQueryKey(listDuplicatePayments) });
  useLiveBatch('refund', readAgain);
  useLiveBatch('transaction', readAgain);
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <PageHeader title={t.title} line={t.line} tabs={tabs} />
      {list.isPending ? (
        <Panel flush>
          <ListSkeleton rows={6} />
        </Panel>
      ) : list.isError ? (
        <Panel>
          <FailedState detail={list.error.message} onRetry={() => void list.refetch()} />
        </Panel>
      ) : (
        <DataTable
          label={t.label}
          columns={listColumns(t)}
          rows={rows}
          keyOf={(row) => row.transaction_id}
          onOpen={({ transaction_id: id }) => void navigate({ to: '/transaction/$id', params: { id } })}
          renderCard={(row) => (
            <div className={classes.card}>
              <Amount value={row.remaining_amount} strong />
              {renderRefundButton(row)}
              <span className={classes.quiet}>{formatMethod(row)}</span>
              <span className={classes.quiet}>
                <Instant at={row.paid_at ?? row.created_at} />
              </span>
            </div>
          )}
          has_more={list.hasNextPage}
          is_loading_more={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
          reserved_px={250}
          empty={
            <EmptyState title={t.empty} icon={<IconChecks size={22} stroke={1.6} />}>
              {t.empty_line}
            </EmptyState>
          }
        />
      )}
    </>
  );
}
