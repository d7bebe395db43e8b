import { getDisbursement, listDisbursements } from '@dasbor/contract/disbursement';
import { listDisbursementBatches } from '@dasbor/contract/disbursement-batch';
import type { ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import { Space } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { SelectionBar, useRowSelection } from '../list/row-selection.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { Callout } from '../ui/callout.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import links from '../ui/link.module.css';
import { PageHeader } from '../ui/page-header.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { type BulkDecision, BulkDecisionButtons, BulkDecisionModal } from './bulk-decision.tsx';
import { DisbursementCard, buildColumns, buildDecisionColumn } from './columns.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { type TabProps, VALUE_LABELS } from './disbursement-list.tsx';
import { CHOICES, PENDING_FILTER } from './filter.ts';
import { LinkFilterChips } from './link-filter-chips.tsx';
import { messages } from './messages.ts';

const isPending = ({ status }: ReadDisbursement): boolean => status === 'pending_approval';
const HIDDEN_WHILE_PENDING = ['status', 'decided_by', 'completed_at', 'failure'];
/** Header, tabs and filters above the table, in pixels. */
const RESERVED_PX = 300;

/** Disbursements that await approval, with bulk decisions. */
export function AwaitingList({ tabs, create }: TabProps) {
  const t = messages();
  const { profile } = useSignedIn();
  const navigate = useNavigate();
  const may_approve = useHasAccess('Disbursements', 'approve');
  const [filter, change] = useListFilter('/disbursement', PENDING_FILTER);
  const query = useMemo(
    () => ({ ...PENDING_FILTER.toSummaryQuery<Record<string, unknown>>(filter), status: ['pending_approval'] }),
    [filter],
  );
  const live = useLiveRows({
    route: listDisbursements,
    query,
    topic: 'disbursement',
    detail_route: getDisbursement,
    isListed: isPending,
  });
  const selection = useRowSelection(live.rows, ({ merchant_reference }) => merchant_reference);
  const [decision, setDecision] = useState<BulkDecision | null>(null);
  const columns = useStoredColumns(
    buildColumnsKey(profile?.id ?? '', 'disbursements-awaiting'),
    buildColumns().filter(({ id }) => !HIDDEN_WHILE_PENDING.includes(id)),
  );
  const close = () => {
    setDecision(null);
    selection.clear();
  };
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={tabs}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <ExportButton
              list="disbursements"
              route={listDisbursements}
              query={{ ...query, columns: toFileColumns(columns.visible) } as never}
            />
            {create}
          </>
        }
      />
      <PendingBatches />
      <FilterBar
        form={PENDING_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['created_at', t.columns.time]]}
        choices={[
          ['bank_code', t.columns.bank, CHOICES.bank_code],
          ['rail', t.columns.rail, CHOICES.rail],
        ]}
        value_labels={VALUE_LABELS}
        saved_views_key="disbursements-awaiting"
      >
        <LinkFilterChips filter={filter} onChange={change} />
      </FilterBar>
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.views['awaiting-approval']}
        columns={may_approve ? [selection.column, ...columns.visible, buildDecisionColumn()] : columns.visible}
        onOpen={({ id }) => void navigate({ to: '/disbursement/$id', params: { id } })}
        renderCard={(row) => <DisbursementCard row={row} actions={<DecisionButtons row={row} />} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        is_filtered={PENDING_FILTER.isFiltered(filter)}
        onClear={() => change(PENDING_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.empty.waiting} icon={<IconChecks size={22} stroke={1.6} />}>
            {t.empty.waiting_line}
          </EmptyState>
        }
      />
      {may_approve && (
        <SelectionBar count={selection.selected.length} onClear={selection.clear}>
          <BulkDecisionButtons selected={selection.selected} onDecide={setDecision} />
        </SelectionBar>
      )}
      {decision !== null && <BulkDecisionModal decision={decision} onClose={close} />}
    </>
  );
}

const PENDING_BATCHES = { status: ['pending_approval'], limit: 100 };

/** Batches are approved as a whole, on their own tab. */
function PendingBatches() {
  const t = messages();
  const pending = useQuery({
    ...buildQuery(listDisbursementBatches, { query: PENDING_BATCHES as never }),
    meta: { quiet: true },
  });
  const count = pending.data?.data.length ?? 0;
  if (count === 0) return null;
  return (
    <Callout kind="info">
      {t.pending_batches(count, pending.data?.next_cursor !== null)}{' '}
      <Link to="/disbursement" search={{ view: 'batches', status: 'pending_approval' }} className={links.link}>
        {t.open_batches}
      </Link>
    </Callout>
  );
}
