import { bankShortName } from '@dasbor/contract/bank';
import { listLinkPayments } from '@dasbor/contract/payment-link';
import type { Output } from '@dasbor/contract/route';
import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatFilterValue } from '../list/filter-labels.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, EMPTY_CELL, STATUS, TIME, renderText } from '../ui/column.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { LinkDetail } from './link-detail.ts';
import { TransactionLink } from './summary-panels.tsx';
import { messages } from './messages.ts';

type Payment = Output<typeof listLinkPayments>['data'][number];

/** Payments and attempts, newest first. */
export function PaymentsPanel({ link }: { link: LinkDetail }) {
  const t = messages().payments;
  const may_open = useHasAccess('Transactions', 'view');
  const payments = useInfiniteQuery({
    ...buildPagesQuery(listLinkPayments, { params: { id: link.id }, query: { limit: 20 } }),
    meta: { quiet: true },
  });
  const rows = payments.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title={t.title} flush>
      {payments.isPending ? (
        <Skeleton h={120} m="md" />
      ) : payments.isError && rows.length === 0 ? (
        <FailedState detail={payments.error.message} onRetry={() => void payments.refetch()} />
      ) : rows.length === 0 ? (
        <Text c="dimmed" p="md">
          {t.empty}
        </Text>
      ) : (
        <>
          <PanelTable
            label={t.label}
            columns={listColumns(may_open)}
            rows={rows}
            keyOf={({ id }) => id}
            renderCard={(row) => <PaymentCard payment={row} />}
          />
          {payments.hasNextPage && (
            <Button
              variant="subtle"
              m="xs"
              loading={payments.isFetchingNextPage}
              onClick={() => void payments.fetchNextPage()}
            >
              {t.more}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

function listColumns(may_open: boolean): readonly Column<Payment>[] {
  const { payments: t, columns } = messages();
  return [
    {
      ...TIME,
      id: 'time',
      label: t.time,
      priority: 3,
      render: (row) => <Instant at={row.paid_at ?? row.created_at} />,
    },
    {
      id: 'transaction',
      label: t.transaction,
      width_px: 130,
      priority: 4,
      render: ({ id }) => (may_open ? <TransactionLink id={id}>{shortenId(id)}</TransactionLink> : shortenId(id)),
    },
    { id: 'payer', label: t.payer, width_px: 130, priority: 1, render: (row) => renderText(row.payer) },
    { id: 'method', label: t.method, width_px: 100, priority: 2, render: formatMethod },
    { ...AMOUNT, id: 'amount', label: columns.amount, render: (row) => <Amount value={row.amount} strong /> },
    {
      ...AMOUNT,
      id: 'net',
      label: t.net,
      priority: 5,
      render: (row) => (row.net_amount === null ? EMPTY_CELL : <Amount value={row.net_amount} />),
    },
    { ...STATUS, id: 'status', label: columns.status, render: (row) => <PaymentStatus payment={row} /> },
  ];
}

const formatMethod = ({ channel_code, method }: Payment): string =>
  channel_code === null ? formatFilterValue(method) : bankShortName(channel_code);

function PaymentStatus({ payment }: { payment: Payment }) {
  const t = messages().payments;
  return (
    <>
      <StatusChip status={payment.status} />
      {payment.duplicate_payment && (
        <Badge ml={6} color="red.9" variant="light">
          {t.refund}
        </Badge>
      )}
      {payment.late_payment && (
        <Badge ml={6} color="gray" variant="light" c="dimmed">
          {t.late}
        </Badge>
      )}
    </>
  );
}

const PaymentCard = ({ payment }: { payment: Payment }) => (
  <RowCard>
    <TransactionLink id={payment.id}>
      <Amount value={payment.amount} strong />
    </TransactionLink>
    <span>
      <PaymentStatus payment={payment} />
    </span>
    <SecondaryText>{payment.payer ?? shortenId(payment.id)}</SecondaryText>
    <SecondaryText>{formatMethod(payment)}</SecondaryText>
    <SecondaryText>
      <Instant at={payment.paid_at ?? payment.created_at} />
    </SecondaryText>
  </RowCard>
);
