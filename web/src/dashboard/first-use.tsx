import type { OnboardingStep } from '@dasbor/contract/onboarding-checklist';
import { getNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { Button, Progress, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery } from '../api/query.ts';
import { useInactiveReason, useOnboardingChecklist } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import classes from './dashboard.module.css';
import { useOnboardingSteps } from './onboarding-steps.tsx';
import { messages } from './messages.ts';

export interface Step {
  title: string;
  line: string;
  is_done: boolean;
  action: ReactNode;
}

const QUIET = { meta: { quiet: true } } as const;

/** Steps to the first payment and the initial setup. Renders nothing once all of them are done. */
export function FirstUse() {
  const t = messages().first_use;
  // Steps are taken on other screens, from which the user returns.
  const checklist = useOnboardingChecklist({ is_fresh: true });
  useLiveBatch('transaction', () => void checklist.refetch());
  const steps = useSteps();
  if (checklist.isPending || checklist.isError) {
    return (
      <Panel title={t.title}>
        {checklist.isPending ? (
          <CardSkeleton lines={6} />
        ) : (
          <FailedState detail={checklist.error.message} onRetry={() => void checklist.refetch()} />
        )}
      </Panel>
    );
  }
  const done = steps.filter(({ is_done }) => is_done).length;
  if (done === steps.length) return null;
  return (
    <Panel
      title={t.title}
      actions={
        <div className={classes.progress}>
          <Text c="dimmed" fz="sm">
            {t.progress(done, steps.length)}
          </Text>
          <Progress value={(100 * done) / steps.length} w={96} aria-hidden />
        </div>
      }
    >
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepItem key={step.title} step={step} />
        ))}
      </ol>
    </Panel>
  );
}

const StepItem = ({ step: { title, line, is_done, action } }: { step: Step }) => (
  <li className={classes.stepItem} data-done={is_done || undefined}>
    {is_done ? (
      <IconCircleCheck size={22} aria-label={messages().first_use.done} role="img" />
    ) : (
      <IconCircle size={22} aria-label={messages().first_use.to_do} role="img" />
    )}
    <div>
      <b>{title}</b>
      <p>{line}</p>
    </div>
    {!is_done && action}
  </li>
);

/** Steps of the server in its order, without those that the user cannot take, and the delivery of reports at the end. */
function useSteps(): Step[] {
  const recognised = useOnboardingChecklist().data?.data.steps ?? [];
  const of_owner = useOnboardingSteps();
  const own: Partial<Record<OnboardingStep, Omit<Step, 'is_done'> | null>> = {
    bank_account: useBankAccountStep(),
    api_key: useApiKeyStep(),
    payment: usePaymentStep(),
  };
  const reports = useReportStep();
  const steps = recognised.map(({ step, is_done }): Step | null => {
    const shown = own[step] ?? of_owner[step] ?? null;
    return shown === null ? null : { ...shown, is_done };
  });
  return [...steps, reports].filter((step) => step !== null);
}

function usePaymentStep(): Omit<Step, 'is_done'> {
  const t = messages().first_use;
  const may_create = useHasAccess('QRIS', 'manage');
  const inactive_reason = useInactiveReason('payments');
  const navigate = useNavigate();
  return {
    title: t.payment,
    line: t.payment_line,
    action: (
      <ActionButton
        disabled_reason={may_create ? inactive_reason : t.no_create_access}
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/qris-payment', search: { create: '1' } })}
      >
        {t.payment_action}
      </ActionButton>
    ),
  };
}

function useBankAccountStep(): Omit<Step, 'is_done'> | null {
  const t = messages().first_use;
  const may_change = useHasAccess('Reports', 'manage');
  const navigate = useNavigate();
  if (!may_change) return null;
  return {
    title: t.bank_account,
    line: t.bank_account_line,
    action: (
      <Button variant="default" onClick={() => void navigate({ to: '/settings', search: { tab: 'payouts' } })}>
        {t.bank_account_action}
      </Button>
    ),
  };
}

function useApiKeyStep(): Omit<Step, 'is_done'> | null {
  const t = messages().first_use;
  const may_create = useHasAccess('API', 'manage');
  if (!may_create) return null;
  return {
    title: t.api_key,
    line: t.api_key_line,
    action: (
      <Button variant="default" component={Link} to="/api-settings">
        {t.api_key_action}
      </Button>
    ),
  };
}

function useReportStep(): Step | null {
  const t = messages().first_use;
  const may_change = useHasAccess('Notifications', 'manage');
  const navigate = useNavigate();
  const configuration = useQuery({ ...buildQuery(getNotificationConfiguration), ...QUIET, enabled: may_change });
  if (!may_change) return null;
  const { email_delivery_enabled, sftp_delivery_enabled } = configuration.data?.data ?? {};
  return {
    title: t.reports,
    line: t.reports_line,
    is_done: email_delivery_enabled === true || sftp_delivery_enabled === true,
    action: (
      <Button variant="default" onClick={() => void navigate({ to: '/manage-notifications' })}>
        {t.reports_action}
      </Button>
    ),
  };
}
