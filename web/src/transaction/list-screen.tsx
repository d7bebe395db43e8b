import type { Transaction } from '@dasbor/contract/transaction';
import { getTransaction, listTransactions, summariseTransactions } from '@dasbor/contract/transaction';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { formatChannelValue, formatHourRange } from '../list/filter-labels.ts';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { SelectionBar, useRowSelection } from '../list/row-selection.tsx';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { withSorting } from '../list/sorted-columns.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { type Column, toFileColumns } from '../ui/column.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { currentZoneName } from '../ui/time-zone.ts';
import { buildColumns } from './columns.tsx';
import { CHOICES, TRANSACTION_FILTER } from './filter.ts';
import { ObjectFilterChips } from './object-filter-chips.tsx';
import { ExportSelected } from './export-selected.tsx';
import { EmptyTransactionList } from './empty-transaction-list.tsx';
import { TransactionMenu } from './transaction-menu.tsx';
import { TransactionCard } from './transaction-card.tsx';
import { type Messages, messages } from './messages.ts';
import { formatFlag, formatRefundShare } from './filter-value-labels.ts';

/** Header, filters and totals above the table, in pixels. */
const RESERVED_PX = 308;

const buildActions = (row_items: TransactionListSlots['row_items']): Column<Transaction> => ({
  id: 'actions',
  label: '',
  width_px: 44,
  is_pinned: true,
  render: (row) => <TransactionMenu transaction={row} items={row_items?.(row)} />,
});
const VALUE_LABELS = {
  channel: formatChannelValue,
  hour: formatHourRange,
  refund_status: formatRefundShare,
  flags: formatFlag,
};

const listDates = ({ columns, filter }: Messages) =>
  [
    ['created_at', filter.created],
    ['paid_at', columns.paid],
    ['settled_at', columns.settled],
  ] as const;
const listChips = ({ columns, filter }: Messages) =>
  [
    ['status', columns.status, CHOICES.status],
    ['settlement_status', columns.settlement, CHOICES.settlement_status],
    ['method', columns.method, CHOICES.method],
    ['channel', filter.bank, CHOICES.channel],
    ['source', columns.source, CHOICES.source],
    ['refund_status', columns.refund, CHOICES.refund_status],
    ['hour', filter.hour, CHOICES.hour],
    ['flags', filter.attention, CHOICES.flags],
  ] as const;

/** Parts of other features in the list; the application composes them. */
export interface TransactionListSlots {
  /** Buttons for the chosen payments, next to their export; `done` empties the selection. */
  bulk?: (selected: Transaction[], done: () => void) => ReactNode;
  /** Further items in the menu of a row. */
  row_items?: (transaction: Transaction) => ReactNode;
  /** Buttons of the header. */
  header?: ReactNode;
  /** Tabs of the other lists. */
  tabs?: ReactNode;
}

/** All payments of the merchant, of any method. */
export function TransactionListScreen({ bulk, row_items, header, tabs }: TransactionListSlots) {
  const t = messages();
  const [filter, change] = useListFilter('/transaction', TRANSACTION_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'transactions'), buildColumns());
  const query = useMemo(() => TRANSACTION_FILTER.toListQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listTransactions,
    query,
    topic: 'transaction',
    detail_route: getTransaction,
    totals: [summariseTransactions],
  });
  const prefetch = usePrefetchDetail(getTransaction);
  const selection = useRowSelection(live.rows, ({ id, merchant_reference }) => merchant_reference ?? id);
  const csv_columns = toFileColumns(columns.visible);
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.list.line(currentZoneName())}
        tabs={tabs}
        actions={
          <>
            {header}
            <ColumnChooser choice={columns} />
            <ExportButton list="transactions" route={listTransactions} query={{ ...query, columns: csv_columns }} />
          </>
        }
      />
      <FilterBar
        form={TRANSACTION_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter.label}
        search_label={t.filter.search}
        dates={listDates(t)}
        choices={listChips(t)}
        value_labels={VALUE_LABELS}
        saved_views_key="transactions"
      >
        <ObjectFilterChips filter={filter} onChange={change} />
      </FilterBar>
      <SummaryStrip
        route={summariseTransactions}
        query={TRANSACTION_FILTER.toSummaryQuery(filter)}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.title}
        columns={[
          selection.column,
          ...withSorting(columns.visible, filter.sort, (sort) => change({ sort })),
          buildActions(row_items),
        ]}
        onOpen={({ id }) => void navigate({ to: '/transaction/$id', params: { id } })}
        onPrefetch={prefetch}
        renderCard={(row) => <TransactionCard transaction={row} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`transactions?${new URLSearchParams(TRANSACTION_FILTER.toSearch(filter))}`}
        is_filtered={TRANSACTION_FILTER.isFiltered(filter)}
        onClear={() => change(TRANSACTION_FILTER.cleared(filter))}
        empty={<EmptyTransactionList />}
      />
      <SelectionBar count={selection.selected.length} onClear={selection.clear}>
        <ExportSelected selected={selection.selected} query={{ sort: filter.sort, columns: csv_columns }} />
        {bulk?.(selection.selected, selection.clear)}
      </SelectionBar>
    </>
  );
}
