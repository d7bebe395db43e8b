import { Tabs } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { CreateReportForm } from './create-report-form.tsx';
import { RunHistory } from './run-history.tsx';
import { ScheduleList } from './schedule-list.tsx';

type Part = 'history' | 'ask' | 'schedules';

/** Reports: what was made and where it went, asking for one now, and when they are made by themselves. */
export function ReportsPanel() {
  const may_view = useMay('Reports', 'view');
  const [part, setPart] = useState<Part>('history');
  if (!may_view) {
    return (
      <EmptyState title="Reports are not for your role" icon={<IconFileText size={22} stroke={1.6} />}>
        Ask an administrator of your business if you need them.
      </EmptyState>
    );
  }
  return (
    <Tabs value={part} onChange={(next) => setPart((next ?? 'history') as Part)} keepMounted={false} variant="pills">
      <Tabs.List mb="md" aria-label="Reports">
        <Tabs.Tab value="history">History</Tabs.Tab>
        <Tabs.Tab value="ask">New report</Tabs.Tab>
        <Tabs.Tab value="schedules">Schedules</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="history">
        <RunHistory onAsk={() => setPart('ask')} />
      </Tabs.Panel>
      <Tabs.Panel value="ask">
        <CreateReportForm onAsked={() => setPart('history')} />
      </Tabs.Panel>
      <Tabs.Panel value="schedules">
        <ScheduleList />
      </Tabs.Panel>
    </Tabs>
  );
}
