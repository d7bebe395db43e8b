import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { Button, Group, Stack, Stepper, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { useMay } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { messages } from './messages.ts';
import { PeopleSection } from './people-section.tsx';
import { SectionForm } from './section-form.tsx';
import { StatusPanel } from './status-panel.tsx';
import { useProfile } from './use-profile.ts';

export type RegisterKind = 'personal' | 'enterprise';

/** Steps of the form; each is saved when it is left by its button. */
const STEPS = {
  personal: ['business', 'address', 'people', 'documents', 'review'],
  enterprise: ['business', 'address', 'legal', 'people', 'documents', 'review'],
} as const satisfies Record<RegisterKind, readonly string[]>;
type Step = (typeof STEPS)['enterprise'][number];

/** The registration form of a person or of a company, as steps that are saved one by one. */
export function RegisterFormScreen({ kind }: { kind: RegisterKind }) {
  const t = messages();
  const profile = useProfile();
  return (
    <>
      <PageHeader title={t.flow.title} line={t.flow.line} />
      {profile.isPending && (
        <Panel>
          <CardSkeleton lines={8} />
        </Panel>
      )}
      {profile.isError && profile.data === undefined && (
        <FailedState detail={toProblem(profile.error).detail} onRetry={() => void profile.refetch()} />
      )}
      {profile.data !== undefined && <Steps kind={kind} profile={profile.data.data} />}
    </>
  );
}

/** The first step with something missing; the last one when there is none. */
function findFirstStep(steps: readonly Step[], { missing }: BusinessProfile): Step {
  return steps.find((step) => missing.some(({ section }) => section === step)) ?? 'review';
}

function Steps({ kind, profile }: { kind: RegisterKind; profile: BusinessProfile }) {
  const t = messages();
  const navigate = useNavigate();
  const may_manage = useMay('Business profile', 'manage');
  const steps: readonly Step[] = STEPS[kind];
  const [step, setStep] = useState<Step>(() => findFirstStep(steps, profile));
  const index = steps.indexOf(step);
  const go = (change: number) => {
    setStep(steps[Math.min(Math.max(index + change, 0), steps.length - 1)] ?? 'business');
    window.scrollTo({ top: 0 });
  };
  if (!may_manage) return <Text c="dimmed">{t.flow.forbidden}</Text>;
  return (
    <Stack gap="lg">
      <Stepper
        active={index}
        onStepClick={(next) => setStep(steps[next] ?? 'business')}
        size="sm"
        aria-label={t.flow.steps}
        allowNextStepsSelect
      >
        {steps.map((each) => (
          <Stepper.Step key={each} label={t.sections[each]} />
        ))}
      </Stepper>
      {step === 'review' ? (
        <>
          <StatusPanel
            profile={profile}
            may_manage={may_manage}
            onSubmitted={() => void navigate({ to: '/register-flow' })}
          />
          <Group>
            <BackButton onClick={() => go(-1)} />
          </Group>
        </>
      ) : (
        <StepPanel step={step}>
          <StepContent
            key={step}
            {...{ step, kind, profile, may_manage }}
            onNext={() => go(1)}
            back={index > 0 ? <BackButton onClick={() => go(-1)} /> : undefined}
          />
        </StepPanel>
      )}
    </Stack>
  );
}

const BackButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" onClick={onClick}>
    {messages().form.back}
  </Button>
);

const StepPanel = ({ step, children }: { step: Exclude<Step, 'review'>; children: ReactNode }) => {
  const t = messages();
  return (
    <Panel>
      <Title order={2} fz="lg">
        {t.sections[step]}
      </Title>
      <Text c="dimmed" fz="sm" mb="md">
        {t.hints[step]}
      </Text>
      {children}
    </Panel>
  );
};

interface StepContentProps {
  step: Exclude<Step, 'review'>;
  kind: RegisterKind;
  profile: BusinessProfile;
  may_manage: boolean;
  onNext: () => void;
  back: ReactNode;
}

function StepContent({ step, kind, profile, may_manage, onNext, back }: StepContentProps) {
  const t = messages();
  if (step === 'people' || step === 'documents') {
    const Part = step === 'people' ? PeopleSection : DocumentsSection;
    return (
      <>
        <Part profile={profile} may_manage={may_manage} />
        <Group justify="space-between" mt="lg">
          {back}
          <Button onClick={onNext}>{t.form.next}</Button>
        </Group>
      </>
    );
  }
  return (
    <SectionForm
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
