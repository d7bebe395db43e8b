import {
  type AuditActorType,
  type AuditLogEntry,
  type AuditResult,
  listAuditLogs,
  listMerchantAuditLogs,
} from '@dasbor/contract/audit';
import { Space, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { DownloadButton } from '../list/download-button.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EntryCard, buildEntryColumns } from '../list/audit-columns.tsx';
import { EntrySheet } from '../list/audit-entry-sheet.tsx';
import { TextChips } from './filter-chips.tsx';
import { AUDIT_FILTER, CHOICES } from './filter.ts';
import { formatObjectType } from '../list/audit-labels.ts';
import { auditMessages } from '../list/audit-messages.ts';
import { messages } from './messages.ts';

/** Header, tabs and filters above the table, in pixels. */
const RESERVED_PX = 360;

const VALUE_LABELS = {
  result: (value: string) => auditMessages().results[value as AuditResult],
  actor_type: (value: string) => auditMessages().actors[value as AuditActorType],
  object_type: formatObjectType,
};

/** The audit log of the merchant: filters, entries with their values, and the file of the filter. */
export function AuditPanel() {
  const filter = useListFilter('/settings', AUDIT_FILTER);
  return <AuditLog filter_state={filter} source={OWN} />;
}

const OWN: AuditSource = {
  list: { route: listAuditLogs },
  renderExport: (query) => <ExportButton size="compact-sm" list="audit-log" route={listAuditLogs} query={query} />,
};

/** The audit log of one merchant, for the provider. */
export function MerchantAuditPanel({ merchant_id }: { merchant_id: string }) {
  const params = { merchant_id };
  const filter = useListFilter('/merchant/$id', AUDIT_FILTER, { id: merchant_id });
  const source: AuditSource = {
    list: { route: listMerchantAuditLogs, params },
    renderExport: (query) => (
      <DownloadButton size="compact-sm" route={listMerchantAuditLogs} input={{ params, query }} file_name="audit-log" />
    ),
  };
  return <AuditLog filter_state={filter} source={source} />;
}

interface AuditSource {
  list: { route: typeof listAuditLogs | typeof listMerchantAuditLogs; params?: Record<string, string> };
  /** The button that exports the entries of a filter. */
  renderExport: (query: Record<string, unknown>) => ReactNode;
}

type FilterState = ReturnType<typeof useListFilter<typeof AUDIT_FILTER.NO_FILTER>>;

function AuditLog({ filter_state, source }: { filter_state: FilterState; source: AuditSource }) {
  const t = messages();
  const { columns } = auditMessages();
  const [filter, change] = filter_state;
  const query = useMemo(() => AUDIT_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const [shown, setShown] = useState<AuditLogEntry | null>(null);
  const live = useLiveRows({ ...source.list, query, topic: 'resync' });
  return (
    <>
      <Text c="dimmed" fz="sm" mb="sm">
        {t.line}
      </Text>
      <FilterBar
        form={AUDIT_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['at', columns.time]]}
        saved_views_key="audit-log"
        choices={[
          ['result', columns.result, CHOICES.result],
          ['actor_type', columns.actor_type, CHOICES.actor_type],
          ['object_type', columns.object_type, CHOICES.object_type],
        ]}
        value_labels={VALUE_LABELS}
        has_amount={false}
      >
        <TextChips filter={filter} onChange={change} />
        {source.renderExport(query)}
      </FilterBar>
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.label}
        columns={buildEntryColumns<AuditLogEntry>()}
        onOpen={setShown}
        renderCard={(entry) => <EntryCard entry={entry} />}
        reserved_px={RESERVED_PX}
        scroll_key={`audit?${new URLSearchParams(AUDIT_FILTER.toSearch(filter))}`}
        is_filtered={AUDIT_FILTER.isFiltered(filter)}
        onClear={() => change(AUDIT_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.empty} icon={<IconHistory size={22} stroke={1.6} />}>
            {t.empty_line}
          </EmptyState>
        }
      />
      <EntrySheet entry={shown} onClose={() => setShown(null)} />
    </>
  );
}
