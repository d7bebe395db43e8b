import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CallError, toProblem } from '../api/problem.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { ChangePanel } from './change-panel.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { messages } from './messages.ts';
import { PeopleSection } from './people-section.tsx';
import { ProfileTimeline } from './profile-timeline.tsx';
import { SectionForm } from './section-form.tsx';
import { StatusPanel } from './status-panel.tsx';
import { useProfile } from './use-profile.ts';

export interface BusinessProfileScreenProps {
  /** The settlement bank account, of the feature that owns it. */
  bank_account: ReactNode;
  /** The panel of the logo, of the feature that owns it. */
  logo: ReactNode;
}

/** The business profile: verification, sections, people and documents. */
export function BusinessProfileScreen(slots: BusinessProfileScreenProps) {
  const t = messages();
  const profile = useProfile();
  return (
    <>
      <PageHeader title={t.title} line={t.line} />
      {profile.isPending && (
        <Stack maw={860}>
          <Panel>
            <CardSkeleton lines={4} />
          </Panel>
          <Panel>
            <CardSkeleton lines={8} />
          </Panel>
        </Stack>
      )}
      {profile.isError && profile.data === undefined && (
        <FailedState
          detail={toProblem(profile.error).detail}
          request_id={profile.error instanceof CallError ? profile.error.request_id : undefined}
          onRetry={() => void profile.refetch()}
        />
      )}
      {profile.data !== undefined && <Sections profile={profile.data.data} {...slots} />}
    </>
  );
}

function Sections({ profile, bank_account, logo }: { profile: BusinessProfile } & BusinessProfileScreenProps) {
  const t = messages();
  const may_manage = useHasAccess('Business profile', 'manage');
  const common = { profile, may_manage };
  const { change } = profile;
  return (
    <Stack maw={860} gap="lg">
      {!may_manage && <Text c="dimmed">{t.read_only}</Text>}
      <StatusPanel {...common} />
      {change !== null && <ChangePanel change={change} may_manage={may_manage} />}
      <Section id="business">
        <SectionForm key="business" section="business" {...common} />
      </Section>
      <Section id="address">
        <SectionForm key="address" section="address" {...common} />
      </Section>
      <Section id="legal">
        <SectionForm key="legal" section="legal" {...common} />
      </Section>
      <Section id="people">
        <PeopleSection {...common} />
      </Section>
      <Section id="documents">
        <DocumentsSection {...common} />
      </Section>
      <Panel title={t.sections.bank_account}>{bank_account}</Panel>
      <div id="logo">{logo}</div>
      <ProfileTimeline events={profile.events} />
    </Stack>
  );
}

type SectionId = keyof ReturnType<typeof messages>['hints'];

/** A section as a panel that links can point at. */
const Section = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <div id={id}>
    <Panel title={messages().sections[id]}>
      <Text c="dimmed" fz="sm" mb="sm">
        {messages().hints[id]}
      </Text>
      {children}
    </Panel>
  </div>
);
