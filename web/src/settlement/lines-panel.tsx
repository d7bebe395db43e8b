import { listSettlementLines } from '@dasbor/contract/settlement';
import type { SettlementLine } from '@dasbor/contract/settlement-fields';
import { Button, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { valueLabel } from '../list/filter-labels.ts';
import { Amount } from '../ui/amount.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import type { BatchDetail } from './detail-screen.tsx';
import { DisputeModal } from './dispute-modal.tsx';
import classes from './settlement.module.css';

const money = (
  id: Exclude<keyof SettlementLine & `${string}_amount`, 'dispute_adjustment_amount'>,
  label: string,
  width_px: number,
): Column<SettlementLine> => ({
  id,
  label,
  width_px,
  align: 'right',
  render: (line) => <Amount value={line[id]} strong={id === 'net_amount'} />,
});

/** The sums come first: on a narrower screen they are what must be in sight. */
const COLUMNS: readonly Column<SettlementLine>[] = [
  { id: 'line_no', label: 'No.', width_px: 56, align: 'right', render: (line) => line.line_no },
  { id: 'line_type', label: 'Kind', width_px: 96, render: (line) => formatStatus(line.line_type) },
  {
    id: 'transaction',
    label: 'Transaction',
    width_px: 136,
    render: ({ transaction_id: id, reference_id }) =>
      id === null ? (
        shortId(reference_id)
      ) : (
        <Link to="/transaction/$id" params={{ id }} className={classes.link} title={id}>
          {shortId(id)}
        </Link>
      ),
  },
  money('gross_amount', 'Gross', 122),
  {
    id: 'rate',
    label: 'Rate',
    width_px: 72,
    align: 'right',
    render: ({ mdr_rate_bps, flat_fee }) => (mdr_rate_bps ? `${mdr_rate_bps / 100}%` : flat_fee ? 'Flat' : '–'),
  },
  money('fee_amount', 'Fee', 104),
  money('fee_vat_amount', 'PPN', 96),
  money('refund_amount', 'Refund', 108),
  money('net_amount', 'Net', 122),
  {
    id: 'method',
    label: 'Method',
    width_px: 110,
    render: ({ method, channel_code }) =>
      method === null ? '–' : [valueLabel(method), channel_code].filter(Boolean).join(' '),
  },
  { id: 'reference', label: 'Merchant reference', width_px: 150, render: (line) => line.merchant_reference ?? '–' },
  { id: 'occurred_at', label: 'Paid', width_px: 190, render: (line) => <Instant at={line.occurred_at} /> },
];

/** The lines of a batch in their order; a line that seems wrong can be disputed. */
export function LinesPanel({ batch }: { batch: BatchDetail }) {
  const [disputed, setDisputed] = useState<SettlementLine | null>(null);
  const may = useMay('Reports', 'manage');
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
  const has_disputes = rows.some(({ dispute_status }) => dispute_status !== null);
  const dispute: Column<SettlementLine> = {
    id: 'dispute',
    label: 'Dispute',
    width_px: 112,
    is_pinned: true,
    render: (line) => <DisputeCell line={line} may={may} onOpen={() => setDisputed(line)} />,
  };
  return (
    <>
      <DataTable
        label="Lines"
        columns={may || has_disputes ? [...COLUMNS, dispute] : COLUMNS}
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
        empty={<Text p="md">Nothing is collected yet.</Text>}
      />
      {disputed !== null && <DisputeModal batch_id={batch.id} line={disputed} onClose={() => setDisputed(null)} />}
    </>
  );
}

/** How the dispute of a line stands, and the way to its words; without one, the way to raise it. */
function DisputeCell({ line, may, onOpen }: { line: SettlementLine; may: boolean; onOpen: () => void }) {
  const { line_no, dispute_status: status } = line;
  if (status === null && !may) return null;
  const label = status === null ? `Dispute line ${line_no}` : `Dispute of line ${line_no}: ${formatStatus(status)}`;
  return (
    <Button variant="subtle" size="compact-xs" onClick={onOpen} aria-label={label}>
      {status === null ? 'Dispute' : <StatusChip status={status} meaning={MEANINGS[status]} />}
    </Button>
  );
}

const MEANINGS = { open: 'attention', accepted: 'done', rejected: 'failed' } as const;

const LineCard = ({ line, children }: { line: SettlementLine; children: ReactNode }) => (
  <div className={classes.card}>
    <Amount value={line.net_amount} strong />
    <span className={classes.quiet}>{formatStatus(line.line_type)}</span>
    <span className={classes.quiet}>{line.merchant_reference ?? shortId(line.reference_id)}</span>
    <span className={classes.quiet}>{line.method === null ? '' : valueLabel(line.method)}</span>
    <span className={classes.quiet}>
      <Instant at={line.occurred_at} />
    </span>
    {children || <span className={classes.quiet}>Line {line.line_no}</span>}
  </div>
);
