import { listCommissionRules } from '@dasbor/contract/account-group-commission';
import { Space, Tabs } from '@mantine/core';
import { IconPercentage, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { DownloadButton } from '../list/download-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { MerchantFilter } from '../list/merchant-filter.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { RuleCard, buildColumns } from './columns.tsx';
import { CHOICES, COMMISSION_FILTER } from './filter.ts';
import { RuleSheet } from './form-sheet.tsx';
import { formatStatus } from './labels.ts';
import { messages } from './messages.ts';
import { AllStatements } from './statements-tab.tsx';

/** Header and filters above the table, in pixels. */
const RESERVED_PX = 290;

/** Commission rules of account groups, and their statements: `?tab=statements`. */
export function CommissionListScreen() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const t = messages();
  const shown = search['tab'] === 'statements' ? 'statements' : 'rules';
  const tabs = (
    <Tabs
      value={shown}
      onChange={(next) =>
        void navigate({ to: '/account-group-commission', search: next === 'statements' ? { tab: next } : {} })
      }
    >
      <Tabs.List aria-label={t.title}>
        <Tabs.Tab value="rules">{t.list.label}</Tabs.Tab>
        <Tabs.Tab value="statements">{t.statement.list}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
  if (shown === 'rules') return <Rules tabs={tabs} />;
  return (
    <>
      <PageHeader title={t.title} line={t.line} tabs={tabs} />
      <AllStatements />
    </>
  );
}

function Rules({ tabs }: { tabs: ReactNode }) {
  const t = messages();
  const [filter, change] = useListFilter('/account-group-commission', COMMISSION_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const may_manage = useHasAccess('Commissions', 'manage');
  const [is_creating, setCreating] = useState(false);
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'commissions'), buildColumns());
  const query = useMemo(() => toQuery(filter), [filter]);
  const live = useLiveRows({ route: listCommissionRules, query, topic: 'resync', totals: [] });
  const create = (
    <ActionButton
      disabled_reason={may_manage ? undefined : t.denied}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t.create}
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={tabs}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <DownloadButton
              label={t.list.download}
              route={listCommissionRules}
              input={{ query }}
              file_name="commission-rules"
            />
            {create}
          </>
        }
      />
      <FilterBar
        form={COMMISSION_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        search_label={t.list.search}
        dates={[]}
        choices={[
          ['status', t.fields.status, CHOICES.status],
          ['method', t.fields.method, CHOICES.method],
        ]}
        value_labels={{ status: formatStatus }}
        has_amount={false}
        saved_views_key="commissions"
      >
        <MerchantFilter kind="group" value={filter.group_id} onChange={(group_id) => change({ group_id })} />
      </FilterBar>
      <Space h={14} />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={columns.visible}
        onOpen={({ id }) => void navigate({ to: '/account-group-commission/$id', params: { id } })}
        renderCard={(row) => <RuleCard row={row} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`commissions?${new URLSearchParams(COMMISSION_FILTER.toSearch(filter))}`}
        is_filtered={COMMISSION_FILTER.isFiltered(filter)}
        onClear={() => change(COMMISSION_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconPercentage size={22} stroke={1.6} />} action={create}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
      {is_creating && <RuleSheet mode={{ kind: 'create' }} onClose={() => setCreating(false)} />}
    </>
  );
}

const toQuery = (filter: typeof COMMISSION_FILTER.NO_FILTER): Record<string, unknown> =>
  COMMISSION_FILTER.toSummaryQuery<Record<string, unknown>>(filter);
