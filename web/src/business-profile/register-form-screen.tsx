import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { UnsavedChangesModal } from '../ui/unsaved-changes.tsx';
import { messages } from './messages.ts';
import { BackButton, StepContent, StepPanel } from './register-step.tsx';
import { type RegisterKind, RegisterStepper, STEPS, type Step } from './register-stepper.tsx';
import type { SectionHandle } from './section-form.tsx';
import { StatusPanel } from './status-panel.tsx';
import { useProfile } from './use-profile.ts';

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
  const may_manage = useHasAccess('Business profile', 'manage');
  const steps: readonly Step[] = STEPS[kind];
  const [step, setStep] = useState<Step>(() => findFirstStep(steps, profile));
  /** The step to go to although what was entered here cannot be saved. */
  const [blocked, setBlocked] = useState<Step | null>(null);
  const form = useRef<SectionHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const index = steps.indexOf(step);
  const open = (next: Step) => {
    setBlocked(null);
    setStep(next);
    window.scrollTo({ top: 0 });
  };
  // A step is saved however it is left.
  const leaveFor = async (next: Step) => {
    if (next === step) return;
    if (form.current === null || (await form.current.save())) open(next);
    else setBlocked(next);
  };
  const go = (change: number) => steps[Math.min(Math.max(index + change, 0), steps.length - 1)] ?? 'business';
  useFocusOnChange(step, title);
  if (!may_manage) return <Text c="dimmed">{t.flow.forbidden}</Text>;
  const back = index > 0 ? <BackButton onClick={() => void leaveFor(go(-1))} /> : undefined;
  return (
    <Stack gap="lg">
      <RegisterStepper steps={steps} step={step} profile={profile} onStep={(next) => void leaveFor(next)} />
      {step === 'review' ? (
        <>
          <StatusPanel
            profile={profile}
            may_manage={may_manage}
            onSubmitted={() => void navigate({ to: '/register-flow' })}
            onOpenSection={open}
          />
          <div>{back}</div>
        </>
      ) : (
        <StepPanel step={step} title_ref={title}>
          <StepContent
            key={step}
            {...{ step, kind, profile, may_manage, back }}
            form={form}
            onNext={() => open(go(1))}
          />
        </StepPanel>
      )}
      <UnsavedChangesModal
        opened={blocked !== null}
        onStay={() => setBlocked(null)}
        onLeave={() => blocked !== null && open(blocked)}
      />
    </Stack>
  );
}

/** Moves the focus to the title of a step that was opened: the button that opened it is gone. */
function useFocusOnChange(step: Step, title: RefObject<HTMLElement | null>): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    title.current?.focus({ preventScroll: true });
  }, [step, title]);
}
