import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import classes from './manage-notifications.module.css';
import { messages } from './messages.ts';
import { NotificationsTab } from './notifications-tab.tsx';

const TABS = ['notifications', 'configuration'] as const;
type Tab = (typeof TABS)[number];

const parseTab = (value: string | undefined | null): Tab => TABS.find((tab) => tab === value) ?? 'notifications';

/** Email notifications and report delivery (specification section 2). The URL holds the open tab; `configuration` is its second one. */
export function ManageNotificationsScreen({ configuration }: { configuration: ReactNode }) {
  const t = messages().screen;
  const tab = parseTab(useSearch({ from: '__root__' })['tab']);
  const navigate = useNavigate();
  // A tab is rendered when it is first opened and then kept, so that unsaved changes survive switching tabs.
  const [opened, setOpened] = useState<readonly Tab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);

  const open = (next: string | null) =>
    void navigate({ to: '/manage-notifications', search: { tab: parseTab(next) }, resetScroll: false });
  return (
    <div className={classes.screen}>
      <PageHeader title={t.title} line={t.line} />
      <Tabs value={tab} onChange={open} keepMounted classNames={{ list: classes.tabs, tab: classes.tab }}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="notifications">{t.notifications}</Tabs.Tab>
          <Tabs.Tab value="configuration">{t.configuration}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="notifications">{opened.includes('notifications') && <NotificationsTab />}</Tabs.Panel>
        <Tabs.Panel value="configuration">{opened.includes('configuration') && configuration}</Tabs.Panel>
      </Tabs>
    </div>
  );
}
