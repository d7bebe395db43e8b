import type { ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { formatAccount } from './labels.ts';
import { messages } from './messages.ts';
import { useDecision } from './mutations.ts';

type Decision = 'approve' | 'reject';

/** Approve and reject, each with what it does; for approvers only. */
export function DecisionButtons({ row, is_large = false }: { row: ReadDisbursement; is_large?: boolean }) {
  const t = messages().approval;
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const may_approve = useHasAccess('Disbursements', 'approve');
  const inactive = useInactiveReason('payouts');
  if (row.status !== 'pending_approval' || !may_approve) return null;
  const size = is_large ? {} : { size: 'compact-sm' };
  const not_yours = row.may_decide ? undefined : t.not_yours;
  const close = () => setDeciding(null);
  return (
    <Group gap={6} wrap="nowrap">
      <ActionButton {...size} disabled_reason={not_yours ?? inactive} onClick={() => setDeciding('approve')}>
        {t.approve}
      </ActionButton>
      <ActionButton {...size} disabled_reason={not_yours} variant="default" onClick={() => setDeciding('reject')}>
        {t.reject}
      </ActionButton>
      <Modal
        opened={deciding !== null}
        onClose={close}
        title={deciding === 'reject' ? t.reject_title : t.approve_title}
        centered
        closeButtonProps={{ 'aria-label': messages().close }}
      >
        {deciding !== null && <DecisionForm row={row} decision={deciding} onClose={close} />}
      </Modal>
    </Group>
  );
}

function DecisionForm(props: { row: ReadDisbursement; decision: Decision; onClose: () => void }) {
  const { row, decision, onClose } = props;
  const t = messages().approval;
  const [text, setText] = useState('');
  const [was_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { approve, reject } = useDecision(row.id, { done: onClose, refused: ({ detail }) => setRefusal(detail) });
  const is_reject = decision === 'reject';
  const is_missing = is_reject && text.trim() === '';
  const send = () => {
    setTried(true);
    if (is_missing) return;
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
        <Text fw={600}>
          {formatRupiah(row.amount)} → {row.verified_name}, {formatAccount(row)}
        </Text>
        <Text fz="sm">{t.requested(row.requested_by, formatInstant(row.created_at))}</Text>
        <Text fz="sm">{is_reject ? t.reject_line : t.approve_line(formatRupiah(row.total_amount))}</Text>
        <TextField
          label={is_reject ? t.reason : t.remark}
          required={is_reject}
          maxLength={300}
          value={text}
          onChange={setText}
          error={is_missing ? t.reason_missing : undefined}
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
            {is_reject ? t.reject : t.approve}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
