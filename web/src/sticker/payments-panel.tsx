import { type QrisPaymentRow, listQrisPayments } from '@dasbor/contract/qris-payment';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, EMPTY_CELL, STATUS, TIME, renderText } from '../ui/column.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

const SHOWN = 50;

/** The latest payments of a sticker, newest first. */
export function StickerPayments({ id }: { id: string }) {
  const t = messages().payments;
  const client = useQueryClient();
  const input = { query: { qris_payment_id: id, limit: SHOWN } };
  const payments = useQuery({ ...buildQuery(listQrisPayments, input), meta: { quiet: true } });
  useLive((event) => {
    if (event.id === id || event.topic === 'resync') {
      void client.invalidateQueries({ queryKey: buildQueryKey(listQrisPayments, input) });
    }
  });
  if (payments.isPending) {
    return (
      <Panel title={t.title}>
        <CardSkeleton lines={4} />
      </Panel>
    );
  }
  if (payments.data === undefined) {
    const { message } = payments.error;
    return (
      <Panel title={t.title}>
        <FailedState detail={message} onRetry={() => void payments.refetch()} />
      </Panel>
    );
  }
  const { data: rows, next_cursor } = payments.data;
  const has_tips = rows.some(({ tip_amount }) => tip_amount > 0);
  return (
    <Panel title={t.title} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t.empty}</Text>
      ) : (
        <PanelTable
          label={t.title}
          columns={listColumns(has_tips)}
          rows={rows}
          keyOf={(row) => row.id}
          renderCard={(row) => <PaymentCard payment={row} />}
        />
      )}
      {next_cursor !== null && (
        <Text p="md">
          <Link to="/qris-payment" search={{ qris_payment_id: id }} className={links.link}>
            {t.all}
          </Link>
        </Text>
      )}
    </Panel>
  );
}

function listColumns(has_tips: boolean): readonly Column<QrisPaymentRow>[] {
  const t = messages().payments;
  const tip: Column<QrisPaymentRow> = {
    ...AMOUNT,
    id: 'tip',
    label: t.tip,
    priority: 4,
    render: (row) => (row.tip_amount > 0 ? <Amount value={row.tip_amount} /> : EMPTY_CELL),
  };
  return [
    {
      ...TIME,
      id: 'paid',
      label: t.paid,
      priority: 5,
      render: (row) => <Instant at={row.paid_at ?? row.created_at} />,
    },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    ...(has_tips ? [tip] : []),
    { ...STATUS, id: 'status', label: t.status, render: (row) => <StatusChip status={row.status} /> },
    { id: 'issuer', label: t.issuer, width_px: 130, priority: 2, render: (row) => renderText(row.issuer) },
    { id: 'rrn', label: t.rrn, width_px: 130, priority: 1, render: (row) => renderText(row.rrn) },
    {
      id: 'transaction',
      label: t.transaction,
      width_px: 130,
      priority: 3,
      render: ({ id }) => <PaymentLink id={id} />,
    },
  ];
}

const PaymentLink = ({ id }: { id: string }) => (
  <Link to="/transaction/$id" params={{ id }} title={id} className={links.link}>
    {shortenId(id)}
  </Link>
);

const PaymentCard = ({ payment }: { payment: QrisPaymentRow }) => (
  <RowCard>
    <Amount value={payment.amount} strong />
    <StatusChip status={payment.status} />
    <PaymentLink id={payment.id} />
    <SecondaryText>{payment.issuer}</SecondaryText>
    <SecondaryText>
      <Instant at={payment.paid_at ?? payment.created_at} />
    </SecondaryText>
    <SecondaryText>{payment.rrn}</SecondaryText>
  </RowCard>
);
