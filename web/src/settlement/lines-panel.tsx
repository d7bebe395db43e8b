import { disputeSettlementLine, listSettlementLines } from '@dasbor/contract/settlement';
import type { SettlementLine } from '@dasbor/contract/settlement-fields';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { problemOf } from '../api/problem.ts';
import { pagesOf } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { labelOfValue } from '../list/filter-words.ts';
import { Amount } from '../ui/amount.tsx';
import { shortId } from '../ui/copyable-id.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { labelOf } from '../ui/field-label.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { wordsOf } from '../ui/status-chip.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import type { BatchDetail } from './detail-screen.tsx';
import classes from './settlement.module.css';

const money = (
  id: keyof SettlementLine & `${string}_amount`,
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
  { id: 'line_type', label: 'Kind', width_px: 96, render: (line) => wordsOf(line.line_type) },
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
      method === null ? '–' : [labelOfValue(method), channel_code].filter(Boolean).join(' '),
  },
  { id: 'reference', label: 'Merchant reference', width_px: 150, render: (line) => line.merchant_reference ?? '–' },
  { id: 'occurred_at', label: 'Paid', width_px: 190, render: (line) => <Instant at={line.occurred_at} /> },
];

/** The lines of a batch in their order; a line that seems wrong can be disputed. */
export function LinesPanel({ batch }: { batch: BatchDetail }) {
  const [disputed, setDisputed] = useState<SettlementLine | null>(null);
  const may = useMay('Reports', 'manage');
  const lines = useInfiniteQuery({
    ...pagesOf(listSettlementLines, { params: { id: batch.id }, query: {} }),
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
  const dispute: Column<SettlementLine> = {
    id: 'dispute',
    label: '',
    width_px: 92,
    is_pinned: true,
    render: (line) => (
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => setDisputed(line)}
        aria-label={`Dispute line ${line.line_no}`}
      >
        Dispute
      </Button>
    ),
  };
  return (
    <>
      <DataTable
        label="Lines"
        columns={may ? [...COLUMNS, dispute] : COLUMNS}
        rows={rows}
        keyOf={({ line_no }) => String(line_no)}
        renderCard={(line) => <LineCard line={line} />}
        has_more={lines.hasNextPage}
        is_loading_more={lines.isFetchingNextPage}
        onMore={() => void lines.fetchNextPage({ cancelRefetch: false })}
        around_px={320}
        empty={<Text p="md">Nothing is collected yet.</Text>}
      />
      {disputed !== null && <DisputeModal batch_id={batch.id} line={disputed} onClose={() => setDisputed(null)} />}
    </>
  );
}

const LineCard = ({ line }: { line: SettlementLine }) => (
  <div className={classes.card}>
    <Amount value={line.net_amount} strong />
    <span className={classes.quiet}>{wordsOf(line.line_type)}</span>
    <span className={classes.quiet}>{line.merchant_reference ?? shortId(line.reference_id)}</span>
    <span className={classes.quiet}>{line.method === null ? '' : labelOfValue(line.method)}</span>
    <span className={classes.quiet}>
      <Instant at={line.occurred_at} />
    </span>
    <span className={classes.quiet}>Line {line.line_no}</span>
  </div>
);

function DisputeModal({ batch_id, line, onClose }: { batch_id: string; line: SettlementLine; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [touched, setTouched] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      call(disputeSettlementLine, { params: { id: batch_id, line_no: line.line_no }, body: { reason: reason.trim() } }),
    meta: { quiet: true },
    onSuccess: async () => {
      onClose();
      await showSuccess(`Line ${line.line_no} is disputed`);
    },
    onError: (error) => void showError(problemOf(error).detail),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={`Dispute line ${line.line_no}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTouched(true);
          if (reason.trim() !== '') send.mutate();
        }}
      >
        <Stack>
          <Textarea
            label={labelOf({ label: 'What is wrong', required: true })}
            value={reason}
            maxLength={1000}
            autosize
            minRows={3}
            data-autofocus
            error={touched && reason.trim() === '' ? 'Say what is wrong with this line.' : null}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={send.isPending}>
              Send
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
