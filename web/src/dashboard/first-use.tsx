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

/** Nobody has paid yet: the way to the first payment, and what is worth setting up meanwhile. */
export function FirstUse() {
  const may_create = useMay('QRIS', 'manage');
  const may_set_reports = useMay('Notifications', 'manage');
  const navigate = useNavigate();
  return (
    <Panel title="Get started">
      <ol className={classes.steps}>
        <Step
          title="Take your first payment by QRIS"
          line="Enter an amount and show the code: any Indonesian bank or wallet can pay it. Your figures appear here at once."
          action={
            <ReasonedButton
              reason={may_create ? undefined : 'Your role may look at QRIS payments, not create them.'}
              leftSection={<IconQrcode size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/qris-payment', search: { create: '1' } })}
            >
              New QRIS payment
            </ReasonedButton>
          }
        />
        {may_set_reports && <ReportStep />}
        <Step
          title="Connect your own system"
          line="The reference shows every call of the API with an example."
          action={
            <Anchor href="/api/docs" target="_blank" rel="noreferrer">
              Open the API reference
            </Anchor>
          }
        />
      </ol>
    </Panel>
  );
}

function ReportStep() {
  const navigate = useNavigate();
  const configuration = useQuery({ ...buildQuery(getNotificationConfiguration), meta: { quiet: true } });
  const { email_delivery_enabled, sftp_delivery_enabled } = configuration.data?.data ?? {};
  return (
    <Step
      title="Choose how reports reach you"
      line="By e-mail, by SFTP, or both."
      is_done={email_delivery_enabled === true || sftp_delivery_enabled === true}
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/manage-notifications' })}>
          Report delivery
        </Button>
      }
    />
  );
}

const Step = (props: { title: string; line: string; is_done?: boolean; action: ReactNode }) => (
  <li className={classes.stepItem} data-done={props.is_done || undefined}>
    {props.is_done ? (
      <IconCircleCheck size={22} aria-label="Done" role="img" />
    ) : (
      <IconCircle size={22} aria-label="To do" role="img" />
    )}
    <div>
      <b>{props.title}</b>
      <p>{props.line}</p>
    </div>
    {props.action}
  </li>
);
