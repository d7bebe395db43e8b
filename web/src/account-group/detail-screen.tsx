import { getAccountGroup } from '@dasbor/contract/account-group';
import type { AccountGroupDetail } from '@dasbor/contract/account-group-fields';
import { Button, Tabs } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { useRecordTabs } from '../list/detail-tabs.tsx';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { MetricTile, MetricTiles } from '../ui/metric-tiles.tsx';
import { ContextLine, Headline } from '../ui/headline.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { GroupStatusChip } from './columns.tsx';
import { formatType } from './labels.ts';
import { MembersTab } from './members-tab.tsx';
import { messages } from './messages.ts';
import { SettingsTab } from './settings-tab.tsx';
import { SettlementsTab } from './settlements-tab.tsx';
import { UsersTab } from './users-tab.tsx';
import { VolumeTab } from './volume-tab.tsx';

const Back = () => <BackToList path="/account-group" label={messages().title} />;

/** Tabs that other features fill. */
export interface AccountGroupSlots {
  renderRules: (group_id: string) => ReactNode;
  renderStatements: (group_id: string) => ReactNode;
}

/** An account group, by section: `?tab=volume`. */
export function AccountGroupDetailScreen(slots: AccountGroupSlots) {
  const t = messages();
  const { id = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const group = useQuery({ ...buildQuery(getAccountGroup, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/account-group');
  if (group.isPending) return <ScreenSkeleton />;
  if (group.data !== undefined) return <Detail group={group.data.data} slots={slots} />;
  const { status_code, detail, request_id } = group.error;
  // A malformed id is treated as not found.
  if (status_code !== 404 && status_code !== 400) {
    return (
      <Panel>
        <Back />
        <FailedState detail={detail} request_id={request_id} onRetry={() => void group.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel>
      <EmptyState
        title={t.detail.not_found}
        icon={<IconFolders size={22} stroke={1.6} />}
        action={
          <Button variant="default" onClick={() => void navigate({ to: '/account-group' })}>
            {t.back}
          </Button>
        }
      >
        {t.detail.not_found_line}
      </EmptyState>
    </Panel>
  );
}

type Tab = keyof ReturnType<typeof messages>['tabs'];

const TABS: Record<Tab, (group: AccountGroupDetail, slots: AccountGroupSlots) => ReactNode> = {
  members: (group) => <MembersTab group={group} />,
  volume: ({ id }) => <VolumeTab group_id={id} />,
  settlements: ({ id }) => <SettlementsTab group_id={id} />,
  rules: ({ id }, { renderRules }) => renderRules(id),
  statements: ({ id }, { renderStatements }) => renderStatements(id),
  users: (group) => <UsersTab group={group} />,
  settings: (group) => <SettingsTab group={group} />,
};
const TAB_NAMES = Object.keys(TABS) as Tab[];
const COMMISSION_TABS: readonly Tab[] = ['rules', 'statements'];

function Detail({ group, slots }: { group: AccountGroupDetail; slots: AccountGroupSlots }) {
  const t = messages();
  const may_commissions = useHasAccess('Commissions', 'view');
  const [json] = useRecordTabs({ record: group });
  const names = TAB_NAMES.filter((name) => may_commissions || !COMMISSION_TABS.includes(name));
  const tabs = [
    ...names.map((name) => ({ id: name, label: t.tabs[name], render: () => TABS[name](group, slots) })),
    json!,
  ];
  const navigate = useNavigate();
  const { id } = group;
  const given = useSearch({ strict: false })['tab'];
  const shown = tabs.find((tab) => tab.id === given) ?? tabs[0]!;
  return (
    <>
      <PageHeader
        document_title={group.name}
        back={<Back />}
        title={
          <Headline>
            {group.name}
            <GroupStatusChip {...group} />
          </Headline>
        }
        line={
          <ContextLine>
            <span>
              {group.code} · {formatType(group.type)}
              {group.owner !== null && ` · ${group.owner.brand_name}`}
            </span>
            <CopyableId value={id} label={t.fields.id} />
          </ContextLine>
        }
        tabs={
          <Tabs
            value={shown.id}
            onChange={(next) =>
              void navigate({
                to: '/account-group/$id',
                params: { id },
                search: next === null || next === 'members' ? {} : { tab: next },
              })
            }
          >
            <Tabs.List aria-label={t.detail.label}>
              {tabs.map((tab) => (
                <Tabs.Tab key={tab.id} value={tab.id}>
                  {tab.label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      <MetricTiles>
        <MetricTile label={t.fields.members}>{group.member_count}</MetricTile>
        <MetricTile label={t.fields.volume}>
          <Amount value={group.volume_month_amount} />
        </MetricTile>
        {group.commission_month_amount !== null && (
          <MetricTile label={t.fields.commission}>
            <Amount value={group.commission_month_amount} />
          </MetricTile>
        )}
      </MetricTiles>
      {shown.render()}
    </>
  );
}
