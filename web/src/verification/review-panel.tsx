import type { VerificationReview } from '@dasbor/contract/verification';
import { VERIFICATION_STATUS_LABELS } from '@dasbor/contract/business-profile-labels';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { Group, Stack, Text } from '@mantine/core';
import { toProblem } from '../api/problem.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { ChangeReview } from './change-review.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DocumentReview } from './document-review.tsx';
import { messages } from './messages.ts';
import { ProfileDetails } from './profile-details.tsx';
import { useReview } from './use-review.ts';

const TONES: Record<VerificationStatus, Tone> = {
  draft: 'neutral',
  submitted: 'warning',
  in_review: 'warning',
  needs_revision: 'pending',
  approved: 'success',
  rejected: 'danger',
  under_re_review: 'warning',
};

/** The provider's review of a merchant: documents side by side with the data that they prove, and the decisions. */
export function VerificationReviewPanel({ merchant_id }: { merchant_id: string }) {
  const review = useReview(merchant_id);
  if (review.isPending) {
    return (
      <Panel>
        <CardSkeleton lines={6} />
      </Panel>
    );
  }
  if (review.data === undefined) {
    return <FailedState detail={toProblem(review.error).detail} onRetry={() => void review.refetch()} />;
  }
  return <Review review={review.data.data} />;
}

function Review({ review }: { review: VerificationReview }) {
  const t = messages();
  const may_manage = useHasAccess('Verification', 'manage');
  const { verification_status: status, submitted_at, missing } = review;
  const language = currentLanguage();
  return (
    <Stack gap="lg">
      <Panel
        title={t.title}
        actions={
          <StatusChip status={status} tone={TONES[status]} label={VERIFICATION_STATUS_LABELS[status][language]} />
        }
      >
        <Stack gap="sm">
          <Text c="dimmed">{submitted_at === null ? t.not_submitted : t.submitted(formatInstant(submitted_at))}</Text>
          {missing.length > 0 && status !== 'draft' && (
            <div>
              <Text fw={600} fz="sm">
                {t.missing(missing.length)}
              </Text>
              <ul>
                {missing.map(({ section, field, person_id, detail }) => (
                  <li key={`${section} ${field} ${person_id}`}>{detail}</li>
                ))}
              </ul>
            </div>
          )}
          {may_manage ? (
            <Group>
              <DecisionButtons review={review} />
            </Group>
          ) : (
            <Text c="dimmed">{t.read_only}</Text>
          )}
        </Stack>
      </Panel>
      {review.change?.status === 'pending' && <ChangeReview review={review} change={review.change} />}
      <DocumentReview review={review} may_manage={may_manage} />
      <ProfileDetails review={review} />
    </Stack>
  );
}
