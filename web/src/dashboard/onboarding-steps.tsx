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
const SHOWN: readonly OnboardingStep[] = ['email', 'phone', 'profile', 'verification', 'second_factor', 'colleague'];

/** Steps of the owner until the merchant is active and all of them are done. */
export function useOnboardingSteps(): Step[] {
  const t = messages().onboarding;
  const { profile } = useSignedIn();
  const { data } = useOnboardingChecklist();
  if (data === undefined || profile?.role !== 'superadmin') return [];
  const { steps, activity } = data.data;
  const shown = steps.filter(({ step }) => SHOWN.includes(step));
  if (activity.status === 'active' && shown.every(({ is_done }) => is_done)) return [];
  return shown.map(({ step, is_done }) => {
    const { title, line } = t[step as ShownStep];
    return { title, line, is_done, action: <StepAction step={step as ShownStep} /> };
  });
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
