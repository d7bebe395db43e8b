import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { KeysTab } from './keys-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { messages } from './messages.ts';

const TABS = ['keys', 'webhooks', 'events', 'log', 'addresses', 'snap'] as const;
type Tab = (typeof TABS)[number];

/** Tabs of other features; a tab without content is not offered. */
export interface ApiSettingsScreenProps {
  webhooks?: ReactNode;
  /** Webhook events and their deliveries. */
  events?: ReactNode;
  /** Addresses from which people may use the dashboard. */
  addresses?: ReactNode;
  /** SNAP credentials and their signature tester. */
  snap?: ReactNode;
}

/** Settings and logs for a merchant's developers, each tab at its own address: `?tab=log`. */
export function ApiSettingsScreen({ webhooks, events, addresses, snap }: ApiSettingsScreenProps) {
  const t = messages();
  const navigate = useNavigate();
  const given = useSearch({ strict: false })['tab'];
  const may_manage_people = useHasAccess('Users', 'manage');
  const contents: Record<Tab, ReactNode> = {
    keys: <KeysTab />,
    webhooks,
    events,
    log: <LogTab />,
    addresses: may_manage_people ? addresses : undefined,
    snap,
  };
  const offered = TABS.filter((tab) => contents[tab] !== undefined);
  const shown = offered.find((tab) => tab === given) ?? 'keys';
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs
            value={shown}
            onChange={(next) =>
              void navigate({ to: '/api-settings', search: next === 'keys' || next === null ? {} : { tab: next } })
            }
          >
            <Tabs.List aria-label={t.title}>
              {offered.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {t.tabs[tab]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {contents[shown]}
    </>
  );
}
