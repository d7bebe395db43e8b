import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { PageHeader } from '../ui/page-header.tsx';
import { ConfigurationTab } from '../report/configuration-tab.tsx';
import classes from './manage-notifications.module.css';
import { NotificationsTab } from './notifications-tab.tsx';

const TABS = ['notifications', 'configuration'] as const;
type Tab = (typeof TABS)[number];

const tabOf = (value: string | undefined | null): Tab => TABS.find((tab) => tab === value) ?? 'notifications';

/** Email notifications and report delivery (specification section 2). The open tab is part of the address. */
export function ManageNotificationsScreen() {
  const tab = tabOf(useSearch({ from: '__root__' })['tab']);
  const navigate = useNavigate();
  // A tab is read when it is first opened, and then stays: switching tabs must not lose what was changed.
  const [opened, setOpened] = useState<readonly Tab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);

  const open = (next: string | null) =>
    void navigate({ to: '/manage-notifications', search: { tab: tabOf(next) }, resetScroll: false });
  return (
    <div className={classes.screen}>
      <PageHeader title="Email Notifications" line="Which emails you receive, and how your reports reach you" />
      <Tabs value={tab} onChange={open} keepMounted classNames={{ list: classes.tabs, tab: classes.tab }}>
        <Tabs.List mb="lg">
          <Tabs.Tab value="notifications">Notifications</Tabs.Tab>
          <Tabs.Tab value="configuration">Configuration</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="notifications">{opened.includes('notifications') && <NotificationsTab />}</Tabs.Panel>
        <Tabs.Panel value="configuration">{opened.includes('configuration') && <ConfigurationTab />}</Tabs.Panel>
      </Tabs>
    </div>
  );
}
