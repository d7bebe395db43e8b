import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { messages } from './messages.ts';

const SECTIONS = ['payouts', 'branding', 'approvals', 'security', 'preferences', 'audit'] as const;
type Section = (typeof SECTIONS)[number];
/** The address of the preferences in old links. */
const LEGACY_PREFERENCES_TAB = 'language';

export interface SettingsScreenProps {
  /** Settlement destination, schedule and payout bank account. */
  payouts: ReactNode;
  /** Logo and colour of what customers see. */
  branding: ReactNode;
  approvals: ReactNode;
  /** Required second factor and allowed addresses. */
  security: ReactNode;
  /** Language and time zone of the user, and files and reports of the merchant. */
  preferences: ReactNode;
  audit: ReactNode;
}

/** Settings of the merchant by section, each at its own address: `?tab=audit`. */
export function SettingsScreen(sections: SettingsScreenProps) {
  const t = messages();
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const may: Record<Section, boolean> = {
    payouts: useHasAccess('Reports', 'view'),
    branding: useHasAccess('Business profile', 'view'),
    approvals: useHasAccess('Users', 'view'),
    security: useHasAccess('Users', 'manage'),
    preferences: true,
    audit: useHasAccess('Audit log', 'view'),
  };
  const visible = SECTIONS.filter((section) => may[section]);
  const wanted = SECTIONS.find((section) => section === (tab === LEGACY_PREFERENCES_TAB ? 'preferences' : tab));
  const shown = wanted ?? visible[0] ?? 'preferences';
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={
          <Tabs
            value={shown}
            onChange={(next) => void navigate({ to: '/settings', search: next === null ? {} : { tab: next } })}
          >
            <Tabs.List aria-label={t.title}>
              {visible.map((section) => (
                <Tabs.Tab key={section} value={section}>
                  {t.sections[section]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
      />
      {may[shown] ? sections[shown] : <EmptyState title={t.no_access} />}
    </>
  );
}
