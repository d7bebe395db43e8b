import {
  type VerificationReview,
  rejectMerchant,
  requestRevision,
  startReReview,
  startVerificationReview,
} from '@dasbor/contract/verification';
import { type VerificationAction, VERIFICATION_TRANSITIONS } from '@dasbor/contract/verification-status';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ApproveModal } from './approve-modal.tsx';
import { messages } from './messages.ts';
import { ReasonModal } from './reason-modal.tsx';
import { useDecision } from './use-review.ts';

type Asked = 'approve' | 'revise' | 'reject' | 're_review';

/** Whether an action is possible now; decisions on a submitted profile start its review. */
function may({ verification_status }: VerificationReview, action: VerificationAction): boolean {
  const next = VERIFICATION_TRANSITIONS[verification_status];
  return (
    next[action] !== undefined || (next.start_review !== undefined && action !== 'submit' && action !== 're_review')
  );
}

/** The decisions that are possible in the current state. */
export function DecisionButtons({ review }: { review: VerificationReview }) {
  const t = messages();
  const may_approve = useHasAccess('Verification', 'approve');
  const { merchant_id } = review;
  const params = { merchant_id };
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const start = useDecision(merchant_id, () => call(startVerificationReview, { params }), { done: t.toasts.start });
  const revise = useDecision(merchant_id, (reason: string) => call(requestRevision, { params, body: { reason } }), {
    done: t.toasts.revise,
    onDone: close,
  });
  const reject = useDecision(merchant_id, (reason: string) => call(rejectMerchant, { params, body: { reason } }), {
    done: t.toasts.reject,
    onDone: close,
  });
  const re_review = useDecision(merchant_id, (reason: string) => call(startReReview, { params, body: { reason } }), {
    done: t.toasts.re_review,
    onDone: close,
  });
  const by_asked = { revise, reject, re_review };
  const is_incomplete = review.missing.length > 0;
  return (
    <>
      {may_approve && may(review, 'approve') && (
        <ActionButton disabled_reason={is_incomplete ? t.not_complete : undefined} onClick={() => setAsked('approve')}>
          {t.actions.approve}
        </ActionButton>
      )}
      {review.verification_status === 'submitted' && (
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          {t.actions.start}
        </Button>
      )}
      {may(review, 'request_revision') && (
        <Button variant="default" onClick={() => setAsked('revise')}>
          {t.actions.revise}
        </Button>
      )}
      {may_approve && may(review, 'reject') && (
        <Button variant="default" c="red.8" onClick={() => setAsked('reject')}>
          {t.actions.reject}
        </Button>
      )}
      {may(review, 're_review') && (
        <Button variant="default" onClick={() => setAsked('re_review')}>
          {t.actions.re_review}
        </Button>
      )}
      {asked === 'approve' && <ApproveModal review={review} onClose={close} />}
      {asked !== null && asked !== 'approve' && (
        <ReasonModal
          title={t.reason[asked]}
          text={t.reason[`${asked}_text`]}
          confirm={t.actions[asked]}
          is_dangerous={asked === 'reject'}
          is_busy={by_asked[asked].isPending}
          onConfirm={(reason) => by_asked[asked].mutate(reason)}
          onClose={close}
        />
      )}
    </>
  );
}
