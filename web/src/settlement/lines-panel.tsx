import { bankShortName } from '@dasbor/contract/bank';
import { listSettlementLines } from '@dasbor/contract/settlement';
import type { SettlementLine } from '@dasbor/contract/settlement-fields';
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatFilterValue } from '../list/filter-labels.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, TIME } from '../ui/column.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { formatRate } from '../ui/format-fee.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { DisputeModal } from './dispute-modal.tsx';
import { messages } from './messages.ts';
import { formatLineType } from './settlement-labels.ts';
import classes from './settlement.module.css';

const money = (
  id: Exclude<keyof SettlementLine & `${string}_amount`, 'dispute_adjustment_amount'>,
  label: string,
  priority?: number,
): Column<SettlementLine> => ({
  ...AMOUNT,
  id,
  label,
  priority,
  render: (line) => <Amount value={line[id]} strong={id === 'net_amount'} />,
});

/** Columns of the lines. */
function buildColumns(has_commission: boolean): readonly Column<SettlementLine>[] {
  const { columns, lines: t } = messages();
  return [
    { id: 'line_no', label: t.number, width_px: 56, align: 'right', render: (line) => line.line_no },
    { id: 'line_type', label: t.type, width_px: 100, priority: 8, render: (line) => formatLineType(line.line_type) },
    { id: 'transaction', label: t.transaction, width_px: 136, render: (line) => <LineTransaction line={line} /> },
    money('gross_amount', columns.gross, 9),
    {
      id: 'rate',
      label: t.rate,
      width_px: 72,
      align: 'right',
      priority: 5,
      render: ({ mdr_rate_bps, flat_fee }) => (mdr_rate_bps ? formatRate(mdr_rate_bps) : flat_fee ? t.flat : '–'),
    },
    money('fee_amount', t.fee, 7),
    money('fee_vat_amount', columns.vat, 6),
    money('refund_amount', t.refund, 4),
    ...(has_commission ? [money('commission_amount', columns.commission, 4)] : []),
    money('net_amount', columns.net),
    {
      id: 'method',
      label: t.method,
      width_px: 110,
      priority: 2,
      render: ({ method, channel_code }) =>
        method === null
          ? '–'
          : [formatFilterValue(method), channel_code && bankShortName(channel_code)].filter(Boolean).join(' '),
    },
    {
      id: 'reference',
      label: t.reference,
      width_px: 150,
      priority: 3,
      render: (line) => line.merchant_reference ?? '–',
    },
    { ...TIME, id: 'occurred_at', label: t.paid_at, priority: 1, render: (line) => <Instant at={line.occurred_at} /> },
  ];
}

function LineTransaction({ line: { transaction_id: id, reference_id } }: { line: SettlementLine }) {
  if (id === null) return shortenId(reference_id);
  return (
    <Link to="/transaction/$id" params={{ id }} className={links.link} title={id}>
      {shortenId(id)}
    </Link>
  );
}

/** The lines of a batch in order, each of which can be disputed. */
export function LinesPanel({ batch }: { batch: BatchDetail }) {
  const [disputed, setDisputed] = useState<SettlementLine | null>(null);
  const may = useHasAccess('Reports', 'manage');
  const client = useQueryClient();
  useLiveBatch('settlement', ({ ids, is_resync }) => {
    if (!is_resync && !ids.has(batch.id)) return;
    void client.invalidateQueries({ queryKey: buildQueryKey(listSettlementLines, { params: { id: batch.id } }) });
  });
  const lines = useInfiniteQuery({
    ...buildPagesQuery(listSettlementLines, { params: { id: batch.id }, query: {} }),
    meta: { quiet: true },
  });
  if (lines.isPending) {
    return (
      <Panel flush>
        <ListSkeleton rows={8} />
      </Panel>
    );
  }
  if (lines.isError && lines.data === undefined) {
    const { message, request_id } = lines.error as { message: string; request_id?: string };
    return (
      <Panel>
        <FailedState detail={message} request_id={request_id} onRetry={() => void lines.refetch()} />
      </Panel>
    );
  }
  const rows = lines.data?.pages.flatMap(({ data }) => data) ?? [];
  const columns = buildColumns(rows.some(({ commission_amount }) => commission_amount !== 0));
  const has_disputes = rows.some(({ dispute_status }) => dispute_status !== null);
  const dispute: Column<SettlementLine> = {
    id: 'dispute',
    label: messages().dispute.action,
    width_px: 112,
    is_pinned: true,
    render: (line) => <DisputeCell line={line} may={may} onOpen={() => setDisputed(line)} />,
  };
  return (
    <>
      <DataTable
        label={messages().lines.title}
        columns={may || has_disputes ? [...columns, dispute] : columns}
        rows={rows}
        keyOf={({ line_no }) => String(line_no)}
        renderCard={(line) => (
          <LineCard line={line}>
            {(may || line.dispute_status !== null) && (
              <DisputeCell line={line} may={may} onOpen={() => setDisputed(line)} />
            )}
          </LineCard>
        )}
        has_more={lines.hasNextPage}
        is_loading_more={lines.isFetchingNextPage}
        onMore={() => void lines.fetchNextPage({ cancelRefetch: false })}
        reserved_px={320}
        empty={<Text p="md">{messages().lines.empty}</Text>}
      />
      {disputed !== null && <DisputeModal batch_id={batch.id} line={disputed} onClose={() => setDisputed(null)} />}
    </>
  );
}

/** The status of a dispute, which opens its details; without a dispute, the button to open one. */
function DisputeCell({ line, may, onOpen }: { line: SettlementLine; may: boolean; onOpen: () => void }) {
  const { line_no, dispute_status: status } = line;
  if (status === null && !may) return null;
  const t = messages().dispute;
  const label = status === null ? t.title(line_no) : t.status_of(line_no, formatStatus(status));
  return (
    <Button variant="subtle" size="compact-xs" onClick={onOpen} aria-label={label}>
      {status === null ? t.action : <StatusChip status={status} tone={TONES[status]} />}
    </Button>
  );
}

const TONES = { open: 'warning', accepted: 'success', rejected: 'danger' } as const;

const LineCard = ({ line, children }: { line: SettlementLine; children: ReactNode }) => (
  <div className={classes.card}>
    <Amount value={line.net_amount} strong />
    <span className={classes.quiet}>{formatLineType(line.line_type)}</span>
    <span className={classes.quiet}>{line.merchant_reference ?? shortenId(line.reference_id)}</span>
    <span className={classes.quiet}>{line.method === null ? '' : formatFilterValue(line.method)}</span>
    <span className={classes.quiet}>
      <Instant at={line.occurred_at} />
    </span>
    {children || <span className={classes.quiet}>{messages().lines.line(line.line_no)}</span>}
  </div>
);
