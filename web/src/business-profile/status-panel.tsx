import { type BusinessProfile, submitBusinessProfile } from '@dasbor/contract/business-profile';
import { VERIFICATION_STATUS_LABELS } from '@dasbor/contract/business-profile-labels';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { showError } from '../ui/toast.ts';
import classes from './business-profile.module.css';
import { messages } from './messages.ts';
import { useProfileChange } from './use-profile.ts';

export const VERIFICATION_TONES: Record<VerificationStatus, Tone> = {
  draft: 'neutral',
  submitted: 'pending',
  in_review: 'pending',
  needs_revision: 'warning',
  approved: 'success',
  rejected: 'danger',
  under_re_review: 'warning',
};

/** Statuses with a reason from the provider. */
const WITH_REASON: readonly VerificationStatus[] = ['needs_revision', 'rejected', 'under_re_review'];

type Missing = BusinessProfile['missing'][number];

export interface StatusPanelProps {
  profile: BusinessProfile;
  may_manage: boolean;
  onSubmitted?: () => void;
  /** Opens the part of the profile where something is missing; by default its anchor on this page. */
  onOpenSection?: (section: Missing['section']) => void;
}

/** Status of the verification, what is missing, and its submission. */
export function StatusPanel({ profile, may_manage, onSubmitted, onOpenSection }: StatusPanelProps) {
  const t = messages().status;
  const { verification_status: status, events } = profile;
  const reason = WITH_REASON.includes(status)
    ? events.find((event) => event.kind === 'verification' && event.to_status === status)?.reason
    : null;
  const is_open = status === 'draft' || status === 'needs_revision';
  return (
    <Panel
      title={t.title}
      actions={
        <StatusChip
          status={status}
          tone={VERIFICATION_TONES[status]}
          label={VERIFICATION_STATUS_LABELS[status][currentLanguage()]}
        />
      }
    >
      <Stack gap="sm">
        <Text>{t[status]}</Text>
        {typeof reason === 'string' && (
          <Callout kind={status === 'rejected' ? 'error' : 'warning'}>
            <strong>{t.reason}: </strong>
            {reason}
          </Callout>
        )}
        {(is_open || (status === 'under_re_review' && profile.missing.length > 0)) && (
          <MissingList missing={profile.missing} onOpenSection={onOpenSection} />
        )}
        {is_open && may_manage && <SubmitButton profile={profile} onSubmitted={onSubmitted} />}
      </Stack>
    </Panel>
  );
}

interface MissingListProps extends Pick<StatusPanelProps, 'onOpenSection'> {
  missing: Missing[];
}

function MissingList({ missing, onOpenSection }: MissingListProps) {
  const t = messages();
  if (missing.length === 0) return <Text c="dimmed">{t.status.complete}</Text>;
  return (
    <div>
      <Text fw={600} fz="sm">
        {t.status.missing(missing.length)}
      </Text>
      <ul className={classes.missing}>
        {missing.map(({ section, field, person_id, detail }) => (
          <li key={`${section} ${field} ${person_id}`}>
            {onOpenSection === undefined ? (
              <a href={`#${section}`}>{t.sections[section]}</a>
            ) : (
              <Anchor component="button" type="button" underline="always" onClick={() => onOpenSection(section)}>
                {t.sections[section]}
              </Anchor>
            )}
            : {detail}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SubmitButton({ profile, onSubmitted }: { profile: BusinessProfile; onSubmitted: (() => void) | undefined }) {
  const t = messages().status;
  const [is_asked, setAsked] = useState(false);
  const submission = useProfileChange(() => call(submitBusinessProfile), {
    done: t.submitted_toast,
    onDone: () => {
      setAsked(false);
      onSubmitted?.();
    },
  });
  const label = profile.verification_status === 'needs_revision' ? t.resubmit : t.submit;
  return (
    <Group>
      <ActionButton
        disabled_reason={profile.missing.length > 0 ? t.incomplete : undefined}
        onClick={() => setAsked(true)}
      >
        {label}
      </ActionButton>
      <ConfirmModal
        opened={is_asked}
        title={t.confirm_title}
        confirm={label}
        is_busy={submission.isPending}
        onClose={() => setAsked(false)}
        onConfirm={() =>
          submission.mutate(undefined, {
            onError: (error) => {
              setAsked(false);
              void showError(toProblem(error).detail);
            },
          })
        }
      >
        {t.confirm}
      </ConfirmModal>
    </Group>
  );
}
