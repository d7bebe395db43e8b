import { getNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { Anchor, Button } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import classes from './dashboard.module.css';
import { messages } from './messages.ts';

/** Empty state: steps to the first payment and the initial setup. */
export function FirstUse() {
  const t = messages().first_use;
  const may_create = useMay('QRIS', 'manage');
  const may_set_reports = useMay('Notifications', 'manage');
  const navigate = useNavigate();
  return (
    <Panel title={t.title}>
      <ol className={classes.steps}>
        <Step
          title={t.payment}
          line={t.payment_line}
          action={
            <ReasonedButton
              reason={may_create ? undefined : t.no_create_access}
              leftSection={<IconQrcode size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/qris-payment', search: { create: '1' } })}
            >
              {t.payment_action}
            </ReasonedButton>
          }
        />
        {may_set_reports && <ReportStep />}
        <Step
          title={t.api}
          line={t.api_line}
          action={
            <Anchor href="/api/docs" target="_blank" rel="noreferrer">
              {t.api_link}
            </Anchor>
          }
        />
      </ol>
    </Panel>
  );
}

function ReportStep() {
  const t = messages().first_use;
  const navigate = useNavigate();
  const configuration = useQuery({ ...buildQuery(getNotificationConfiguration), meta: { quiet: true } });
  const { email_delivery_enabled, sftp_delivery_enabled } = configuration.data?.data ?? {};
  return (
    <Step
      title={t.reports}
      line={t.reports_line}
      is_done={email_delivery_enabled === true || sftp_delivery_enabled === true}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/manage-notifications' })}>
          {t.reports_action}
        </Button>
      }
    />
  );
}

const Step = (props: { title: string; line: string; is_done?: boolean; action: ReactNode }) => (
  <li className={classes.stepItem} data-done={props.is_done || undefined}>
    {props.is_done ? (
      <IconCircleCheck size={22} aria-label={messages().first_use.done} role="img" />
    ) : (
      <IconCircle size={22} aria-label={messages().first_use.to_do} role="img" />
    )}
    <div>
      <b>{props.title}</b>
      <p>{props.line}</p>
    </div>
    {props.action}
  </li>
);
