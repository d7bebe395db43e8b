import { listApiKeys } from '@dasbor/contract/api-settings';
import { getNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { getSettlementSetting } from '@dasbor/contract/settlement-admin';
import { Anchor, Button, Progress, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useMay } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
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
export function FirstUse({ has_payments }: { has_payments: boolean }) {
  const t = messages().first_use;
  const steps = [
    ...useOnboardingSteps(),
    usePaymentStep(has_payments),
    useBankAccountStep(),
    useReportStep(),
    useApiStep(),
  ].filter((step) => step !== null);
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

function usePaymentStep(is_done: boolean): Step {
  const t = messages().first_use;
  const may_create = useMay('QRIS', 'manage');
  const inactive_reason = useInactiveReason('payments');
  const navigate = useNavigate();
  return {
    title: t.payment,
    line: t.payment_line,
    is_done,
    action: (
      <ReasonedButton
        reason={may_create ? inactive_reason : t.no_create_access}
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/qris-payment', search: { create: '1' } })}
      >
        {t.payment_action}
      </ReasonedButton>
    ),
  };
}

function useBankAccountStep(): Step | null {
  const t = messages().first_use;
  const may_change = useMay('Reports', 'manage');
  const navigate = useNavigate();
  const setting = useQuery({ ...buildQuery(getSettlementSetting), ...QUIET, enabled: may_change });
  if (!may_change) return null;
  return {
    title: t.bank_account,
    line: t.bank_account_line,
    is_done: (setting.data?.data.bank_account ?? null) !== null,
    action: (
      <Button variant="default" onClick={() => void navigate({ to: '/settlement', search: { settings: '1' } })}>
        {t.bank_account_action}
      </Button>
    ),
  };
}

function useReportStep(): Step | null {
  const t = messages().first_use;
  const may_change = useMay('Notifications', 'manage');
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

function useApiStep(): Step {
  const t = messages().first_use;
  const may_see_keys = useMay('API', 'view');
  const keys = useQuery({ ...buildQuery(listApiKeys), ...QUIET, enabled: may_see_keys });
  return {
    title: t.api,
    line: t.api_line,
    is_done: (keys.data?.data.length ?? 0) > 0,
    action: (
      <Anchor href="/api/docs" target="_blank" rel="noreferrer">
        {t.api_link}
      </Anchor>
    ),
  };
}
