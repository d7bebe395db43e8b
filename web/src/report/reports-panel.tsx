import { Tabs } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { CreateReportForm } from './create-report-form.tsx';
import { messages } from './messages.ts';
import { RunHistory } from './run-history.tsx';
import { ScheduleList } from './schedule-list.tsx';

type Part = 'history' | 'create' | 'schedules';

/** Reports: history, new report and schedules. */
export function ReportsPanel() {
  const may_view = useHasAccess('Reports', 'view');
  const t = messages().panel;
  const [part, setPart] = useState<Part>('history');
  if (!may_view) {
    return (
      <EmptyState title={t.forbidden} icon={<IconFileText size={22} stroke={1.6} />}>
        {t.forbidden_line}
      </EmptyState>
    );
  }
  return (
    <Tabs value={part} onChange={(next) => setPart((next ?? 'history') as Part)} keepMounted={false} variant="pills">
      <Tabs.List mb="md" aria-label={t.label}>
        <Tabs.Tab value="history">{t.history}</Tabs.Tab>
        <Tabs.Tab value="create">{t.create}</Tabs.Tab>
        <Tabs.Tab value="schedules">{t.schedules}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="history">
        <RunHistory onCreate={() => setPart('create')} />
      </Tabs.Panel>
      <Tabs.Panel value="create">
        <CreateReportForm onCreated={() => setPart('history')} />
      </Tabs.Panel>
      <Tabs.Panel value="schedules">
        <ScheduleList />
      </Tabs.Panel>
    </Tabs>
  );
}
