import type { BusinessProfile } from '@dasbor/contract/business-profile';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { Button, Stack, Text, Title } from '@mantine/core';
import { IconBuilding, IconCircleCheck, IconCircleX, IconClock, IconUser } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { toProblem } from '../api/problem.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import classes from './business-profile.module.css';
import { messages } from './messages.ts';
import { StatusPanel } from './status-panel.tsx';
import { useProfile } from './use-profile.ts';

/** The registration after the contact is verified: the kind of business, or how far its verification is. */
export function RegisterFlowScreen() {
  const t = messages().flow;
  const profile = useProfile();
  return (
    <>
      <PageHeader title={t.title} line={t.line} />
      {profile.isPending && (
        <Panel>
          <CardSkeleton lines={4} />
        </Panel>
      )}
      {profile.isError && profile.data === undefined && (
        <FailedState detail={toProblem(profile.error).detail} onRetry={() => void profile.refetch()} />
      )}
      {profile.data !== undefined && <Flow profile={profile.data.data} />}
    </>
  );
}

const OPEN: readonly VerificationStatus[] = ['draft', 'needs_revision'];

function Flow({ profile }: { profile: BusinessProfile }) {
  const t = messages().flow;
  const { verification_status, fields } = profile;
  if (!OPEN.includes(verification_status)) return <Result status={verification_status} />;
  if (fields.entity_type === null) return <KindChoice />;
  const to = fields.entity_type === 'individual' ? '/register-form/personal' : '/register-form/enterprise';
  return (
    <Stack>
      {verification_status === 'needs_revision' && <StatusPanel profile={profile} may_manage />}
      <div className={classes.choices}>
        <Link to={to} className={classes.choice}>
          <IconBuilding aria-hidden />
          <strong>{fields.brand_name}</strong>
          <span>{t.resume}</span>
        </Link>
      </div>
    </Stack>
  );
}

function KindChoice() {
  const t = messages().flow;
  return (
    <section aria-label={t.choose}>
      <Title order={2} fz="lg" mb="sm">
        {t.choose}
      </Title>
      <div className={classes.choices}>
        <Link to="/register-form/personal" className={classes.choice}>
          <IconUser aria-hidden />
          <strong>{t.personal}</strong>
          <span>{t.personal_text}</span>
        </Link>
        <Link to="/register-form/enterprise" className={classes.choice}>
          <IconBuilding aria-hidden />
          <strong>{t.enterprise}</strong>
          <span>{t.enterprise_text}</span>
        </Link>
      </div>
    </section>
  );
}

function Result({ status }: { status: VerificationStatus }) {
  const t = messages();
  const navigate = useNavigate();
  const [Icon, title, text] =
    status === 'approved' || status === 'under_re_review'
      ? [IconCircleCheck, t.flow.approved_title, t.flow.approved_text]
      : status === 'rejected'
        ? [IconCircleX, t.flow.rejected_title, t.status.rejected]
        : [IconClock, t.flow.submitted_title, t.flow.submitted_text];
  return (
    <Panel>
      <div className={classes.center} role="status">
        <Icon size={40} stroke={1.5} aria-hidden />
        <Title order={2} fz="lg">
          {title}
        </Title>
        <Text c="dimmed" maw={440}>
          {text}
        </Text>
        <Button onClick={() => void navigate({ to: '/dashboard' })}>{t.flow.dashboard}</Button>
      </div>
    </Panel>
  );
}
