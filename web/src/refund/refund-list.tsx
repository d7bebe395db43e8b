import { getRefund, listRefunds, summariseRefunds } from '@dasbor/contract/refund';
import { useNavigate } from '@tanstack/react-router';
import { IconArrowBackUp, IconChecks } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useMay } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { toFileColumns } from '../list/file-columns.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { COLUMNS, DECISION_COLUMN, FILE_COLUMNS, RefundCard, PENDING_COLUMNS } from './columns.tsx';
import { CHOICES, REFUND_FILTER } from './filter.ts';

/** Tabs, header, filters and totals above the table, in pixels. */
const AROUND_PX = 360;
const DATES = [['created_at', 'Asked for']] as const;
const CHIPS = [
  ['status', 'Status', CHOICES.status],
  ['reason', 'Reason', CHOICES.reason],
  ['method', 'Way back', CHOICES.method],
] as const;

/** All refunds of the merchant. */
export function RefundList() {
  const [filter, change] = useListFilter('/transaction', REFUND_FILTER);
  const navigate = useNavigate();
  const query = useMemo(() => REFUND_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const may_approve = useMay('Refunds', 'approve');
  const live = useLiveRows({
    route: listRefunds,
    query,
    topic: 'refund',
    detail_route: getRefund,
    totals: [summariseRefunds],
  });
  return (
    <>
      <PageHeader
        title="Refunds"
        line="What was given back, and what is on its way. Times are in WIB."
        actions={
          <ExportButton
            list="refunds"
            route={listRefunds}
            query={{ ...query, columns: toFileColumns(COLUMNS, FILE_COLUMNS) }}
          />
        }
      />
      <FilterBar
        form={REFUND_FILTER}
        filter={filter}
        onChange={change}
        label="Filter refunds"
        saved_views_key="refunds"
        search_label="Search refund, payment, reference, customer"
        dates={DATES}
        choices={CHIPS}
      />
      <SummaryStrip
        route={summariseRefunds}
        query={query}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label="Refunds"
        columns={
          may_approve && live.rows.some(({ status }) => status === 'pending') ? [...COLUMNS, DECISION_COLUMN] : COLUMNS
        }
        onOpen={({ transaction_id: id }) => void navigate({ to: '/transaction/$id', params: { id } })}
        renderCard={(row) => <RefundCard refund={row} />}
        reserved_px={AROUND_PX}
        scroll_key={`refunds?${new URLSearchParams(REFUND_FILTER.toSearch(filter))}`}
        is_filtered={REFUND_FILTER.isFiltered(filter)}
        onClear={() => change(REFUND_FILTER.cleared(filter))}
        empty={
          <EmptyState title="No refunds yet" icon={<IconArrowBackUp size={22} stroke={1.6} />}>
            A refund begins on the page of its payment, with the button “Refund”.
          </EmptyState>
        }
      />
    </>
  );
}

const WAITING = { status: ['pending'] };

/** Refunds that wait for a second person. */
export function AwaitingList() {
  const navigate = useNavigate();
  const may_approve = useMay('Refunds', 'approve');
  const live = useLiveRows({ route: listRefunds, query: WAITING, topic: 'refund', detail_route: getRefund });
  return (
    <>
      <PageHeader
        title="Awaiting approval"
        line="Somebody asked for these refunds. The money is held and leaves only after somebody else has approved."
      />
      <ListFrame
        live={live}
        label="Refunds that wait for approval"
        columns={[...PENDING_COLUMNS, ...(may_approve ? [DECISION_COLUMN] : [])]}
        onOpen={({ transaction_id: id }) => void navigate({ to: '/transaction/$id', params: { id } })}
        renderCard={(row) => <RefundCard refund={row} />}
        reserved_px={250}
        is_filtered={false}
        onClear={() => undefined}
        empty={
          <EmptyState title="Nothing waits for approval" icon={<IconChecks size={22} stroke={1.6} />}>
            Refunds that your people ask for stand here until somebody else approves or rejects them.
          </EmptyState>
        }
      />
    </>
  );
}
