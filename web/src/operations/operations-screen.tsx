import { listExceptions } from '@dasbor/contract/operations';
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { messages } from './messages.ts';
import { OverviewTab } from './overview-tab.tsx';

const TABS = ['overview', 'exceptions', 'jobs'] as const;
type Tab = (typeof TABS)[number];

/** A tab that another feature draws. */
export interface ExtraTab {
  name: string;
  label: string;
  render: () => ReactNode;
}

/** Home of the provider's staff, each tab at its own address: `?tab=jobs`. `extra_tabs`: tabs of other features. */
export function OperationsScreen({ extra_tabs = [] }: { extra_tabs?: readonly ExtraTab[] }) {
  const t = messages();
  const navigate = useNavigate();
  const client = useQueryClient();
  const given = useSearch({ strict: false })['tab'];
  const other = extra_tabs.find(({ name }) => name === given);
  const shown = TABS.find((tab) => tab === given) ?? 'overview';
  const exceptions = useQuery({ ...buildQuery(listExceptions), meta: { quiet: true } });
  const count = (exceptions.data?.counts ?? []).reduce((sum, row) => sum + row.count, 0);
  useLiveBatch('operations', () => void client.invalidateQueries({ queryKey: buildQueryKey(listExceptions) }));
  const open = (tab: string): void => void navigate({ to: '/dashboard', search: tab === 'overview' ? {} : { tab } });
  const contents: Record<Tab, () => ReactNode> = {
    overview: () => <OverviewTab exceptions={exceptions} onExceptions={() => open('exceptions')} />,
    exceptions: () => <ExceptionsTab query={exceptions} />,
    jobs: () => <JobsTab />,
  };
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs value={other?.name ?? shown} onChange={(next) => open(next ?? 'overview')}>
            <Tabs.List aria-label={t.title}>
              {TABS.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {tab === 'exceptions' && count > 0 ? `${t.tabs[tab]} (${count})` : t.tabs[tab]}
                </Tabs.Tab>
              ))}
              {extra_tabs.map(({ name, label }) => (
                <Tabs.Tab key={name} value={name}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {other === undefined ? contents[shown]() : other.render()}
    </>
  );
}
