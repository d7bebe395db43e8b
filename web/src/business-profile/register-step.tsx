import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { Panel } from '../ui/panel.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { messages } from './messages.ts';
import { PeopleSection } from './people-section.tsx';
import type { RegisterKind, Step } from './register-stepper.tsx';
import { SectionForm, type SectionHandle } from './section-form.tsx';

export const BackButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    {messages().form.back}
  </Button>
);

interface StepPanelProps {
  step: Exclude<Step, 'review'>;
  title_ref: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The frame of a step. Its title takes the focus when the step opens. */
export const StepPanel = ({ step, title_ref, children }: StepPanelProps) => {
  const t = messages();
  return (
    <Panel>
      <Title order={2} fz="lg" tabIndex={-1} ref={title_ref} style={{ outline: 'none' }}>
        {t.sections[step]}
      </Title>
      <Text c="dimmed" fz="sm" mb="md">
        {t.hints[step]}
      </Text>
      {children}
    </Panel>
  );
};

export interface StepContentProps {
  step: Exclude<Step, 'review'>;
  kind: RegisterKind;
  profile: BusinessProfile;
  may_manage: boolean;
  onNext: () => void;
  back: ReactNode;
  /** The form of the step, if it has one. */
  form: Ref<SectionHandle>;
}

export function StepContent({ step, kind, profile, may_manage, onNext, back, form }: StepContentProps) {
  const t = messages();
  if (step === 'people' || step === 'documents') {
    const Part = step === 'people' ? PeopleSection : DocumentsSection;
    return (
      <>
        <Part profile={profile} may_manage={may_manage} />
        <Group justify="space-between" mt="lg">
          {back}
          <Button onClick={onNext}>{t.form.continue}</Button>
        </Group>
      </>
    );
  }
  return (
    <SectionForm
      ref={form}
      section={step}
      profile={profile}
      may_manage={may_manage}
      save_label={t.form.next}
      initial={kind === 'personal' ? { entity_type: 'individual' } : {}}
      onSaved={onNext}
      back={back}
    />
  );
}
