import { listExceptions } from '@dasbor/contract/operations';
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EventsTab } from './events-tab.tsx';
import { ExceptionsTab } from './exceptions-tab.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { messages } from './messages.ts';
import { OverviewTab } from './overview-tab.tsx';

const TABS = ['overview', 'exceptions', 'jobs', 'events'] as const;
type Tab = (typeof TABS)[number];

/** Home of the provider's staff, each tab at its own address: `?tab=jobs`. */
export function OperationsScreen() {
  const t = messages();
  const navigate = useNavigate();
  const client = useQueryClient();
  const given = useSearch({ strict: false })['tab'];
  const shown = TABS.find((tab) => tab === given) ?? 'overview';
  const exceptions = useQuery({ ...buildQuery(listExceptions), meta: { quiet: true } });
  const count = (exceptions.data?.counts ?? []).reduce((sum, row) => sum + row.count, 0);
  useLiveBatch('operations', () => void client.invalidateQueries({ queryKey: buildQueryKey(listExceptions) }));
  const open = (tab: Tab): void => void navigate({ to: '/dashboard', search: tab === 'overview' ? {} : { tab } });
  const contents: Record<Tab, () => ReactNode> = {
    overview: () => <OverviewTab exceptions={exceptions} onExceptions={() => open('exceptions')} />,
    exceptions: () => <ExceptionsTab query={exceptions} />,
    jobs: () => <JobsTab />,
    events: () => <EventsTab />,
  };
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs value={shown} onChange={(next) => open(TABS.find((tab) => tab === next) ?? 'overview')}>
            <Tabs.List aria-label={t.title}>
              {TABS.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {tab === 'exceptions' && count > 0 ? `${t.tabs[tab]} (${count})` : t.tabs[tab]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {contents[shown]()}
    </>
  );
}
