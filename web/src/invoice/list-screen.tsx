import { listInvoices } from '@dasbor/contract/invoice';
import { Space } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { InvoiceCard, buildColumns, formatKind } from './columns.tsx';
import { CHOICES, INVOICE_FILTER } from './filter.ts';
import { messages } from './messages.ts';

/** Header and filters above the table, in pixels. */
const RESERVED_PX = 250;
const VALUE_LABELS = { kind: formatKind };

/** The invoices of the merchant; the provider sees those of every merchant. */
export function InvoiceListScreen() {
  const t = messages();
  const [filter, change] = useListFilter('/invoice', INVOICE_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const is_provider = useHasAccess('Merchant finance', 'view');
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'invoices'), buildColumns(is_provider));
  const query = useMemo(() => INVOICE_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({ route: listInvoices, query, topic: 'balance', totals: [] });
  return (
    <>
      <PageHeader
        title={t.title}
        line={is_provider ? t.line_provider : t.line}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <DownloadButton
              label={t.download}
              route={listInvoices}
              input={{ query: { ...query, columns: toFileColumns(columns.visible) } }}
              file_name="invoices"
            />
          </>
        }
      />
      <FilterBar
        form={INVOICE_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        search_label={t.list.search}
        dates={[['issued_at', t.fields.issued]]}
        saved_views_key="invoices"
        choices={[['kind', t.fields.kind, CHOICES.kind]]}
        value_labels={VALUE_LABELS}
        has_amount={false}
      />
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={columns.visible}
        onOpen={({ id }) => void navigate({ to: '/invoice/$id', params: { id } })}
        renderCard={(row) => <InvoiceCard row={row} with_merchant={is_provider} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`invoices?${new URLSearchParams(INVOICE_FILTER.toSearch(filter))}`}
        is_filtered={INVOICE_FILTER.isFiltered(filter)}
        onClear={() => change(INVOICE_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconFileInvoice size={22} stroke={1.6} />}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
    </>
  );
}
