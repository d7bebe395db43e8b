import type { ReadRefund } from '@dasbor/contract/refund-fields';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EffectsList } from './effects-list.tsx';
import { getEffects } from './effects.ts';
import { useRefundDecision } from './mutations.ts';
import { formatDestination, formatReason } from './refund-labels.ts';
import { formatProblem } from './use-idempotency-key.ts';

type Decision = 'approve' | 'reject';

/** Approve and reject, each with exactly what it does before it is done; for people who may approve. */
export function DecisionButtons({ refund }: { refund: ReadRefund }) {
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const may_approve = useMay('Refunds', 'approve');
  if (refund.status !== 'pending' || !may_approve) return null;
  const reason = refund.may_decide ? undefined : 'You asked for this refund; somebody else must decide about it.';
  return (
    <Group gap={6} wrap="nowrap">
      <ReasonedButton size="compact-sm" reason={reason} onClick={() => setDeciding('approve')}>
        Approve
      </ReasonedButton>
      <ReasonedButton size="compact-sm" variant="default" reason={reason} onClick={() => setDeciding('reject')}>
        Reject
      </ReasonedButton>
      <Modal
        opened={deciding !== null}
        onClose={() => setDeciding(null)}
        title={deciding === 'reject' ? 'Reject this refund?' : 'Approve this refund?'}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {deciding !== null && <DecisionForm refund={refund} decision={deciding} onClose={() => setDeciding(null)} />}
      </Modal>
    </Group>
  );
}

function DecisionForm(props: { refund: ReadRefund; decision: Decision; onClose: () => void }) {
  const { refund, decision, onClose } = props;
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
          {refund.requested_by} asked for it: {formatReason(refund)}.
          {refund.note === null ? '' : ` Note: ${refund.note}`}
        </Text>
        {is_reject ? (
          <Text fz="sm">
            {formatRupiah(getEffects(refund).held)} that is held becomes free again. The customer gets nothing.
          </Text>
        ) : (
          <EffectsList effects={getEffects(refund)} to={formatDestination(refund)} />
        )}
        <TextField
          label={is_reject ? 'Reason' : 'Note'}
          required={is_reject}
          maxLength={300}
          value={text}
          onChange={setText}
          error={is_reject && text.trim() === '' ? 'Say why, for who asked.' : undefined}
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
            Cancel
          </Button>
          <Button type="submit" color={is_reject ? 'red.8' : 'primary'} loading={approve.isPending || reject.isPending}>
            {is_reject ? 'Reject' : `Give back ${formatRupiah(refund.amount)}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
