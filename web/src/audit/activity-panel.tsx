import type { AuditResult } from '@dasbor/contract/audit';
import { type ProviderEvent, listProviderEvents } from '@dasbor/contract/operations';
import { providerActionLabel } from '@dasbor/contract/provider-actions';
import { Space, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { DownloadButton } from '../list/download-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { EntryCard, buildEntryColumns } from '../list/audit-columns.tsx';
import { EntrySheet } from '../list/audit-entry-sheet.tsx';
import { TextEditor } from './filter-chips.tsx';
import { ACTIVITY_CHOICES, ACTIVITY_FILTER } from './filter.ts';
import { auditMessages } from '../list/audit-messages.ts';
import { messages } from './messages.ts';

/** Header, tabs and filters above the table, in pixels. */
const RESERVED_PX = 360;

const VALUE_LABELS = {
  result: (value: string) => auditMessages().results[value as AuditResult],
  action: (value: string) => providerActionLabel(value, currentLanguage()),
};

/** Actions of the provider's staff outside the audit logs of merchants, and their refused attempts. */
export function ActivityPanel() {
  const t = messages();
  const { columns } = auditMessages();
  const [filter, change] = useListFilter('/dashboard', ACTIVITY_FILTER);
  const query = useMemo(() => ACTIVITY_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const [shown, setShown] = useState<ProviderEvent | null>(null);
  const live = useLiveRows({ route: listProviderEvents, query, topic: 'operations' });
  return (
    <>
      <Text c="dimmed" fz="sm" mb="sm">
        {t.activity.line}
      </Text>
      <FilterBar
        form={ACTIVITY_FILTER}
        filter={filter}
        onChange={change}
        label={t.activity.filter}
        search_label={t.search}
        dates={[['at', columns.time]]}
        saved_views_key="staff-activity"
        choices={[
          ['action', columns.action, ACTIVITY_CHOICES.action],
          ['result', columns.result, ACTIVITY_CHOICES.result],
        ]}
        value_labels={VALUE_LABELS}
        has_amount={false}
      >
        <FilterChip
          label={columns.actor}
          value={filter.actor === '' ? undefined : filter.actor}
          onClear={() => change({ actor: '' })}
        >
          {(close) => (
            <TextEditor
              label={t.activity.actor}
              description={t.activity.actor_line}
              value={filter.actor}
              onApply={(actor) => {
                change({ actor });
                close();
              }}
            />
          )}
        </FilterChip>
        <DownloadButton size="compact-sm" route={listProviderEvents} input={{ query }} file_name="activity" />
      </FilterBar>
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.activity.label}
        columns={buildEntryColumns<ProviderEvent>()}
        onOpen={setShown}
        renderCard={(event) => <EntryCard entry={event} />}
        reserved_px={RESERVED_PX}
        scroll_key={`activity?${new URLSearchParams(ACTIVITY_FILTER.toSearch(filter))}`}
        is_filtered={ACTIVITY_FILTER.isFiltered(filter)}
        onClear={() => change(ACTIVITY_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.activity.empty} icon={<IconHistory size={22} stroke={1.6} />}>
            {t.activity.empty_line}
          </EmptyState>
        }
      />
      <EntrySheet entry={shown} onClose={() => setShown(null)} />
    </>
  );
}
