import type { OnboardingStep } from '@dasbor/contract/onboarding-checklist';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOnboardingChecklist } from '../api/merchant-activity.ts';
import { useSignedIn } from '../api/signed-in.ts';
import type { Step } from './first-use.tsx';
import { messages } from './messages.ts';

/** Where a step is taken; the other steps have entries of their own, or need no action. */
const SCREENS = {
  phone: '/mobile-verification',
  profile: '/register-flow',
  second_factor: '/profile',
  colleague: '/users',
} as const;
type ShownStep = 'email' | 'verification' | keyof typeof SCREENS;
const SHOWN: readonly ShownStep[] = ['email', 'phone', 'profile', 'verification', 'second_factor', 'colleague'];

type ShownSteps = Partial<Record<OnboardingStep, Omit<Step, 'is_done'>>>;

/** Steps of the owner until the merchant is active and all of them are done. */
export function useOnboardingSteps(): ShownSteps {
  const t = messages().onboarding;
  const { profile } = useSignedIn();
  const { data } = useOnboardingChecklist();
  if (data === undefined || profile?.role !== 'superadmin') return {};
  const { steps, activity } = data.data;
  const is_done = SHOWN.every((name) => steps.some((each) => each.step === name && each.is_done));
  if (activity.status === 'active' && is_done) return {};
  const steps_of_owner = SHOWN.map((step) => {
    const { title, line } = t[step];
    return [step, { title, line, action: <StepAction step={step} /> }];
  });
  return Object.fromEntries(steps_of_owner) as ShownSteps;
}

function StepAction({ step }: { step: ShownStep }) {
  const t = messages().onboarding;
  if (step === 'email' || step === 'verification') return null;
  return (
    <Button variant="default" component={Link} to={SCREENS[step]}>
      {t[step].action}
    </Button>
  );
}
