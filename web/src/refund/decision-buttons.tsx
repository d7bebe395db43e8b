import type { ReadRefund } from '@dasbor/contract/refund-fields';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EffectsList } from './effects-list.tsx';
import { getEffects } from './effects.ts';
import { useRefundDecision } from './mutations.ts';
import { formatDestination, formatReason } from './refund-labels.ts';
import { formatProblem } from './problem-text.ts';
import { messages } from './messages.ts';

type Decision = 'approve' | 'reject';

/** Approve and reject, each with a preview of its effects; for approvers only. */
export function DecisionButtons({ refund }: { refund: ReadRefund }) {
  const t = messages().decision;
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const may_approve = useHasAccess('Refunds', 'approve');
  const inactive = useInactiveReason('provider_refunds');
  if (refund.status !== 'pending' || !may_approve) return null;
  const reason = refund.may_decide ? undefined : t.not_yours;
  return (
    <Group gap={6} wrap="nowrap">
      <ActionButton size="compact-sm" disabled_reason={reason ?? inactive} onClick={() => setDeciding('approve')}>
        {t.approve}
      </ActionButton>
      <ActionButton size="compact-sm" variant="default" disabled_reason={reason} onClick={() => setDeciding('reject')}>
        {t.reject}
      </ActionButton>
      <Modal
        opened={deciding !== null}
        onClose={() => setDeciding(null)}
        title={deciding === 'reject' ? t.reject_title : t.approve_title}
        centered
        closeButtonProps={{ 'aria-label': messages().close }}
      >
        {deciding !== null && <DecisionForm refund={refund} decision={deciding} onClose={() => setDeciding(null)} />}
      </Modal>
    </Group>
  );
}

function DecisionForm(props: { refund: ReadRefund; decision: Decision; onClose: () => void }) {
  const { refund, decision, onClose } = props;
  const t = messages().decision;
  const [text, setText] = useState('');
  const [was_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { approve, reject } = useRefundDecision(refund.id, {
    done: onClose,
    refused: (problem) => setRefusal(formatProblem(problem)),
  });
  const is_reject = decision === 'reject';
  const send = () => {
    setTried(true);
    if (is_reject && text.trim() === '') return;
    if (is_reject) reject.mutate(text.trim());
    else approve.mutate(text.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
    >
      <Stack gap="md">
        <Text fz="sm">
          {t.requested(refund.requested_by, formatReason(refund))}
          {refund.note === null ? '' : ` ${t.note_line(refund.note)}`}
        </Text>
        {is_reject ? (
          <Text fz="sm">{t.reject_line(formatRupiah(getEffects(refund).held))}</Text>
        ) : (
          <EffectsList effects={getEffects(refund)} to={formatDestination(refund)} />
        )}
        <TextField
          label={is_reject ? t.reason : t.note}
          required={is_reject}
          maxLength={300}
          value={text}
          onChange={setText}
          error={is_reject && text.trim() === '' ? t.reason_missing : undefined}
          touched={was_tried}
          data-autofocus
        />
        {refusal !== null && (
          <Alert color="red" role="alert">
            <Text fz="sm">{refusal}</Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" color={is_reject ? 'red.8' : 'primary'} loading={approve.isPending || reject.isPending}>
            {is_reject ? t.confirm_reject : t.confirm_approve}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
