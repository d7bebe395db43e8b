import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { AccountPanel } from './account-panel.tsx';
import { LanguagePanel } from './language-panel.tsx';
import { messages } from './messages.ts';
import { PhotoPanel } from './photo-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInHistoryPanel } from './sign-in-history-panel.tsx';
import { TimeZonePanel } from './time-zone-panel.tsx';

export interface ProfileScreenProps {
  onSwitchLanguage: (language: Language) => Promise<void>;
  onSwitchTimeZone: (zone: TimeZone) => Promise<void>;
  /** Reads the profile again after it was saved. */
  onSaved: () => Promise<void>;
  /** Panels of other features, between the account and the sessions. */
  panels?: ReactNode;
}

/** The account of the signed-in user: who they are, how they sign in, and from where. */
export function ProfileScreen({ onSwitchLanguage, onSwitchTimeZone, onSaved, panels }: ProfileScreenProps) {
  const t = messages();
  const { profile } = useSignedIn();
  return (
    <>
      <PageHeader title={t.title} line={t.line} />
      <Stack maw={720}>
        {profile ? (
          <>
            <AccountPanel profile={profile} onSaved={onSaved} />
            <PhotoPanel profile={profile} onSaved={onSaved} />
            <LanguagePanel locale={profile.locale} onSwitch={onSwitchLanguage} />
            <TimeZonePanel time_zone={profile.time_zone} onSwitch={onSwitchTimeZone} />
          </>
        ) : (
          <Panel title={t.account.title}>
            <CardSkeleton lines={6} />
          </Panel>
        )}
        {panels}
        <SessionsPanel />
        <SignInHistoryPanel />
      </Stack>
    </>
  );
}
