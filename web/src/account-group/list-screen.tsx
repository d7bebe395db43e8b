import { listAccountGroups } from '@dasbor/contract/account-group';
import { Space } from '@mantine/core';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { GroupCard, buildColumns } from './columns.tsx';
import { CHOICES, GROUP_FILTER } from './filter.ts';
import { GroupModal } from './group-modal.tsx';
import { formatStatus, formatType } from './labels.ts';
import { messages } from './messages.ts';

/** Header and filters above the table, in pixels. */
const RESERVED_PX = 250;

const VALUE_LABELS = { type: formatType, status: formatStatus };

/** The provider's account groups. */
export function AccountGroupListScreen() {
  const t = messages();
  const [filter, change] = useListFilter('/account-group', GROUP_FILTER);
  const [is_creating, setCreating] = useState(false);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const may_add = useHasAccess('Account Groups', 'manage');
  const built = buildColumns(useHasAccess('Commissions', 'view'));
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'account-groups'), built);
  const query = useMemo(() => GROUP_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({ route: listAccountGroups, query, topic: 'resync' });
  const open = (id: string) => void navigate({ to: '/account-group/$id', params: { id } });
  const add = (
    <ActionButton
      disabled_reason={may_add ? undefined : t.denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t.add}
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <DownloadButton
              label={t.list.download}
              route={listAccountGroups}
              input={{ query }}
              file_name="account-groups"
            />
            {add}
          </>
        }
      />
      <FilterBar
        form={GROUP_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        search_label={t.list.search}
        dates={[]}
        saved_views_key="account-groups"
        choices={[
          ['type', t.fields.type, CHOICES.type],
          ['status', t.fields.status, CHOICES.status],
        ]}
        value_labels={VALUE_LABELS}
        has_amount={false}
      />
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={columns.visible}
        onOpen={({ id }) => open(id)}
        renderCard={(row) => <GroupCard row={row} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`account-groups?${new URLSearchParams(GROUP_FILTER.toSearch(filter))}`}
        is_filtered={GROUP_FILTER.isFiltered(filter)}
        onClear={() => change(GROUP_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconFolders size={22} stroke={1.6} />} action={add}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
      {is_creating && <GroupModal onClose={() => setCreating(false)} onDone={({ id }) => open(id)} />}
    </>
  );
}
